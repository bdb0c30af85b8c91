#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/export/starters.c from scenes/*.yaml; run it after changing one of the starters."""
import pathlib

STARTERS = [
    ("ocean", "open sea: a sum of trains with Gerstner orbits"),
    ("pond", "rain and a hand on a pond: ripples that live"),
    ("shore", "a wave maker, breakers and their run-up on a beach"),
    ("surf", "swell that shoals and breaks on a beach, with foam and spray"),
    ("swell", "one Airy train with gauges and tracers, to measure"),
    ("smoke", "a warm source, an obstacle, and OpenVDB files for Blender"),
    ("leaf", "leaves that flutter down in a light wind and come to rest"),
    ("paper", "a sheet of paper and a card, dropped side by side"),
    ("dam", "a liquid of particles: a dam breaks over an obstacle"),
]

HEAD = """// SPDX-License-Identifier: MIT
// Starter scenes of `waft new`, written by scripts/embed_starters.py from scenes/*.yaml.
#include <waft/starter.h>

// clang-format off
static const waft_starter starters[] = {
"""

TAIL = """};
// clang-format on

size_t waft_starter_count(void) {
    return sizeof(starters) / sizeof(starters[0]);
}

const waft_starter* waft_starter_at(size_t index) {
    return index < waft_starter_count() ? &starters[index] : NULL;
}
"""


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    text = HEAD
    for kind, summary in STARTERS:
        text += f'    {{"{kind}", "{summary}",\n'
        lines = (root / "scenes" / f"{kind}.yaml").read_text().splitlines()
        quoted = ['        "' + l.replace("\\", "\\\\").replace('"', '\\"') + '\\n"' for l in lines]
        text += "\n".join(quoted) + "},\n"
    (root / "src/export/starters.c").write_text(text + TAIL)


main()
