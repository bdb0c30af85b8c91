# SPDX-License-Identifier: MIT
"""Runs inside Blender, after import_waft.py has set up the puff; test_blender.py starts it. The last
argument is the folder that holds puff, gaps, water, flat and fine."""
import os
import pathlib
import struct
import sys

import bpy
import bpy_extras
import mathutils
import numpy

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])
sys.path += [str(SOURCE / "blender"), str(SOURCE / "tests/clients")]
import client  # noqa: E402
import import_waft  # noqa: E402
from client import check  # noqa: E402

WORK = pathlib.Path(sys.argv[-1]).resolve().parent


def to_blender(point):
    x, y, z = point
    return mathutils.Vector((x, -z, y))


def check_puff():
    scene = bpy.context.scene
    check((scene.frame_start, scene.frame_end) == (0, client.FRAMES - 1), "puff: frame range")
    check(abs(scene.render.fps / scene.render.fps_base - 24.0) < 1e-6, "puff: 24 frames a second")
    volumes = [thing for thing in bpy.data.objects if thing.type == "VOLUME"]
    if not check(len(volumes) == 1, "puff: one volume for the sequence"):
        return
    (thing,) = volumes
    thing.data.grids.load()
    names = [grid.name for grid in thing.data.grids]
    check(names == ["density", "temperature", "velocity"], f"puff: grids {names}")
    check(thing.data.is_sequence and thing.data.frame_duration == client.FRAMES, "puff: a sequence")
    for frame in range(client.FRAMES):
        scene.frame_set(frame)
        evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
        evaluated.data.grids.load()
        shown = evaluated.data.grids.frame
        check(shown == frame and not evaluated.data.grids.error_message, f"puff: frame {frame} shows file {shown}")
    thing.data.grids.load()
    grid = thing.data.grids[names.index("density")]
    first = thing.matrix_world @ grid.matrix_object @ mathutils.Vector((0, 0, 0))
    want = to_blender(client.CORNER)  # Blender's voxels start where OpenVDB's have their middle
    check(client.near(first, want, 1e-5), f"puff: voxel (0, 0, 0) from {tuple(round(v, 4) for v in first)}, z up")
    box = [[client.CORNER[i] + side[i] * client.SPACING * client.SIZE[i] for i in range(3)]
           for side in numpy.ndindex(2, 2, 2)]
    seen = [bpy_extras.object_utils.world_to_camera_view(scene, scene.camera, to_blender(c)) for c in box]
    inside = all(0 < x < 1 and 0 < y < 1 and z > 0 for x, y, z in seen)
    widest = max(max(abs(2 * x - 1), abs(2 * y - 1)) for x, y, _ in seen)
    check(inside and widest > 0.85, f"puff: the whole box in the picture, up to {widest:.2f} of the way to its edge")
    check(thing.data.materials[0].node_tree.nodes.get("Principled Volume") is not None, "puff: material")


def render(frame, path):
    scene = bpy.context.scene
    scene.frame_set(frame)
    bpy.data.objects["waft floor"].hide_render = True
    scene.render.resolution_x, scene.render.resolution_y = 96, 72
    scene.render.film_transparent = True
    scene.cycles.samples = 8
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(path))
    return numpy.array(image.pixels[:]).reshape(72, 96, 4)  # rows from below


def check_picture(frame):
    """Smoke stands where the formula has it, is lit, and hides what is behind."""
    pixels = render(frame, WORK / f"puff_{frame}.png")
    alpha = pixels[:, :, 3]
    rows, columns = numpy.mgrid[0:72, 0:96]
    center = ((columns * alpha).sum() / alpha.sum() / 95, (rows * alpha).sum() / alpha.sum() / 71)
    corner = client.CORNER
    puff = to_blender((corner[0] + 0.9, corner[1] + 0.8 + 0.15 * frame, corner[2] + 0.7))
    scene = bpy.context.scene
    want = bpy_extras.object_utils.world_to_camera_view(scene, scene.camera, puff)[:2]
    brightness = float(pixels[:, :, :3][alpha > 0.9].mean())
    text = ", ".join(f"({x:.2f}, {y:.2f})" for x, y in (center, want))
    check(client.near(center, want, 0.02), f"Cycles frame {frame}: smoke in the picture at {text} wanted")
    check(float(alpha.max()) > 0.9 and float((alpha > 0.5).mean()) < 0.5, f"Cycles frame {frame}: a dense puff")
    check(0.1 < brightness < 0.98, f"Cycles frame {frame}: brightness {brightness:.2f}, neither black nor burnt")


def check_gaps():
    things = import_waft.load(WORK / "gaps")
    check(len(things) == 3, "every second frame: three volumes")
    for frame, want in ((0, 0), (1, 0), (2, 2), (3, 2), (4, 4)):
        bpy.context.scene.frame_set(frame)
        shown = [thing.name for thing in things if not thing.hide_render]
        check([name.split()[1] for name in shown] == [str(want)], f"every second frame: frame {frame} shows {shown}")


def points_of(thing, frame):
    bpy.context.scene.frame_set(frame)
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return numpy.array([evaluated.matrix_world @ v.co for v in evaluated.data.vertices])


def check_water(run):
    thing = next(thing for thing in import_waft.load(WORK / run) if thing.modifiers)
    data = (WORK / run / "pc2/surface.pc2").read_bytes()
    count, start, rate, samples = struct.unpack("<iffi", data[16:32])
    points = numpy.frombuffer(data, dtype="<f4", offset=32).reshape(samples, count, 3)
    check(samples > 3 and float(numpy.ptp(points[:, :, 1], axis=0).max()) > 1e-3, f"{run}: the surface moves")
    for sample in (0, samples // 2, samples - 1):
        want = numpy.stack([points[sample, :, 0], -points[sample, :, 2], points[sample, :, 1]], axis=-1)
        error = float(numpy.abs(points_of(thing, int(start + rate * sample)) - want).max())
        check(error < 1e-5, f"{run}: point cache, sample {sample}, error {error:.2g} m")


def check_heights():
    """The heights of an EXR file are the levels over cells that the point cache has."""
    image = bpy.data.images.load(str(WORK / "pond/exr/height_000004.exr"))
    check(tuple(image.size) == (24, 16) and image.is_float, f"pond: EXR of {tuple(image.size)}")
    rows = numpy.array(image.pixels[:], dtype=numpy.float32).reshape(16, 24, 4)[::-1, :, 0]
    data = (WORK / "pond/pc2/surface.pc2").read_bytes()
    points = numpy.frombuffer(data, dtype="<f4", offset=32).reshape(-1, 16, 24, 3)
    error = float(numpy.abs(rows - points[2, :, :, 1]).max())
    check(error < 1e-6, f"pond: EXR and point cache differ by {error:.2g} m")


def check_spray():
    drops = [thing for thing in import_waft.load(WORK / "surf") if thing.name.startswith("spray")]
    check(len(drops) > 1, f"surf: {len(drops)} files of drops")
    thing = drops[-1]
    frame = int(thing.name.split()[1].split(".")[0])
    places, velocities = import_waft.read_drops(WORK / f"surf/ply/spray_{frame:06d}.ply")
    want = numpy.stack([places[:, 0], -places[:, 2], places[:, 1]], axis=-1)
    got = points_of(thing, frame)
    check(len(got) == len(want) and float(numpy.abs(got - want).max()) < 1e-5, f"surf: places of {len(got)} drops")
    speeds = numpy.array([v.vector for v in thing.data.attributes["velocity"].data])
    check(float(numpy.abs(speeds - velocities).max()) < 1e-6, "surf: velocities of the drops")


def check_flat():
    """Seen from the front by parallel rays, with all of it in the picture, and dense enough to see."""
    scene, record = bpy.context.scene, import_waft.read_run(WORK / "flat")
    things = import_waft.load(WORK / "flat")
    import_waft.set_stage(scene, record, things)
    bpy.context.view_layer.update()
    camera = scene.camera
    toward = camera.matrix_world.to_3x3() @ mathutils.Vector((0, 0, -1))
    check(camera.data.type == "ORTHO" and client.near(toward, to_blender((0, 0, -1)), 1e-5),
          f"flat: parallel rays along {tuple(round(v, 3) for v in toward)}")
    view = bpy_extras.object_utils.world_to_camera_view
    corners = [view(scene, camera, to_blender(corner)) for corner in ((-1.2, 0.3, 0.1), (1.2, 1.1, 0.15))]
    (left, low, near), (right, high, far) = corners
    check(0 < left < 0.05 and 0.95 < right < 1 and abs(low + high - 1) < 1e-4 and min(near, far) > 0,
          f"flat: from {left:.3f} to {right:.3f} of the picture's width, {low:.3f} to {high:.3f} of its height")
    volume = next(thing for thing in things if thing.type == "VOLUME")
    density = volume.data.materials[0].node_tree.nodes["Principled Volume"].inputs["Density"].default_value
    check(abs(density - 20.0 * 1.6) < 1e-4, f"flat: as deep to the eye as 1.6 cells: {density:g}")
    for thing in bpy.data.objects:
        thing.hide_render = thing not in things
    share = float((render(scene.frame_end, WORK / "flat.png")[:, :, 3] > 0.2).mean())
    check(0.03 < share < 0.5, f"flat: smoke and the disc hide {share:.2f} of the picture")


def check_fine():
    """A volume of cells finer than the smoke's is moved by half of its own."""
    volume = next(thing for thing in import_waft.load(WORK / "fine") if thing.type == "VOLUME")
    check(client.near(volume.location, (-0.025, -0.025, -0.025), 1e-6),
          f"fine: half a voxel of 5 cm, {tuple(round(v, 4) for v in volume.location)}")


check_puff()
check_picture(0)
check_picture(client.FRAMES - 1)
check_gaps()
check_water("water")
check_water("pond")
check_heights()
check_spray()
check_flat()
check_fine()
client.finish()
