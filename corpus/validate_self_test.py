"""What validate.py --self-test runs: broken copies of a small corpus, each to be reported."""
import json
import pathlib
import tempfile

GOOD = {
    "vectors/tiny.json": {
        "provenance": "self-test", "kind": "encode", "cases": [
            {"value": "Q8S", "store": "Native", "tensor": "F32", "block": None, "shape": [2],
             "codes": [1, -128], "scales": ["3f800000"], "global": None, "bytes": "01800000803f"},
            {"id": "own", "value": "Q4S", "store": "PackedU32", "packed_dim": 0, "tensor": None,
             "block": {"size": [1, 2], "dtype": "F16"}, "shape": [2], "codes": [1, 2],
             "scales": ["3f800000"], "global": None, "bytes": "21000000003c"}]},
    "vectors/read.json": {
        "provenance": "self-test", "kind": "decode", "cases": [
            {"value": "Q8S", "store": "Native", "tensor": None, "block": None, "shape": [1],
             "bytes": "010000803f", "codes": [1], "scales": ["3f800000"], "global": None}]},
    "vectors/rule.json": {
        "provenance": "self-test", "kind": "encode-or-refuse", "cases": [
            {"value": "Q8S", "store": "Native", "tensor": None, "block": None, "shape": [0],
             "codes": [], "scales": ["3f800000"], "global": "3f800000", "message": "does not"}]},
    "vectors/floats.json": {
        "provenance": "self-test", "kind": "quantize", "cases": [
            {"value": "Q8S", "store": "Native", "tensor": None, "block": None, "shape": [1],
             "input": ["00000000"], "bytes": "0000008000", "back": ["00000000"]}]},
    "vectors/pairs.json": {
        "provenance": {}, "encode": {"E2M1": [["3f800000", "2"]]},
        "decode_pairs": {"F16": [["3c00", "3f800000"]]}},
    "digests/small.json": {
        "provenance": "self-test", "nan": {"encode.E4M3": "7f"}, "digests": {
            "encode.E4M3": [["00000000", 16777216, "0" * 64], ["01000000", 16777216, "0" * 64]]}},
    "regress/tie.json": {
        "id": "regress/tie", "law": "encode_to_nearest", "note": "ties to even",
        "conversion": "encode", "type": "BF16", "input": "3f808000"},
    "faults/tie.json": {
        "id": "faults/tie", "law": "encode_to_nearest", "note": "weight 19, enumerated.",
        "conversion": "encode", "type": "BF16", "input": "3f808000"},
    "reject/truncated/decode.json": {
        "id": "reject/truncated/decode", "note": "F18", "value": "Q8S", "store": "Native",
        "shape": [1], "bytes": "01"},
    "reject/order/encode/a-before-b.json": {
        "id": "reject/order/encode/a-before-b", "note": "F30", "value": "Q8S", "store": "Native",
        "mode": "Lookup", "shape": [1], "codes": [], "scales": [], "global": None},
}

CASE = ("cases", 0)
GONE = object()  # in place of a new value: the member goes

# Name, file, path of the member that changes or is added, its new value, where the error must be, a
# part of what it must say.
BROKEN = [
    ("missing field", "vectors/tiny.json", CASE + ("codes",), GONE, "$.cases[0]", "'codes'"),
    ("missing answer", "vectors/tiny.json", CASE + ("bytes",), GONE, "$.cases[0]", "'bytes'"),
    ("missing provenance", "vectors/tiny.json", ("provenance",), GONE, "$", "'provenance'"),
    ("missing packed_dim", "vectors/tiny.json", ("cases", 1, "packed_dim"), GONE, "$.cases[1]",
     "'packed_dim'"),
    ("half a byte", "vectors/tiny.json", CASE + ("bytes",), "018", "$.cases[0].bytes", "'018'"),
    ("short scale", "vectors/tiny.json", CASE + ("scales", 0), "3f80000", "$.cases[0].scales[0]",
     "3f80000"),
    ("no hex", "vectors/tiny.json", CASE + ("global",), "3f80000g", "$.cases[0].global", "3f8"),
    ("unknown member", "vectors/tiny.json", CASE + ("packed",), 0, "$.cases[0]", "'packed'"),
    ("unknown member of a file", "vectors/tiny.json", ("origin",), "x", "$", "'origin'"),
    ("unknown kind", "vectors/tiny.json", ("kind",), "store", "$.kind", "'store'"),
    ("unknown value", "vectors/tiny.json", CASE + ("value",), "Q3S", "$.cases[0].value", "'Q3S'"),
    ("unknown dtype", "vectors/tiny.json", CASE + ("tensor",), "F64", "$.cases[0].tensor", "'F64'"),
    ("unknown block dtype", "vectors/tiny.json", ("cases", 1, "block", "dtype"), "E8M0",
     "$.cases[1].block.dtype", "'E8M0'"),
    ("unknown member of a block", "vectors/tiny.json", ("cases", 1, "block", "len"), 1,
     "$.cases[1].block", "'len'"),
    ("code out of range", "vectors/tiny.json", CASE + ("codes", 0), 128, "$.cases[0].codes[0]",
     "128"),
    ("negative extent", "vectors/tiny.json", CASE + ("shape", 0), -1, "$.cases[0].shape[0]", "-1"),
    ("extent past 2^64", "vectors/tiny.json", CASE + ("shape", 0), 2**64, "$.cases[0].shape[0]",
     str(2**64)),
    ("a fraction", "vectors/tiny.json", CASE + ("shape", 0), 2.0, "$", "2.0"),
    ("packed_dim of Native", "vectors/tiny.json", CASE + ("packed_dim",), 0,
     "$.cases[0].packed_dim", "0"),
    ("duplicate own id", "vectors/tiny.json", CASE + ("id",), "own", "$.cases[1]", "'own'"),
    ("id of another file", "vectors/tiny.json", CASE + ("id",), "regress/tie", "$.id",
     "vectors/tiny.json"),
    ("decode without codes", "vectors/read.json", CASE + ("codes",), GONE, "$.cases[0]", "'codes'"),
    ("bytes and message", "vectors/rule.json", CASE + ("bytes",), "", "$.cases[0]", "valid under"),
    ("short input", "vectors/floats.json", CASE + ("input", 0), "0", "$.cases[0].input[0]", "'0'"),
    ("long code", "vectors/pairs.json", ("encode", "E2M1", 0, 1), "02", "$.encode.E2M1[0][1]",
     "'02'"),
    ("three in a pair", "vectors/pairs.json", ("encode", "E2M1", 0), ["3f800000", "2", "2"],
     "$.encode.E2M1[0]", "too long"),
    ("unknown type", "vectors/pairs.json", ("encode", "E3M2"), [], "$.encode", "'E3M2'"),
    ("short digest", "digests/small.json", ("digests", "encode.E4M3", 0, 2), "0" * 63,
     "$.digests.encode.E4M3[0][2]", "000"),
    ("no conversion", "digests/small.json", ("digests", "E4M3"), [["00000000", 1, "0" * 64]],
     "$.digests", "'E4M3'"),
    ("no NaN", "digests/small.json", ("nan", "encode.E4M3"), GONE, "$", "encode.E4M3"),
    ("digests that overlap", "digests/small.json", ("digests", "encode.E4M3", 1, 0), "00000001",
     "$.digests.encode.E4M3[1]", "overlaps"),
    ("no law", "regress/tie.json", ("law",), GONE, "$", "'law'"),
    ("another id than the path", "regress/tie.json", ("id",), "regress/tied", "$.id",
     "'regress/tie'"),
    ("no law", "faults/tie.json", ("law",), GONE, "$", "'law'"),
    ("no note", "reject/truncated/decode.json", ("note",), GONE, "$", "'note'"),
    ("a buffer to encode", "reject/order/encode/a-before-b.json", ("codes",), GONE, "$", "'codes'"),
]


def changed(document, path, new):
    document = json.loads(json.dumps(document))
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    if new is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return document


def errors_of(corpus_class, files):
    """The errors of a corpus of these files, text or JSON."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = content if isinstance(content, str) else json.dumps(content)
            path.write_text(text, encoding="utf-8")
        return corpus_class(pathlib.Path(folder).resolve()).judge().errors


def texts():
    """What is wrong with a whole file: name, changed files, start of the error, a part of it."""
    tiny = json.dumps(GOOD["vectors/tiny.json"])
    decode = GOOD["reject/truncated/decode.json"]
    yield "no JSON", {"vectors/tiny.json": tiny[:-1]}, "vectors/tiny.json: $", "char"
    yield ("a member twice", {"vectors/tiny.json": '{"kind":"x",' + tiny[1:]},
           "vectors/tiny.json: $", "'kind'")
    yield "nested deep", {"vectors/tiny.json": "[" * 100000}, "vectors/tiny.json: $", "deep"
    yield "no verb", {"reject/truncated/read.json": decode}, "reject/truncated/read.json: $", "verb"
    yield "no case", {"regress/tie.txt": "tie"}, "regress/tie.txt: $", "<stem>.json"


def run(corpus_class):
    """0 where each fault is reported, and nothing else."""
    faults = [("nothing there", {}, ".: $", "no case")]
    for name, changes, prefix, part in texts():
        faults.append((name, GOOD | changes, prefix, part))
    for name, file, path, new, where, part in BROKEN:
        blamed = "regress/tie.json" if where == "$.id" else file
        broken = changed(GOOD[file], path, new)
        faults.append((name, GOOD | {file: broken}, f"{blamed}: {where}", part))

    missed = [f"the files before any change: {error}" for error in errors_of(corpus_class, GOOD)]
    for name, files, prefix, part in faults:
        errors = errors_of(corpus_class, files)
        if not any(error.startswith(prefix + ": ") and part in error for error in errors):
            missed.append(f"{name}: expected {prefix}: ... {part}, got {errors or 'no error'}")
    for line in missed:
        print(f"wrong: {line}")
    print(f"self-test: {len(faults)} faults, {len(missed)} wrong")
    return 1 if missed else 0
