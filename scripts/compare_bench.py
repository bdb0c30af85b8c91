#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares two builds of waft by their own benchmarks.

    scripts/compare_bench.py OLD NEW [--rounds N] [--full] [CASE...]

Both binaries run the same cases alternately, and the order changes from round to round, so that a machine
that grows warm or busy slows both of them. The least time of all rounds counts. A table shows each case; its
last lines show the geometric mean of the ratios of each area. The exit code is 1 if a case is more than 8 %
slower or the mean of an area is more than 3 % slower, else 0.
"""
import argparse
import json
import math
import subprocess
import sys

MOST_CASE = 1.08
MOST_AREA = 1.03


def measure(binary, cases, full):
    command = [binary, "bench", "--json", *cases] + ([] if full else ["--quick"])
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with code {done.returncode}")
    rows = (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))
    return {row["case"]: row["ms_per_step"] for row in rows if row.get("ms_per_step", 0) > 0}


def keep_least(best, rows):
    for case, ms in rows.items():
        best[case] = min(ms, best.get(case, math.inf))


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("cases", nargs="*", metavar="CASE", help="the start of a case's name; none means all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--full", action="store_true", help="take all repetitions, not a tenth")
    args = parser.parse_args()
    best = {args.old: {}, args.new: {}}
    for turn in range(args.rounds):
        order = (args.old, args.new) if turn % 2 == 0 else (args.new, args.old)
        for binary in order:
            keep_least(best[binary], measure(binary, args.cases, args.full))
    old, new = best[args.old], best[args.new]
    areas = {}
    slow = False
    print(f"{'case':40} {'old ms':>10} {'new ms':>10} {'new/old':>8}")
    for case, ms in old.items():
        if case not in new:
            print(f"{case:40} {ms:10.4f} {'missing':>10}")
            slow = True
            continue
        ratio = new[case] / ms
        areas.setdefault(case.split("/")[0], []).append(ratio)
        slow = slow or ratio > MOST_CASE
        print(f"{case:40} {ms:10.4f} {new[case]:10.4f} {ratio:8.3f}{'  slower' if ratio > MOST_CASE else ''}")
    for case in new.keys() - old.keys():
        print(f"{case:40} {'':10} {new[case]:10.4f}")
    for area, ratios in areas.items():
        mean = geometric_mean(ratios)
        slow = slow or mean > MOST_AREA
        print(f"mean of {area:32} {'':10} {'':10} {mean:8.3f}{'  slower' if mean > MOST_AREA else ''}")
    return 1 if slow else 0


sys.exit(main())
