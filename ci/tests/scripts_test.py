#!/usr/bin/env python3
"""The scripts of ci/: what they refuse before they build anything, and the table of ci/libraries."""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import unittest

CI = pathlib.Path(__file__).resolve().parents[1]


def run(name, *arguments):
    return subprocess.run([CI / name, *arguments], capture_output=True, text=True, timeout=60)


def loaded(name):
    loader = importlib.machinery.SourceFileLoader(name, str(CI / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def row(name, whole=False, **members):
    return {"name": name, "whole": whole, "differences": [], **members}


class Scripts(unittest.TestCase):
    def test_each_tells_how_it_is_used(self):
        for name in ("setup", "verify", "test", "sweep", "libraries", "confirm", "mutants",
                     "nightly"):
            done = run(name, "--help")
            self.assertEqual(done.returncode, 0, name)
            self.assertIn(f"ci/{name}", done.stdout)

    def test_what_they_do_not_know_is_refused_by_name(self):
        for command, shown in ((["sweep", "--only", "icc-O3"], "icc-O3"), (["sweep", "--only"], "g++-O3"),
                               (["libraries", "--only", "torch"], "torch"),
                               (["verify", "--with", "candle"], "candle"), (["test", "--slow"], "--slow"),
                               (["mutants", "--file", "nope.cpp"], "--file"),
                               (["mutants", "--sample", "0"], "below 1"),
                               (["nightly", "faults", "bench"], "bench"),
                               (["setup", "fuzz", "x"], "setup")):
            done = run(*command)
            self.assertEqual(done.returncode, 2, command)
            self.assertIn(shown, done.stderr)

    def test_confirm_takes_reports_alone(self):
        schema = str(CI.parent / "conformance" / "report.schema.json")
        for command, shown in (([schema], "no report"), (["nothing.json"], "nothing.json"), ([], "expected"),
                               (["--check", schema], "stands alone")):
            done = run("confirm", *command)
            self.assertEqual(done.returncode, 2, command)
            self.assertIn(shown, done.stderr)

    def test_the_table_of_libraries(self):
        difference = {"what": "number", "input": "00000001", "expected": "00", "got": "01"}
        nothing = dict(difference, got="ffffffea")
        swept = [
            {"name": "one", "version": "1.0", "rows": [
                row("encode.F16"), row("encode.E2M1", differences=[difference]),
                row("decode.F16", whole=True), row("round_up.F32", unsupported="none")]},
            {"name": "two", "version": "2.0", "rows": [row("encode.E2M1", differences=[nothing])]}]
        self.assertEqual(loaded("libraries").table(swept).splitlines(), [
            "| | one 1.0 | two 2.0 |",
            "|---|---|---|",
            "| encode.F16 | + | . |",
            "| encode.E2M1 | 00000001: `01`, right `00` | 00000001: no code, right `00` |",
            "| decode.F16 | proved | . |"])


if __name__ == "__main__":
    unittest.main()
