# SPDX-License-Identifier: MIT
"""Runs inside Blender, after import_waft.py has set up the run of plume.yaml; test_blender.py starts it.
The last argument is the run's directory: its cached frames say where smoke and obstacles are."""
import math
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
import import_waft  # noqa: E402
from client import check  # noqa: E402

RUN = pathlib.Path(sys.argv[-1]).resolve()
LAST = client.PLUME_FRAMES - 1
WIDTH, HEIGHT = 240, 160


def to_blender(point):
    x, y, z = point
    return mathutils.Vector((x, -z, y))


def centers_of(facts):
    """Places of the cells' centres [x, y, z, axis], in waft's axes."""
    return (numpy.stack(numpy.indices(facts["cells"]), axis=-1) + 0.5) * facts["spacing"] + facts["corner"]


def check_sequence(scene, smoke):
    for frame in range(client.PLUME_FRAMES):
        scene.frame_set(frame)
        grids = smoke.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.grids
        check(grids.load() and not grids.error_message, f"frame {frame} loads {grids.error_message}")
        name = pathlib.Path(grids.frame_filepath).name
        check(name == f"smoke_{frame:06d}.vdb", f"frame {frame} shows {name}")


def check_camera(scene):
    """plume.yaml: at [0, 0.8, 0.1], azimuth 20 deg, elevation 10 deg, distance 3.2, fov 35 deg."""
    azimuth, elevation = math.radians(20), math.radians(10)
    eye = (3.2 * math.sin(azimuth) * math.cos(elevation), 0.8 + 3.2 * math.sin(elevation),
           0.1 + 3.2 * math.cos(azimuth) * math.cos(elevation))
    place = scene.camera.matrix_world.translation
    check(client.near(place, to_blender(eye), 1e-4), f"camera at {tuple(round(v, 3) for v in place)}")
    view = bpy_extras.object_utils.world_to_camera_view
    middle = view(scene, scene.camera, to_blender((0, 0.8, 0.1)))
    check(client.near(middle, (0.5, 0.5, 3.2), 1e-4), "camera.at is in the middle of the picture")
    top = place + scene.camera.matrix_world.to_3x3() @ mathutils.Vector((0, math.tan(math.radians(17.5)), -1))
    check(client.near(view(scene, scene.camera, top)[:2], (0.5, 1.0), 1e-4), "fov is the angle of the height")
    check(scene.cycles.samples == 64 and not scene.cycles.use_denoising, "64 samples, no denoising")


def check_moving_camera(scene, smoke):
    """A camera whose eye has keys, and parallel rays; between two keys it is halfway."""
    fixed, record = scene.camera, import_waft.read_run(RUN)
    record["scene"]["camera"] = {"from": [[0.2, [3, 1, 0]], [0.6, [0, 2, 4]]], "at": [0, 0.8, 0.1],
                                 "projection": "orthographic", "height": 1.5}
    import_waft.add_camera(scene, record, smoke.parent, [smoke])
    for frame, eye in ((0, (3, 1, 0)), (2, (1.5, 1.5, 2)), (LAST, (0, 2, 4))):
        scene.frame_set(frame)
        place = scene.camera.matrix_world.translation
        check(client.near(place, to_blender(eye), 1e-4), f"moving camera, frame {frame}: {tuple(place)}")
        seen = bpy_extras.object_utils.world_to_camera_view(scene, scene.camera, to_blender((0, 0.8, 0.1)))
        check(client.near(seen[:2], (0.5, 0.5), 1e-4), f"moving camera, frame {frame}: camera.at in the middle")
    high = scene.camera.matrix_world @ mathutils.Vector((0, 0.75, -1))
    check(client.near(bpy_extras.object_utils.world_to_camera_view(scene, scene.camera, high)[:2],
                      (0.5, 1.0), 1e-4), "orthographic camera: height is that of the picture")
    scene.camera = fixed


def is_inside(thing, point):
    """By how often a ray from it meets the mesh."""
    local = thing.matrix_world.inverted() @ to_blender(point)
    corners = numpy.array(thing.bound_box)
    if (numpy.array(local) < corners.min(axis=0)).any() or (numpy.array(local) > corners.max(axis=0)).any():
        return False
    way = mathutils.Vector((0.531, 0.623, 0.574))  # along no edge of what is there
    odd = False
    while True:
        hit, local, _, _ = thing.ray_cast(local, way)
        if not hit:
            return odd
        odd = not odd
        local = local + 1e-5 * way


def check_obstacles(scene, obstacles, facts, frame):
    """Solid cells are inside one of the meshes, free ones outside of all."""
    scene.frame_set(frame)
    share = client.read_image(RUN / f"vti/smoke_{frame:06d}.vti", "obstacle")
    centers = centers_of(facts).reshape(-1, 3)
    inside = {thing.name: numpy.array([is_inside(thing, point) for point in centers]).reshape(share.shape)
              for thing in obstacles}
    anywhere = numpy.any(list(inside.values()), axis=0)
    counts = {name.split()[1]: int((cells & (share > 0.5)).sum()) for name, cells in inside.items()}
    check(all(counts.values()), f"frame {frame}: solid cells in each obstacle {counts}")
    outside, wrong = int((~anywhere & (share > 0.999)).sum()), int((anywhere & (share == 0)).sum())
    check(outside == 0, f"frame {frame}: {outside} of {int((share > 0.999).sum())} solid cells in no obstacle")
    check(wrong == 0, f"frame {frame}: {wrong} of {int((share == 0).sum())} free cells in an obstacle")


def render(scene, frame, name):
    scene.frame_set(frame)
    scene.render.resolution_x, scene.render.resolution_y = WIDTH, HEIGHT
    scene.cycles.samples = 16
    scene.render.filepath = str(RUN / name)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(scene.render.filepath)
    return numpy.array(image.pixels[:]).reshape(HEIGHT, WIDTH, 4)  # rows from below


def check_pictures(scene):
    """The picture that the script gives at once: neither blank, nor the same without smoke."""
    before, after = (render(scene, frame, f"whole_{frame}.png")[:, :, :3] for frame in (0, LAST))
    mean, spread = float(after.mean()), float(after.std())
    check(0.1 < mean < 0.8 and spread > 0.05, f"picture: mean {mean:.2f}, standard deviation {spread:.3f}")
    change = float((after - before).mean(axis=2).max())
    check(change > 0.2, f"picture: smoke is brighter than what is behind it, by up to {change:.2f}")


def cover(scene, facts, density):
    """What the cached smoke hides along the rays of every other pixel, by Beer's law: alpha[row, column]."""
    camera = numpy.array(scene.camera.matrix_world)
    tall = math.tan(scene.camera.data.angle / 2)
    rows, columns = numpy.indices((HEIGHT // 2, WIDTH // 2)) * 2 + 1.0
    way = numpy.stack([(2 * columns / WIDTH - 1) * tall * WIDTH / HEIGHT, (2 * rows / HEIGHT - 1) * tall,
                       -numpy.ones_like(rows)], axis=-1)
    way = way / numpy.linalg.norm(way, axis=-1, keepdims=True) @ camera[:3, :3].T
    step = facts["spacing"] / 4
    depth = numpy.zeros(rows.shape)
    for distance in numpy.arange(2.0, 4.5, step):
        x, y, z = numpy.moveaxis(camera[:3, 3] + distance * way, -1, 0)
        cell = (numpy.stack([x, z, -y], axis=-1) - facts["corner"]) / facts["spacing"]
        inside = ((cell >= 0) & (cell < facts["cells"])).all(axis=-1)
        index = tuple(cell[inside].astype(int).T)
        depth[inside] += 20.0 * step * density[index]
    return 1.0 - numpy.exp(-depth)


def middle_of(alpha):
    rows, columns = (numpy.indices(alpha.shape) + 0.5) / numpy.reshape(alpha.shape, (2, 1, 1))
    return (columns * alpha).sum() / alpha.sum(), (rows * alpha).sum() / alpha.sum()


def check_place(scene, others, facts, density):
    """The smoke alone is drawn where the cached density is, and hides as much."""
    for thing in others:
        thing.hide_render = True
    scene.render.film_transparent = True
    drawn, cached = render(scene, LAST, "smoke.png")[:, :, 3], cover(scene, facts, density)
    text = " and ".join(f"({x:.3f}, {y:.3f})" for x, y in (middle_of(drawn), middle_of(cached)))
    check(client.near(middle_of(drawn), middle_of(cached), 0.004), f"picture: the smoke's middle, drawn and cached: {text}")
    ratio = float(drawn.mean() / cached.mean())
    check(0.85 < ratio < 1.15, f"picture: smoke hides {ratio:.2f} times what the cached density does")


def main():
    scene = bpy.context.scene
    (smoke,) = [thing for thing in bpy.data.objects if thing.type == "VOLUME"]
    obstacles = [thing for thing in bpy.data.objects if thing.name.startswith("solid")]
    check(len(obstacles) == 6 and smoke.parent and all(o.parent == smoke.parent for o in obstacles),
          f"{len(obstacles)} obstacles under the parent of the smoke")
    facts, fields = client.read_cache(RUN / f"cache/smoke_{LAST:06d}.wgc")
    check_sequence(scene, smoke)
    check_camera(scene)
    check_moving_camera(scene, smoke)
    for frame in (0, 3, LAST):
        check_obstacles(scene, obstacles, facts, frame)
    check_pictures(scene)
    check_place(scene, obstacles + [bpy.data.objects["waft floor"]], facts, fields["density"])


main()
client.finish()
