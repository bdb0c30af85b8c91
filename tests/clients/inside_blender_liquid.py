# SPDX-License-Identifier: MIT
"""Inside Blender, after import_waft.py: a mesh a file, shown in its frames, closed and in its place."""
import os
import pathlib
import sys

import bpy

sys.path.insert(0, str(pathlib.Path(os.environ["WAFT_SOURCE"]) / "tests/clients"))
import client  # noqa: E402
from client import check  # noqa: E402

scene = bpy.context.scene
meshes = sorted((thing for thing in bpy.data.objects if thing.name.startswith("liquid ")),
                key=lambda thing: int(thing.name.split()[1]))
check([thing.name for thing in meshes] == ["liquid 0", "liquid 2", "liquid 4"], "a mesh a file")
for frame in range(5):
    scene.frame_set(frame)
    shown = [thing.name for thing in meshes if not thing.hide_render]
    check(shown == [f"liquid {frame // 2 * 2}"], f"frame {frame} shows {shown}")
scene.frame_set(0)
first = meshes[0]
corners = [first.matrix_world @ vertex.co for vertex in first.data.vertices]
low = [min(corner[axis] for corner in corners) for axis in range(3)]
high = [max(corner[axis] for corner in corners) for axis in range(3)]
# Blender's z is waft's y, its y waft's -z.
check(client.near(low, (0, -0.4, 0), 0.01) and client.near(high, (0.4, 0, 0.6), 0.01),
      f"the block stands at {low} to {high}")
sides = {}
for polygon in first.data.polygons:
    for key in polygon.edge_keys:
        sides[key] = sides.get(key, 0) + 1
check(len(first.data.polygons) > 500 and set(sides.values()) == {2}, f"{len(sides)} edges have two facets each")
material = first.data.materials[0]
check(material.name == "waft liquid", f"its material is {material.name}")
check(scene.frame_end == 4 and abs(scene.render.fps / scene.render.fps_base - 20) < 1e-6, "clock")
client.finish()
