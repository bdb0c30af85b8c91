#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every picture of docs/pictures/list.txt, drawn small, is what its thumbnail shows: within a
tolerance, without holes, and hardly clipped. `./dev pictures thumbs` renews the thumbnails."""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zlib

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])
WAFT = os.environ["WAFT"]
THUMBS = SOURCE / "tests/pictures/thumbs"
SIZE, SAMPLES, BLOCK = (160, 90), 2, 8
# A driver's own rounding moves edges by parts of a pixel: below 1 of 255 in the mean. A lost shadow,
# a body that is not drawn or another tint of the water moves a block by 20 and more.
MEAN_LIMIT, BLOCK_LIMIT, CLIPPED_LIMIT = 2.5, 12.0, 0.02


def read_png(path):
    """(width, height, bytes) of an 8-bit RGB PNG without interlacing, as waft writes it."""
    data = path.read_bytes()
    width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", data[16:29])
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or (depth, colour, interlace) != (8, 2, 0):
        raise ValueError(f"{path} is not an 8-bit RGB PNG")
    packed, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    return width, height, unfilter(zlib.decompress(packed), 3 * width, height)


def paeth(left, up, corner):
    guess = left + up - corner
    near = sorted(((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner)))
    return near[0][2]


def unfilter(raw, row_size, height):
    out, before = bytearray(), bytes(row_size)
    for y in range(height):
        kind, row = raw[y * (row_size + 1)], bytearray(raw[y * (row_size + 1) + 1:(y + 1) * (row_size + 1)])
        for i in range(row_size):
            left = row[i - 3] if i >= 3 else 0
            corner = before[i - 3] if i >= 3 else 0
            row[i] = (row[i] + (0, left, before[i], (left + before[i]) // 2,
                                paeth(left, before[i], corner) if kind == 4 else 0)[kind]) & 255
        out += row
        before = row
    return bytes(out)


def blocks(picture):
    """Mean of each channel in each block of BLOCK x BLOCK pixels."""
    width, height, data = picture
    for top in range(0, height, BLOCK):
        for left in range(0, width, BLOCK):
            rows = [data[3 * (y * width + left):3 * (y * width + min(left + BLOCK, width))]
                    for y in range(top, min(top + BLOCK, height))]
            count = sum(map(len, rows)) // 3
            yield tuple(sum(sum(row[channel::3]) for row in rows) / count for channel in range(3))


def problems_of(picture, thumb):
    width, height, data = picture
    if thumb[:2] != picture[:2]:
        return [f"the thumbnail is {thumb[0]}x{thumb[1]}"]
    found = []
    mean = sum(abs(a - b) for a, b in zip(data, thumb[2])) / len(data)
    worst = max(abs(a - b) for ours, theirs in zip(blocks(picture), blocks(thumb)) for a, b in zip(ours, theirs))
    pixels = list(zip(data[0::3], data[1::3], data[2::3]))
    clipped = sum(255 in pixel or pixel == (0, 0, 0) for pixel in pixels) / len(pixels)
    # What is not a number reaches the picture as black, whole blocks of it.
    holes = sum(block == (0, 0, 0) for block in blocks(picture))
    if mean > MEAN_LIMIT:
        found.append(f"it is off by {mean:.2f} in the mean, more than {MEAN_LIMIT}")
    if worst > BLOCK_LIMIT:
        found.append(f"a block is off by {worst:.1f}, more than {BLOCK_LIMIT}")
    if clipped > CLIPPED_LIMIT:
        found.append(f"{100 * clipped:.1f} % of the pixels are clipped, more than {100 * CLIPPED_LIMIT:.0f} %")
    if holes:
        found.append(f"{holes} blocks are black")
    print(f"     mean {mean:.2f}, worst block {worst:.1f}, clipped {100 * clipped:.2f} %")
    return found


def rows():
    for line in (SOURCE / "docs/pictures/list.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, scene, frame, *sets = line.split()
            yield name, SOURCE / scene, int(frame), sets


def run(*words):
    done = subprocess.run([WAFT, *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"code {done.returncode}: waft {' '.join(map(str, words))}\n{done.stderr}")


def check_self():
    """The comparison itself can fail."""
    width, height = SIZE
    grey = (width, height, bytes([90]) * (3 * width * height))
    dented = bytearray(grey[2])
    for y in range(BLOCK):
        dented[3 * y * width:3 * (y * width + BLOCK)] = bytes(3 * BLOCK)
    flat = (width, height, bytes([255]) * (3 * width * height))
    return not problems_of(grey, grey) and len(problems_of((width, height, bytes(dented)), grey)) == 2 and \
        len(problems_of(flat, grey)) == 3


def main():
    began = time.monotonic()
    table = list(rows())
    last = {}
    for _, scene, frame, _ in table:
        last[scene] = max(frame, last.get(scene, 0))
    failed = [] if check_self() else ["the comparison passes what it should not"]
    strangers = {p.stem for p in THUMBS.glob("*.png")} ^ {row[0] for row in table}
    failed += [f"{name}: in one of list and thumbnails only" for name in sorted(strangers)]
    failed += [f"{row[0]}: docs/pictures/{row[0]}.png is not there" for row in table
               if not (SOURCE / f"docs/pictures/{row[0]}.png").exists()]
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as work:
        for scene, frame in last.items():
            run("run", scene, "-o", f"{work}/{scene.stem}", "-q", "--no-pictures", "--frames", f"{frame}:{frame}")
        for name, scene, frame, sets in table:
            print(f"{name}:", flush=True)
            words = [word for text in sets for word in ("--set", text)]
            path = pathlib.Path(work, name + ".png")
            run("render", f"{work}/{scene.stem}", "--frame", frame, "-o", path, "-q", *words,
                "--size", "%dx%d" % SIZE, "--samples", SAMPLES)
            if (THUMBS / path.name).exists():
                failed += [f"{name}: {text}" for text in problems_of(read_png(path), read_png(THUMBS / path.name))]
    print("\n".join(failed) if failed else f"ok: {len(table)} pictures in {time.monotonic() - began:.1f} s")
    return 1 if failed or not table else 0


sys.exit(main())
