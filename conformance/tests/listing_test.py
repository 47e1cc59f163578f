#!/usr/bin/env python3
"""The testee that docs/conformance.md lists is the one that runs."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTEE = ROOT / "conformance/testees/python_minimal/testee.py"
DOCUMENT = ROOT / "docs/conformance.md"

listings = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
if TESTEE.read_text() not in listings:
    sys.exit(f"{DOCUMENT}: no listing is {TESTEE.relative_to(ROOT)}, word for word; copy it in")
print("the listing is the file")
