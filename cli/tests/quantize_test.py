#!/usr/bin/env python3
"""quantize and dequantize, .npy included. Runs the program that QBYTES names."""
import struct
import unittest

from support import CliTest, run

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


if __name__ == "__main__":
    unittest.main()
