#!/usr/bin/env python3
"""Writes the cases of corpus/reject/ that are missing, and leaves those that are there.

A case is a request in which nothing is wrong, changed once for each error that it shall have. Which errors a verb may
give, and which two cannot occur together, stands in corpus/reject_test.cpp, which says what is missing and asks both
implementations.

  corpus/make_reject.py encode unsupported_mode                  one error
  corpus/make_reject.py encode unsupported_mode invalid_block    two, the first of which must be given
"""
import json
import pathlib
import sys

REJECT = pathlib.Path(__file__).resolve().parent / "reject"
ONE, HUGE = "3f800000", 1 << 62
READING = ("validate", "decode", "audit", "dequantize")
NOTES = {
    "unsupported_mode": "F3: a lookup scheme has no bytes",
    "invalid_block": "F6: a block extent of 256",
    "packed_dim_out_of_range": "F13: the tensor has no such axis",
    "shape_overflow": "F19: 2^64 elements",
    "value_count_mismatch": "F30: one too many for the shape",
    "scale_count_mismatch": "F21: one scale too many",
    "global_scale_required": "F21: two levels and no global scale",
    "global_scale_unexpected": "F21: one level and a global scale",
    "global_scale_dtype": "F5: the global scale is F32 and nothing else",
    "unsupported_block_dtype": "F44: block scales in BF16 under two levels",
    "unsupported_calibration": "F41: AbsMean under two levels",
    "truncated": "F18: one byte short",
    "trailing_bytes": "F18: one byte too many",
    "output_too_small": "F30: one place short",
    "code_out_of_range": "F22: 8 under Q4S",
    "invalid_scale": "F23: a negative scale",
    "non_finite_input": "F52: a NaN",
    "value_overflow": "F49: -128 steps are beyond the largest f32",
    "invalid_axes": "F8: an axis twice",
}


def scheme_of(errors):
    """Value, store, levels and shape that have these errors, as far as they are about those."""
    has = errors.__contains__
    scheme = {"value": "Q8S", "store": "Native", "tensor": "F32", "block": None}
    if has("unsupported_mode"):
        scheme["mode"] = "Lookup"
    if has("code_out_of_range"):
        scheme["value"] = "Q4S"
    if has("value_overflow"):
        scheme["value"] = "Q8F"
    if has("packed_dim_out_of_range"):
        scheme |= {"store": "PackedU32", "packed_dim": 2}
    two_levels = {"global_scale_required", "global_scale_dtype", "unsupported_block_dtype",
                  "unsupported_calibration"}
    dtype = "BF16" if has("unsupported_block_dtype") else "F16"
    if two_levels & set(errors):
        scheme["block"] = {"size": [2], "dtype": dtype}
    if has("invalid_block"):
        scheme["block"] = {"size": [256], "dtype": dtype}
        scheme["tensor"] = "F32" if two_levels & set(errors) else None
    if has("non_finite_input") and has("value_overflow"):  # each in a block of its own
        scheme |= {"tensor": None, "block": {"size": [], "dtype": "F32"}}
    if has("global_scale_dtype"):
        scheme["tensor"] = "F16"
    scheme["shape"] = [HUGE, 4] if has("shape_overflow") else [2]
    return scheme


def total_of(scheme):
    """F18 for two elements or for what no buffer can hold; two levels where both are there."""
    values = 2 if scheme["store"] == "Native" else 4
    width = {"F32": 4, "F16": 2, "BF16": 2}
    block = scheme["block"]
    return values + width[block["dtype"] if block else scheme["tensor"]] + \
        (4 if block and scheme["tensor"] else 0)


def tensor_of(errors, scheme):
    is_two_level = scheme["block"] is not None and scheme["tensor"] is not None
    has_global = is_two_level != bool({"global_scale_required", "global_scale_unexpected"} & set(errors))
    case = {"case": "tensor", **scheme, "codes": [1, 2], "scales": [ONE], "global": ONE if has_global else None}
    if "value_count_mismatch" in errors:
        case["codes"].append(3)
    if "code_out_of_range" in errors:
        case["codes"][1] = 8
    if "invalid_scale" in errors:
        case["scales"] = ["bf800000"]
    if "scale_count_mismatch" in errors:
        case["scales"].append(ONE)
    return case


def floats_of(errors, scheme):
    case = {"case": "floats", **scheme, "input": [ONE, ONE]}
    if "unsupported_calibration" in errors:
        case["calibration"] = "AbsMean"
    if "value_overflow" in errors:
        case["input"][0] = "ff7fffff"
    if "non_finite_input" in errors:
        case["input"][1] = "7fc00000"
    if "value_count_mismatch" in errors:
        case["input"].append(ONE)
    return case


def bytes_of(errors, scheme):
    length = total_of(scheme) + ("trailing_bytes" in errors) - ("truncated" in errors)
    return {"case": "bytes", **scheme, "bytes": "01" * length}


def scheme_alone(verb, errors, scheme):
    case = {"case": "tensor", **scheme, "codes": [], "scales": [], "global": None}
    if verb == "permute":
        case["axes"] = [0, 0] if "invalid_axes" in errors else [0]
    return case


def case_of(verb, errors):
    scheme = scheme_of(errors)
    if verb in READING:
        case = bytes_of(errors, scheme)
    elif verb == "encode":
        case = tensor_of(errors, scheme)
    elif verb == "quantize":
        case = floats_of(errors, scheme)
    else:
        case = scheme_alone(verb, errors, scheme)
    if "output_too_small" in errors:
        case["short_by"] = 1
    return case


def main():
    verb, errors = sys.argv[1], sys.argv[2:]
    first, *second = errors
    name = f"order/{verb}/{first}-before-{second[0]}" if second else f"{first}/{verb}"
    path = REJECT / f"{name}.json"
    if path.exists():
        return
    note = "; ".join(NOTES[error] for error in errors) + "."
    path.parent.mkdir(parents=True, exist_ok=True)
    file = {"id": f"reject/{name}", "note": note} | case_of(verb, errors)
    members = ",\n".join(f"  {json.dumps(key)}: {json.dumps(file[key])}" for key in file)
    path.write_text("{\n" + members + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
