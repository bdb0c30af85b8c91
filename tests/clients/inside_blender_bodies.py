# SPDX-License-Identifier: MIT
"""Runs inside Blender, after import_waft.py has set up what make_bodies wrote; test_blender.py starts it.
The last argument is the run's directory: poses.txt says where the bodies are in every frame."""
import os
import pathlib
import sys

import bpy
import bpy_extras
import mathutils
import numpy

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])
sys.path += [str(SOURCE / "blender"), str(SOURCE / "tests/clients")]
import client  # noqa: E402
from client import check  # noqa: E402

RUN = pathlib.Path(sys.argv[-1]).resolve()
CARD = [(x, y, z) for x in (-0.06, 0.06) for y in (-0.0005, 0.0005) for z in (-0.035, 0.035)]
UP = mathutils.Matrix(((1, 0, 0), (0, 0, -1), (0, 1, 0)))  # from y up to z up


def read_poses():
    """{frame: [(place, rotation) of each body]}"""
    poses = {}
    for line in (RUN / "poses.txt").read_text().splitlines():
        frame, _, *numbers = line.split()
        x, y, z, qx, qy, qz, qw = map(float, numbers)
        pose = (mathutils.Vector((x, y, z)), mathutils.Quaternion((qw, qx, qy, qz)))
        poses.setdefault(int(frame), []).append(pose)
    return poses


def check_poses(scene, bodies, poses, frame):
    scene.frame_set(frame)
    for body, (place, turn) in zip(bodies, poses):
        got = body.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world
        check(client.near(got.translation, UP @ place, 2e-6), f"frame {frame}: {body.name} at {tuple(got.translation)}")
        want = UP @ turn.to_matrix() @ UP.transposed()
        off = max(abs(got[i][j] - want[i][j]) for i in range(3) for j in range(3))
        check(off < 3e-6, f"frame {frame}: {body.name} turned, off by {off:.1e}")


def check_points(scene, card, pose, frame):
    """The points of the card's mesh, not only its axes."""
    scene.frame_set(frame)
    got = {tuple(round(v, 5) for v in card.matrix_world @ vertex.co) for vertex in card.data.vertices}
    place, turn = pose
    want = numpy.array([UP @ (place + turn @ mathutils.Vector(corner)) for corner in CARD])
    off = max(min(numpy.abs(numpy.array(point) - corner).max() for point in got) for corner in want)
    check(off < 2e-5, f"frame {frame}: corners of the card, off by {off:.1e} m")


def check_camera(scene, poses):
    """The whole way of every body is in the picture."""
    view = bpy_extras.object_utils.world_to_camera_view
    seen = [view(scene, scene.camera, UP @ place) for bodies in poses.values() for place, _ in bodies]
    inside = all(0 < x < 1 and 0 < y < 1 and z > 0 for x, y, z in seen)
    widest = max(max(abs(2 * x - 1), abs(2 * y - 1)) for x, y, _ in seen)
    check(inside and widest > 0.5, f"all of the paths in the picture, up to {widest:.2f} of the way to its edge")


def main():
    scene = bpy.context.scene
    poses = read_poses()
    last = max(poses)
    bodies = [bpy.data.objects[name] for name in ("ball 1", "leaf 2", "card 3")]
    check(scene.frame_end == last and scene.render.fps == 30, f"frames to {scene.frame_end} at {scene.render.fps}")
    check(sum(thing.name.startswith("leaf") for thing in bpy.data.objects) == 2, "two bodies of one mesh")
    check(len({thing.data.name for thing in bpy.data.objects if thing.name.startswith("leaf")}) == 1, "one mesh")
    check(not bodies[1].data.materials[0].use_backface_culling, "a leaf has two sides")
    for frame in (0, 1, 17, last):
        check_poses(scene, bodies, poses[frame], frame)
        check_points(scene, bodies[2], poses[frame][2], frame)
    check_camera(scene, poses)


main()
client.finish()
