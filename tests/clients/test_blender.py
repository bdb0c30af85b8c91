#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Blender, without a display, imports run directories with the script we ship: smoke as a sequence
with its place, names and a Cycles picture, series with gaps, water that a point cache moves, drops, heights, a flat flow,
a run of `waft run` with its camera and obstacles, against its own cached frames, and bodies from a .glb."""
import os
import pathlib
import shutil
import tempfile

import client
from client import check

SCENE = """waft: 1
time: {duration: 0.4, fps: 25, step: 0.04}
water:
  size: [8, 6]
  cells: [24, 16]
  depth: 2
  trains:
    - {direction: [1, 0.4], amplitude: 0.2, length: 4}
output:
  - {format: pc2, every: 2}
"""

FLAT = """waft: 1
time: {duration: 0.4, fps: 5, step: 0.1}
smoke:
  cells: [48, 16, 1]
  spacing: 0.05
  origin: [-1.2, 0.3, 0.1]
  sides: {left: {kind: inflow, speed: 1}, right: open}
  temperature: false
  sources: [{shape: {box: [0.3, 0.2, 1]}, at: [-0.8, 0.7, 0]}]
solids: [{shape: {sphere: 0.15}, at: [0.3, 0.7, 0]}]
output:
  - {format: vdb}
"""

# Files of twice the cells.
FINE = """waft: 1
time: {duration: 0.2, fps: 10, step: 0.1}
smoke:
  cells: [8, 12, 8]
  spacing: 0.1
  sources: [{shape: {sphere: 0.2}, at: [0.4, 0.3, 0.4]}]
  turbulence: {mode: wavelet, refine: 2}
output:
  - {format: vdb}
"""

if shutil.which("blender") is None:
    client.missing("Blender", "blender")


def make_gaps(folder, gaps):
    """The puff with every second file left out."""
    (gaps / "vdb").mkdir(parents=True)
    shutil.copy(folder / "run.json", gaps)
    for frame in range(0, client.FRAMES, 2):
        shutil.copy(folder / f"vdb/smoke_{frame:06d}.vdb", gaps / "vdb")


def blender(settings, run, *scripts):
    options = [part for script in (client.SOURCE / "blender/import_waft.py", *scripts)
               for part in ("--python", script)]
    return client.run("blender", "--background", "--factory-startup", "--python-exit-code", "9", *options,
                      "--", run, env=settings)


def check_inside(script, run, settings):
    """Imports the run, then has the script check what is there."""
    done = blender(settings, run, client.SOURCE / "tests/clients" / script)
    lines = [line for line in done.stdout.splitlines() if line.startswith(("ok:", "FAIL:", "waft:"))]
    print("\n".join(lines))
    if not check(done.returncode == 0 and len(lines) > 20, f"Blender ended {script} with {done.returncode}"):
        print(done.stdout[-4000:], done.stderr[-4000:])


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    with client.files() as puff:
        shutil.copytree(puff, work / "puff")
    make_gaps(work / "puff", work / "gaps")
    for name, text in (("water", SCENE), ("pond", client.POND), ("surf", client.SURF), ("flat", FLAT),
                       ("fine", FINE)):
        client.make_run(work, name, text)
    plume = client.make_plume(work)
    # Nothing of the user's own settings takes part.
    settings = dict(os.environ, WAFT_SOURCE=str(client.SOURCE), WAFT_BUILD=str(client.BUILD),
                    BLENDER_USER_CONFIG=str(work / "config"), BLENDER_USER_SCRIPTS=str(work / "scripts"))
    check_inside("inside_blender.py", work / "puff", settings)
    check_inside("inside_blender_run.py", plume, settings)
    (work / "bodies").mkdir()
    done = client.run(client.BUILD / "tests/make_bodies", work / "bodies")
    check(done.returncode == 0, f"make_bodies {done.stderr.strip()}")
    check_inside("inside_blender_bodies.py", work / "bodies", settings)
    (work / "knot.obj").unlink()
    done = blender(settings, plume)
    check(done.returncode == 0 and "knot.obj is not there any more" in done.stdout,
          "without its file an obstacle is left out, with a note")
    empty = work / "empty"
    empty.mkdir()
    done = blender(settings, empty)
    check(done.returncode == 9 and "is not the directory of a waft run" in done.stdout + done.stderr,
          "a folder that is no run is refused")
client.finish()
