"""Counts, and what can be said of all mutants by those that were tried."""

import math


def wilson(good, all_, z=1.959964):
    """The 95 % interval of Wilson for a part of a whole; all of 0..1 where nothing was tried."""
    if all_ == 0:
        return 0.0, 1.0
    part = good / all_
    middle = part + z * z / (2 * all_)
    spread = z * math.sqrt(part * (1 - part) / all_ + z * z / (4 * all_ * all_))
    whole = 1 + z * z / all_
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


VERDICTS = ("killed", "survived", "argued", "same code", "not compiled")


def tally(results):
    """By verdict, for results of one component."""
    counts = {verdict: 0 for verdict in VERDICTS}
    for result in results:
        counts[result["verdict"]] += 1
    return counts


def figures(results):
    counts = tally(results)
    judged = counts["killed"] + counts["survived"]
    low, high = wilson(counts["killed"], judged)
    return {
        "lines": len({(result["file"], result["line"]) for result in results}),
        **{verdict.replace(" ", "_"): count for verdict, count in counts.items()},
        "score": counts["killed"] / judged if judged else None,
        "low": low,
        "high": high,
        "argued_part": counts["argued"] / max(1, judged + counts["argued"]),
    }


HEADER = (f"{'component':10} {'lines':>5} {'killed':>6} {'survived':>8} {'argued':>6} "
          f"{'same code':>9} {'score':>8}  95 % interval")


def row(name, figure):
    score = "-" if figure["score"] is None else f"{100 * figure['score']:.2f} %"
    return (f"{name:10} {figure['lines']:5} {figure['killed']:6} {figure['survived']:8} "
            f"{figure['argued']:6} {figure['same_code']:9} {score:>8}  "
            f"{100 * figure['low']:.2f} to {100 * figure['high']:.2f} %")


def survivor(result):
    return (f"{result['file']}:{result['line']}: {result['kind']}\n"
            f"  - {result['before']}\n  + {result['after']}\n"
            f"  again: ci/mutants --mutant {result['id']}")
