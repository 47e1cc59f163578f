#!/usr/bin/env python3
"""Small scopes. Runs the program that QBYTES names."""
import json
import unittest

from support import CliTest, run


class Scopes(CliTest):
    def test_a_small_one_is_proved(self):
        done = run("scopes", "line")
        self.assert_ran(done, 0)
        self.assertRegex(done.stdout, r"line +[0-9]{7} .*proved for the scope")

    def test_a_counterexample_is_replayable_and_found_again(self):
        done = run("scopes", "geometry", "--fault", "scales_row_major", "--json")
        self.assert_ran(done, 1)
        (row,) = json.loads(done.stdout)
        self.assertFalse(row["proved"])
        case = row["counterexample"]["case"]
        self.assertEqual(case["case"], "tensor")
        self.assert_ran(run("replay", "-", stdin=json.dumps(case)), 0)

    def test_what_it_does_not_know_is_named(self):
        for words in (["scopes", "lines"], ["scopes", "line", "--fault", "none"]):
            self.assert_refused(run(*words), 2, "no such")


if __name__ == "__main__":
    unittest.main()
