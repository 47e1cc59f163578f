"""Compiles changed files and links them before the libraries of build/release, so that of the
library's own object nothing is taken.

A changed file is compiled by clang as the asan preset does, but for AddressSanitizer, which has to
be everywhere: undefined behaviour traps, and assertions of the standard library abort.
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import threading

from mutation import limits
from mutation.choose import ROOT

BUILD = ROOT / "build" / "release"
OUT = ROOT / "build" / "mutants"
COMPILER = "clang++-19"
CHECKS = ["-O0", "-D_GLIBCXX_ASSERTIONS", "-fsanitize=undefined,float-divide-by-zero,"
          "implicit-conversion,local-bounds,nullability,unsigned-shift-base",
          "-fsanitize-trap=all", f"-fsanitize-ignorelist={ROOT}/ci/ubsan-ignorelist.txt"]
PLAIN = ["-O2"]
LIBRARIES = ["qb_codec", "qb_reference", "qb_laws", "qb_in_process"]
PROGRAMS = {
    "mutants_judge": "ci/mutation/mutants_judge",
    "codec_test": "codec/codec_test",
    "reference_test": "reference/reference_test",
    "corpus_test": "corpus/corpus_test",
    "properties_test": "properties/properties_test",
    "sweep_test": "sweep/sweep_test",
}


class Failed(Exception):
    """Something that is no mutant could not be built; the message says what."""


def must(command, cwd):
    done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{shlex.join(map(str, command))}\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout


class Workshop:
    def __init__(self, jobs):
        OUT.mkdir(parents=True, exist_ok=True)
        self.guard, self.locks, self.made = threading.Lock(), {}, set()
        if not (BUILD / "build.ninja").exists() or "QB_TESTS:BOOL=OFF" in (
                BUILD / "CMakeCache.txt").read_text():
            must(["cmake", "--preset", "release", "-DQB_TESTS=ON"], ROOT)
        must(["cmake", "--build", BUILD, "-j", str(jobs), "--target", *PROGRAMS], ROOT)
        self.flags = self.read_flags()
        self.users, self.library = self.read_users()
        self.links = {name: self.read_link(path) for name, path in PROGRAMS.items()}
        self.linker = next((f"-fuse-ld={name}" for name in ("mold", "lld-19", "lld", "gold")
                            if shutil.which(name) or shutil.which(f"ld.{name}")), None)

    @staticmethod
    def read_flags():
        """By file, what its compiler was told that is not about warnings or optimization."""
        flags = {}
        for entry in json.loads((BUILD / "compile_commands.json").read_text()):
            words, kept = shlex.split(entry["command"]), []
            for place, word in enumerate(words):
                if re.match(r"-(I.|D|std=|ffp-)", word):
                    kept.append(word)
                elif word in ("-isystem", "-I"):
                    kept += [word, words[place + 1]]
            flags[str(pathlib.Path(entry["file"]).relative_to(ROOT))] = kept
        return flags

    @staticmethod
    def read_users():
        """By file of ours, the sources of the libraries that include it or are it; by source, its
        library."""
        users, library, source = {}, {}, None
        for line in must(["ninja", "-t", "deps"], BUILD).splitlines():
            if not line.startswith(" "):
                home = [name for name in LIBRARIES if f"CMakeFiles/{name}.dir/" in line]
                source = "" if home else None
                continue
            if source is None:
                continue
            path = (BUILD / line.strip()).resolve()
            if not path.is_relative_to(ROOT) or path.is_relative_to(BUILD):
                continue
            file = str(path.relative_to(ROOT))
            source = source or file
            library[source] = home[0]
            users.setdefault(file, []).append(source)
        return {file: sorted(set(sources)) for file, sources in users.items()}, library

    @staticmethod
    def read_link(program):
        command = must(["ninja", "-t", "commands", program], BUILD).splitlines()[-1]
        return shlex.split(command.removeprefix(": && ").split(" && ")[0])

    def headers(self, source, ours):
        """The precompiled headers that a source begins with: all of them, or only those of others,
        where one of ours is changed."""
        name = source.replace("/", "_") + (".ours" if ours else ".others")
        target = OUT / f"{name}.pch"
        pattern = r"^#include .*" if ours else r"^#include <(?!qb/).*"

        def make():
            (OUT / f"{name}.h").write_text("".join(
                line + "\n" for file in [source] + ([] if ours else self.seen_by(source))
                for line in re.findall(pattern, (ROOT / file).read_text(), re.MULTILINE)))
            must([COMPILER, *self.flags[source], *CHECKS, "-w", "-iquote",
                  str((ROOT / source).parent), "-fpch-instantiate-templates", "-x", "c++-header",
                  OUT / f"{name}.h", "-o", target], BUILD)

        self.once(name, make)
        return target

    def seen_by(self, source):
        """Headers of ours that a source includes."""
        return [file for file, sources in self.users.items() if source in sources]

    def once(self, name, make):
        """Makes what has that name, if no thread has yet."""
        with self.guard:
            lock = self.locks.setdefault(name, threading.Lock())
        with lock:
            if name not in self.made:
                make()
                self.made.add(name)

    def compile(self, source, target, how, changed=None, overlay=None):
        """Runs the compiler. `overlay` says what stands in place of the changed file."""
        command = [COMPILER, *self.flags[source], *how, "-w", "-c", str(ROOT / source), "-o",
                   str(target)]
        if how is CHECKS:
            ours = changed is None or changed == source
            command += ["-include-pch", str(self.headers(source, ours))]
        if overlay:
            command += ["-ivfsoverlay", str(overlay)]
        return limits.run(command, BUILD, cpu_seconds=120)

    def original(self, source, how=CHECKS):
        """The object of the file as it is; compiled once a run."""
        name = f"{source.replace('/', '_')}.{'plain' if how is PLAIN else 'checks'}.o"

        def make():
            done = self.compile(source, OUT / name, how)
            if done.code:
                raise Failed(f"{source}: {done.output[-4000:]}")

        self.once(name, make)
        return OUT / name

    def link(self, program, objects, target):
        """`objects`: sources with what stands in their place; those of other programs are left."""
        words = list(self.links[program])
        objects = [object_ for source, object_ in objects
                   if any(f"lib{self.library[source]}.a" in word for word in words)]
        words[words.index("-o") + 1] = str(target)
        linker = [self.linker] if self.linker else []
        if self.linker:
            words[0] = COMPILER
        command = [words[0], *linker, *map(str, objects), *words[1:]]
        done = limits.run(command, BUILD, cpu_seconds=120)
        if done.code:
            raise Failed(f"{program} with {', '.join(map(str, objects))}: {done.output[-2000:]}")


def overlay_for(file, replacement, target):
    """Makes clang read `replacement` wherever `file` is asked for."""
    target.write_text(json.dumps({
        "version": 0, "use-external-names": False,
        "roots": [{"name": str(ROOT / file), "type": "file",
                   "external-contents": str(replacement)}]}))
    return target

