#!/usr/bin/env python3
"""The main job and the faults that measure it. Runs the program that QBYTES names."""
import json
import pathlib
import tempfile
import unittest

from support import CliTest, Q4S, run, SCHEMA, TENSOR


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

    def test_demanded_judgements_are_drawn_for(self):
        done = run("verify", "--cases", "30", "--seed", "1", "--require", "judgements=20")
        self.assert_ran(done, 0)
        self.assert_ran(run("verify", "--cases", "0", "--laws", "vector_*", "--require", "judgements=1"), 7)

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


if __name__ == "__main__":
    unittest.main()
