#!/usr/bin/env python3
"""Checks that codec and reference share no code: neither calls the other, and what both have stands
in the vocabulary headers, which are names only.

    ci/check_symbols.py CODEC.a REFERENCE.a   "symbol: what: why", exit 1 if any
    ci/check_symbols.py --self-test           builds two small libraries that break each rule

Looked at are the symbols of namespace qb that the linker sees. What the standard library or Eigen
instantiates in both is theirs. A build without optimization tells most: there each inline function
is a symbol. Vocabulary is what g++ emits for the vocabulary headers alone, inline functions kept.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VOCABULARY = ROOT / "codec" / "vocabulary"
OURS = re.compile(r"^_Z(?:T[VIST]|GV)?Z?N[KVrRO]*2qb")  # also tables of types, statics, guards


def run(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise SystemExit(f"check_symbols: {command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        raise SystemExit(f"check_symbols: {' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stdout


def symbols(library):
    """(defined, undefined) external symbols of namespace qb."""
    defined, undefined = set(), set()
    for line in run("nm", "--extern-only", "--format=posix", str(library)).splitlines():
        words = line.split()
        if len(words) < 2 or not OURS.match(words[0]):
            continue
        (undefined if words[1] in "Uwv" else defined).add(words[0])
    return defined, undefined - defined


def names(mangled):
    if not mangled:
        return []
    text = subprocess.run(["c++filt"], input="\n".join(mangled), capture_output=True, text=True)
    return text.stdout.splitlines()


def vocabulary_symbols(folder, compiler, headers=VOCABULARY):
    """What the vocabulary headers alone make, every inline function emitted."""
    source = pathlib.Path(folder) / "vocabulary.cpp"
    files = sorted(path.relative_to(headers) for path in headers.rglob("*.h"))
    if not files:
        raise SystemExit(f"check_symbols: no header under {headers}")
    source.write_text("".join(f'#include "{path}"\n' for path in files), encoding="utf-8")
    made = source.with_suffix(".o")
    run(compiler, "-std=c++20", "-O0", "-fkeep-inline-functions", f"-I{headers}", "-c", str(source),
        "-o", str(made))
    return symbols(made)[0]


def check(codec, reference, vocabulary):
    """(findings, how many symbols each has and how many of the vocabulary's are in both)."""
    codec_has, codec_wants = symbols(codec)
    reference_has, reference_wants = symbols(reference)
    findings = []
    for library, has in ((codec, codec_has), (reference, reference_has)):
        if not has:
            findings.append(f"{library}: no symbol of qb: what looks at nothing holds nothing")
    both = codec_has & reference_has
    for name in names(sorted(both - vocabulary)):
        findings.append(f"{name}: in codec and reference: only vocabulary may be shared")
    for who, wants in (("codec", codec_wants), ("reference", reference_wants)):
        for name in names(sorted(wants)):
            findings.append(f"{name}: the {who} calls it and has it not: each must stand alone")
    return findings, (len(codec_has), len(reference_has), len(both & vocabulary))


HEADER = "#include \"qb/planted.h\"\n"
LAWFUL_CODEC = HEADER + "namespace qb { int encode(int x) { return words(x) + 1; } }\n"
LAWFUL_REFERENCE = (
    HEADER + "namespace qb::reference { int encode(int x) { return 2 - words(x); } }\n")
TRICK = """namespace qb {
inline int trick(int x) { return x >> 1; }
int %s(int x) { return trick(x); }
}
"""
TABLE = """namespace qb {
struct Steps { virtual int f() { return 1; } };
int %s() { Steps s; return s.f(); }
}
"""
CODEC = "namespace qb { struct Codec { int step(); }; "
# Each: what is reported, and what is added to the codec and to the reference.
PLANTED = [
    (None, "", ""),
    ("qb::trick(int)", TRICK % "a", TRICK % "b"),
    ("qb::Codec::step()", CODEC + "int Codec::step() { return 1; } }\n",
     CODEC + "int borrow(Codec& c) { return c.step(); } }\n"),
    ("vtable for qb::Steps", TABLE % "a", TABLE % "b"),
    ("qb::reference::right()",
     "namespace qb::reference { int right(); }\n"
     "namespace qb { int peek() { return reference::right(); } }\n",
     "namespace qb::reference { int right() { return 1; } }\n"),
]


def self_test(compiler):
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        base = pathlib.Path(scratch)
        (base / "qb").mkdir()
        (base / "qb" / "planted.h").write_text(
            "#pragma once\nnamespace qb { inline int words(int x) { return x; } }\n")
        vocabulary = vocabulary_symbols(base, compiler, base)
        for number, (wanted, codec, reference) in enumerate(PLANTED):
            objects = []
            for text in (LAWFUL_CODEC + codec, LAWFUL_REFERENCE + reference):
                source = base / f"planted{number}_{len(objects)}.cpp"
                source.write_text(text, encoding="utf-8")
                objects.append(source.with_suffix(".o"))
                run(compiler, "-std=c++20", "-O0", f"-I{base}", "-c", str(source),
                    "-o", str(objects[-1]))
            found, _ = check(*objects, vocabulary)
            missed = wanted is not None and not any(line.startswith(wanted + ":") for line in found)
            if missed or (wanted is None and found):
                wrong.append(f"planted {wanted}: reported {found}")
    return wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", metavar="CODEC.a REFERENCE.a")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--compiler", default="g++", help="one that has -fkeep-inline-functions")
    arguments = parser.parse_args()
    if arguments.self_test:
        lines, done = self_test(arguments.compiler), f"{len(PLANTED)} pairs of libraries planted"
    elif len(arguments.libraries) != 2:
        parser.error("two libraries are expected: the codec's and the reference's")
    else:
        with tempfile.TemporaryDirectory() as scratch:
            vocabulary = vocabulary_symbols(scratch, arguments.compiler)
        lines, counts = check(*arguments.libraries, vocabulary)
        done = "codec %d symbols, reference %d, vocabulary in both %d" % counts
    for line in lines:
        print(line)
    print(f"{done}, {len(lines)} wrong")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
