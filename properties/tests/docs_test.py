#!/usr/bin/env python3
"""Checks that docs/laws.md is true: its laws are those of the program, in the same order, with the
same level, clauses and claim; the clauses exist in docs/format.md, and each of those is cited by a
law; each law and each fault stands in the table of faults; the table of weak judges was made with
all the faults.

  QBYTES=PROGRAM properties/tests/docs_test.py

Prints a line for each thing wrong. Exit 0 all true, 1 not, 2 the program could not be asked.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# **id** (level; F1 F2). *Claim.* Why.
LAW = re.compile(r"^\*\*(?P<id>[a-z0-9_]+)\*\* \((?P<level>[^;)]*); (?P<clauses>[^)]*)\)\. "
                 r"\*(?P<claim>[^*]+)\*(?P<why>.*)$")
ANCHOR = re.compile(r'^<a id="([^"]+)"></a> ')
FAULT = re.compile(r'\{\s*"([a-z0-9_]+)",\s*Layer::')
TABLE = "| law | faults that it convicts |\n|---|---|\n"
ROW = re.compile(r"^\| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)


def without_stop(claim):
    return claim.rstrip(".")


def documented(text):
    """The laws of the document, and lines about paragraphs that look like one and are none."""
    laws, problems = [], []
    for block in re.split(r"\n\s*\n", text):
        paragraph = " ".join(block.split())
        anchor = ANCHOR.match(paragraph)
        found = LAW.match(paragraph[anchor.end():] if anchor else paragraph)
        if found:
            law = found.groupdict()
            law["claim"] = without_stop(law["claim"])
            laws.append(law)
            if not anchor or anchor[1] != law["id"]:
                problems.append(f"{law['id']}: expected <a id=\"{law['id']}\"></a> before it")
            if not law["why"].strip():
                problems.append(f"{law['id']}: it does not say why the law follows")
        elif anchor:
            problems.append(f"{anchor[1]}: expected **id** (level; clauses). *Claim.* Why.")
    return laws, problems


def of_program(program):
    done = subprocess.run([program, "laws", "--json"], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(f"{program} laws --json: exit code {done.returncode}: {done.stderr}")
    laws = json.loads(done.stdout)
    return [law | {"claim": without_stop(law["claim"])} for law in laws]


def compare(documented_laws, laws):
    problems = []
    known = {law["id"]: law for law in laws}
    stated = [law["id"] for law in documented_laws]
    for id in sorted({id for id in stated if stated.count(id) > 1}):
        problems.append(f"{id}: documented twice")
    problems += [f"{id}: the program has no such law" for id in stated if id not in known]
    problems += [f"{id}: not documented" for id in known if id not in stated]
    if not problems and stated != list(known):
        problems.append(f"the order is not the program's: {' '.join(known)}")
    for law in documented_laws:
        for key in ("level", "clauses", "claim"):
            said, true = law[key], known.get(law["id"], law)[key]
            if said != true:
                problems.append(f"{law['id']}: {key} is \"{said}\", in the program \"{true}\"")
    return problems


def unknown_clauses(text, laws, format_text):
    clauses = set(re.findall(r"^\*\*(F[0-9]+)\. ", format_text, re.MULTILINE))
    cited = set(re.findall(r"\bF[0-9]+\b", text))
    cited.update(clause for law in laws for clause in law["clauses"].split(" "))
    return [f"no clause \"{clause}\" in docs/format.md" for clause in sorted(cited - clauses)]


def uncited_clauses(laws, format_text):
    clauses = re.findall(r"^\*\*(F[0-9]+)\. ", format_text, re.MULTILINE)
    cited = {clause for law in laws for clause in law["clauses"].split(" ")}
    if len(clauses) < 50:
        return [f"docs/format.md: found only {len(clauses)} clauses"]
    return [f"clause {clause} is cited by no law" for clause in clauses if clause not in cited]


def compare_faults(text, laws, sources):
    """The table of faults: a row for each law of the harness, each planted fault somewhere."""
    table = text.partition(TABLE)[2]
    rows = {law: faults.split(", ") for law, faults in ROW.findall(table)}
    planted = set(FAULT.findall(sources))
    convicted = {fault for faults in rows.values() for fault in faults}
    wanted = [law["id"] for law in laws if not law["id"].startswith("vector_")]
    problems = [f"{id}: convicts no fault in the table" for id in wanted if id not in rows]
    problems += [f"{id}: in the table of faults, and no law" for id in rows if id not in wanted]
    problems += [f"fault {id}: not in the table" for id in sorted(planted - convicted)]
    problems += [f"fault {id}: in the table, and not planted" for id in sorted(convicted - planted)]
    return problems if planted else ["no planted fault found in properties/faults/"]


def compare_weak(text, sources):
    """The table of weak judges was made with the faults that there are."""
    planted = len(set(FAULT.findall(sources)))
    counted = re.findall(r"\| misses of ([0-9]+) faults \|", text)
    if counted == [str(planted)]:
        return []
    return [f"the table of weak judges: expected once \"misses of {planted} faults\", found {counted}; "
            "make it anew: qbytes faults --weak --seeds 1"]


def main():
    program = os.environ.get("QBYTES")
    if not program:
        print("docs_test.py: set QBYTES to the program", file=sys.stderr)
        return 2
    text = (ROOT / "docs/laws.md").read_text(encoding="utf-8")
    format_text = (ROOT / "docs/format.md").read_text(encoding="utf-8")
    sources = "".join(path.read_text(encoding="utf-8")
                      for path in sorted((ROOT / "properties/faults").glob("*.cpp")))
    try:
        laws = of_program(program)
    except (OSError, RuntimeError, ValueError, KeyError, subprocess.SubprocessError) as error:
        print(f"docs_test.py: {error}", file=sys.stderr)
        return 2
    documented_laws, problems = documented(text)
    problems += compare(documented_laws, laws)
    problems += unknown_clauses(text, laws, format_text)
    problems += uncited_clauses(laws, format_text)
    problems += compare_faults(text, laws, sources)
    problems += compare_weak(text, sources)
    if not laws:
        problems.append("the program has no laws")
    for problem in problems:
        print(f"docs/laws.md: {problem}")
    print(f"{len(documented_laws)} laws, {len(problems)} wrong")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
