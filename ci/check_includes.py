#!/usr/bin/env python3
"""Checks who may include what, and the few names that may stand in one place only.

    ci/check_includes.py              checks the tree: "file:line: what: why", exit 1 if any
    ci/check_includes.py --self-test  plants a violation of each rule in a copy, and demands that
                                      each is reported and that lawful lines are not

Comments and string literals are not looked at. Folders named tests/ are drivers: they may include
anything but what the last table keeps in one place.
"""

import argparse
import fnmatch
import pathlib
import re
import shutil
import sys
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".h", ".hpp", ".inc", ".c", ".cc", ".cpp"}

STD = set(
    """algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv
    chrono cinttypes climits clocale cmath compare complex concepts condition_variable coroutine
    csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype
    deque exception execution filesystem format forward_list fstream functional future
    initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map
    memory memory_resource mutex new numbers numeric optional ostream queue random ranges ratio
    regex scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept
    stop_token streambuf string string_view strstream syncstream system_error thread tuple
    type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector
    version""".split()
)
VOCABULARY = ["qb/scheme.h", "qb/error.h", "qb/result.h", "qb/calibration.h", "qb/finding.h",
              "qb/names.h", "qb/scalar.h"]


class Row(NamedTuple):
    """What the files of a folder may include: the standard library, and `allowed`."""

    id: str
    folder: str
    files: str  # a pattern under the folder
    allowed: list[str]  # patterns of included names
    own: bool  # also files of the folder, named from where the file stands
    why: str
    reached: tuple[str, ...] = ()  # also, in headers of the folder that these files include


TABLE = [
    Row("vocabulary", "codec/vocabulary", "*", VOCABULARY, False,
        "the vocabulary is names only: the standard library and itself"),
    # The codec restores flush-to-zero where it calculates, which <cfenv> does not know.
    Row("codec", "codec", "*", ["qb/*", "xmmintrin.h"], True,
        "the codec includes the standard library, qb/ and its own files"),
    Row("reference", "reference", "*",
        [*VOCABULARY, "Eigen/*", "unsupported/Eigen/*", "reference/*"], True,
        "the reference is an independent reading: vocabulary headers, Eigen and its own files"),
    # A law about the floating-point environment sets flush-to-zero, which <cfenv> does not know.
    Row("laws", "properties", "law*", [*VOCABULARY, "properties/*", "xmmintrin.h"], False,
        "a law knows no implementation and no driver: vocabulary headers and properties/",
        reached=("nlohmann/json_fwd.hpp",)),
]


class Place(NamedTuple):
    """A name that may stand in some places only: included headers, or a pattern in the code."""

    id: str
    headers: list[str]
    code: str
    places: list[str]
    why: str


PLACES = [
    Place("rapidcheck", ["rapidcheck.h", "rapidcheck/*"], "",
          ["properties/rapidcheck_driver.h", "properties/tests/*"],
          "RapidCheck stands in properties/rapidcheck_driver.h and properties/tests/ only"),
    Place("highway", ["hwy/*"], "", ["codec/src/lanes*"],
          "Highway stands in codec/src/lanes* only"),
    Place("openssl", ["openssl/*"], "", ["sweep/digest.cpp"],
          "OpenSSL stands in sweep/digest.cpp only"),
    Place("fuzz_entry", [], r"\bLLVMFuzzerTestOneInput\b", ["fuzz/*"],
          "fuzz targets stand in fuzz/ only"),
    Place("processes", [], r"\b(?:v?fork|p?poll)(?=\s*\()",
          ["conformance/child.cpp", "conformance/tests/child_test.cpp", "properties/forked.cpp"],
          "fork and poll stand in conformance/child.cpp, its test and properties/forked.cpp only"),
]

OWN_ROWS = {"codec/vocabulary"}  # folders inside another row's folder that have a row of their own
SKIPPED = {"build", "target", "__pycache__"}

LITERAL = re.compile(
    r"""(?P<raw>R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")"""
    r"""|(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<text>"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+')""",
    re.DOTALL,
)
INCLUDE = re.compile(r"^[ \t]*(?:#|%:)[ \t]*(?:include|include_next|import)\b[ \t]*(.*?)[ \t]*$",
                     re.MULTILINE)
NAMED = re.compile(r"""<([^<>]+)>|"([^"]+)\"""")


class Finding(NamedTuple):
    file: str
    line: int
    rule: str
    what: str
    why: str

    def __str__(self):
        return f"{self.file}:{self.line}: {self.what}: {self.why}"


def blanked(text, keep_text):
    """Comments and raw strings, and other literals unless kept, as spaces; lines stay lines."""

    def blank(match):
        if keep_text and match["text"]:
            return match[0]
        return re.sub(r"[^\n]", " ", match[0])

    return LITERAL.sub(blank, text)


class Source:
    """One file: its includes as (line, name or None where a macro names it), and its code."""

    def __init__(self, root, path):
        self.path = path
        text = (root / path).read_text(encoding="utf-8", errors="replace").replace("\\\n", " \n")
        self.code = blanked(text, keep_text=False)
        self.includes = []
        for match in INCLUDE.finditer(blanked(text, keep_text=True)):
            named = NAMED.match(match[1])
            name = (named[1] or named[2]) if named else None
            self.includes.append((text.count("\n", 0, match.start()) + 1, name, match[1]))

    def lines_of(self, pattern):
        for match in re.finditer(pattern, self.code):
            yield self.code.count("\n", 0, match.start()) + 1, match[0]


def read_tree(root):
    def walk(folder):
        for entry in sorted(folder.iterdir()):
            if entry.is_dir() and not entry.is_symlink():
                if entry.name not in SKIPPED and not entry.name.startswith("."):
                    yield from walk(entry)
            elif entry.suffix in SUFFIXES:
                yield entry.relative_to(root).as_posix()

    return {path: Source(root, path) for path in walk(root)}


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def is_own(name, path, folder, tree):
    """Does the name, read from where the file stands, lead to a file of the same folder?"""
    parts = list(pathlib.PurePosixPath(path).parent.parts)
    for part in pathlib.PurePosixPath(name).parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
    found = "/".join(parts)
    return found in tree and found.startswith(folder + "/")


def files_of(row, tree):
    """The files a row speaks of, and the headers of the folder that they reach beside them."""
    inside = {
        path for path in tree
        if path.startswith(row.folder + "/") and "tests" not in path.split("/")
        and not any(path.startswith(other + "/") for other in OWN_ROWS - {row.folder})
    }
    named = {path for path in inside if matches(path[len(row.folder) + 1:], [row.files])}
    reached = set()
    todo = list(named)
    while todo:
        for _, name, _ in tree[todo.pop()].includes:
            if name in inside - named - reached:
                reached.add(name)
                todo.append(name)
    return sorted(named), sorted(reached)


def check_row(row, tree):
    named, reached = files_of(row, tree)
    if not named:
        place = f"{row.folder}/{row.files}"
        yield Finding(place, 0, row.id, "no such file", "a rule that looks at nothing holds nothing")
    for path in [*named, *reached]:
        allowed = [*row.allowed, *(row.reached if path in reached else ())]
        for line, name, written in tree[path].includes:
            lawful = name is not None and ".." not in name.split("/") and (
                name in STD or matches(name, allowed))
            if row.own and name is not None:
                lawful = lawful or is_own(name, path, row.folder, tree)
            kept_elsewhere = name is not None and any(matches(name, p.headers) for p in PLACES)
            if not lawful and not kept_elsewhere:
                yield Finding(path, line, row.id, f"includes {written}", row.why)


def check_place(place, tree):
    for path, source in tree.items():
        if matches(path, place.places):
            continue
        for line, name, written in source.includes:
            if name is not None and matches(name, place.headers):
                yield Finding(path, line, place.id, f"includes {written}", place.why)
        if place.code:
            for line, name in source.lines_of(place.code):
                yield Finding(path, line, place.id, f"names {name}", place.why)


def check(tree):
    findings = []
    for row in TABLE:
        findings += check_row(row, tree)
    for place in PLACES:
        findings += check_place(place, tree)
    return findings


# Each: the rule, and files as (path, text). The one violation stands in the last line of the last
# file.
VIOLATIONS = [
    ("vocabulary", [("codec/vocabulary/qb/planted.h", "#include <array>\n#include \"qb/codec.h\"")]),
    ("vocabulary", [("codec/vocabulary/qb/planted.h", "#include <Eigen/Core>")]),
    ("codec", [("codec/src/planted.cpp", "#include <vector>\n#include <sys/mman.h>")]),
    ("codec", [("codec/src/planted.cpp", "#include \"properties/case.h\"")]),
    ("codec", [("codec/include/qb/planted.h", "#include \"../../../reference/planted.h\"")]),
    ("reference", [("reference/planted.cpp", "#include <Eigen/Core>\n#include \"qb/codec.h\"")]),
    ("reference", [("reference/planted.cpp", "#include <qb/audit.h>")]),
    ("reference", [("reference/planted.cpp", "# include \"qb/../../src/layout.h\"")]),
    ("reference", [("reference/planted.cpp", "#include \"../codec/src/layout.h\"")]),
    ("reference", [("reference/planted.cpp", "#include PLANTED_HEADER")]),
    ("reference", [("reference/planted.cpp", "#inc\\\nlude \"x\"\n#include /* x */ <unistd.h>")]),
    ("laws", [("properties/laws/planted.cpp", "#include \"qb/codec.h\"")]),
    ("laws", [("properties/laws_planted.cpp", "#include \"reference/reference.h\"")]),
    ("laws", [("properties/laws/planted.cpp", "#include <nlohmann/json_fwd.hpp>")]),
    ("laws", [("properties/laws/planted.cpp", "#include \"properties/planted.h\""),
              ("properties/planted.h", "#include \"qb/quantize.h\"")]),
    ("rapidcheck", [("properties/planted.cpp", "#include <rapidcheck.h>")]),
    ("rapidcheck", [("properties/laws/planted.cpp", "#include <rapidcheck/gtest.h>")]),
    ("rapidcheck", [("conformance/tests/planted.cpp", "#include \"rapidcheck/Gen.h\"")]),
    ("highway", [("codec/src/planted.cpp", "#include <hwy/highway.h>")]),
    ("highway", [("fuzz/planted.cpp", "#include \"hwy/foreach_target.h\"")]),
    ("openssl", [("sweep/planted.cpp", "#include <openssl/evp.h>")]),
    ("fuzz_entry", [("conformance/planted.cpp",
                     "extern \"C\" int LLVMFuzzerTestOneInput(const char*, unsigned long);")]),
    ("processes", [("properties/planted.cpp", "const int big = 1'000; int child = fork();")]),
    ("processes", [("conformance/planted.cpp", "int ready = ::poll (fds, 1, 10);")]),
    ("processes", [("cli/planted.cpp", "const char* s = \"/*\"; int child = ::vfork();  // \" */")]),
]
LAWFUL = [
    ("codec/vocabulary/qb/planted.h", "#include <span>\n#include \"qb/error.h\"\n"),
    ("codec/src/planted.cpp", "#include <cstring>\n#include \"qb/planted.h\"\n"
                              "#include \"planted_own.h\"\n"),
    ("codec/src/planted_own.h", "// #include \"reference/steps.h\" and fork() in a comment\n"),
    ("codec/src/lanes_planted.cpp", "#include <hwy/highway.h>\n"),
    ("codec/tests/planted.cpp", "#include <gtest/gtest.h>\n#include \"reference/reference.h\"\n"),
    ("reference/planted.cpp", "#include <unsupported/Eigen/CXX11/Tensor>\n#include \"qb/scalar.h\"\n"
                              "#include \"reference/planted.h\"\n#include \"planted.h\"\n"),
    ("reference/planted.h", "/* #include \"qb/codec.h\"\n#include \"qb/codec.h\" */\n"),
    ("properties/laws/planted.cpp", "#include \"properties/law.h\"\n#include \"qb/scheme.h\"\n"
                                    "#include \"properties/planted.h\"\n"),
    ("properties/planted.h", "#include <nlohmann/json_fwd.hpp>\n"),
    ("properties/rapidcheck_driver.h", "#include <rapidcheck.h>\n"),
    ("properties/tests/planted.cpp", "#include <rapidcheck/gtest.h>\n#include \"qb/codec.h\"\n"),
    ("properties/planted.cpp", "const char* s = R\"(\n#include <hwy/highway.h>\nfork())\";\n"),
    ("fuzz/planted.cpp", "int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long);\n"),
    ("conformance/child.cpp", "int child = fork();\nint ready = poll(fds, 1, 10);\n"),
]


def plant(root, files):
    for path, text in files:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def self_test(root):
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        base = pathlib.Path(scratch) / "tree"
        base.mkdir()
        tree = read_tree(root)
        for path in tree:
            (base / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, base / path)
        before = set(check(tree))
        for number, (rule, files) in enumerate(VIOLATIONS):
            planted = dict(tree)
            spoilt = pathlib.Path(scratch) / str(number)
            plant(spoilt, files)
            planted.update({path: Source(spoilt, path) for path, _ in files})
            new = [f for f in check(planted) if f not in before and f.line > 0]
            path, text = files[-1]
            wanted = (path, text.count("\n") + 1, rule)
            if [(f.file, f.line, f.rule) for f in new] != [wanted]:
                faults.append(f"rule {rule}: \"{text}\" in {path}: reported {[*map(str, new)]}")
        plant(base, LAWFUL)
        placed = {path for path, _ in LAWFUL}
        for finding in check(read_tree(base)):
            if finding.file in placed:
                faults.append(f"lawful, and reported all the same: {finding}")
    for rule in [*TABLE, *PLACES]:
        if rule.id not in {planted for planted, _ in VIOLATIONS}:
            faults.append(f"rule {rule.id}: no violation is planted")
    return faults


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="another tree to check")
    arguments = parser.parse_args()
    if arguments.self_test:
        lines = self_test(arguments.root)
        done = f"{len(VIOLATIONS)} violations and {len(LAWFUL)} lawful files planted"
    else:
        tree = read_tree(arguments.root)
        lines = check(tree)
        done = f"{sum(len(s.includes) for s in tree.values())} includes in {len(tree)} files"
    for line in lines:
        print(line)
    print(f"{done}, {len(lines)} wrong")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
