#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same plume past a sphere in Debian's Blender and in waft: time and CPU time a frame, what was
carried, how free of divergence it is, bytes written; then detail at twice the cells, what Blender's
noise adds to its bake against `waft enhance` of a run. Usage: smoke.py WAFT [CELLS...]"""
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
FRAMES = {64: 20, 128: 8}

SCENE = """waft: 1
title: A plume past a sphere
time: {{duration: {duration}, fps: 24, step: 1}}
smoke:
  cells: [{n}, {n}, {n}]
  spacing: {spacing}
  cfl: 20
  max_substeps: 1
  pressure: {{tolerance: {tolerance}}}
  sources: [{{shape: {{sphere: 0.1}}, at: [0.5, 0.15, 0.5], density: 1, temperature: 30}}]
solids: [{{shape: {{sphere: 0.15}}, at: [0.5, 0.55, 0.5]}}]
{output}"""


def blender(cells, frames, noise=1):
    with tempfile.TemporaryDirectory() as folder:
        said = subprocess.run(
            ["blender", "-b", "--factory-startup", "--python", HERE / "blender_smoke.py", "--",
             str(cells), str(frames), folder, str(noise)],
            capture_output=True, text=True, check=True, cwd=folder).stdout  # it leaves its noise where it runs
        found = re.search(r"BAKED wall (\S+) cpu (\S+) bytes (\S+)", said)
        if not found:
            sys.exit("Blender did not bake:\n" + said)
        return [float(word) for word in found.groups()] + [divergence(folder, frames)]


def divergence(folder, frames):
    """Greatest |h div u| over greatest |u| of the last frame's smoke. The grid has velocities on the lower
    faces of voxels, in units that cancel here; voxels without smoke are left out of the file, not 0."""
    try:
        import numpy
        import pyopenvdb
    except ImportError:
        return float("nan")
    grid = pyopenvdb.read(f"{folder}/data/fluid_data_{frames:04d}.vdb", "velocity")
    low, high = grid.evalActiveVoxelBoundingBox()
    u = numpy.zeros([high[axis] - low[axis] + 1 for axis in range(3)] + [3], numpy.float32)
    grid.background = (float("nan"),) * 3  # what touches a voxel without smoke does not count
    grid.copyToArray(u, ijk=low)
    whole = tuple(slice(0, count - 1) for count in u.shape[:3])
    div = sum(numpy.diff(u[..., axis], axis=axis)[whole[:axis] + (slice(None),) + whole[axis + 1:]]
              for axis in range(3))
    return float(numpy.nanmax(abs(div)) / numpy.nanmax(abs(u)))


def timed(command, frames):
    """Wall and CPU seconds a frame."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.time()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    wall = time.time() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall / frames, cpu / frames


def vdb_bytes(folder):
    return sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*.vdb"))


def write_scene(folder, cells, frames, output, tolerance):
    scene = pathlib.Path(folder) / "plume.yaml"
    scene.write_text(SCENE.format(n=cells, spacing=1 / cells, duration=frames / 24,
                                  tolerance=tolerance, output=output))
    return scene


def waft(program, cells, frames, output, tolerance):
    with tempfile.TemporaryDirectory() as folder:
        scene = write_scene(folder, cells, frames, output, tolerance)
        wall, cpu = timed([program, "run", scene, "-o", f"{folder}/out", "-q"], frames)
        last = (pathlib.Path(folder) / "out/stats.csv").read_text().splitlines()
        row = dict(zip(last[0].split(","), last[-1].split(",")))
        return wall, cpu, vdb_bytes(f"{folder}/out") / frames, row


def enhance(program, cells, frames, mode, output):
    """Detail at twice the cells over a run that is not counted, nor the bank it stirs with."""
    with tempfile.TemporaryDirectory() as folder:
        scene = write_scene(folder, cells, frames, "output: [{format: cache}]\n", 1e-3)
        subprocess.run([program, "run", scene, "-o", f"{folder}/base", "-q"], check=True,
                       stdout=subprocess.DEVNULL)
        look = pathlib.Path(folder) / "look.yaml"
        look.write_text(f"mode: {mode}\nrefine: 2\n")
        command = [program, "enhance", f"{folder}/base", "-l", look, "-q", "--set", f"output={output}",
                   "--cache", f"{folder}/banks"]
        subprocess.run([*command, "-o", f"{folder}/first", "--frames", "0:1"], check=True,
                       stdout=subprocess.DEVNULL)
        wall, cpu = timed([*command, "-o", f"{folder}/out"], frames)
        return wall, cpu, vdb_bytes(f"{folder}/out") / frames


def compare_detail(program, cells, frames, base_cpu):
    wall, cpu, size, _ = blender(cells, frames, 2)
    print(f"  Blender, noise at twice the cells: wall {wall * 1e3:8.1f} ms  CPU {cpu * 1e3:8.1f} ms  "
          f"{size / 1e6:6.2f} MB a frame; less its bake without: CPU {(cpu - base_cpu) * 1e3:.1f} ms")
    for mode in ("force", "wavelet"):
        for name, output in (("VDB written", "[{format: vdb, fields: [density]}]"), ("no files", "[]")):
            ours = enhance(program, cells, frames, mode, output)
            print(f"  waft enhance, {mode}, {name}: wall {ours[0] * 1e3:8.1f} ms  CPU "
                  f"{ours[1] * 1e3:8.1f} ms  {ours[2] / 1e6:6.2f} MB a frame; "
                  f"CPU ratio {(cpu - base_cpu) / ours[1]:.1f}")


def main():
    program = sys.argv[1]
    for cells in [int(word) for word in sys.argv[2:]] or [64, 128]:
        frames = FRAMES.get(cells, 8)
        print(f"smoke {cells}^3 with sphere, {frames} frames, one step a frame")
        wall, cpu, size, div = blender(cells, frames)
        print(f"  Blender, VDB written:  wall {wall * 1e3:8.1f} ms  CPU {cpu * 1e3:8.1f} ms  "
              f"{size / 1e6:6.2f} MB a frame; u, density, heat, shadow; h div u / u {div:.1e}")
        vdb = ("output: [{format: vdb, fields: [density, temperature, velocity]}]\n")
        for name, output in (("VDB written", vdb), ("no files", "")):
            for tolerance in (1e-3, 1e-5):
                ours = waft(program, cells, frames, output, tolerance)
                print(f"  waft, {name}, {tolerance:g}: wall {ours[0] * 1e3:8.1f} ms  CPU "
                      f"{ours[1] * 1e3:8.1f} ms  {ours[2] / 1e6:6.2f} MB a frame; u, density, heat; "
                      f"residual {float(ours[3]['smoke.residual']):.1e}; "
                      f"CPU ratio {cpu / ours[1]:.1f}")
        compare_detail(program, cells, frames, cpu)


main()
