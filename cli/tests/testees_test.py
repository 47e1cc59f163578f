#!/usr/bin/env python3
"""Judging programs of others, and the failures that are kept. Runs the program that QBYTES names."""
import json
import shlex
import subprocess
import unittest

from support import CliTest, ROOT, run, TENSOR


class Testees(CliTest):
    zeros = '["00000000"] * len(x or [])'

    def verify(self, testee, *more):
        return run("verify", "--no-codec", "--cases", "60", "--seed", "1", "--laws", "*encode_to*",
                   "--testee", testee, *more)

    def test_that_do_not_start(self):
        self.assert_refused(run("verify", "--testee", "/no/such/program"), 3, "could not start",
                            "/no/such/program")
        self.assert_refused(run("replay", self.file("a.json", TENSOR), "--testee", "exit 5"), 3)

    def test_that_greet_with_garbage(self):
        self.assert_refused(run("verify", "--testee", "echo hello; cat"), 4, "broke the protocol")

    def test_that_answer_with_garbage(self):
        done = self.verify(self.fake_testee(outputs="5"))
        self.assert_ran(done, 4, "fake 1: ", "broke the protocol")

    def test_that_refuse_by_another_name(self):
        text = (ROOT / "conformance/testees/python_minimal/testee.py").read_text(encoding="utf-8")
        for right, wrong in [("truncated", "trailing_bytes"), ("code_out_of_range", "invalid_scale"),
                             ("scale_count_mismatch", "no_such_name")]:
            testee = self.python(self.file("wrong.py", text.replace(f'"{right}"', f'"{wrong}"')))
            done = run("verify", "--no-codec", "--cases", "4000", "--seed", "3", "--testee", testee,
                       "--laws", f"*_refuses_{right}")
            self.assert_ran(done, 1, "refused for another reason", f"refused as {right}",
                            f"refused as {wrong}")

    def test_that_break_a_law(self):
        done = self.verify(self.fake_testee(self.zeros), "--save", self.folder / "saved")
        self.assert_ran(done, 1, "broken: encode_to_nearest (", "by fake 1",
                        "fake 1: 1 law broken, none expected")
        [saved] = (self.folder / "saved").iterdir()
        self.assertRegex(saved.name, r"^encode_to_nearest-[0-9a-f]{8}\.json$")
        self.assertEqual(json.loads(saved.read_text())["case"], "scalar")
        self.assert_ran(run("replay", saved), 0, "held         encode_to_nearest")
        self.assert_ran(run("replay", saved, "--testee", self.fake_testee(self.zeros)), 1,
                        "broken       encode_to_nearest")

    def test_replay_command_works(self):
        done = self.verify(self.fake_testee(self.zeros))
        line = next(each for each in done.stdout.split("\n") if each.startswith("  replay "))
        again = subprocess.run(line.removeprefix("  replay "), shell=True, capture_output=True,
                               text=True, timeout=60)
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn("broken       encode_to_nearest", again.stdout)

    def test_expected_failures(self):
        known = self.file("known.txt", "encode_to_* scalar  # it gives zeros\nsize_* *  # rare\n")
        done = self.verify(self.fake_testee(self.zeros), "--expect", known)
        self.assert_ran(done, 0, "known: fake 1 breaks encode_to_nearest", "it gives zeros",
                        "note: fake 1: 1 line of its expectations excused nothing",
                        "fake 1: 1 law broken, all expected")
        self.assertNotIn("warning", done.stdout)
        self.assert_ran(self.verify(self.fake_testee(self.zeros), "--expect", f"fake@1={known}"), 0)

    def test_expectations_that_could_fit_nothing(self):
        for line, part in [("encode_byte *", "no law fits `encode_byte`"),
                           ("encode_bytes Q9S/*", "no cell fits `Q9S/*`"),
                           ("encode_bytes Q[48S/*", "`Q[48S/*` has a `[` without its `]`")]:
            known = self.file("known.txt", f"# fine\n{line}  # why\n")
            done = self.verify(self.fake_testee(), "--expect", known)
            self.assert_refused(done, 2, f"--expect: {known}:2: {part}; ")

    def test_twins(self):
        one = self.fake_testee()
        other = self.fake_testee(self.zeros, name="other.py")
        known = self.file("known.txt", "encode_to_nearest *  # all\n")
        self.assert_refused(self.verify(one, "--testee", other, "--expect", f"fake@1={known}"), 2,
                            "fake@1 is the name of 2 testees", one, other)
        path = self.folder / "report.json"
        done = self.verify(one, "--testee", other, "--report", f"json:{path}")
        self.assert_ran(done, 1, f"  fake 1: 60 draws, {one}\n", f"  fake 1 #2: 60 draws, {other}\n",
                        "by fake 1 #2", f"--testee '{other}'\n")
        self.assertEqual([(each["label"], each["command"])
                          for each in json.loads(path.read_text())["implementations"]],
                         [("fake 1", one), ("fake 1 #2", other)])

    def test_commands_begin_with_a_program(self):
        self.assert_refused(self.verify("X=1 " + self.fake_testee()), 3, "exec: X=1: not found")
        for command in ["env X=1 " + self.fake_testee(),
                        "sh -c " + shlex.quote("cd / && X=1 exec " + self.fake_testee())]:
            self.assert_ran(self.verify(command), 1, "by fake 1")

    def test_expectations_of_whom(self):
        known = self.file("known.txt", "* *  # all\n")
        one = self.fake_testee()
        self.assert_refused(self.verify(one, "--expect", f"other@1={known}"), 2, "fake@1")
        self.assert_refused(self.verify(one, "--testee", one, "--expect", known), 2,
                            "NAME@VERSION=FILE")
        self.assert_refused(self.verify(one, "--expect", self.file("bad.txt", "a b\n")), 2,
                            "bad.txt:1: ")


class KeptFailures(CliTest):
    zeros = Testees.zeros

    def setUp(self):
        super().setUp()
        self.kept = self.folder / "kept"

    def verify(self, *more):
        return run("verify", "--cases", "2000", "--seed", "1", "--laws", "encode_to*", "--save",
                   self.kept, *more)

    def names(self):
        return sorted(path.name for path in self.kept.iterdir())

    def keep_one(self):
        testee = self.fake_testee(self.zeros)
        self.assert_ran(self.verify("--testee", testee), 1, "broken: encode_to_nearest (")
        [path] = self.kept.iterdir()
        return path, testee

    def test_is_one_file_that_does_not_change(self):
        path, testee = self.keep_one()
        before = path.read_text()
        for _ in range(2):
            done = self.verify("--testee", testee)
            self.assert_ran(done, 1, f"{path}: 1 kept; codec 1 held; fake 1 1 broken",
                            f"replay {path} --testee")
            self.assertEqual(done.stdout.count("\nbroken: "), 1)
            self.assertRegex(done.stdout, rf"seen +[1-9]\d+ times, first in regress/{path.stem}\n")
        self.assertEqual((self.names(), path.read_text()), ([path.name], before))

    def test_of_two_that_share_it_is_kept_once(self):
        one, two = [self.fake_testee(self.zeros, name=name) for name in ["one.py", "two.py"]]
        done = self.verify("--testee", one, "--testee", two)
        self.assertEqual(done.stdout.count("\nbroken: "), 2)
        self.assertEqual(len(self.names()), 1)

    def test_does_not_hide_another(self):
        path, _ = self.keep_one()
        # Wrong in F32 where the first is at its smallest, and in every other type.
        wrong = '["00000000" if i == "3f800000" and request["type"] == "F32" else i for i in x or []]'
        other = self.fake_testee(wrong, name="other.py")
        self.assert_ran(self.verify("--testee", other), 1, "fake 1 1 broken")
        self.assertIn(path.name, self.names())
        self.assertEqual(len(self.names()), 2)

    def test_replays_and_is_a_regression_case(self):
        path, testee = self.keep_one()
        self.assert_ran(run("replay", path), 0, "held         encode_to_nearest")
        self.assert_ran(run("replay", path, "--testee", testee), 1, "broken       encode_to_nearest")
        self.assert_ran(run("verify", "--cases", "0", "--regress", path), 0, ": 1 case; codec 1 held")
        done = run("verify", "--cases", "0", "--regress", path, "--testee", testee)
        self.assert_ran(done, 1, "fake 1 1 broken", f"first in regress/{path.stem}\n")

    def test_may_be_copied_to_the_corpus(self):
        import jsonschema
        path, _ = self.keep_one()
        found = json.loads(path.read_text())
        self.assertEqual(found["id"], "regress/" + path.stem)
        self.assertEqual((found["law"], found["implementation"]), ("encode_to_nearest", "fake 1"))
        self.assertIn("expected ", found["note"])
        jsonschema.validate(found, json.loads((ROOT / "corpus/schema/case.schema.json").read_text()))

    def test_that_holds_now_is_said_so(self):
        path, testee = self.keep_one()
        held = f"held: kept failure {path} holds now; delete it or move it to corpus/regress/\n"
        self.assertNotIn("holds now", self.verify().stdout)  # who broke it is not judged
        self.assertNotIn("holds now", self.verify("--testee", testee).stdout)
        path_of_fixed = self.folder / "report.json"
        path.write_text(path.read_text().replace('"fake 1"', '"codec"'))
        self.assert_ran(self.verify("--report", f"json:{path_of_fixed}"), 0, held)
        [file] = json.loads(path_of_fixed.read_text())["vectors"]
        self.assertEqual(file["kept"], {"law": "encode_to_nearest", "implementation": "codec",
                                        "holds": True})

    def test_in_any_order_and_under_any_name(self):
        path, testee = self.keep_one()
        moved = path.rename(self.kept / "mine.json")
        self.assert_ran(self.verify("--testee", testee), 1, f"replay {moved} ")
        self.assertEqual(self.names(), ["mine.json"])

    def test_files_that_are_none(self):
        self.kept.mkdir()
        for content, part in [("{", "not JSON"), (TENSOR, "law: missing"),
                              ({**TENSOR, "law": "no_such"}, 'law: no law "no_such"'),
                              ({"kind": "encode", "cases": [{**TENSOR, "bytes": ""}]}, "not one case")]:
            path = self.file("kept/bad.json", content)
            self.assert_refused(self.verify(), 2, f"{path}: ", part)
        self.file("kept/notes.txt", "not looked at")
        (self.kept / "bad.json").unlink()
        self.assert_ran(self.verify(), 0)


if __name__ == "__main__":
    unittest.main()
