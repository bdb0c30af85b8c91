#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes scenes/meshes/*.obj: bodies for the example scenes, made here from formulas."""
import math
import pathlib
import sys

ALONG, AROUND = 160, 14  # rings of the tube, points of a ring


def subtract(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    length = math.sqrt(sum(x * x for x in a))
    return [x / length for x in a]


def knot(t):
    """A trefoil: the torus knot (2, 3), lying in the plane of x and y, about 2 across."""
    r = 0.62 + 0.30 * math.cos(3 * t)
    return [r * math.cos(2 * t), r * math.sin(2 * t), -0.30 * math.sin(3 * t)]


def frame(t):
    """Two unit vectors across the knot. The centre of the torus' tube never lies on the knot, so the
    direction from it turns smoothly and closes after a round."""
    ahead = unit(subtract(knot(t + 1e-4), knot(t - 1e-4)))
    centre = [0.62 * math.cos(2 * t), 0.62 * math.sin(2 * t), 0.0]
    out = subtract(knot(t), centre)
    along = sum(x * y for x, y in zip(out, ahead))
    out = unit([x - along * y for x, y in zip(out, ahead)])
    return out, cross(ahead, out)


def tube(radius):
    points, facets = [], []
    for i in range(ALONG):
        t = 2 * math.pi * i / ALONG
        out, side = frame(t)
        for j in range(AROUND):
            a = 2 * math.pi * j / AROUND
            points.append([p + radius * (math.cos(a) * o + math.sin(a) * s) for p, o, s in zip(knot(t), out, side)])
    for i in range(ALONG):
        for j in range(AROUND):
            a, b = i * AROUND + j, i * AROUND + (j + 1) % AROUND
            c, d = (b + AROUND) % len(points), (a + AROUND) % len(points)
            facets += [(a, b, c), (a, c, d)]
    return points, facets


def house():
    """A cottage with its ridge along z: 2 wide, 2 deep, eaves at 1, ridge at 1.8; it stands on y = 0."""
    gable = [(-1, 0), (1, 0), (1, 1), (1.15, 0.95), (0, 1.8), (-1.15, 0.95), (-1, 1)]
    points = [[x, y, z] for z in (-1, 1) for x, y in gable]
    count = len(gable)
    front = [(0, 1, 2), (0, 2, 6), (2, 4, 6), (2, 3, 4), (4, 5, 6)]
    facets = [(a + count, b + count, c + count) for a, b, c in front] + [(c, b, a) for a, b, c in front]
    for i in range(count):
        j = (i + 1) % count
        facets += [(i, j, j + count), (i, j + count, i + count)]
    return points, facets


def write(path, title, points, facets):
    lines = [f"# {title}; written by scripts/make_meshes.py"]
    lines += ["v " + " ".join(f"{x:.5f}".replace("-0.00000", "0.00000") for x in p) for p in points]
    lines += ["f " + " ".join(str(i + 1) for i in f) for f in facets]
    path.write_text("\n".join(lines) + "\n")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "scenes/meshes")
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "knot.obj", "a trefoil knot, 2 across, axis z", *tube(0.17))
    write(folder / "house.obj", "a cottage, 2 wide, on y = 0, ridge along z", *house())


if __name__ == "__main__":
    main()
