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
    # The validator must be able to object: a wrong rotation, and a file that was cut.
    broken = bytearray(glb.read_bytes())
    broken[-16:] = b"\0" * 16
    (folder / "broken.glb").write_bytes(broken)
    done = validate(folder / "broken.glb")
    check(done.returncode == 1 and "QUATERNION" in done.stdout.upper(), "a rotation of length 0 is refused")
    (folder / "cut.glb").write_bytes(broken[:-8])
    check(validate(folder / "cut.glb").returncode != 0, "a file that was cut is refused")
client.finish()
