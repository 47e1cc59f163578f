"""Puts one mutant to what shows it, the quickest first."""

import math
import os
import threading
from typing import NamedTuple

from mutation import limits
from mutation.workshop import BUILD, CHECKS, OUT, PLAIN, Failed, overlay_for

PAIRS = OUT / "pairs.txt"
JUDGE_DRAWS = 1500
LONG_DRAWS = 10000
LEAST_SECONDS = 3  # of processor time, for what takes next to none when it is right
TEST = ["--gtest_brief=1", "--gtest_fail_fast"]
SWEEP = [*TEST, "--gtest_filter=Sample.Proves*:Sweep.ProvesDecoders*:Lanes*:Laws*"]


class Stage(NamedTuple):
    program: str
    arguments: list


def sides(component, first, last):
    return Stage("mutants_judge", ["sides", component, str(first), str(last)])


# The quick ones, which show nearly all, and those for what is left.
QUICK = {
    "codec": [Stage("codec_test", TEST), sides("codec", 0, JUDGE_DRAWS), Stage("corpus_test", TEST)],
    "reference": [sides("reference", 0, JUDGE_DRAWS), Stage("reference_test", TEST),
                  Stage("corpus_test", TEST)],
    "laws": [Stage("mutants_judge", ["laws", str(PAIRS), str(JUDGE_DRAWS)])],
}
THOROUGH = {
    "codec": [sides("codec", JUDGE_DRAWS, LONG_DRAWS)],
    "reference": [sides("reference", JUDGE_DRAWS, LONG_DRAWS)],
    "laws": [Stage("properties_test", TEST)],
}
SWEEP_STAGE = Stage("sweep_test", SWEEP)
# Sweeps ask for conversions alone, by the intervals of the reference.
SWEPT = {"codec/src/convert.cpp", "reference/exact.cpp", "reference/exact.h",
         "reference/intervals.cpp", "reference/quotients.cpp", "reference/scalars.cpp"}


def stages(component, file):
    """Those for a file beyond the quick ones."""
    return THOROUGH[component] + ([SWEEP_STAGE] if file in SWEPT else [])


def last_words(run):
    lines = [line.strip() for line in run.output.splitlines() if line.strip()]
    failed = [line for line in lines if line.startswith("[  FAILED  ]")]
    return (failed or lines or [""])[0 if failed else -1][:160]


class Bench:
    """A folder of its own for each thread, and the limits that the right program sets."""

    def __init__(self, workshop):
        self.workshop = workshop
        self.cpu = {}  # by program and arguments
        self.guard = threading.Lock()
        self.local = threading.local()

    def folder(self):
        if not hasattr(self.local, "folder"):
            self.local.folder = OUT / f"worker-{os.getpid()}-{threading.get_ident()}"
            self.local.folder.mkdir(exist_ok=True)
        return self.local.folder

    def baseline(self, component, objects):
        """All must be well with the unchanged files, compiled as the changed ones are."""
        for stage in QUICK[component] + THOROUGH[component] + [SWEEP_STAGE]:
            self.right(stage, objects)

    def right(self, stage, objects=()):
        """The processor time of that stage with nothing changed."""
        with self.guard:
            key = stage.program, *stage.arguments
            if key not in self.cpu:
                program = self.folder() / stage.program
                self.workshop.link(stage.program, objects, program)
                run = limits.run([str(program), *stage.arguments], BUILD)
                if run.code:
                    raise Failed(f"nothing is changed, and yet {stage.program} {limits.ended(run)}\n"
                                 f"{run.output[-2000:]}")
                self.cpu[key] = run.cpu
            return self.cpu[key]

    def show(self, objects, stages):
        """How it shows in one of these stages, or "" where it does not."""
        for stage in stages:
            seconds = max(LEAST_SECONDS, math.ceil(8 * self.right(stage)))
            program = self.folder() / stage.program
            self.workshop.link(stage.program, objects, program)
            run = limits.run([str(program), *stage.arguments], BUILD, cpu_seconds=seconds)
            if run.code == 1:
                return f"{stage.program}: {last_words(run)}"
            if run.code:
                return f"{stage.program}: {limits.ended(run)}"
        return ""

    def compile(self, mutant, how):
        """The sources that see the mutant, each with its object, or None."""
        folder = self.folder()
        changed = folder / "changed"
        changed.write_text(mutant.text())
        overlay = overlay_for(mutant.file, changed, folder / "overlay.json")
        objects = []
        for source in self.workshop.users.get(mutant.file, []):
            target = folder / (source.replace("/", "_") + ".o")
            if self.workshop.compile(source, target, how, mutant.file, overlay).code:
                return None
            objects.append((source, target))
        return objects

    def is_same(self, mutant):
        """Whether an optimizing compiler makes the same of it."""
        objects = self.compile(mutant, PLAIN)
        return bool(objects) and all(
            target.read_bytes()
            == self.workshop.original(source, PLAIN).read_bytes()
            for source, target in objects)

    def judge(self, mutant):
        """A verdict of score.VERDICTS, but for "argued", and what was seen."""
        objects = self.compile(mutant, CHECKS)
        if objects is None:
            return "not compiled", ""
        if not objects:
            return "not compiled", "no library compiles this file"
        how = self.show(objects, QUICK[mutant.component])
        if how:
            return "killed", how
        kept = [(source, target.rename(target.with_suffix(".kept"))) for source, target in objects]
        if self.is_same(mutant):
            return "same code", ""
        how = self.show(kept, stages(mutant.component, mutant.file))
        return ("killed", how) if how else ("survived", "")
