#!/usr/bin/env python3
"""Checks what a program gives for all inputs of a conversion by the digests of this corpus.

  check_digests.py NAME              the raw outputs come from standard input, from the first input on
  check_digests.py NAME --first HEX  from that input on, with which a digest must begin
  check_digests.py --list            names, their inputs, and how an output is written

Outputs are little-endian, one behind the other, NaNs as one (docs/conformance.md, P13): for
encode.BF16 that is 2^32 times 2 bytes. They may end after any digest; what they reach is checked.
Standard library only. Prints the first input of each digest that differs, then the counts.
Exit 0 all that came agrees, 1 something differs, 2 usage, or nothing whole came.
"""
import argparse
import hashlib
import json
import pathlib
import sys

FILE = pathlib.Path(__file__).resolve().parent / "digests" / "conversions.json"
PIECE = 1 << 20


def read_exactly(stream, count):
    """A digest of the next `count` bytes, and how many there were."""
    sha256, left = hashlib.sha256(), count
    while left:
        piece = stream.read(min(left, PIECE))
        if not piece:
            break
        sha256.update(piece)
        left -= len(piece)
    return sha256.hexdigest(), count - left


def check(stream, slices, size):
    """First inputs of digests that differ; how many agree; bytes that no whole slice came for."""
    wrong, agree = [], 0
    for first, count, expected in slices:
        found, length = read_exactly(stream, count * size)
        if length < count * size:
            return wrong, agree, length
        agree += found == expected
        if found != expected:
            wrong.append(first)
    return wrong, agree, len(stream.read(1))


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?")
    parser.add_argument("--first", help="8 hex digits")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--file", type=pathlib.Path, default=FILE)
    options = parser.parse_args(arguments)
    kept = json.loads(options.file.read_text(encoding="utf-8"))
    if options.list:
        for name, slices in kept["digests"].items():
            nan = kept["nan"][name]
            print(f"{name}: {sum(count for _, count, _ in slices)} inputs, {len(nan) // 2} bytes an "
                  f"output, NaN as {nan}")
        return 0
    slices = kept["digests"].get(options.name)
    if slices is None:
        parser.error(f"no digests of {options.name}; see --list")
    if options.first is not None:
        slices = [one for one in slices if one[0] >= options.first.lower()]
        if not slices or slices[0][0] != options.first.lower():
            parser.error(f"--first {options.first}: no digest of {options.name} begins there")
    wrong, agree, rest = check(sys.stdin.buffer, slices, len(kept["nan"][options.name]) // 2)
    for first in wrong:
        print(f"{options.name}: the digest from input {first} on differs")
    if rest:
        print(f"{options.name}: {rest} bytes or more belong to no whole digest")
    print(f"{agree} digests agree, {len(wrong)} differ")
    if wrong or rest:
        return 1
    return 0 if agree else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
