"""Which changes are made: the files of a component, and for each line its changes in an order that
the seed gives. A line is named by its text, so that what stands elsewhere does not change it."""

import functools
import pathlib
import random
from typing import NamedTuple

from mutation.operators import changes, enumerators

ROOT = pathlib.Path(__file__).resolve().parents[2]
# String literals of laws are what a report says: they change no outcome, and are left as they are.
COMPONENTS = {
    "codec": (["codec/src/*", "codec/include/qb/*"], True),
    "reference": (["reference/*.cpp", "reference/*.h"], True),
    "laws": (["properties/laws/*"], False),
}
ENUMS = ["codec/vocabulary/qb/*.h", "properties/case.h"]


@functools.cache
def text_of(file):
    return (ROOT / file).read_text()


class Mutant(NamedTuple):
    component: str
    file: str
    line: int
    number: int  # among the changes of the line, from 1
    kind: str
    start: int
    end: int
    new: str

    @property
    def id(self):
        return f"{self.file}:{self.line}:{self.number}"

    def text(self):
        source = text_of(self.file)
        return source[: self.start] + self.new + source[self.end :]

    def above(self):
        """The line before those that it changes, blank ones passed over."""
        before = text_of(self.file)[: self.start].split("\n")[:-1]
        return next((" ".join(line.split()) for line in reversed(before) if line.strip()), "")

    def shown(self):
        """The lines that it changes, and what they become, each as one line."""
        source = text_of(self.file)
        first = source.rfind("\n", 0, self.start) + 1
        last = source.find("\n", self.end)
        before, after = source[first:self.start], source[self.end:last]
        return (" ".join(source[first:last].split()), " ".join((before + self.new + after).split()))


def files(component):
    patterns, _ = COMPONENTS[component]
    return [str(path.relative_to(ROOT)) for pattern in patterns
            for path in sorted(ROOT.glob(pattern)) if path.suffix in (".h", ".cpp")]


@functools.cache
def changes_by_line(component, file):
    vocabulary = "".join(path.read_text() for pattern in ENUMS
                         for path in sorted(ROOT.glob(pattern)))
    by_line = {}
    for change in changes(text_of(file), enumerators(vocabulary), COMPONENTS[component][1]):
        by_line.setdefault(change.line, []).append(change)
    return by_line


def slots(component, seed):
    """For each line that can be changed, its mutants in the order in which they are tried."""
    result = []
    for file in files(component):
        lines = text_of(file).split("\n")
        by_line, seen = changes_by_line(component, file), {}
        for line, found in sorted(by_line.items()):
            content = lines[line - 1].strip()
            seen[content] = seen.get(content, 0) + 1
            mutants = [Mutant(component, file, line, number + 1, change.kind, change.start,
                              change.end, change.new) for number, change in enumerate(found)]
            random.Random(f"{seed}|{file}|{content}|{seen[content]}").shuffle(mutants)
            result.append(mutants)
    return result


def sample(all_slots, count, seed):
    """So many of them, in their order; all where there are no more."""
    if count is None or count >= len(all_slots):
        return all_slots
    places = random.Random(f"{seed}|sample").sample(range(len(all_slots)), count)
    return [all_slots[place] for place in sorted(places)]


def shuffled(slots, seed):
    """All of them, in an order of which any beginning is a sample."""
    return random.Random(f"{seed}|order").sample(slots, len(slots))
