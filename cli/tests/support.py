"""What the tests of the program share: running it, files, testees, and how it must end."""

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
SUBCOMMANDS = ["verify", "replay", "encode", "decode", "quantize", "dequantize", "audit", "laws", "cells",
               "sweep", "scopes", "faults"]

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
