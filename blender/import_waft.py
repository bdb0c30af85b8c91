# SPDX-License-Identifier: MIT
"""Brings a run of waft into Blender: frame rate and range, smoke, solids, water surface, liquid, bodies.

    blender --python import_waft.py -- out/plume          a new scene, with camera and light
    import import_waft; import_waft.load("out/plume")     into the scene that is open

waft has y up and metres, Blender z up: an empty that is turned by 90 degrees about x holds every object,
so that data stay as they are in the files. Blender 3.4 or later.
"""
import bisect
import json
import math
import pathlib
import re
import struct
import sys

import bmesh
import bpy
from mathutils import Matrix, Vector

Y_UP_TO_Z_UP = (math.pi / 2, 0.0, 0.0)
AIR_TEMPERATURE = 293.15  # K; the temperature in the files is what the smoke has over it
SAMPLES = 64  # a pixel; Cycles' own 4096 take hours in smoke
MARGIN = 1.06  # room around what fits exactly, as in waft's own pictures
FRONT_VIEW = {"azimuth": 0.0, "elevation": 0.0, "projection": "orthographic"}
BACKGROUNDS = {"sky": (0.1, 0.17, 0.3), "plain": (0.8, 0.8, 0.8), "dark": (0.012, 0.014, 0.02)}
FLOORS = {"sky": (0.06, 0.06, 0.065), "plain": (0.6, 0.6, 0.6), "dark": (0.012, 0.012, 0.013)}
BODIES = "waft bodies"  # the empty that holds them
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


def keys_of(value):
    """[(time, value), ...] of a parameter with keys; none if it stays as it is."""
    keyed = isinstance(value, list) and value and isinstance(value[0], list)
    return [(time, at) for time, at in value] if keyed else []


def value_at(value, time):
    """A parameter at a time: straight between its keys, the same before the first and after the last."""
    keys = keys_of(value)
    if not keys:
        return value
    after = bisect.bisect_right([when for when, _ in keys], time)
    if after in (0, len(keys)):
        return keys[max(after - 1, 0)][1]
    (start, low), (end, high) = keys[after - 1], keys[after]
    share = (time - start) / (end - start)
    if isinstance(low, list):
        return [a + share * (b - a) for a, b in zip(low, high)]
    return low + share * (high - low)


def first_value(value):
    return value_at(value, -math.inf)


def is_flat(record):
    """One layer of cells: a flow in the plane."""
    return record["scene"].get("smoke", {}).get("cells", [0, 0, 0])[2] == 1


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


def straighten(thing):
    """Importers turn objects by themselves; the empty that holds ours does that for all."""
    thing.rotation_mode = "XYZ"
    thing.rotation_euler = (0.0, 0.0, 0.0)


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


def layer_depth(record):
    """How many times deeper than it is smoke looks: one layer of cells would be too thin to see, and
    in waft's own pictures is as deep as a tenth of its smaller side."""
    smoke = record["scene"].get("smoke", {})
    return max(0.1 * min(smoke["cells"][:2]), 1.0) if is_flat(record) else 1.0


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
    volume.inputs["Density"].default_value = first_value(look.get("density", 20.0)) * layer_depth(record)
    volume.inputs["Color"].default_value = (*first_value(look.get("color", [0.8, 0.8, 0.8])), 1.0)
    # The shader would multiply by the attribute; ours is what the smoke has over the air.
    volume.inputs["Temperature Attribute"].default_value = ""
    temperature = nodes.new("ShaderNodeAttribute")
    temperature.attribute_name = "temperature"
    add = nodes.new("ShaderNodeMath")
    add.operation = "ADD"
    add.inputs[1].default_value = AIR_TEMPERATURE
    links.new(temperature.outputs["Fac"], add.inputs[0])
    links.new(add.outputs["Value"], volume.inputs["Temperature"])
    glow = nodes.new("ShaderNodeMapRange")  # rises from nothing, so that warm smoke stays dark
    start = look.get("glow_from", 600.0)
    for name, value in (("From Min", start), ("From Max", start + 200.0), ("To Min", 0.0),
                        ("To Max", min(look.get("glow", 0.0), 1.0))):
        glow.inputs[name].default_value = value
    links.new(temperature.outputs["Fac"], glow.inputs["Value"])
    links.new(glow.outputs["Result"], volume.inputs["Blackbody Intensity"])
    links.new(volume.outputs["Volume"], output.inputs["Volume"])
    places = ((output, 600, 0), (volume, 300, 0), (add, 100, 0), (glow, 100, -200), (temperature, -100, 0))
    for node, x, y in places:
        node.location = (x, y)
    return material


def voxel_size(volume, otherwise):
    """Of the grids in the file, which may be finer than the smoke's cells: turbulence has its own."""
    if volume.grids.load() and len(volume.grids) > 0:
        return volume.grids[0].matrix_object[0][0]
    return otherwise


def import_volume(path, name, spacing):
    """The file has its samples at the middle of cells, as OpenVDB wants it; Blender draws the sample at
    a point in the voxel that starts there, half a cell too far along each axis."""
    (thing,) = imported(bpy.ops.object.volume_import, filepath=str(path), files=[{"name": path.name}],
                        directory=str(path.parent), align="WORLD", location=(0, 0, 0))
    thing.name = thing.data.name = name
    thing.data.filepath = str(path)
    thing.data.is_sequence = False
    thing.data.velocity_unit = "SECOND"
    straighten(thing)
    thing.location = [-voxel_size(thing.data, spacing) / 2] * 3
    return thing


def import_smoke(run, record):
    """vdb/NAME_000000.vdb ...: one volume that plays, or one for each file if frames were left out."""
    things = []
    spacing = record["scene"].get("smoke", {}).get("spacing", 0.0)
    for name, files in series_in(run / "vdb", ".vdb").items():
        frames = [frame for frame, _ in files]
        if frames == list(range(frames[0], frames[0] + len(frames))):
            thing = import_volume(files[0][1], name, spacing)
            thing.data.is_sequence = len(files) > 1
            thing.data.frame_duration = len(files)
            thing.data.frame_start = frames[0]
            thing.data.frame_offset = frames[0] - 1
            things.append(thing)
            continue
        ends = frames[1:] + [record["last_frame"] + 1]
        for (frame, path), end in zip(files, ends):
            thing = import_volume(path, f"{name} {frame}", spacing)
            show_at(thing, frame, end)
            things.append(thing)
    material = smoke_material(record) if things else None
    for thing in things:
        thing.data.materials.clear()
        thing.data.materials.append(material)
    return things


def surface_material(name, color, roughness, ior=1.45):
    """Made from nothing: what Blender starts a material with depends on the object that is active."""
    material = bpy.data.materials.get(name)
    if material is None:
        material = bpy.data.materials.new(name)
        material.use_nodes = True
        nodes, links = material.node_tree.nodes, material.node_tree.links
        nodes.clear()
        surface = nodes.new("ShaderNodeBsdfPrincipled")
        surface.inputs["Base Color"].default_value = (*color, 1.0)
        surface.inputs["Roughness"].default_value = roughness
        surface.inputs["IOR"].default_value = ior
        output = nodes.new("ShaderNodeOutputMaterial")
        output.location = (300, 0)
        links.new(surface.outputs["BSDF"], output.inputs["Surface"])
    return material


def import_mesh(path, name):
    (thing,) = imported(bpy.ops.wm.obj_import, filepath=str(path), forward_axis="NEGATIVE_Z", up_axis="Y")
    thing.name = thing.data.name = name
    straighten(thing)
    thing.data.materials.clear()
    thing.data.materials.append(surface_material("waft water", (0.02, 0.11, 0.16), 0.05, 1.33))
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


def read_drops(path):
    """The places and velocities in a ply/spray_000000.ply, as floats one after another."""
    import numpy
    head, _, body = path.read_bytes().partition(b"end_header\n")
    drops = numpy.frombuffer(body, dtype="<f4").reshape(-1, 6)
    if f"element vertex {len(drops)}\n".encode() not in head:
        raise RuntimeError(f"{path} is cut short")
    return drops[:, :3], drops[:, 3:]


def import_spray(run, record):
    """ply/spray_000000.ply ...: vertices with an attribute velocity, each file shown until the next."""
    things = []
    for name, files in series_in(run / "ply", ".ply").items():
        ends = [frame for frame, _ in files[1:]] + [record["last_frame"] + 1]
        for (frame, path), end in zip(files, ends):
            places, velocities = read_drops(path)
            if len(places) == 0:
                continue
            mesh = bpy.data.meshes.new(f"{name} {frame}")
            mesh.vertices.add(len(places))
            mesh.vertices.foreach_set("co", places.ravel())
            mesh.attributes.new("velocity", "FLOAT_VECTOR", "POINT").data.foreach_set("vector", velocities.ravel())
            mesh.update()
            thing = bpy.data.objects.new(mesh.name, mesh)
            bpy.context.scene.collection.objects.link(thing)
            show_at(thing, frame, end)
            things.append(thing)
    return things


def liquid_material():
    """Clear: what stands behind or in it is seen, bent as by water."""
    material = surface_material("waft liquid", (0.85, 0.95, 0.97), 0.02, 1.33)
    surface = material.node_tree.nodes["Principled BSDF"]
    name = "Transmission" if "Transmission" in surface.inputs else "Transmission Weight"
    surface.inputs[name].default_value = 1.0
    return material


def import_liquid(run, record):
    """surface_obj/liquid_000000.obj ... or surface_ply/: a mesh a frame, since facets change from one to
    the next; each is shown until the next."""
    things = []
    files = []
    for kind in ("obj", "ply"):
        files = files or series_in(run / f"surface_{kind}", f".{kind}").get("liquid", [])
    ends = [frame for frame, _ in files[1:]] + [record["last_frame"] + 1]
    for (frame, path), end in zip(files, ends):
        (thing,) = imported(mesh_operator(path), filepath=str(path))
        thing.name = thing.data.name = f"liquid {frame}"
        straighten(thing)
        thing.data.materials.clear()
        thing.data.materials.append(liquid_material())
        for polygon in thing.data.polygons:
            polygon.use_smooth = True
        show_at(thing, frame, end)
        things.append(thing)
    return things


def import_bodies(run):
    """gltf/bodies.glb: an object a body, which its keys move. Blender's importer turns y up into z up by
    itself, so an empty between them and the one that holds all undoes it."""
    path = run / "gltf/bodies.glb"
    if not path.exists():
        return []
    repair_numpy()
    things = imported(bpy.ops.import_scene.gltf, filepath=str(path))
    holder = bpy.data.objects.new(BODIES, None)
    holder.rotation_euler = [-angle for angle in Y_UP_TO_Z_UP]
    bpy.context.scene.collection.objects.link(holder)
    for thing in things:
        thing.parent = holder
    return [holder, *things]


def is_body(thing):
    return thing.parent is not None and thing.parent.name.startswith(BODIES)


def path_corners(body):
    """Corners, in waft's axes, of a box around all that a body passes through."""
    reach = max(Vector(corner).length for corner in body.bound_box)
    keys = body.animation_data.action.fcurves if body.animation_data and body.animation_data.action else []
    curves = [[key.co.y for key in curve.keyframe_points] for curve in keys if curve.data_path == "location"]
    places = zip(*curves) if curves else [body.location]
    for x, y, z in places:
        yield Vector((x - reach, z - reach, -y - reach))
        yield Vector((x + reach, z + reach, -y + reach))


def shape_mesh(solid):
    """A sphere, a box or a capsule along y, about its own middle."""
    shape, given = bmesh.new(), solid["shape"]
    if "box" in given:
        bmesh.ops.create_cube(shape, size=1.0, matrix=Matrix.Diagonal((*given["box"], 1.0)))
    else:
        radius, length = given.get("capsule") or (given["sphere"], 0.0)
        # An odd number of rings leaves none on the equator, so that each belongs to one end.
        bmesh.ops.create_uvsphere(shape, u_segments=64, v_segments=33, radius=radius,
                                  matrix=Matrix.Rotation(-math.pi / 2, 4, "X"))
        for vertex in shape.verts:
            vertex.co.y += math.copysign(length / 2, vertex.co.y)
        for face in shape.faces:
            face.smooth = True
    mesh = bpy.data.meshes.new(f"waft {shape_name(solid)}")
    shape.to_mesh(mesh)
    shape.free()
    return mesh


def shape_name(solid):
    return next(name for name in ("sphere", "box", "capsule", "mesh") if name in solid["shape"])


def mesh_operator(path):
    """What imports the file with its points as they are. Blender 4 has other ones for STL and PLY."""
    kind = path.suffix.lower().lstrip(".")
    if kind == "obj":
        return bpy.ops.wm.obj_import
    newer = f"{kind}_import" in dir(bpy.ops.wm)
    return getattr(bpy.ops.wm, f"{kind}_import") if newer else getattr(bpy.ops.import_mesh, kind)


def solid_file(run, record, name):
    """A mesh file of the scene, from where the run lies or where it was made; None if it is gone."""
    for key in ("files_directory", "files_directory_absolute"):
        path = run / record.get(key, ".") / name
        if path.exists():
            return path
    print(f"waft: {name} is not there any more; its solid is left out")
    return None


def solid_objects(run, record, solid):
    """At the origin, as large as they are in the run."""
    if shape_name(solid) != "mesh":
        thing = bpy.data.objects.new(f"solid {shape_name(solid)}", shape_mesh(solid))
        bpy.context.scene.collection.objects.link(thing)
        return [thing]
    path = solid_file(run, record, solid["shape"]["mesh"])
    things = imported(mesh_operator(path), filepath=str(path)) if path else []
    for thing in things:
        thing.name = f"solid {path.stem}"
        thing.scale = [solid["shape"]["scale"]] * 3
    return things


def animate(thing, channel, keys, fps):
    """Keys of the scene become keys of the object, with straight lines between them."""
    for time, value in keys:
        setattr(thing, channel, value)
        thing.keyframe_insert(channel, frame=time * fps)
    if keys:
        for curve in thing.animation_data.action.fcurves:
            for key in curve.keyframe_points:
                key.interpolation = "LINEAR"


def place_solid(thing, solid, record):
    """Location and turn, with their keys. In a flat flow it is a slice as thick as the cells."""
    fps, smoke = record["scene"]["time"]["fps"], record["scene"].get("smoke")
    angle, axis = solid["rotation"]["angle"], Vector(solid["rotation"]["axis"])
    center = solid.get("at") or [[pose["time"], pose["at"]] for pose in solid["poses"]]
    depth = 0.0
    if is_flat(record):
        axis = Vector((0, 0, 1))
        depth = max((abs(vertex.co.z) for vertex in thing.data.vertices), default=0.0)

    def place(at):
        return (at[0], at[1], smoke["origin"][2] + smoke["spacing"] / 2) if depth > 0 else at

    def turn(by):
        return (by, *axis.normalized())

    thing.rotation_mode = "AXIS_ANGLE"
    thing.location = place(first_value(center))
    thing.rotation_axis_angle = turn(first_value(angle))
    animate(thing, "location", [(time, place(at)) for time, at in keys_of(center)], fps)
    animate(thing, "rotation_axis_angle", [(time, turn(by)) for time, by in keys_of(angle)], fps)
    if depth > 0:
        thing.scale.z = smoke["spacing"] / (2 * depth)


def import_solids(run, record):
    """What smoke and liquid flow around, as run.json has it."""
    material = surface_material("waft solid", (0.2, 0.16, 0.13), 0.6)
    things = []
    for solid in record["scene"].get("solids", []):
        for thing in solid_objects(run, record, solid):
            place_solid(thing, solid, record)
            thing.data.materials.clear()
            thing.data.materials.append(material)
            things.append(thing)
    return things


def gather(scene, name, things):
    """A collection with the empty that turns y up into z up, and everything on it."""
    collection = bpy.data.collections.new(name)
    scene.collection.children.link(collection)
    axes = bpy.data.objects.new(f"{name} axes", None)
    axes.rotation_euler = Y_UP_TO_Z_UP
    collection.objects.link(axes)
    for thing in things:
        for other in thing.users_collection:
            other.objects.unlink(thing)
        collection.objects.link(thing)
        thing.parent = thing.parent or axes


def load(run):
    """Imports everything of a run directory into the open scene; returns the objects, whose parent is
    the empty that turns them."""
    run = pathlib.Path(run).expanduser().resolve()
    record = read_run(run)
    scene = bpy.context.scene
    set_clock(scene, record)
    things = import_smoke(run, record)
    things += import_water_cache(run) or import_water_meshes(run, record)
    things += import_spray(run, record)
    things += import_liquid(run, record)
    things += import_bodies(run)
    if not things:
        raise RuntimeError(f"{run} holds nothing for Blender: ask for vdb, pc2, obj, ply, surface_obj or gltf "
                           "under output:")
    things += import_solids(run, record)
    gather(scene, record.get("title") or run.name, things)
    scene.frame_set(scene.frame_start)
    return things


def bounds(record, things):
    """Lowest and highest corner, in waft's axes, of the box of smoke, the water and the paths of bodies. Volumes do
    not count, since without smoke yet, as in frame 0, they have no size; nor do solids, of which the
    part in the box is enough."""
    bodies = [thing for thing in things if is_body(thing) and thing.type == "MESH"]
    water = [thing for thing in things if thing.type == "MESH" and thing not in bodies
             and not thing.name.startswith("solid")]
    corners = [Vector(corner) for thing in water for corner in thing.bound_box]
    corners += [corner for body in bodies for corner in path_corners(body)]
    smoke = record["scene"].get("smoke")
    if smoke:
        low = Vector(smoke["origin"])
        corners += [low, low + Vector(smoke["cells"]) * smoke["spacing"]]
    return Vector(map(min, zip(*corners))), Vector(map(max, zip(*corners)))


def direction(azimuth, elevation):
    """In waft's axes: azimuth 0 is towards +z and grows towards +x."""
    flat = math.cos(elevation)
    return Vector((math.sin(azimuth) * flat, math.sin(elevation), math.cos(azimuth) * flat))


def facing(back):
    """Turns what looks along -z, such as a camera, so that it looks against `back`, y up."""
    up = Vector((0, 1, 0)) if abs(back.y) < 0.9999 else Vector((0, 0, -1))
    right = up.cross(back).normalized()
    return Matrix((right, back.cross(right), back)).transposed().to_quaternion()


def fit(box, target, turn, half):
    """Distance at which all of the box is in the picture, and the height of one by parallel rays."""
    distance = height = 1e-3
    for corner in ((x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)):
        offset = turn.inverted() @ (Vector(box[c][i] for i, c in enumerate(corner)) - target)
        x, y = abs(offset.x), abs(offset.y)
        distance = max(distance, MARGIN * max(x / half[0], y / half[1]) + offset.z)
        height = max(height, 2 * MARGIN * max(y, x * half[1] / half[0]))
    return distance, height


def set_camera(camera, view, box, aspect, time):
    """As waft's own pictures are taken; see `waft params camera`."""
    now = {key: value_at(value, time) for key, value in view.items()}
    target = Vector(now.get("at", (box[0] + box[1]) / 2))
    back = direction(now.get("azimuth", math.radians(30)), now.get("elevation", math.radians(20)))
    if "from" in now:
        back = (Vector(now["from"]) - target).normalized()
    fov = now.get("fov", math.radians(40))
    turn = facing(back)
    distance, height = fit(box, target, turn, (math.tan(fov / 2) * aspect, math.tan(fov / 2)))
    distance = now.get("distance") or distance
    camera.location = Vector(now["from"]) if "from" in now else target + back * distance
    camera.rotation_mode = "QUATERNION"
    camera.rotation_quaternion = turn
    camera.data.sensor_fit = "VERTICAL"  # the angle of view is that of the height
    camera.data.angle = fov
    camera.data.type = "ORTHO" if now.get("projection") == "orthographic" else "PERSP"
    camera.data.ortho_scale = now.get("height") or height
    far = (camera.location - target).length + (box[1] - box[0]).length
    camera.data.clip_start, camera.data.clip_end = 1e-3 * far, 100.0 * far


def camera_of(record):
    """The scene's; without one a flat flow is seen from the front, as in waft's own pictures."""
    alone = is_flat(record) and "water" not in record["scene"]
    return record["scene"].get("camera", FRONT_VIEW if alone else {})


def add_camera(scene, record, axes, things):
    """One that moves gets a key a frame."""
    view = camera_of(record)
    box = bounds(record, things)
    aspect = scene.render.resolution_x / scene.render.resolution_y
    camera = bpy.data.objects.new("waft camera", bpy.data.cameras.new("waft camera"))
    scene.collection.objects.link(camera)
    camera.parent = axes
    scene.camera = camera
    fps = record["scene"]["time"]["fps"]
    moves = any(keys_of(value) for value in view.values())
    for frame in range(scene.frame_start, (scene.frame_end if moves else scene.frame_start) + 1):
        set_camera(camera, view, box, aspect, frame / fps)
        if moves:
            for thing, channel in ((camera, "location"), (camera, "rotation_quaternion"),
                                   (camera.data, "lens"), (camera.data, "ortho_scale")):
                thing.keyframe_insert(channel, frame=frame)


def add_light(scene, record, axes):
    """The scene's sun, and a sky that fills the shadows; a dark scene keeps a little of it."""
    look = record["scene"].get("render", {})
    where = look.get("sun", {})
    sun = bpy.data.objects.new("waft sun", bpy.data.lights.new("waft sun", "SUN"))
    scene.collection.objects.link(sun)
    sun.parent = axes
    sun.rotation_mode = "QUATERNION"
    sun.rotation_quaternion = facing(direction(first_value(where.get("azimuth", math.radians(130))),
                                               first_value(where.get("elevation", math.radians(35)))))
    sun.data.energy = 6.0
    sun.data.angle = math.radians(2)
    scene.world = bpy.data.worlds.new("waft world")
    scene.world.use_nodes = True
    color = BACKGROUNDS[look.get("background", "sky")]
    scene.world.node_tree.nodes["Background"].inputs["Color"].default_value = (*color, 1.0)


def add_floor(scene, record, axes, things):
    """Below all, as far as can be seen: shadows on it tell where the smoke is."""
    look = record["scene"].get("render", {})
    ground = look.get("ground", "auto")
    if ground == "none" or (ground == "auto" and (is_flat(record) or "water" in record["scene"])):
        return
    low, high = bounds(record, things)
    far = 50.0 * (high - low).length
    x, y, z = (low.x + high.x) / 2, low.y, (low.z + high.z) / 2
    mesh = bpy.data.meshes.new("waft floor")
    mesh.from_pydata([(x - far, y, z + far), (x + far, y, z + far), (x + far, y, z - far),
                      (x - far, y, z - far)], [], [(0, 1, 2, 3)])
    mesh.materials.append(surface_material("waft floor", FLOORS[look.get("background", "sky")], 1.0))
    floor = bpy.data.objects.new("waft floor", mesh)
    scene.collection.objects.link(floor)
    floor.parent = axes


def set_stage(scene, record, things):
    """Camera, light and settings with which a picture can be made at once."""
    look = record["scene"].get("render", {})
    scene.render.resolution_x, scene.render.resolution_y = look.get("size", [1280, 720])
    scene.view_settings.exposure = first_value(look.get("exposure", 0.0))
    axes = things[0].parent
    add_camera(scene, record, axes, things)
    add_light(scene, record, axes)
    add_floor(scene, record, axes, things)
    scene.render.engine = "CYCLES"
    scene.cycles.samples = SAMPLES
    scene.cycles.volume_bounces = 2  # light that has been scattered once leaves dense smoke grey
    scene.cycles.use_denoising = False  # Debian's Blender has no denoiser and stops without this
    scene.frame_set(scene.frame_start)


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
