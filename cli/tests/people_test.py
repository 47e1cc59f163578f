#!/usr/bin/env python3
"""encode, decode, audit, replay and laws by hand. Runs the program that QBYTES names."""
import json
import unittest

from support import CliTest, Q4S, run, TENSOR, TEXT


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


if __name__ == "__main__":
    unittest.main()
