#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`waft run` of a liquid: its meshes are closed, alike in all formats and as large as the liquid; its
particles read back by their ids; Blender, where it is installed, imports them."""
import json
import os
import pathlib
import shutil
import struct
import tempfile
import xml.etree.ElementTree

import client
from client import check


def read_obj(path):
    points, facets = [], []
    for line in path.read_text().splitlines():
        word, *rest = line.split()
        if word == "v":
            points.append(tuple(map(float, rest)))
        elif word == "f":
            facets.append(tuple(int(corner.split("/")[0]) - 1 for corner in rest))
    return points, facets


def read_ply(path):
    """Header properties, then [(numbers of a vertex), ...] and facets."""
    data = path.read_bytes()
    start = data.index(b"end_header\n") + 11
    header = data[:start].decode().splitlines()
    counts = {line.split()[1]: int(line.split()[2]) for line in header if line.startswith("element")}
    names = [line.split() for line in header if line.startswith("property") and "list" not in line]
    form = "<" + "".join("I" if kind == "uint" else "f" for _, kind, _ in names)
    each = struct.calcsize(form)
    vertices = [dict(zip((name for _, _, name in names), struct.unpack_from(form, data, start + each * i)))
                for i in range(counts["vertex"])]
    at = start + each * counts["vertex"]
    facets = [struct.unpack_from("<III", data, at + 13 * i + 1) for i in range(counts.get("face", 0))]
    check(at + 13 * len(facets) == len(data), f"{path.name}: size")
    return vertices, facets


def read_glb(path):
    data = path.read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    gltf = json.loads(data[20:20 + size])
    at = 28 + size
    count = gltf["accessors"][0]["count"]
    views = gltf["bufferViews"]
    points = list(struct.iter_unpack("<fff", data[at:at + 12 * count]))
    index = at + views[3]["byteOffset"]
    facets = list(struct.iter_unpack("<III", data[index:index + views[3]["byteLength"]]))
    return points, facets


def check_mesh(points, facets, volume, name):
    """What trimesh calls watertight and a volume: every side once in each direction."""
    sides = {}
    for a, b, c in facets:
        for side in ((a, b), (b, c), (c, a)):
            sides[side] = sides.get(side, 0) + 1
    sound = all(count == 1 and (b, a) in sides for (a, b), count in sides.items())
    used = {corner for facet in facets for corner in facet}
    euler = len(points) - len(sides) // 2 + len(facets)
    check(sound and len(used) == len(points), f"{name}: closed, {len(facets)} facets, Euler number {euler}")
    got = sum(points[a][0] * (points[b][1] * points[c][2] - points[b][2] * points[c][1])
              + points[a][1] * (points[b][2] * points[c][0] - points[b][0] * points[c][2])
              + points[a][2] * (points[b][0] * points[c][1] - points[b][1] * points[c][0])
              for a, b, c in facets) / 6
    check(abs(got / volume - 1) < 0.06, f"{name}: volume {got:.4f} of {volume:.4f} m3")


def check_vtp(path, particles):
    """The arrays of a .vtp without VTK."""
    data = path.read_bytes()
    start = data.index(b"_", data.index(b"<AppendedData")) + 1
    root = xml.etree.ElementTree.fromstring(data[:start - 1] + b"</AppendedData></VTKFile>")
    arrays = {}
    for array in root.iter("DataArray"):
        if array.get("format") == "appended":
            at = start + int(array.get("offset"))
            (size,) = struct.unpack_from("<Q", data, at)
            letter = {"Float32": "f", "UInt32": "I", "Int64": "q"}[array.get("type")]
            arrays[array.get("Name")] = struct.unpack_from(f"<{size // struct.calcsize(letter)}{letter}", data, at + 8)
    count = len(particles)
    check(arrays["connectivity"] == tuple(range(count)) and arrays["offsets"] == tuple(range(1, count + 1)),
          f"{path.name}: {count} vertices")
    same = all(arrays["Points"][3 * i] == p["x"] and arrays["velocity"][3 * i + 1] == p["vy"]
               and arrays["density"][i] == p["density"] and arrays["id"][i] == p["id"]
               for i, p in enumerate(particles))
    check(same, f"{path.name}: place, velocity, density and id as in the .ply")


def check_blender(work, run):
    if shutil.which("blender") is None:
        client.missing("Blender", "blender")
    settings = dict(os.environ, WAFT_SOURCE=str(client.SOURCE), WAFT_BUILD=str(client.BUILD),
                    BLENDER_USER_CONFIG=str(work / "config"), BLENDER_USER_SCRIPTS=str(work / "scripts"))
    done = client.run("blender", "--background", "--factory-startup", "--python-exit-code", "9",
                      "--python", client.SOURCE / "blender/import_waft.py",
                      "--python", client.SOURCE / "tests/clients/inside_blender_liquid.py", "--", run, env=settings)
    lines = [line for line in done.stdout.splitlines() if line.startswith(("ok:", "FAIL:", "waft:"))]
    print("\n".join(lines))
    if not check(done.returncode == 0 and len(lines) > 8, f"Blender ended with {done.returncode}"):
        print(done.stdout[-3000:], done.stderr[-3000:])


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    shutil.copy(client.SOURCE / "tests/clients/liquid.yaml", work)
    run = work / "dam"
    done = client.run(os.environ["WAFT"], "run", work / "liquid.yaml", "-o", run, "-q")
    check(done.returncode == 0, f"waft run liquid.yaml {done.stderr.strip()}")
    particles, _ = read_ply(run / "particles_ply/liquid_000004.ply")
    check([p["id"] for p in particles] == list(range(len(particles))), f"{len(particles)} particles by their ids")
    volume = len(particles) * 0.05 ** 3
    vertices, facets = read_ply(run / "surface_ply/liquid_000004.ply")
    points = [(v["x"], v["y"], v["z"]) for v in vertices]
    check_mesh(points, facets, volume, "surface_ply")
    speeds = [(v["vx"] ** 2 + v["vy"] ** 2 + v["vz"] ** 2) ** 0.5 for v in vertices]
    fastest = max((p["vx"] ** 2 + p["vy"] ** 2 + p["vz"] ** 2) ** 0.5 for p in particles)
    check(0.2 < max(speeds) <= 1.001 * fastest, f"speeds of the mesh up to {max(speeds):.2f} of {fastest:.2f} m/s")
    check_mesh(*read_obj(run / "surface_obj/liquid_000004.obj"), volume, "surface_obj")
    glb = read_glb(run / "surface_glb/liquid_000004.glb")
    check(glb[0] == points and glb[1] == facets, "surface_glb: points and facets of surface_ply")
    check_vtp(run / "particles_vtp/liquid_000004.vtp", particles)
    check((run / "particles_vtp/liquid.pvd").read_text().count("liquid_0000") == 5, "liquid.pvd lists five files")
    check(len(list((run / "surface_obj").iterdir())) == 3, "every second frame has an .obj")
    check_blender(work, run)
client.finish()
