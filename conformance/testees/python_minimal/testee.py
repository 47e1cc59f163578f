#!/usr/bin/env python3
"""A complete testee: sizes, writes and reads Native stores whose scales are all F32."""
import json
import math
import sys

ACCEPTED = {"Q4F": (-8, 7), "Q4S": (-8, 7), "Q2F": (-2, 1), "Q2S": (-2, 1), "E2M1": (0, 15)}  # F22
FIXED = {"global_scale_required": "requires a per-tensor scale",  # F31
         "global_scale_unexpected": "does not take a per-tensor scale"}

def refuse_if(condition, error):
    if condition:
        raise Refused(error)

class Refused(Exception):
    pass

def layout(r):  # the numbers of elements, scales and global scales: F5 to F7, F18, F19
    refuse_if(r["mode"] == "Lookup", "unsupported_mode")
    shape, extents = r["shape"], r["size"]
    refuse_if(any(not 1 <= extent <= 255 for extent in extents), "invalid_block")
    refuse_if(len(extents) > min(5, len(shape)), "invalid_block")
    extents = [1] * (len(shape) - len(extents)) + extents
    cells = math.prod(-(-dim // extent) for dim, extent in zip(shape, extents)) if r["block"] else 1
    sizes = math.prod(shape), cells, int(bool(r["block"] and r["tensor"]))
    refuse_if(sizes[0] + 4 * sum(sizes[1:]) > 2**63 - 1, "shape_overflow")
    return sizes

def size(r):
    elements, cells, globals_ = layout(r)
    return {"total_bytes": elements + 4 * (cells + globals_)}

def encode(r):
    elements, cells, globals_ = layout(r)
    refuse_if(len(r["codes"]) != elements, "value_count_mismatch")
    refuse_if(len(r["scales"]) != cells, "scale_count_mismatch")
    refuse_if(globals_ and r["global"] is None, "global_scale_required")
    refuse_if(not globals_ and r["global"] is not None, "global_scale_unexpected")
    lowest, highest = ACCEPTED.get(r["value"], (-128, 127))
    refuse_if(not all(lowest <= code <= highest for code in r["codes"]), "code_out_of_range")
    scales = r["scales"] + [r["global"]] * globals_
    refuse_if(any(int(scale, 16) >= 0x7F800000 for scale in scales), "invalid_scale")
    codes = bytes(code & 255 for code in r["codes"])
    return {"bytes": codes.hex() + "".join(bytes.fromhex(scale)[::-1].hex() for scale in scales)}

def decode(r):
    elements, cells, globals_ = layout(r)
    data, total = bytes.fromhex(r["bytes"]), elements + 4 * (cells + globals_)
    refuse_if(len(data) < total, "truncated")
    refuse_if(len(data) > total, "trailing_bytes")
    scales = [data[at:at + 4][::-1].hex() for at in range(elements, total, 4)]
    return {"codes": [(byte ^ 128) - 128 for byte in data[:elements]],
            "scales": scales[:cells], "global": scales[cells] if globals_ else None}

def answer(r):
    if r["verb"] == "hello":
        return {"protocol": 1, "name": "python-minimal", "version": "1", "language": "Python",
                "capabilities": ["size", "encode", "decode"]}
    if r["store"] != "Native" or {r["tensor"], (r["block"] or {}).get("dtype")} - {None, "F32"}:
        return {"unsupported": "only Native stores, only F32 scales"}
    r.setdefault("mode", "Symmetric")
    r["size"] = r["block"]["size"] if r["block"] else []
    while r["size"][:1] == [1]:
        del r["size"][0]
    block = f"Some(BlockScale {{ size: BlockSize({r['size']}), dtype: F32 }})" if r["block"] else None
    text = (f"QuantScheme {{ value: {r['value']}, store: Native, mode: {r['mode']}, "
            f"tensor: {'Some(F32)' if r['tensor'] else None}, block: {block} }}")  # F54
    try:
        return {"size": size, "encode": encode, "decode": decode}[r["verb"]](r)
    except Refused as refused:
        error = str(refused)
        return {"refused": {"error": error, "message": f"{text} {FIXED.get(error, error)}"}}

for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"]} | answer(request)), flush=True)
