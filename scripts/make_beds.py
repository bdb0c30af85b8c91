#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes scenes/beds/*.png: 16-bit grey maps of beds and depths, made here from formulas."""
import math
import pathlib
import struct
import zlib


def clamp(x, low=0.0, high=1.0):
    return min(max(x, low), high)


def smooth(x):
    x = clamp(x)
    return x * x * (3 - 2 * x)


def bowl_depth(x, z):
    """Thacker's paraboloid of water at rest, half a radius off the middle of a bowl of 4 m by 4 m;
    white is its greatest depth."""
    return clamp(1 - (x - 0.5) ** 2 - z * z)


def harbour(x, z):
    """64 m by 48 m; black is 4 m deep, white 2 m over the water. Open sea on the left, two moles with a
    gap of 8 m between them, a basin that rises to quays."""
    sea, quay, mole = 0.0, 0.9, 0.85
    land = max(smooth((x - 54) / 6), smooth((abs(z - 24) - 15) / 6) * smooth((x - 26) / 6))
    bed = sea + 0.3 * smooth((x - 10) / 45) + (quay - 0.3) * land
    across = smooth(2 - abs(x - 30) / 1.5)
    beside = smooth((abs(z - 24) - 3) / 2)
    return clamp(max(bed, mole * across * beside))


def two_basins(x, z):
    """A ridge between two hollows of different depth, 10 m by 5 m; white is the rim."""
    left = 1 - math.exp(-(((x - 2.6) / 1.7) ** 2) - ((z - 2.5) / 1.6) ** 2)
    right = 1 - 0.8 * math.exp(-(((x - 7.4) / 1.7) ** 2) - ((z - 2.5) / 1.6) ** 2)
    return clamp(left * right)


def write(path, columns, rows, height):
    lines = b""
    for j in range(rows):
        numbers = [round(65535 * height((i + 0.5) / columns, (j + 0.5) / rows)) for i in range(columns)]
        # Filter 1 (sub) keeps smooth maps small.
        plain = struct.pack(f">{columns}H", *numbers)
        lines += b"\x01" + bytes((b - (plain[k - 2] if k > 1 else 0)) % 256 for k, b in enumerate(plain))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", columns, rows, 16, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
                     + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))


def main():
    folder = pathlib.Path(__file__).resolve().parent.parent / "scenes/beds"
    folder.mkdir(exist_ok=True)
    write(folder / "bowl_depth.png", 200, 200, lambda u, v: bowl_depth(4 * u - 2, 4 * v - 2))
    write(folder / "harbour.png", 256, 192, lambda u, v: harbour(64 * u, 48 * v))
    write(folder / "two_basins.png", 128, 64, lambda u, v: two_basins(10 * u, 5 * v))


main()
