"""Mutants that change nothing that can be seen, each with its argument. They are found again by what
they change, not by where it stands."""

import json

from mutation.choose import ROOT

PATH = ROOT / "ci" / "equivalent_mutants.json"
KEYS = {"file", "above", "line", "change", "argument"}
NAMING = ("file", "above", "line", "change")
MOST = 0.03  # of the mutants of a component that are judged


class Equivalents:
    def __init__(self, path=PATH):
        self.entries = json.loads(path.read_text())
        for entry in self.entries:
            if set(entry) != KEYS or not all(entry.values()):
                raise ValueError(f"{path.name}: expected {', '.join(sorted(KEYS))}: {entry}")
        self.by_change = {tuple(entry[key] for key in NAMING): entry["argument"]
                          for entry in self.entries}

    def argument(self, mutant):
        """Why it changes nothing, or None."""
        return self.by_change.get((mutant.file, mutant.above(), *mutant.shown()))

    def lost(self):
        """Entries whose line is not in their file any more."""
        lost = []
        for entry in self.entries:
            path = ROOT / entry["file"]
            text = " ".join(path.read_text().split()) if path.exists() else ""
            if f"{entry['above']} {entry['line']}" not in text:
                lost.append(f"{entry['file']}: {entry['line']}")
        return lost
