#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Khronos validator finds nothing to say about our .glb files: no error, warning, info or hint."""
import os
import pathlib
import shutil
import tempfile

import client
from client import check

MODULES = pathlib.Path(os.environ.get("WAFT_NODE_MODULES", client.BUILD / "node_modules"))

if shutil.which("node") is None:
    client.missing("node", "nodejs and npm")
if not (MODULES / "gltf-validator").is_dir():
    client.missing("gltf-validator", "the npm package gltf-validator")


# Several hulls, one of many plates, bodies that are told apart by colour, and one that never moves.
BODIES = """waft: 1
seed: 2
time: {duration: 0.4, fps: 10, step: 5 ms}
ground: {height: 0}
bodies:
  - {name: leaf, preset: leaf, count: 3, turbulence: {grid: [16, 16, 8]}, color: [0.8, 0.3, 0.1],
     scatter: {low: [-0.2, 0.2, -0.2], high: [0.2, 0.5, 0.2], turned: true, spin: 1}}
  - {name: plane, preset: airplane, langevin: off, release: {position: [0, 1, 0], velocity: [2, 0, 0]}}
  - {name: ball, preset: ball, langevin: off, release: {position: [0, 0.02, 0]}}
output:
  - {format: gltf}
"""


def validate(path):
    return client.run("node", client.SOURCE / "tests/clients/validate.js", path,
                      env=dict(os.environ, NODE_PATH=str(MODULES)))


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    made = client.run(client.BUILD / "tests/make_bodies", folder)
    check(made.returncode == 0, f"make_bodies {made.stderr.strip()}")
    glb = folder / "gltf/bodies.glb"
    done = validate(glb)
    check(done.returncode == 0 and "0 errors, 0 warnings, 0 infos, 0 hints" in done.stdout,
          f"the validator is silent: {(done.stdout + done.stderr).strip()}")
    written = client.make_run(folder, "falling", BODIES) / "gltf/bodies.glb"
    done = validate(written)
    check(done.returncode == 0 and "0 errors, 0 warnings, 0 infos, 0 hints" in done.stdout,
          f"and about what a run writes: {(done.stdout + done.stderr).strip()}")
    # The validator must be able to object: a wrong rotation, and a file that was cut.
    broken = bytearray(glb.read_bytes())
    broken[-16:] = b"\0" * 16
    (folder / "broken.glb").write_bytes(broken)
    done = validate(folder / "broken.glb")
    check(done.returncode == 1 and "QUATERNION" in done.stdout.upper(), "a rotation of length 0 is refused")
    (folder / "cut.glb").write_bytes(broken[:-8])
    check(validate(folder / "cut.glb").returncode != 0, "a file that was cut is refused")
client.finish()
