#!/usr/bin/env python3
"""Help, arguments, files: what the program refuses and how. Runs the program that QBYTES names."""
import json
import subprocess
import unittest

from support import CliTest, Q4S, QBYTES, run, SUBCOMMANDS, TENSOR, TEXT


class Help(CliTest):
    def test_every_help_has_an_example(self):
        for words in [[]] + [[name] for name in SUBCOMMANDS]:
            done = run(*words, "--help")
            self.assert_ran(done, 0, "Example", "qbytes " + " ".join(words))

    def test_exit_codes_are_listed(self):
        for words in [[], ["verify"], ["replay"]]:
            self.assert_ran(run(*words, "--help"), 0, "Exit codes:", "7  nothing was checked")

    def test_limits_are_told(self):
        for name in ["verify", "replay"]:
            self.assert_ran(run(name, "--help"), 0, "30 for its", "256 MiB")

    def test_help_that_cannot_be_written(self):
        for words in [["--help"], ["--version"], ["verify", "--help"], ["laws"]]:
            with open("/dev/full", "w") as full:
                done = subprocess.run([QBYTES, *words], stdout=full, stderr=subprocess.PIPE,
                                      text=True, timeout=60)
            self.assertEqual(done.returncode, 6)
            self.assertRegex(done.stderr, r"^qbytes.*: cannot write to stdout; .*\n$")

    def test_version(self):
        self.assert_ran(run("--version"), 0, "qbytes ")

    def test_laws(self):
        self.assert_ran(run("laws"), 0, "encode_bytes (", "vector_encode (")
        laws = json.loads(run("laws", "--json").stdout)
        self.assertEqual(set(laws[0]), {"id", "clauses", "level", "claim"})


class Usage(CliTest):
    def test_arguments_that_do_not_exist(self):
        self.assert_refused(run(), 2, "no subcommand", "--help")
        self.assert_refused(run("no-such"), 2, "no-such")
        for name in SUBCOMMANDS:
            self.assert_refused(run(name, "--no-such-option"), 2, "qbytes " + name, "--help")

    def test_bad_numbers(self):
        for option, value in [("--cases", "many"), ("--cases", "-1"), ("--cases", "010"), ("--seed", "x"),
                              ("--cases", "1e4"), ("--seed", "18446744073709551616"),
                              ("--seconds", "soon"), ("--seconds", "-1"), ("--jobs", "0"), ("--timeout", "0")]:
            self.assert_refused(run("verify", option, value), 2, option)

    def test_bad_option_values(self):
        for words, part in [(["--require", "cells"], "cells=P"), (["--require", "words=9"], "labels=P"),
                            (["--require", "cells=1,"], "labels=P"), (["--require", "cells=1,cells=2"], "twice"),
                            (["--require", "cells=101"], "cells=P"), (["--require", "judgements=x"], "judgements=N"),
                            (["--report", "text:x"], "json:FILE"), (["--no-codec"], "--testee"),
                            (["--laws", "no_such_*"], "qbytes laws"),
                            (["--expect", "known.txt"], "known.txt")]:
            self.assert_refused(run("verify", "--cases", "1", *words), 2, part)

    def test_a_fault_named_twice_is_one(self):
        done = run("faults", "lane_order", "lane_order", "--seeds", 1, "--draws", 1)
        self.assertIn("1 faults, ", done.stdout)

    def test_faults_does_one_thing_at_a_time(self):
        for words, shown in ((["--weak", "--json"], "--weak"), (["--failures", "3"], "--shrink"),
                             (["--weight", "9"], "--keep"), (["no_such_fault"], "no_such_fault"),
                             (["--shrink", "corpus/faults", "--markdown"], "--shrink"),
                             (["--keep", str(self.folder / "none"), "lane_order"], "no folder")):
            self.assert_refused(run("faults", *words), 2, shown)

    def test_blanks_in_a_shape(self):
        words = ["decode", "--scheme", "nvfp4", "--hex", "f106380000003f", "--shape"]
        self.assert_ran(run(*words, " 1, 3 "), 0, '"shape":[1,3]')
        self.assert_refused(run(*words, "1 3"), 2, "--shape")

    def test_unreadable_files(self):
        missing = self.folder / "missing.json"
        for words in [["verify", "--cases", "1", "--vectors", missing], ["replay", missing],
                      ["verify", "--cases", "1", "--regress", missing], ["encode", missing],
                      ["decode", "--scheme", "nvfp4", "--shape", "1", missing],
                      ["audit", "--scheme", "nvfp4", "--shape", "1", missing]]:
            self.assert_refused(run(*words), 2,
                                f"cannot read {missing}: No such file or directory; ")
        self.assert_refused(run("replay", self.folder), 2, f"cannot read {self.folder}: Is a dir")

    def test_empty_values(self):
        case = self.file("a.json", TENSOR)
        for words, name in [(["encode", case, "--out", ""], "--out"), (["encode", ""], "CASE"),
                            (["encode", case, "--out="], "--out"),
                            (["decode", "--scheme", "nvfp4", "--shape", "1", ""], "FILE"),
                            (["replay", case, "--law", ""], "--law"),
                            (["replay", case, "--id", ""], "--id"),
                            (["verify", "--testee", ""], "--testee"),
                            (["verify", "--save", ""], "--save"),
                            (["verify", "--report", ""], "--report"),
                            (["verify", "--vectors", case, ""], "--vectors")]:
            self.assert_refused(run(*words), 2, name)
        self.assertEqual([each.name for each in self.folder.iterdir()], ["a.json"])

    def test_no_bytes(self):
        for verb in ["decode", "audit"]:
            words = [verb, "--scheme", "nvfp4", "--shape", "1"]
            self.assert_refused(run(*words), 2, "no bytes are given")
            self.assertIn("refused: truncated", run(*words, "--hex", "").stderr)

    def test_files_without_end(self):
        for words in [["replay", "/dev/zero"], ["verify", "--vectors", "/dev/zero"],
                      ["decode", "--scheme", "nvfp4", "--shape", "1", "/dev/zero"],
                      ["verify", "--testee", self.fake_testee(), "--expect", "/dev/zero"]]:
            self.assert_refused(run(*words), 2, "cannot read /dev/zero: more than 256 MiB")

    def test_folders(self):
        for words in [["encode", self.folder], ["verify", "--regress", self.folder],
                      ["audit", "--scheme", "nvfp4", "--shape", "1", self.folder],
                      ["verify", "--testee", self.fake_testee(), "--expect", self.folder]]:
            self.assert_refused(run(*words), 2, f"cannot read {self.folder}: Is a directory; ")

    def test_keys_that_stand_twice(self):
        twice = '"codes" stands twice'
        text = json.dumps(TENSOR)[:-1] + ', "codes": [2, 2]}'
        self.assert_refused(run("replay", "-", stdin=text), 2, "stdin: ", twice)
        self.assert_refused(run("encode", "-", stdin=text), 2, "stdin: ", twice)
        path = self.file("many.json", '{"kind":"encode","cases":[%s]}' % text)
        self.assert_refused(run("verify", "--vectors", path), 2, f"{path}: ", twice)
        scheme = '{"value":"Q8S","store":"Native","value":"Q4S"}'
        self.assert_refused(run("decode", "--scheme", scheme, "--shape", "2", "--hex", "00"), 2,
                            "--scheme: ", '"value" stands twice')

    def test_malformed_vector_files(self):
        for content, part in [("", "not JSON"), ("{", "not JSON"), ("[]", "object"),
                              ({"kind": "new", "cases": []}, "kind: "),
                              ({"kind": "encode", "cases": []}, "cases: there is none"),
                              ({"kind": "encode", "cases": [TENSOR]}, "cases[0].bytes: missing"),
                              ({"kind": "encode", "cases": [{**TENSOR, "value": "Q9"}]},
                               "cases[0].value: "),
                              ("[" * 100000, "deep")]:
            path = self.file("bad.json", content)
            done = run("verify", "--cases", "1", "--vectors", path)
            self.assert_refused(done, 2, f"{path}: ", part)

    def test_malformed_cases(self):
        for content, part in [("nonsense", "not JSON"), ({}, "neither"),
                              ({**TENSOR, "codes": [300]}, "codes[0]: "),
                              ({**TENSOR, "scales": ["1.0"]}, "scales[0]: "),
                              ({**TENSOR, "shape": "2"}, "shape: ")]:
            for verb in ["replay", "encode"]:
                text = content if isinstance(content, str) else json.dumps(content)
                self.assert_refused(run(verb, "-", stdin=text), 2, "stdin: ", part)

    def test_bad_schemes_shapes_and_hex(self):
        good = {"--scheme": TEXT, "--shape": "2", "--hex": "01ff0000803f"}
        for option, value, part in [
                ("--scheme", "nvfp5", "nvfp4"), ("--scheme", TEXT[:40], "from byte "),
                ("--scheme", "{", "$"), ("--scheme", '{"value":"Q9","store":"Native"}', "value: "),
                ("--scheme", '{"level":1}', "level"), ("--scheme", '{"value":"Q8S"}', "store"),
                ("--shape", "2,", "such as 2,3"), ("--shape", "-1", "--shape"),
                ("--shape", "99999999999999999999", "2^64"), ("--hex", "0", "half a byte"),
                ("--hex", "0g", "no hex digit")]:
            words = [word for pair in {**good, option: value}.items() for word in pair]
            for verb in ["decode", "audit"]:
                self.assert_refused(run(verb, *words), 2, part)

    def test_report_that_cannot_be_written(self):
        path = self.folder / "missing" / "report.json"
        self.assert_refused(run("verify", "--cases", "1", "--report", f"json:{path}"), 2,
                            f"cannot write {path}: No such file or directory")


if __name__ == "__main__":
    unittest.main()
