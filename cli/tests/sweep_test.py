#!/usr/bin/env python3
"""Sweeps over all inputs. Runs the program that QBYTES names."""
import json
import subprocess
import unittest

from support import CliTest, Q4S, QBYTES, ROOT, run


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

    def test_a_testee_declares_what_ue8m0_makes_of_numbers(self):
        # A testee that gives ff always is right where that is declared, and wrong next to it.
        choices = '"ue8m0_rounding": "nearest", "ue8m0_not_positive": "nan"'
        done = run("sweep", "encode.UE8M0", "--sample", "--json", "--testee", self.fake_testee(
            '["000000ff"] * len(x)', '["scalar"], "choices": {' + choices + '}'))
        difference = json.loads(done.stdout)[0]["differences"][0]
        self.assertEqual((difference["input"], difference["expected"]), ("00000001", "00"))
        for name in ("ue8m0_rounding", "ue8m0_not_positive", "zero_sign"):
            unknown = self.fake_testee("x", '["scalar"], "choices": {"' + name + '": "wrap"}')
            self.assert_refused(run("sweep", "decode.E2M1", "--testee", unknown), 4, name, "wrap")

    def test_a_testee_that_answers_the_wrong_count(self):
        done = run("sweep", "decode.E2M1", "--testee", self.fake_testee("x[1:]"))
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertIn("outputs: expected 16 of them, found 15", done.stderr)


if __name__ == "__main__":
    unittest.main()
