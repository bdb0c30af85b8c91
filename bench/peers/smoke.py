#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same plume past a sphere in Debian's Blender and in waft: time and CPU time a frame, what was
carried, how free of divergence it is, bytes written. Usage: smoke.py WAFT [CELLS...]"""
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
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
  sources: [{{shape: sphere, center: [0.5, 0.15, 0.5], radius: 0.1, density: 1, temperature: 30}}]
  obstacles: [{{shape: sphere, center: [0.5, 0.55, 0.5], radius: 0.15}}]
{output}"""


def blender(cells, frames):
    with tempfile.TemporaryDirectory() as folder:
        said = subprocess.run(
            ["blender", "-b", "--factory-startup", "--python", HERE / "blender_smoke.py", "--",
             str(cells), str(frames), folder], capture_output=True, text=True, check=True).stdout
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


def waft(program, cells, frames, output, tolerance):
    with tempfile.TemporaryDirectory() as folder:
        scene = pathlib.Path(folder) / "plume.yaml"
        scene.write_text(SCENE.format(n=cells, spacing=1 / cells, duration=frames / 24,
                                      tolerance=tolerance, output=output))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.time()
        subprocess.run([program, "run", scene, "-o", f"{folder}/out", "-q"], check=True,
                       stdout=subprocess.DEVNULL)
        wall = time.time() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        size = sum(file.stat().st_size for file in (pathlib.Path(folder) / "out").rglob("*.vdb"))
        last = (pathlib.Path(folder) / "out/stats.csv").read_text().splitlines()
        row = dict(zip(last[0].split(","), last[-1].split(",")))
        return wall / frames, cpu / frames, size / frames, row


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


main()
