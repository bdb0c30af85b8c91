#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""waft info reads a file to its end: damaged copies of every format that waft writes end with code 2 and one line.
Bytes are flipped or files cut at places that are chosen by chance, with a fixed seed. Where a format has no checksum, a copy
beside the run cannot show every change; in the run's own directory files.sfv does."""
import pathlib
import random
import shutil
import tempfile

from harness import check, check_run, finish, one_line, waft

COPIES = 25
SCENES = {
    "water": """waft: 1
time: {duration: 0.2, fps: 10, step: 0.1}
water: {method: waves, size: [8, 6], cells: [24, 16], spray: {capacity: 50}, trains: [{length: 3, amplitude: 0.3}]}
output:
  - {format: png}
  - {format: obj, stride: 2}
  - {format: pc2, stride: 2}
  - {format: ply}
  - {format: state}
  - {format: exr}
  - {format: vtp}
  - {format: water_vti}
""",
    "smoke": """waft: 1
time: {duration: 0.2, fps: 10, step: 0.1}
smoke: {cells: [16, 20, 16], spacing: 0.1, temperature: true, buoyancy: {temperature: 1},
  sources: [{shape: {sphere: 0.4}, at: [0.8, 0.4, 0.8], density: 1, temperature: 100}]}
output: [{format: vdb}, {format: vti}, {format: cache}]
""",
    "liquid": """waft: 1
time: {duration: 0.2, fps: 10, step: 0.1}
liquid: {spacing: 0.1, domain: {low: [0, 0, 0], high: [0.8, 0.8, 0.8]}, blocks: [{shape: {box: [0.4, 0.6, 0.8]}, at: [0.2, 0.3, 0.4]}]}
output: [{format: surface_obj}, {format: surface_ply}, {format: surface_glb}, {format: particles_vtp}, {format: particles_ply}]
""",
    "bodies": """waft: 1
time: {duration: 0.2, fps: 10, step: 0.1}
bodies: [{preset: ball, release: {position: [0, 2, 0]}}]
output: [{format: gltf}]
""",
}
# Of 25 copies: how many must be noticed beside the run. All where packed blocks or the whole have a sum.
FILES = {
    "water/png/height_000001.png": 25,
    "water/state/frame_000001.waftckpt": 25,
    "water/water_vti/water_000001.vti": 20,
    "smoke/vdb/smoke_000001.vdb": 24,
    "smoke/vti/smoke_000001.vti": 24,
    "smoke/cache/smoke_000001.wgc": 25,
    "water/obj/surface_000000.obj": 20,
    "water/pc2/surface.pc2": 8,
    "water/ply/spray_000001.ply": 8,
    "water/exr/height_000001.exr": 8,
    "water/vtp/spray_000001.vtp": 8,
    "liquid/surface_obj/liquid_000001.obj": 20,
    "liquid/surface_ply/liquid_000001.ply": 8,
    "liquid/surface_glb/liquid_000001.glb": 8,
    "liquid/particles_vtp/liquid_000001.vtp": 8,
    "liquid/particles_ply/liquid_000001.ply": 8,
    "bodies/gltf/bodies.glb": 8,
}


def damaged(data, chance, turn):
    """Every third copy is cut, the others have a byte with some bits flipped."""
    if turn % 3 == 0:
        return data[:chance.randrange(len(data))]
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ chance.randrange(1, 256)]) + data[at + 1:]


def noticed(path, place):
    done = waft("info", str(path), cwd=place)
    check(done.returncode in (0, 2), f"{path.name}: code {done.returncode} {done.stderr}")
    if done.returncode == 2:
        check(one_line(done.stderr), f"{path.name}: {done.stderr}")
    return done.returncode == 2


def test_file(place, name, least):
    original = place / name
    data = original.read_bytes()
    chance = random.Random(name)
    check_run(0, "info", name, cwd=place)
    alone = inside = 0
    copy = place / ("copy" + original.suffix)
    for turn in range(COPIES):
        hurt = damaged(data, chance, turn)
        copy.write_bytes(hurt)
        alone += noticed(copy, place)
        original.write_bytes(hurt)
        inside += noticed(original, place)
    original.write_bytes(data)
    check(alone >= least, f"{name}: {alone} of {COPIES} damaged copies are noticed, {least} must be")
    check(inside == COPIES, f"{name}: in the run's directory {inside} of {COPIES} are noticed")
    copy.unlink()


def main():
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        for name, text in SCENES.items():
            (place / f"{name}.yaml").write_text(text)
            check_run(0, "run", f"{name}.yaml", "-o", name, "-q", cwd=place)
            check_run(0, "info", name, cwd=place)
        for name, least in FILES.items():
            test_file(place, name, least)
        for name in SCENES:
            check_run(0, "info", name, cwd=place)
        victim = place / "smoke/vdb/smoke_000001.vdb"
        shutil.move(victim, place / "away.vdb")
        done = check_run(2, "info", "smoke", cwd=place)
        check(one_line(done.stderr) and "smoke_000001.vdb is missing" in done.stderr, done.stderr)
        check_run(0, "run", "smoke.yaml", "-o", "smoke", "-q", "--resume", cwd=place)
        check(victim.read_bytes() == (place / "away.vdb").read_bytes(), "a missing frame comes back by --resume")


main()
finish()
