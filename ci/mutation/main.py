"""Arguments, the loop, and the report. See --help."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import sys
import time

from mutation import choose, score
from mutation.equivalents import MOST, Equivalents
from mutation.trial import PAIRS, Bench
from mutation.workshop import BUILD, OUT, Failed, Workshop, must

WANTED = 0.95  # lower end of the interval
GATED = ("codec", "reference")
KEEP = [BUILD / "ci/mutation/mutants_judge", "keep"]

EPILOG = """\
examples:
  ci/mutants                                       all: each line once (an hour on two cores)
  ci/mutants --sample 60                           a part, as the gate does
  ci/mutants --only codec --file codec/src/audit.cpp
  ci/mutants --mutant FILE:LINE:NUMBER             one again, as a report names it
  ci/mutants --json build/mutants.json             the same report for programs

exit: 0 well · 1 the lower end is below 95 %; of a part, any mutant of the codec or the reference
survived · 2 usage · 3 a tool is missing · 6 the build failed · 7 nothing was judged
"""


def positive(word):
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{word} is below 1")
    return number


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="ci/mutants", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Changes the codec, the reference and the laws, line by line, and counts which "
        "changes the laws, the kept cases and the tests show. docs/mutants.md says how.")
    parser.add_argument("--only", choices=sorted(choose.COMPONENTS), action="append",
                        help="this component; may be given again")
    parser.add_argument("--file", action="append", help="this file; may be given again")
    parser.add_argument("--mutant", help="one mutant, FILE:LINE:NUMBER, as the report names it")
    parser.add_argument("--sample", type=positive, metavar="N", help="so many lines, as the seed says")
    parser.add_argument("--seconds", type=positive, metavar="S",
                        help="begin no mutant after that; the lines are shuffled first")
    parser.add_argument("--seed", type=int, default=1, help="which change of a line (1)")
    parser.add_argument("--per-line", type=positive, default=1, metavar="K", help="changes a line (1)")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count(), help="at a time (all cores)")
    parser.add_argument("--json", metavar="FILE", help="also write the report there")
    return parser.parse_args(words)


def chosen(options):
    """The lines asked for."""
    components = options.only or list(choose.COMPONENTS)
    everything = [slot for component in components for slot in choose.slots(component, options.seed)]
    if options.file:
        everything = [slot for slot in everything if slot[0].file in options.file]
    if options.mutant:
        everything = [[mutant] for slot in everything for mutant in slot
                      if mutant.id == options.mutant]
    some = choose.sample(everything, options.sample, options.seed)
    return choose.shuffled(some, options.seed) if options.seconds else some


class Campaign:
    def __init__(self, options, slots):
        self.options = options
        self.slots = slots
        self.start = time.monotonic()
        self.equivalents = Equivalents()
        self.count = 0
        self.workshop = Workshop(options.jobs)
        self.bench = Bench(self.workshop)

    def prepare(self, pool):
        components = list(dict.fromkeys(slot[0].component for slot in self.slots))
        if "laws" in components:
            # A part is content with the faults that die early.
            must([*KEEP, PAIRS, "20000" if self.is_whole() else "300"], BUILD)
        for component in components if self.is_whole() else []:
            say(f"{component}: unchanged")
            sources = [file for file in choose.files(component) if file in self.workshop.flags]
            objects = list(zip(sources, pool.map(self.workshop.original, sources)))
            self.bench.baseline(component, objects)

    def is_whole(self):
        options = self.options
        return not (options.sample or options.seconds or options.mutant)

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            self.prepare(pool)
            say(f"{len(self.slots)} lines after {time.monotonic() - self.start:.0f} s")
            return [result for results in pool.map(self.try_line, self.slots)
                    for result in results]

    def try_line(self, slot):
        """Its changes in turn, until enough of them could be judged."""
        results, judged = [], 0
        for mutant in slot:
            limit = self.options.seconds
            if limit is not None and time.monotonic() - self.start > limit:
                break
            results.append(self.try_mutant(mutant))
            judged += results[-1]["verdict"] in ("killed", "survived")
            if judged == self.options.per_line:
                break
        self.count += 1
        if results:
            last = results[-1]
            say(f"[{self.count}/{len(self.slots)}] {last['id']} {last['verdict']} {last['how']}")
        return results

    def try_mutant(self, mutant):
        verdict, how = self.bench.judge(mutant)
        before, after = mutant.shown()
        argument = self.equivalents.argument(mutant)
        if verdict == "survived" and argument:
            verdict, how = "argued", argument
        return {"component": mutant.component, "id": mutant.id, "file": mutant.file,
                "line": mutant.line, "kind": mutant.kind, "before": before, "after": after,
                "verdict": verdict, "how": how}


def say(text):
    print(text, file=sys.stderr, flush=True)


def report(results, seed):
    """The text, and the same as an object."""
    lines, components = [score.HEADER], {}
    for component in choose.COMPONENTS:
        own = [result for result in results if result["component"] == component]
        if own:
            components[component] = score.figures(own)
            lines.append(score.row(component, components[component]))
    survivors = [result for result in results if result["verdict"] == "survived"]
    lines += ["", *map(score.survivor, survivors)] if survivors else []
    return "\n".join(lines), {"seed": seed, "components": components, "mutants": results}


def complaints(components, equivalents, whole):
    """What turns the run red."""
    found = [f"ci/equivalent_mutants.json: gone from its file: {line}"
             for line in equivalents.lost()]
    for name, figure in components.items():
        if whole and figure["argued_part"] > MOST:
            found.append(f"{name}: {100 * figure['argued_part']:.1f} % equivalent by argument, "
                         f"above {100 * MOST:.0f} %")
        if name not in GATED:
            continue
        if whole and figure["low"] < WANTED:
            found.append(f"{name}: lower end {100 * figure['low']:.2f} %, below "
                         f"{100 * WANTED:.0f} %")
        if not whole and figure["survived"]:
            found.append(f"{name}: {figure['survived']} survived")
    return found


def run(options):
    slots = chosen(options)
    if not slots:
        say("ci/mutants: no line or mutant of that name; see --file, --only and --mutant")
        return 2
    for tool in ("cmake", "ninja", "clang++-19"):
        if not shutil.which(tool):
            say(f"ci/mutants: {tool} not found; ci/setup test installs it")
            return 3
    campaign = Campaign(options, slots)
    try:
        results = campaign.run()
    finally:
        for folder in OUT.glob(f"worker-{os.getpid()}-*"):
            shutil.rmtree(folder, ignore_errors=True)
    text, object_ = report(results, options.seed)
    print(text)
    if options.mutant:
        print("\n".join(f"{result['id']}: {result['verdict']} {result['how']}\n"
                        f"  - {result['before']}\n  + {result['after']}" for result in results))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(object_, indent=1) + "\n")
    found = complaints(object_["components"], campaign.equivalents, campaign.is_whole())
    for line in found:
        say(f"ci/mutants: {line}")
    say(f"{time.monotonic() - campaign.start:.0f} s")
    if not any(figure["score"] is not None for figure in object_["components"].values()):
        return 7
    return 1 if found else 0


def main(words):
    options = arguments(words)
    try:
        return run(options)
    except Failed as error:
        say(f"ci/mutants: {error}")
        return 6
