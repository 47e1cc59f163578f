#!/usr/bin/env python3
"""A testee of scalar conversions in Python libraries: numpy, ml_dtypes or gfloat.

    testee.py numpy | ml_dtypes | gfloat

It knows the verbs scalar and digest (docs/conformance.md, P10 and P13) for what the library has,
vectorised, and says of all else that it is unsupported. Needs the packages of requirements.txt.
"""
import hashlib
import importlib.metadata
import json
import sys
import warnings

import numpy as np

NAN = {"F16": 0x7E00, "BF16": 0x7FC0, "UE8M0": 0xFF, "UE4M3": 0x7F, "E4M3": 0x7F, "E5M2": 0x7E,
       "E2M1": 0x7}  # what a NaN counts as in a digest
PIECE = 1 << 20


class Unsupported(Exception):
    pass


class Numpy:
    """Conversions as casts of arrays; a code is the view of an element."""

    types = {"F16": np.float16}
    choices = {}

    def encode(self, name, bits):
        codes = bits.view(np.float32).astype(self.types[name])
        return codes.view(np.uint16 if codes.itemsize == 2 else np.uint8)

    def decode(self, name, codes):
        dtype = np.dtype(self.types[name])
        codes = codes.astype(np.uint16 if dtype.itemsize == 2 else np.uint8)
        return codes.view(dtype).astype(np.float32).view(np.uint32)


class MlDtypes(Numpy):
    choices = {"overflow": "past_largest", "ue8m0_rounding": "nearest", "ue8m0_not_positive": "nan"}

    def __init__(self):
        import ml_dtypes

        self.types = {"BF16": ml_dtypes.bfloat16, "UE8M0": ml_dtypes.float8_e8m0fnu,
                      "UE4M3": ml_dtypes.float8_e4m3fn, "E4M3": ml_dtypes.float8_e4m3fn,
                      "E5M2": ml_dtypes.float8_e5m2, "E2M1": ml_dtypes.float4_e2m1fn}


class Gfloat:
    """Rounds, saturating where the document does, and then encodes."""

    choices = {}

    def __init__(self):
        import gfloat
        from gfloat import formats

        self.gfloat = gfloat
        self.types = {"F16": formats.format_info_binary16, "BF16": formats.format_info_bfloat16,
                      "UE8M0": formats.format_info_ocp_e8m0, "UE4M3": formats.format_info_ocp_e4m3,
                      "E4M3": formats.format_info_ocp_e4m3, "E5M2": formats.format_info_ocp_e5m2,
                      "E2M1": formats.format_info_ocp_e2m1}

    def encode(self, name, bits):
        mode = self.gfloat.RoundMode
        numbers = bits.view(np.float32).astype(np.float64)
        if name == "E2M1":  # it refuses whole arrays with a NaN in them
            numbers[np.isnan(numbers)] = 0
        values = self.gfloat.round_ndarray(
            self.types[name], numbers,
            mode.TowardPositive if name == "UE8M0" else mode.TiesToEven,
            sat=name not in ("F16", "BF16"))
        return self.gfloat.encode_ndarray(self.types[name], values)

    def decode(self, name, codes):
        values = self.gfloat.decode_ndarray(self.types[name], codes.astype(np.int64))
        return values.astype(np.float32).view(np.uint32)


LIBRARIES = {"numpy": Numpy, "ml_dtypes": MlDtypes, "gfloat": Gfloat}


def convert(library, request, inputs):
    name, verb = request["type"], request["conversion"]
    if name not in library.types or verb == "round_up":
        raise Unsupported(f"no {verb} of {name}")
    try:
        return getattr(library, verb)(name, inputs).astype(np.uint32)
    except (ValueError, AssertionError, NotImplementedError) as error:
        raise Unsupported(f"{type(error).__name__}: {error}") from None


def is_nan(library, request, inputs, outputs):
    """Of each output whether it is a NaN; in E2M1, which has none, whether the input is."""
    if request["conversion"] == "encode" and request["type"] == "E2M1":
        outputs = inputs
    elif request["conversion"] == "encode":
        magnitude, past = {"F16": (0x7FFF, 0x7C00), "BF16": (0x7FFF, 0x7F80),
                           "UE8M0": (0xFF, 0xFE), "E5M2": (0x7F, 0x7C)}.get(
                               request["type"], (0x7F, 0x7E))
        return (outputs & magnitude) > past
    return (outputs & 0x7FFFFFFF) > 0x7F800000


def digest(library, request):
    first, left = int(request["first"], 16), request["count"]
    is_code = request["conversion"] == "encode"
    wide = request["type"] in ("F16", "BF16")
    sha256 = hashlib.sha256()
    while left:
        count = min(left, PIECE)
        inputs = np.arange(first, first + count, dtype=np.uint64).astype(np.uint32)
        outputs = convert(library, request, inputs)
        outputs[is_nan(library, request, inputs, outputs)] = (
            NAN[request["type"]] if is_code else 0x7FC00000)
        sha256.update(outputs.astype(("<u2" if wide else "u1") if is_code else "<u4").tobytes())
        first, left = first + count, left - count
    return {"sha256": sha256.hexdigest()}


def scalar(library, request):
    inputs = np.frombuffer(bytes.fromhex("".join(request["inputs"])), dtype=">u4")
    outputs = convert(library, request, inputs.astype(np.uint32)).astype(">u4").tobytes().hex()
    return {"outputs": [outputs[at:at + 8] for at in range(0, len(outputs), 8)]}


def main(name):
    library = LIBRARIES[name]()
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        request = json.loads(line)
        if request["verb"] == "hello":
            reply = {"protocol": 1, "name": name, "language": "Python",
                     "version": importlib.metadata.version(name.replace("_", "-")),
                     "capabilities": ["scalar", "digest"],
                     "choices": library.choices}
        else:
            try:
                reply = {"scalar": scalar, "digest": digest}[request["verb"]](library, request)
            except Unsupported as error:
                reply = {"unsupported": str(error)}
        print(json.dumps({"id": request["id"]} | reply), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LIBRARIES:
        sys.exit(__doc__)
    main(sys.argv[1])
