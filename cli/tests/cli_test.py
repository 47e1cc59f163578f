#!/usr/bin/env python3
"""Runs the program that QBYTES names: exit codes, one-line errors, what people see."""

import json
import os
import pathlib
import shlex
import struct
import subprocess
import sys
import tempfile
import unittest

QBYTES = os.environ["QBYTES"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "conformance" / "report.schema.json"
SUBCOMMANDS = ["verify", "replay", "encode", "decode", "quantize", "dequantize", "audit", "laws", "cells",
               "sweep", "faults"]

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


WORKED = [-1.8, -1.0, 0.0, 0.5]  # F53, the first example
WORKED_BYTES = "81b90023d436683c"
ALL_WELL = "saturated blocks 0, clipped values 0, vanished blocks 0, zero blocks 0\n"


def floats(numbers):
    return b"".join(struct.pack("<f", number) for number in numbers)


def npy(numbers, shape, descr="<f4", order="False", version=1, header=None):
    """As numpy.lib.format writes it."""
    header = header or f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}"
    width = "<H" if version == 1 else "<I"
    before = 8 + struct.calcsize(width)
    header = header + " " * (-(before + len(header) + 1) % 64) + "\n"
    return (b"\x93NUMPY" + bytes([version, 0]) + struct.pack(width, len(header)) +
            header.encode() + floats(numbers))


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
                            (["--require", "cells=101"], "cells=P"),
                            (["--report", "text:x"], "json:FILE"), (["--no-codec"], "--testee"),
                            (["--laws", "no_such_*"], "qbytes laws"),
                            (["--expect", "known.txt"], "known.txt")]:
            self.assert_refused(run("verify", "--cases", "1", *words), 2, part)

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


class Verify(CliTest):
    def test_codec_is_well(self):
        done = run("verify", "--cases", "10000", "--seed", "1", "--require", "cells=100,pairs=100,labels=100")
        self.assert_ran(done, 0, "seed 1,", "cells 1944/1944 · pairs 2345/2345 · triples ", "\ncodec: all well\n",
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

    def test_threads_change_nothing(self):
        reports = []
        for jobs in ["1", "3", "3"]:
            path = self.folder / "report.json"
            self.assert_ran(run("verify", "--cases", "3000", "--seed", "5", "--jobs", jobs,
                                "--report", f"json:{path}"), 0)
            report = json.loads(path.read_text())
            del report["seconds"], report["command"]
            reports.append(json.dumps(report))
        self.assertEqual(reports[0], reports[1])
        self.assertEqual(reports[1], reports[2])

    def test_cells(self):
        space = json.loads(run("cells", "--json").stdout)
        self.assertEqual(len(space["axes"]), 15)
        self.assert_ran(run("cells"), 0, "packed_axis", "encode/invalid_scale", "1944 cells")
        self.assert_ran(run("cells", "--infeasible", "2"), 0,
                        "store=Native packed_axis=inner: F2, Native has no packed axis")
        drawn = json.loads(run("cells", "--draw", "500", "--seed", "7", "--json").stdout)
        self.assertEqual(drawn["pairs"], space["feasible_pairs"])
        self.assertEqual(sum(drawn["levels"]["value"].values()), drawn["on_axes"])
        self.assert_refused(run("cells", "--infeasible", "4"), 2, "--infeasible")
        self.assert_refused(run("cells", "--draw", "9", "--infeasible", "2"), 2, "--infeasible")

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


class Faults(CliTest):
    def test_a_fault_that_lives_is_told(self):
        done = run("faults", "--draws", 1, "--seeds", 1)
        self.assert_ran(done, 1, "ALIVE", "laws that convict nothing: ", "after 1 draws")
        report = json.loads(run("faults", "--draws", 1, "--seeds", 2, "--json").stdout)
        self.assertEqual(report["seeds"], [1, 2])
        self.assertIn("lane_order", report["alive"])
        dead = [fault for fault in report["faults"] if fault["id"] not in report["alive"]]
        self.assertTrue(dead and all(1 in fault["kills"].values() for fault in dead))

    def test_a_page_without_anything_from_elsewhere(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "matrix.html"
            run("faults", "--draws", 1, "--seeds", 1, "--html", page)
            text = page.read_text(encoding="utf-8")
        self.assertIn("lane_order", text)
        for loads in ("<script", "<link", " src=", "@import", "url("):
            self.assertNotIn(loads, text)
        self.assert_refused(run("faults", "--draws", 1, "--html", "/no/such/page"), 2, "/no/such/")

    def test_weak_judges(self):
        done = run("faults", "--draws", 40, "--seeds", 1, "--weak")
        self.assert_ran(done, 0, "| cosine_similarity |", "| the laws below |")

    def test_folders_without_cases(self):
        self.assert_refused(run("faults", "--shrink", "/no/such"), 2, "/no/such/")


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

    def test_replay_of_a_report(self):
        bad = self.file("bad.json", {"kind": "encode", "cases": [{**TENSOR, "bytes": "01fe0000803f"}]})
        report = self.folder / "report.json"
        zeros = self.fake_testee('["00000000"] * len(x or [])')
        words = ["verify", "--cases", "60", "--seed", "1", "--testee", zeros]
        done = run(*words, "--laws", "*encode*", "--vectors", bad, "--report", f"json:{report}")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assert_ran(run("replay", report), 1, "broken       vector_encode (",
                        "vector_encode, broken by codec in bad/0\n",
                        "encode_to_nearest, broken by fake 1 in draw ",
                        "held         encode_to_nearest")
        self.assert_ran(run("replay", report, "--testee", zeros), 1,
                        "broken       encode_to_nearest", "unsupported  vector_encode")
        done = run("replay", report, "--law", "encode_to_nearest")
        self.assert_ran(done, 0, "held         encode_to_nearest")
        self.assertNotIn("vector_encode", done.stdout)
        self.assert_refused(run("replay", report, "--id", "bad/0"), 2, "is a report", "--law")
        self.assert_refused(run("replay", report, "--law", "size_exact"), 2, "size_exact")
        self.assert_refused(run("verify", "--vectors", report), 2, "qbytes replay")

    def test_replay_of_reports_without_use(self):
        report = self.folder / "report.json"
        self.assert_ran(run("verify", "--cases", "9", "--report", f"json:{report}"), 0)
        self.assert_refused(run("replay", report), 2, "no counterexample in this report")
        example = {"law": "encode_bytes", "implementation": "a 1", "origin": "draw 1", "file": None,
                   "case": TENSOR}
        for wrong, part in [({"case": {**TENSOR, "codes": [300]}}, "[0].case.codes[0]: "),
                            ({"case": 5}, "[0].case: "), ({"origin": None}, "[0].origin: "),
                            ({"law": "no_such"}, "no_such: no such law"),
                            ({"law": "vector_encode", "file": "/no/such"}, "cannot read /no/such")]:
            text = json.dumps({"report": 1, "counterexamples": [{**example, **wrong}]})
            self.assert_refused(run("replay", "-", stdin=text), 2, part)
        self.assert_refused(run("replay", "-", stdin='{"report":1}'), 2, "counterexamples: missing")

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


class Quantize(CliTest):
    SCHEME = '{"value":"Q8S","store":"Native","tensor":"F32"}'

    def binary(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def quantize(self, path, *more):
        return run("quantize", path, "--scheme", self.SCHEME, *more)

    def assert_quantized(self, done, *parts):
        self.assertEqual((done.returncode, done.stderr), (0, ALL_WELL), done.stdout)
        for part in parts:
            self.assertIn(part, done.stdout)

    def test_npy_and_raw_floats(self):
        for version in [1, 2, 3]:
            path = self.binary("a.npy", npy(WORKED, "(4,)", version=version))
            self.assert_quantized(self.quantize(path), WORKED_BYTES + "\n")
        raw = self.binary("a.bin", floats(WORKED))
        self.assert_quantized(self.quantize(raw, "--shape", "4"), WORKED_BYTES + "\n")
        self.assert_quantized(self.quantize(raw, "--shape", "2,2", "--json"),
                              '"shape":[2,2],"codes":[-127,-71,0,35],"scales":["3c6836d4"]')

    def test_shapes_of_npy(self):
        for shape, told in [("()", "[]"), ("(1, 1)", "[1,1]"), ("(1,1,)", "[1,1]")]:
            path = self.binary("a.npy", npy([1.0], shape))
            self.assert_quantized(self.quantize(path, "--json"), f'"shape":{told}')
        path = self.binary("a.npy", npy([], "(3, 0)"))
        self.assert_quantized(self.quantize(path, "--json"), '"shape":[3,0],"codes":[]')
        path = self.binary("a.npy", npy(WORKED, "(4,)", order="True"))
        self.assert_quantized(self.quantize(path), WORKED_BYTES)

    def test_table_of_blocks(self):
        path = self.binary("a.npy", npy([127.0, 1.25, -2.0, 0.0, 254.0, 3.0, 0.0], "(7,)"))
        scheme = '{"value":"Q8S","store":"Native","block":{"size":[4],"dtype":"F32"}}'
        done = run("quantize", path, "--scheme", scheme, "--blocks")
        self.assert_quantized(done)
        rows = [line.split() for line in done.stdout.strip().split("\n")]
        self.assertEqual(rows[0][:2], ["block", "elements"])
        # By hand: scale 1, 1.25 -> 1; scale 2, 3 / 2 = 1.5 -> 2 -> 4.
        self.assertEqual(rows[1], ["0", "4", "1", "127", "0.25", "0.125"])
        self.assertEqual(rows[2], ["1", "3", "2", "254", "1", "0.5773503"])

    def test_summary_and_calibration(self):
        path = self.binary("a.npy", npy([1.0, 3.0, 0.0, 0.0], "(4,)"))
        scheme = '{"value":"Q8S","store":"Native","block":{"size":[2],"dtype":"F32"}}'
        done = run("quantize", path, "--scheme", scheme, "--calibration", "AbsMean")
        self.assertEqual(done.returncode, 0)
        self.assertIn("clipped values 1,", done.stderr)  # 3 with a range of 2
        self.assertIn("zero blocks 1\n", done.stderr)

    def test_there_and_back(self):
        path, out, back = (self.folder / name for name in ["a.npy", "a.bin", "back.npy"])
        path.write_bytes(npy([1.0, -2.0, 4.0, 0.5] * 8, "(2, 16)"))  # all on the grid of E2M1
        done = run("quantize", path, "--scheme", "mxfp4", "--out", out)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assert_ran(run("dequantize", "--scheme", "mxfp4", "--shape", "2,16", out,
                            "--out", back), 0)
        self.assertEqual(back.read_bytes(), npy([1.0, -2.0, 4.0, 0.5] * 8, "(2, 16)"))
        for shape, told in [("4", "(4,)"), ("2,2", "(2, 2)")]:
            run("dequantize", "--scheme", self.SCHEME, "--shape", shape, "--hex",
                "00010203" + "0000803f", "--out", back)
            self.assertEqual(back.read_bytes(), npy([0.0, 1.0, 2.0, 3.0], told))

    def test_npy_with_a_shape(self):
        path = self.binary("a.npy", npy(WORKED, "(4,)"))
        self.assert_refused(self.quantize(path, "--shape", "2,18"), 2, "leave --shape out")

    def test_bad_npy(self):
        good = npy(WORKED, "(4,)")
        for content, part in [
                (b"abc", "give raw f32 with --shape"), (good[:7], "version"),
                (good[:6] + b"\4" + good[7:], "version"), (good[:9], "cut off"),
                (good[:60], "cut off"), (good[:-1], "do not fill"), (good + b"\0" * 4, "do not fill"),
                (npy(WORKED, "(3,)"), "do not fill"), (npy(WORKED, "(0,)"), "do not fill"),
                (npy(WORKED, f"({2**62}, 4, 0)"), "do not fill"),
                (npy(WORKED, f"({2**62 + 1}, 4)"), "do not fill"),
                (npy(WORKED, f"({2**64},)"), "header"), (npy(WORKED, "(-4,)"), "header"),
                (npy(WORKED, "(4)"), "header"), (npy(WORKED, "[4]"), "header"),
                (npy(WORKED, "(4,)", descr="<f8"), "<f8"), (npy(WORKED, "(4,)", descr=">f4"), ">f4"),
                (npy(WORKED, "(2, 2)", order="True"), "Fortran"),
                (npy(WORKED, "", header="{'descr': '<f4', 'shape': (4,)}"), "header"),
                (npy(WORKED, "", header="{'descr': '<f4', 'descr': '<f4', 'shape': (4,)}"), "header"),
                (npy(WORKED, "(4,)", order="None"), "header")]:
            path = self.binary("bad.npy", content)
            self.assert_refused(self.quantize(path), 2, f"{path}: ", part)
        raw = self.binary("a.bin", floats(WORKED))
        for shape in ["3", "2,3", "0", "5", f"{2**62 + 1},4"]:
            self.assert_refused(self.quantize(raw, "--shape", shape), 2, "do not fill")

    def test_refusals(self):
        path = self.binary("a.npy", npy([1.0, float("nan")], "(2,)"))
        done = self.quantize(path)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("refused: non_finite_input\n", done.stderr)
        self.assert_refused(self.quantize(path, "--calibration", "Mean"), 2, "--calibration")
        done = run("dequantize", "--scheme", "nvfp4", "--shape", "1", "--hex", "00", "--out",
                   self.folder / "b.npy")
        self.assertEqual(done.returncode, 1)
        self.assertIn("refused: truncated\n", done.stderr)
        self.assertFalse((self.folder / "b.npy").exists())


class Sweep(CliTest):
    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([QBYTES, "sweep", "decode.E2M1"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertIn("cannot write to stdout", done.stderr)

    def test_digests_of_nothing(self):
        digests = ROOT / "corpus/digests/conversions.json"
        done = run("sweep", "decode.E2M1", "--against", digests, "--shard", "1/2")
        self.assertEqual((done.returncode, "in this shard" in done.stderr), (7, True), done.stderr)
        bad = self.file("bad.json", [1])
        self.assert_refused(run("sweep", "decode.E2M1", "--against", bad), 2, "no file of digests, such as")

    def test_small_sweeps_are_proved(self):
        self.assert_ran(run("sweep", "decode.E4M3", "laws.E2M1", "bytes.Q4S"), 0,
                        "decode.E4M3             254         2", "proved")
        rows = json.loads(run("sweep", "decode.E5M2", "--json").stdout)
        self.assertEqual((rows[0]["inputs"], rows[0]["nans"], rows[0]["proved"]), (250, 6, True))

    def test_the_sample_finds_no_difference_and_proves_decoders(self):
        done = run("sweep", "--sample", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)
        self.assertEqual(len(rows), 34)
        for row in rows:
            self.assertEqual(row["differences"], [], row)
            whole = row["name"].split(".")[0] in ("decode", "laws", "bytes")
            self.assertEqual((row["whole"], row["proved"]), (whole, whole), row)

    def test_usage(self):
        self.assert_refused(run("sweep", "encode.f16"), 2, "encode.f16", "encode.F16", "lanes.Q4S")
        for shard in ["0/2", "3/2", "1", "1/", "/2", "x/2", "-1/2", "1/2/3"]:
            self.assert_refused(run("sweep", "--shard=" + shard), 2, "--shard", "1/4")
        self.assert_refused(run("sweep", "--digests", "laws.F16"), 2, "only conversions")
        self.assert_refused(run("sweep", "--digests", "--sample"), 2)
        broken = self.file("digests.json", {"digests": {"decode.E2M1": [["00000001", 16, "00"]]}})
        self.assert_refused(run("sweep", "--against", broken), 2, "no slice", "digests.json")
        lacking = self.file("lacking.json", {"digests": {}})
        self.assert_refused(run("sweep", "--against", lacking), 2, "lacks digests of encode.F16")

    def test_a_shard_without_inputs_checks_nothing(self):
        done = run("sweep", "decode.E2M1", "--shard", "1/2")
        self.assertEqual(done.returncode, 7, done.stderr)

    def test_the_codec_has_the_digests_of_the_corpus(self):
        digests = ROOT / "corpus" / "digests" / "conversions.json"
        self.assert_ran(run("sweep", "--against", digests, "decode.F16", "decode.E2M1"), 0,
                        "decode.F16         1 digests  agree")
        self.assert_ran(run("sweep", "--against", digests, "--shard", "113/256", "encode.UE8M0"), 0,
                        "agree")

    def test_digests_print_as_they_are_kept(self):
        digests = ROOT / "corpus" / "digests" / "conversions.json"
        printed = json.loads(run("sweep", "--digests", "decode.BF16").stdout)["digests"]
        kept = json.loads(digests.read_text())["digests"]
        self.assertEqual(printed, {"decode.BF16": kept["decode.BF16"]})

    def test_a_testee_that_differs(self):
        done = run("sweep", "decode.E2M1", "--testee", self.fake_testee('["3f800000"] * len(x)'))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("number 0, expected 00000000, got 3f800000", done.stdout)

    def test_a_testee_declares_how_it_overflows(self):
        past = '["0000007f" if int(b, 16) % 2**31 > 0x43e80000 else "00" for b in x]'
        done = run("sweep", "encode.E4M3", "--sample", "--json", "--testee", self.fake_testee(
            past.replace('"00"', '"00000000"'), '["scalar"], "choices": {"overflow": "past_largest"}'))
        difference = json.loads(done.stdout)[0]["differences"][0]
        self.assertEqual((difference["input"], difference["expected"]), ("3a800001", "01"))
        unknown = self.fake_testee("x", '["scalar"], "choices": {"overflow": "wrap"}')
        self.assert_refused(run("sweep", "decode.E2M1", "--testee", unknown), 4, "wrap", "saturate")

    def test_a_testee_that_answers_the_wrong_count(self):
        done = run("sweep", "decode.E2M1", "--testee", self.fake_testee("x[1:]"))
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertIn("outputs: expected 16 of them, found 15", done.stderr)


if __name__ == "__main__":
    unittest.main()
