# SPDX-License-Identifier: MIT
"""Brings a run of waft into Blender: frame rate and range, smoke, water surface.

    blender --python import_waft.py -- out/plume          a new scene, with camera and light
    import import_waft; import_waft.load("out/plume")     into the scene that is open

waft has y up and metres, Blender z up: every object is turned by 90 degrees about x, so that data stay
as they are in the files. Blender 3.4 or later.
"""
import json
import math
import pathlib
import re
import struct
import sys

import bpy
import mathutils

Y_UP_TO_Z_UP = (math.pi / 2, 0.0, 0.0)
AIR_TEMPERATURE = 293.15  # K; the temperature in the files is what the smoke has over it
NUMBERED = re.compile(r"^(.*?)(\d+)$")


def repair_numpy():
    """Blender 3.4's glTF importer asks numpy for bool, which 1.24 no longer has."""
    import numpy
    if "bool" not in vars(numpy):
        numpy.bool = bool


def read_run(run):
    """What run.json says."""
    path = pathlib.Path(run) / "run.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RuntimeError(f"{run} is not the directory of a waft run: {error}") from error


def first_value(value):
    """A parameter's value at its first key, if it has keys [[time, value], ...]."""
    keyed = isinstance(value, list) and value and isinstance(value[0], list)
    return value[0][1] if keyed else value


def series_in(folder, suffix):
    """{name: [(frame, path), ...]} of the numbered files in a folder."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob(f"*{suffix}")):
        match = NUMBERED.match(path.stem)
        if match:
            found.setdefault(match.group(1).rstrip("_"), []).append((int(match.group(2)), path))
    return found


def set_clock(scene, record):
    """Blender's frames get the run's rate, numbers and range."""
    fps = record["scene"]["time"]["fps"]
    scene.render.fps = max(1, round(fps))
    scene.render.fps_base = scene.render.fps / fps
    scene.frame_start = record["first_frame"]
    scene.frame_end = record["last_frame"]
    scene.frame_set(scene.frame_start)


def turn(thing):
    thing.rotation_mode = "XYZ"
    thing.rotation_euler = Y_UP_TO_Z_UP


def imported(operator, **options):
    """The objects an import operator adds."""
    before = set(bpy.data.objects)
    if "FINISHED" not in operator(**options):
        raise RuntimeError(f"Blender could not import {options.get('filepath')}")
    return [thing for thing in bpy.data.objects if thing not in before]


def show_at(thing, frame, until):
    """Shows an object from one frame until another."""
    for hidden, when in ((True, frame - 1), (False, frame), (True, until)):
        thing.hide_viewport = thing.hide_render = hidden
        thing.keyframe_insert("hide_viewport", frame=when)
        thing.keyframe_insert("hide_render", frame=when)


def smoke_material(record):
    """Principled Volume with the extinction, colour and glow of the scene's render.smoke."""
    look = record["scene"].get("render", {}).get("smoke", {})
    material = bpy.data.materials.new("waft smoke")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    output = nodes.new("ShaderNodeOutputMaterial")
    volume = nodes.new("ShaderNodeVolumePrincipled")
    volume.inputs["Density Attribute"].default_value = "density"
    volume.inputs["Density"].default_value = first_value(look.get("density", 20.0))
    volume.inputs["Color"].default_value = (*first_value(look.get("color", [0.8, 0.8, 0.8])), 1.0)
    volume.inputs["Blackbody Intensity"].default_value = min(first_value(look.get("glow", 0.0)), 1.0)
    # The shader would multiply by the attribute; ours is what the smoke has over the air.
    volume.inputs["Temperature Attribute"].default_value = ""
    temperature = nodes.new("ShaderNodeAttribute")
    temperature.attribute_name = "temperature"
    add = nodes.new("ShaderNodeMath")
    add.operation = "ADD"
    add.inputs[1].default_value = AIR_TEMPERATURE
    links.new(temperature.outputs["Fac"], add.inputs[0])
    links.new(add.outputs["Value"], volume.inputs["Temperature"])
    links.new(volume.outputs["Volume"], output.inputs["Volume"])
    for node, place in ((output, 600), (volume, 300), (add, 100), (temperature, -100)):
        node.location = (place, 0)
    return material


def import_volume(path, name):
    (thing,) = imported(bpy.ops.object.volume_import, filepath=str(path), files=[{"name": path.name}],
                        directory=str(path.parent), align="WORLD", location=(0, 0, 0))
    thing.name = thing.data.name = name
    thing.data.filepath = str(path)
    thing.data.is_sequence = False
    thing.data.velocity_unit = "SECOND"
    turn(thing)
    return thing


def import_smoke(run, record):
    """vdb/NAME_000000.vdb ...: one volume that plays, or one for each file if frames were left out."""
    things = []
    for name, files in series_in(run / "vdb", ".vdb").items():
        frames = [frame for frame, _ in files]
        if frames == list(range(frames[0], frames[0] + len(frames))):
            thing = import_volume(files[0][1], name)
            thing.data.is_sequence = len(files) > 1
            thing.data.frame_duration = len(files)
            thing.data.frame_start = frames[0]
            thing.data.frame_offset = frames[0] - 1
            things.append(thing)
            continue
        ends = frames[1:] + [record["last_frame"] + 1]
        for (frame, path), end in zip(files, ends):
            thing = import_volume(path, f"{name} {frame}")
            show_at(thing, frame, end)
            things.append(thing)
    material = smoke_material(record) if things else None
    for thing in things:
        thing.data.materials.clear()
        thing.data.materials.append(material)
    return things


def water_material():
    material = bpy.data.materials.get("waft water")
    if material is None:
        material = bpy.data.materials.new("waft water")
        material.use_nodes = True
        surface = material.node_tree.nodes["Principled BSDF"]
        surface.inputs["Base Color"].default_value = (0.02, 0.11, 0.16, 1.0)
        surface.inputs["Roughness"].default_value = 0.05
        surface.inputs["IOR"].default_value = 1.33
    return material


def import_mesh(path, name):
    (thing,) = imported(bpy.ops.wm.obj_import, filepath=str(path), forward_axis="NEGATIVE_Z", up_axis="Y")
    thing.name = thing.data.name = name
    turn(thing)
    thing.data.materials.clear()
    thing.data.materials.append(water_material())
    for polygon in thing.data.polygons:
        polygon.use_smooth = True
    return thing


def import_water_cache(run):
    """pc2/surface.obj moved by pc2/surface.pc2. The importer turns the object, not the points, so that
    the cache's y-up points go in unchanged, which these axes of the modifier mean."""
    mesh, cache = run / "pc2/surface.obj", run / "pc2/surface.pc2"
    if not (mesh.exists() and cache.exists()):
        return []
    with open(cache, "rb") as file:
        _, _, points, start, rate, _ = struct.unpack("<12siiffi", file.read(32))
    thing = import_mesh(mesh, "water")
    bpy.ops.mesh.customdata_custom_splitnormals_clear()  # those of the first frame
    if len(thing.data.vertices) != points:
        raise RuntimeError(f"{cache} moves {points} points, {mesh} has {len(thing.data.vertices)}")
    modifier = thing.modifiers.new("waft", "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = str(cache)
    modifier.forward_axis = "POS_Y"
    modifier.up_axis = "POS_Z"
    modifier.frame_start = start
    modifier.frame_scale = 1.0 / rate
    return [thing]


def import_water_meshes(run, record):
    """obj/surface_000000.obj ...: each is shown until the next."""
    things = []
    for name, files in series_in(run / "obj", ".obj").items():
        ends = [frame for frame, _ in files[1:]] + [record["last_frame"] + 1]
        for (frame, path), end in zip(files, ends):
            thing = import_mesh(path, f"{name} {frame}")
            show_at(thing, frame, end)
            things.append(thing)
    return things


def load(run):
    """Imports everything of a run directory into the open scene; returns the objects."""
    run = pathlib.Path(run).expanduser().resolve()
    record = read_run(run)
    repair_numpy()
    scene = bpy.context.scene
    set_clock(scene, record)
    things = import_smoke(run, record)
    things += import_water_cache(run) or import_water_meshes(run, record)
    if not things:
        raise RuntimeError(f"{run} holds nothing for Blender: ask for vdb, pc2 or obj under output:")
    collection = bpy.data.collections.new(record.get("title") or run.name)
    scene.collection.children.link(collection)
    for thing in things:
        for other in thing.users_collection:
            other.objects.unlink(thing)
        collection.objects.link(thing)
    scene.frame_set(scene.frame_start)
    return things


def bounds(things):
    """Centre and radius of what is there, in Blender's world."""
    bpy.context.view_layer.update()
    corners = [thing.matrix_world @ mathutils.Vector(c) for thing in things for c in thing.bound_box]
    low = mathutils.Vector(map(min, zip(*corners)))
    high = mathutils.Vector(map(max, zip(*corners)))
    return (low + high) / 2, max((high - low).length / 2, 1e-3)


def direction(azimuth, elevation):
    """waft's angles: azimuth 0 looks from +z, which is Blender's -y, and grows towards +x."""
    flat = math.cos(elevation)
    return mathutils.Vector((math.sin(azimuth) * flat, -math.cos(azimuth) * flat, math.sin(elevation)))


def set_stage(scene, record, things):
    """A camera that sees it all, a sun and a sky, where the scene has them."""
    center, radius = bounds(things)
    view = record["scene"].get("camera", {})
    toward = direction(first_value(view.get("azimuth", 0.52)), first_value(view.get("elevation", 0.35)))
    camera = bpy.data.objects.new("waft camera", bpy.data.cameras.new("waft camera"))
    camera.data.angle = first_value(view.get("fov", 0.7))
    camera.data.clip_end = 100.0 * radius
    camera.location = center + toward * (1.05 * radius / math.sin(camera.data.angle / 2))
    camera.rotation_euler = toward.to_track_quat("Z", "Y").to_euler()
    sun = bpy.data.objects.new("waft sun", bpy.data.lights.new("waft sun", "SUN"))
    where = record["scene"].get("render", {}).get("sun", {})
    toward = direction(first_value(where.get("azimuth", 2.27)), first_value(where.get("elevation", 0.61)))
    sun.rotation_euler = toward.to_track_quat("Z", "Y").to_euler()
    sun.data.energy = 4.0
    for thing in (camera, sun):
        scene.collection.objects.link(thing)
    scene.camera = camera
    size = record["scene"].get("render", {}).get("size", [1280, 720])
    scene.render.resolution_x, scene.render.resolution_y = size
    world = scene.world or bpy.data.worlds.new("waft world")
    scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.35, 0.45, 0.6, 1.0)
    scene.render.engine = "CYCLES"
    scene.cycles.use_denoising = False  # Debian's Blender has no denoiser and stops without this


def main(arguments):
    if len(arguments) != 1:
        sys.exit("usage: blender --python import_waft.py -- RUN_DIRECTORY")
    for thing in list(bpy.data.objects):  # of the scene Blender starts with
        bpy.data.objects.remove(thing)
    things = load(arguments[0])
    scene = bpy.context.scene
    set_stage(scene, read_run(arguments[0]), things)
    print(f"waft: {len(things)} objects, frames {scene.frame_start} to {scene.frame_end},",
          f"{scene.render.fps / scene.render.fps_base:g} a second")


if __name__ == "__main__":
    main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
