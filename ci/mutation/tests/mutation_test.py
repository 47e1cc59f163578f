#!/usr/bin/env python3
"""Tests of ci/mutants but for what compiles: what is changed, which are chosen, what is counted."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True

from mutation import choose, limits, main, score  # noqa: E402
from mutation.equivalents import Equivalents  # noqa: E402
from mutation.operators import changes, enumerators  # noqa: E402

ENUM = "enum class Store : std::uint8_t { Native = 0, Packed };  // names"


def changed(source, texts=True):
    """Every change as (line, old, new)."""
    found = changes(source, enumerators(ENUM), texts)
    return [(change.line, source[change.start:change.end], change.new) for change in found]


def in_function(statement, texts=True):
    return [pair[1:] for pair in changed("int f(int a) {\n" + statement + "\n}\n", texts)]


class Operators(unittest.TestCase):
    def test_binary_operators_stand_between_blanks(self):
        self.assertIn(("<", "<="), in_function("return g(a < b);"))
        self.assertIn(("*", "+"), in_function("return g(a * b);"))
        self.assertEqual(in_function("T<int>* b;"), [("T<int>* b;", ";")])

    def test_numbers_keep_their_notation(self):
        found = in_function("g(0x7fu, 0, 2.5f);")
        for pair in [("0x7fu", "0x80u"), ("0x7fu", "0x7eu"), ("0", "1"), ("2.5f", "(2.5f * 2)")]:
            self.assertIn(pair, found)
        self.assertNotIn(("0", "-1"), found)

    def test_conditions_are_negated(self):
        self.assertIn(("a", "!(a)"), in_function("if (a) g();"))
        self.assertIn(("p() && q()", "!(p() && q())"), in_function("while (p() && q()) g();"))
        self.assertIn(("a == 1", "!(a == 1)"), in_function("return a == 1 ? b : c;"))

    def test_a_declaration_in_a_condition_is_not_negated(self):
        self.assertNotIn(("auto x = g()", "!(auto x = g())"), in_function("if (auto x = g()) h();"))
        self.assertIn(("x", "!(x)"), in_function("if (auto x = g(); x) h();"))

    def test_statements_are_left_out_whole(self):
        self.assertIn(("g([&] { return 1; });", ";"), in_function("g([&] { return 1; });"))
        self.assertIn(("h();", ";"), in_function("for (int i = 0; i < a; ++i) h();"))
        self.assertNotIn(("i < a;", ";"), in_function("for (int i = 0; i < a; ++i) h();"))

    def test_results_values_and_arguments(self):
        self.assertIn(("a + 1", "{}"), in_function("return a + 1;"))
        self.assertIn(("g(a)", "std::remove_cvref_t<decltype(g(a))>{}"), in_function("x = g(a);"))
        self.assertIn(("a, b + c", "b + c, a"), in_function("g(a, b + c);"))

    def test_enumerators_of_the_vocabulary(self):
        self.assertIn(("Native", "Packed"), in_function("return g(Store::Native);"))
        self.assertIn(("Packed", "Native"), in_function("return g(Store::Packed);"))

    def test_cases_are_left_out(self):
        self.assertIn(("case Store::Native:", ""),
                      in_function("switch (a) {\ncase Store::Native:\n  return 1;\n}"))

    def test_string_literals_only_where_they_count(self):
        self.assertIn(('"ab"', '"a"'), in_function('g("ab");'))
        self.assertNotIn(('"ab"', '"a"'), in_function('g("ab");', texts=False))

    def test_a_line_with_nothing_else_loses_its_loop(self):
        found = in_function("for (int x : all)\n  g(x);\nswitch (x) {\ndefault:\nreturn;\n}")
        for pair in [("for", "if (false) for"), ("return;", ";"),
                     ("x", "std::remove_cvref_t<decltype(x)>{}")]:
            self.assertIn(pair, found)
        self.assertNotIn(("for", "if (false) for"), in_function("for (int x : g(1)) h();"))

    def test_only_code_is_changed(self):
        self.assertEqual(changed("int f(int a = 1);\nenum class E { a = 1 };\n// 1 < 2\n"
                                 "#define N 1\nusing T = A<1>;\n"), [])
        self.assertEqual(changed("constexpr int k = 1;\nstruct S { int i = 7; };\n"),
                         [(1, "1", "0"), (1, "1", "2"), (2, "7", "6"), (2, "7", "8")])


class Choice(unittest.TestCase):
    def test_the_seed_decides(self):
        first, again, other = (choose.slots("codec", seed) for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        self.assertEqual(choose.sample(first, 9, 1), choose.sample(again, 9, 1))
        self.assertNotEqual(choose.sample(first, 9, 1), choose.sample(first, 9, 2))
        self.assertEqual(len(choose.sample(first, 10**6, 1)), len(first))

    def test_any_beginning_of_the_shuffled_is_a_sample(self):
        slots = list(range(400))
        order = choose.shuffled(slots, 1)
        self.assertEqual(sorted(order), slots)
        self.assertEqual(order, choose.shuffled(slots, 1))
        self.assertNotEqual(order, choose.shuffled(slots, 2))
        self.assertTrue(120 < sum(order[:100]) / 100 < 280)

    def test_each_line_has_its_mutants_once(self):
        for component in choose.COMPONENTS:
            lines = [(slot[0].file, slot[0].line) for slot in choose.slots(component, 1)]
            self.assertEqual(len(lines), len(set(lines)))
            ids = [mutant.id for slot in choose.slots(component, 1) for mutant in slot]
            self.assertEqual(len(ids), len(set(ids)))

    def test_a_mutant_is_its_file_with_one_change(self):
        mutant = next(mutant for slot in choose.slots("codec", 1) for mutant in slot
                      if mutant.file.endswith("layout.cpp") and mutant.new == "<=" and mutant.kind == "operator")
        before = (choose.ROOT / mutant.file).read_text()
        old = before[mutant.start:mutant.end]
        self.assertIn(old, ("<", ">"))
        self.assertEqual(mutant.text(), before[:mutant.start] + "<=" + before[mutant.end:])
        self.assertNotEqual(*mutant.shown())


class Score(unittest.TestCase):
    def test_wilson(self):
        for good, all_, low, high in [(0, 10, 0, 0.2775), (10, 10, 0.7225, 1),
                                      (50, 100, 0.4038, 0.5962)]:  # of tables
            self.assertAlmostEqual(score.wilson(good, all_)[0], low, 4)
            self.assertAlmostEqual(score.wilson(good, all_)[1], high, 4)
        for end in score.wilson(980, 1000):  # what the ends are defined by
            self.assertAlmostEqual((0.98 - end) ** 2, 1.959964 ** 2 * end * (1 - end) / 1000, 9)
        self.assertEqual(score.wilson(0, 0), (0.0, 1.0))

    def results(self, **counts):
        return [{"file": "f", "line": place, "verdict": verdict.replace("_", " ")}
                for verdict, count in counts.items() for place in range(count)]

    def test_equivalents_are_not_counted_in_the_score(self):
        figure = score.figures(self.results(killed=97, survived=3, argued=3, same_code=7,
                                            not_compiled=5))
        self.assertEqual(figure["score"], 0.97)
        self.assertAlmostEqual(figure["argued_part"], 3 / 103)

    def test_what_turns_a_run_red(self):
        good = score.figures(self.results(killed=1000))
        poor = score.figures(self.results(killed=950, survived=50))
        one = score.figures(self.results(killed=999, survived=1))
        argued = score.figures(self.results(killed=950, argued=50))
        none = Equivalents()
        self.assertEqual(main.complaints({"codec": good}, none, True), [])
        self.assertEqual(main.complaints({"codec": one}, none, True), [])
        self.assertEqual(main.complaints({"laws": poor}, none, True), [])
        few = score.figures(self.results(killed=29, survived=1))
        self.assertEqual(main.complaints({"laws": few}, none, False), [])
        for figures, whole in [({"codec": one}, False), ({"reference": poor}, True),
                               ({"reference": few}, False), ({"laws": argued}, True)]:
            self.assertEqual(len(main.complaints(figures, none, whole)), 1)


class Kept(unittest.TestCase):
    def test_each_equivalent_is_a_change_that_is_made(self):
        kept = Equivalents()
        self.assertEqual(kept.lost(), [])
        files = {entry["file"] for entry in kept.entries}
        made = {(mutant.file, mutant.above(), *mutant.shown()) for component in choose.COMPONENTS
                for slot in choose.slots(component, 1) for mutant in slot if mutant.file in files}
        self.assertEqual([key for key in kept.by_change if key not in made], [])

    def test_a_line_that_is_gone_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "equivalents.json"
            path.write_text(json.dumps([{"file": "codec/src/layout.cpp", "above": "{",
                                         "line": "not there", "change": "x", "argument": "y"}]))
            self.assertEqual(Equivalents(path).lost(), ["codec/src/layout.cpp: not there"])
            path.write_text('[{"file": "codec/src/layout.cpp"}]')
            with self.assertRaises(ValueError):
                Equivalents(path)


class Limits(unittest.TestCase):
    def test_how_a_program_ends(self):
        def ended(code):
            return limits.ended(limits.run([sys.executable, "-c", code], ".", cpu_seconds=1))

        self.assertEqual(ended("raise SystemExit(3)"), "exit code 3")
        self.assertEqual(ended("while True: pass"), "hangs")
        self.assertEqual(ended("import os; os.abort()"), "crashes (SIGABRT)")


if __name__ == "__main__":
    unittest.main()
