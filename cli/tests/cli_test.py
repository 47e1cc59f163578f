#!/usr/bin/env python3
"""Runs the program that QBYTES names: exit codes, one-line errors, what people see."""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

QBYTES = os.environ["QBYTES"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "conformance" / "report.schema.json"
SUBCOMMANDS = ["verify", "replay", "encode", "decode", "audit", "laws"]

TENSOR = {"value": "Q8S", "store": "Native", "tensor": None, "block": None, "shape": [2],
          "codes": [1, -1], "scales": ["3f800000"], "global": None}
Q4S = '{"value":"Q4S","store":"PackedNative","packed_dim":0,"tensor":"F16"}'
TEXT = "QuantScheme { value: Q8S, store: Native, mode: Symmetric, tensor: Some(F32), block: None }"

# Answers scalars with what the expression makes of the inputs x; anything else is a violation.
TESTEE = """
import json, sys
hello = json.loads(sys.stdin.readline())
print(json.dumps({{"id": 0, "protocol": 1, "name": "fake", "version": "1", "language": "Python",
                  "capabilities": {capabilities}}}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    x = request.get("inputs")
    print(json.dumps({{"id": request["id"], "outputs": {outputs}}}), flush=True)
"""


def run(*arguments, stdin=""):
    return subprocess.run([QBYTES, *map(str, arguments)], input=stdin, capture_output=True,
                          text=True, timeout=120)


class CliTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def fake_testee(self, outputs="x", capabilities='["scalar"]', name="testee.py"):
        script = TESTEE.format(outputs=outputs, capabilities=capabilities)
        return self.python(self.file(name, script))

    def python(self, path):
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    def assert_refused(self, done, code, *parts):
        """One line on stderr with those parts, and no answer on stdout."""
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def assert_ran(self, done, code, *parts):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stderr, "")
        for part in parts:
            self.assertIn(part, done.stdout)


class Help(CliTest):
    def test_every_help_has_an_example(self):
        for words in [[]] + [[name] for name in SUBCOMMANDS]:
            done = run(*words, "--help")
            self.assert_ran(done, 0, "Example", "qbytes " + " ".join(words))

    def test_exit_codes_are_listed(self):
        for words in [[], ["verify"], ["replay"]]:
            self.assert_ran(run(*words, "--help"), 0, "Exit codes:", "7  nothing was checked")

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
        for words, part in [(["--require", "cells"], "cells=P"), (["--require", "cells=101"], "cells=P"),
                            (["--report", "text:x"], "json:FILE"), (["--no-codec"], "--testee"),
                            (["--laws", "no_such_*"], "qbytes laws"),
                            (["--expect", "known.txt"], "known.txt")]:
            self.assert_refused(run("verify", "--cases", "1", *words), 2, part)

    def test_unreadable_files(self):
        missing = self.folder / "missing.json"
        for words in [["verify", "--cases", "1", "--vectors", missing], ["replay", missing],
                      ["verify", "--cases", "1", "--regress", missing], ["encode", missing],
                      ["decode", "--scheme", "nvfp4", "--shape", "1", missing],
                      ["audit", "--scheme", "nvfp4", "--shape", "1", missing]]:
            self.assert_refused(run(*words), 2,
                                f"cannot read {missing}: No such file or directory; ")
        self.assert_refused(run("replay", self.folder), 2, f"cannot read {self.folder}: Is a dir")

    def test_malformed_vector_files(self):
        for content, part in [("", "not JSON"), ("{", "not JSON"), ("[]", "object"),
                              ({"kind": "new", "cases": []}, "kind: "),
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


class Verify(CliTest):
    def test_codec_is_well(self):
        done = run("verify", "--cases", "6000", "--seed", "1", "--require", "cells=100")
        self.assert_ran(done, 0, "seed 1,", "cells 1944/1944", "\ncodec: all well\n",
                        "again: ", "  Q4S    PackedU32     + + + +\n")

    def test_result_does_not_depend_on_threads(self):
        reports = []
        for jobs in [1, 2, 5]:
            path = self.folder / f"{jobs}.json"
            self.assert_ran(run("verify", "--cases", "700", "--seed", "5", "--jobs", jobs,
                                "--report", f"json:{path}"), 0)
            report = json.loads(path.read_text())
            del report["seconds"], report["command"]
            reports.append(report)
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(reports[0], reports[2])

    def test_seed_is_printed_where_none_is_given(self):
        self.assertRegex(run("verify", "--cases", "1").stdout, r"seed \d+,.*\n(.*\n)*.* --seed \d+\n")

    def test_report_fits_its_schema(self):
        import jsonschema
        path = self.folder / "report.json"
        self.assert_ran(run("verify", "--cases", "50", "--report", f"json:{path}"), 0)
        jsonschema.validate(json.loads(path.read_text()), json.loads(SCHEMA.read_text()))
        self.assertEqual([each.name for each in self.folder.iterdir()], ["report.json"])

    def test_required_cells(self):
        done = run("verify", "--cases", "30", "--require", "cells=100")
        self.assert_ran(done, 1, "not reached")
        self.assertEqual(len(done.stdout.split("not reached")[1].strip().split("\n")), 11)
        self.assert_ran(run("verify", "--cases", "30", "--require", "cells=0"), 0)

    def test_nothing_checked(self):
        self.assert_ran(run("verify", "--cases", "0"), 7, "codec: nothing was checked")
        mute = self.fake_testee(capabilities="[]")
        self.assert_ran(run("verify", "--cases", "9", "--testee", mute), 7, "codec: all well")

    def test_vectors(self):
        good = self.file("good.json", {"kind": "encode", "cases": [{**TENSOR, "bytes": "01ff0000803f"}]})
        bad = self.file("bad.json", {"kind": "encode", "cases": [{**TENSOR, "bytes": "01fe0000803f"}]})
        wait = self.file("wait.json", {"kind": "burnpack", "cases": [{}, {}]})
        done = run("verify", "--cases", "0", "--vectors", good, wait)
        self.assert_ran(done, 0, f"{good}: 1 encode; codec 1 held",
                        f"pending: {wait}, 2 cases: waits for the container")
        done = run("verify", "--cases", "0", "--vectors", good, bad)
        self.assert_ran(done, 1, "broken: vector_encode (", "byte 1: values",
                        f"replay {bad} --id bad/0")
        self.assert_ran(run("replay", bad, "--id", "bad/0"), 1, "broken       vector_encode")

    def test_quantize_vectors(self):
        case = {"value": "Q8S", "store": "Native", "tensor": "F32", "block": None, "shape": [4],
                "input": ["bfe66666", "bf800000", "00000000", "3f000000"],  # F53, first example
                "bytes": "81b90023d436683c", "back": ["bfe66666", "bf80ce6a", "00000000", "3efdfbf8"]}
        good = self.file("good.json", {"kind": "quantize", "cases": [case]})
        done = run("verify", "--cases", "0", "--vectors", good)
        self.assert_ran(done, 0, f"{good}: 1 quantize; codec 1 held", "vector_dequantize")
        bad = self.file("bad.json", {"kind": "quantize", "cases": [{**case, "bytes": "80" + case["bytes"][2:]}]})
        done = run("verify", "--cases", "0", "--vectors", bad)
        self.assert_ran(done, 1, "broken: vector_quantize (", "byte 0: values")
        self.assert_ran(run("replay", bad, "--id", "bad/0"), 1, "broken       vector_quantize")
        self.assert_ran(run("replay", good), 0, "held         vector_dequantize")

    def test_regression_cases(self):
        path = self.file("case.json", TENSOR)
        self.assert_ran(run("verify", "--cases", "0", "--regress", path), 0, "1 vector,", ": 1 case; codec 1 held")

    def test_only_some_laws(self):
        done = run("verify", "--cases", "90", "--laws", "encode_by*")
        self.assert_ran(done, 0, "encode_bytes")
        self.assertNotIn("decode_any_bits", done.stdout)

    def test_seconds(self):
        self.assert_ran(run("verify", "--seconds", "0.3"), 0, "codec: all well")


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

    def test_that_break_a_law(self):
        done = self.verify(self.fake_testee(self.zeros), "--save", self.folder / "saved")
        self.assert_ran(done, 1, "broken: encode_to_nearest (", "by fake 1",
                        "fake 1: 1 law broken, none expected")
        saved = self.folder / "saved" / "encode_to_nearest-fake-1.json"
        self.assertEqual(json.loads(saved.read_text())["case"]["case"], "scalar")
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
        known = self.file("known.txt", "encode_to_* scalar  # it gives zeros\nother *  # stale\n")
        done = self.verify(self.fake_testee(self.zeros), "--expect", known)
        self.assert_ran(done, 0, "known: fake 1 breaks encode_to_nearest", "it gives zeros",
                        "nothing fits line 2", "fake 1: 1 law broken, all expected")
        self.assert_ran(self.verify(self.fake_testee(self.zeros), "--expect", f"fake@1={known}"), 0)

    def test_expectations_of_whom(self):
        known = self.file("known.txt", "* *  # all\n")
        one = self.fake_testee()
        self.assert_refused(self.verify(one, "--expect", f"other@1={known}"), 2, "fake@1")
        self.assert_refused(self.verify(one, "--testee", one, "--expect", known), 2,
                            "NAME@VERSION=FILE")
        self.assert_refused(self.verify(one, "--expect", self.file("bad.txt", "a b\n")), 2,
                            "bad.txt:1: ")


class ForPeople(CliTest):
    def test_encode(self):
        text = json.dumps(TENSOR)
        self.assert_ran(run("encode", "-", stdin=text), 0, "01ff0000803f\n")
        out = self.folder / "out.bin"
        self.assert_ran(run("encode", self.file("a.json", TENSOR), "--out", out), 0)
        self.assertEqual(out.read_bytes(), bytes.fromhex("01ff0000803f"))

    def test_decode_gives_what_encode_takes(self):
        for scheme in [TEXT, '{"value":"Q8S","store":"Native","mode":"Symmetric","tensor":"F32"}',
                       '{"value":"Q8S","store":"Native","tensor":"F32"}']:
            done = run("decode", "--scheme", scheme, "--shape", "2", "--hex", "01 ff 0000803f")
            self.assert_ran(done, 0, '"codes":[1,-1]')
            self.assert_ran(run("encode", "-", stdin=done.stdout), 0, "01ff0000803f\n")

    def test_decode_reads_files_and_stdin(self):
        path = self.folder / "in.bin"
        path.write_bytes(bytes.fromhex("1032547698badcfe7e0000003f"))
        words = ["decode", "--scheme", "nvfp4", "--shape", "[1, 16]"]
        self.assert_ran(run(*words, path), 0, '"global":"3f000000"')
        self.assert_ran(run(*words, "--hex", "-", stdin=path.read_bytes().hex() + "\n"), 0, "global")

    def test_rank_0(self):
        for shape in ["", "[]"]:
            done = run("decode", "--scheme", TEXT, "--shape", shape, "--hex", "050000003f")
            self.assert_ran(done, 0, '"shape":[]')

    def test_audit(self):
        words = ["audit", "--scheme", Q4S, "--shape", "2", "--hex", "18f70080"]
        self.assert_ran(run(*words), 0, "code_out_of_range 0\npadding_not_zero 0\n",
                        "5 findings, not canonical\n")
        self.assertEqual(json.loads(run(*words, "--json").stdout)["findings"][2],
                         ["padding_not_zero", 1])
        self.assert_ran(run("audit", "--scheme", TEXT, "--shape", "1", "--hex", "010000803f"), 0,
                        "0 findings, canonical\n")

    def test_refusals(self):
        done = run("encode", "-", stdin=json.dumps({**TENSOR, "global": "3f800000"}))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("does not take a per-tensor scale\nrefused: global_scale_unexpected\n",
                      done.stderr)
        done = run("decode", "--scheme", "nvfp4", "--shape", "1,16", "--hex", "00")
        self.assertEqual(done.returncode, 1)
        self.assertIn("refused: truncated\n", done.stderr)

    def test_replay(self):
        self.assert_ran(run("replay", "-", stdin=json.dumps(TENSOR)), 0, "codec\n",
                        "held         encode_bytes")
        self.assert_ran(run("replay", "-", "--law", "encode_bytes", stdin=json.dumps(TENSOR)), 0)
        self.assert_refused(run("replay", "-", "--law", "no_such", stdin=json.dumps(TENSOR)), 2,
                            "qbytes laws")
        many = self.file("many.json", {"kind": "encode",
                                       "cases": [{**TENSOR, "bytes": "01ff0000803f"}] * 2})
        self.assert_refused(run("replay", many), 2, "2 cases", "--id", "many/0")
        self.assert_ran(run("replay", many, "--id", "many/1"), 0, "held         vector_encode")


if __name__ == "__main__":
    unittest.main()
