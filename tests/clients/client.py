# SPDX-License-Identifier: MIT
"""What the tests of other programs share: files to read, checks that print, and skipping."""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zlib

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"]).resolve()
BUILD = pathlib.Path(os.environ["WAFT_BUILD"]).resolve()
SIZE = (20, 37, 13)  # cells of the puff
SPACING = 0.1
CORNER = (1.0, 0.0, -2.0)
FRAMES = 5
QUANTITIES = ("density", "temperature", "velocity_x", "velocity_y", "velocity_z", "obstacle")
PLUME_FRAMES = 7  # of plume.yaml, whose frame 0 has no smoke
ACTIVE_ABOVE = 1e-4  # density from which a voxel of a .vdb is active
failures = 0


def check(ok, text):
    global failures
    failures += 0 if ok else 1
    print("ok:" if ok else "FAIL:", text, flush=True)
    return ok


def near(value, want, tolerance):
    return all(abs(a - b) <= tolerance for a, b in zip(value, want))


def missing(what, package):
    """Leaves: with an error under ./dev clients, else with the reason."""
    if os.environ.get("WAFT_CLIENTS"):
        sys.exit(f"{what} is missing; install {package}")
    print(f"skipped: {what} is missing; ./dev clients installs {package}")
    sys.exit(0)


def run(*command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)


def files():
    """A temporary directory with the files; keep the object alive."""
    folder = tempfile.TemporaryDirectory()
    done = run(BUILD / "tests/make_files", folder.name)
    if done.returncode != 0:
        sys.exit(f"make_files failed:\n{done.stderr}")
    return folder


def expected(folder, frame):
    """{quantity: values[x, y, z]} as they were given to the writers."""
    import numpy
    nx, ny, nz = SIZE
    values = numpy.fromfile(pathlib.Path(folder) / f"expected_{frame:06d}.f32", dtype="<f4")
    return dict(zip(QUANTITIES, values.reshape(len(QUANTITIES), nz, ny, nx).transpose(0, 3, 2, 1)))


BLOCK_POINTS = ((-1, -1, -1), (1.2, -1, -1), (-1, 1.5, -1), (-1, -1, 1.1))
BLOCK_FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))


def write_blocks(folder):
    """The same four-sided block as STL and as PLY."""
    lines = ["solid block"]
    for face in BLOCK_FACES:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex {} {} {}".format(*BLOCK_POINTS[corner]) for corner in face]
        lines += ["endloop", "endfacet"]
    (folder / "block.stl").write_text("\n".join(lines + ["endsolid block", ""]))
    lines = ["ply", "format ascii 1.0", f"element vertex {len(BLOCK_POINTS)}", "property float x",
             "property float y", "property float z", f"element face {len(BLOCK_FACES)}",
             "property list uchar int vertex_indices", "end_header"]
    lines += ["{} {} {}".format(*point) for point in BLOCK_POINTS]
    lines += ["3 {} {} {}".format(*face) for face in BLOCK_FACES]
    (folder / "block.ply").write_text("\n".join(lines + [""]))


# Water on a grid with land, and waves that break and throw drops.
POND = """waft: 1
time: {duration: 0.4, fps: 25, step: 0.02}
water:
  method: columns
  size: [6, 4]
  cells: [24, 16]
  terrain: {kind: slope, low: -1, high: 0.2, to: 6}
  boxes: [{low: [0, 0], high: [2, 4], level: 0.2}]
output:
  - {format: pc2, every: 2}
  - {format: exr}
  - {format: water_vti}
"""
SURF = """waft: 1
time: {duration: 2, fps: 5, step: 0.04}
water:
  size: [20, 6]
  cells: [80, 24]
  terrain: {kind: beach, low: -2, middle: -0.3, high: 0.5, bend: 14, to: 20}
  trains: [{length: 6, amplitude: 0.5}]
  spray: {capacity: 400}
output:
  - {format: ply}
  - {format: vtp}
"""


def make_run(folder, name, text):
    """`waft run` of a scene; returns the run's directory."""
    scene = folder / f"{name}.yaml"
    scene.write_text(text)
    done = run(os.environ["WAFT"], "run", scene, "-o", folder / name, "-q")
    check(done.returncode == 0, f"waft run {name}.yaml {done.stderr.strip()}")
    return folder / name


def make_plume(folder):
    """`waft run` of plume.yaml in the folder; returns the run's directory."""
    scene, plume = folder / "plume.yaml", folder / "plume"
    shutil.copy(SOURCE / "tests/clients/plume.yaml", scene)
    shutil.copy(SOURCE / "scenes/meshes/knot.obj", folder)
    write_blocks(folder)
    done = run(os.environ["WAFT"], "run", scene, "-o", plume, "-q")
    if not check(done.returncode == 0, f"waft run plume.yaml {done.stderr.strip()}"):
        sys.exit(1)
    return plume


def read_cache(path):
    """A .wgc file as docs/formats.md has it: its facts, and {field: values[x, y, z]}."""
    import numpy
    data = path.read_bytes()
    magic, form, header, *cells = struct.unpack_from("<8sII3I", data)
    spacing, *corner, time = struct.unpack_from("<5d", data, 40)
    (count,) = struct.unpack_from("<I", data, 96)
    (crc,) = struct.unpack_from("<I", data, header)
    sound = (magic, form, header) == (b"WAFTGRID", 1, 104 + 48 * count) and crc == zlib.crc32(data[:header])
    fields, at = {}, header + 4
    for entry in range(count):
        name, place, bits, size = struct.unpack_from("<32sIIQ", data, 104 + 48 * entry)
        shape = [n + (axis + 1 == place) for axis, n in enumerate(cells)]
        values = numpy.frombuffer(data, f"<f{bits // 8}", size * 8 // bits, at)
        fields[name.rstrip(b"\0").decode()] = values.reshape(shape[::-1]).transpose()
        (crc,) = struct.unpack_from("<I", data, at + size)
        sound = sound and crc == zlib.crc32(data[at:at + size])
        at += size + 4
    check(sound and at == len(data), f"{path.name}: header, size and checksums")
    return {"cells": tuple(cells), "spacing": spacing, "corner": corner, "time": time}, fields


def read_image(path, name):
    """An array of one component of a .vti file as values[x, y, z], without VTK."""
    import numpy
    data = path.read_bytes()
    start = data.index(b"_", data.index(b"<AppendedData")) + 1
    root = xml.etree.ElementTree.fromstring(data[:start - 1] + b"</AppendedData></VTKFile>")
    (array,) = [a for a in root.iter("DataArray") if a.get("Name") == name]
    extent = [int(n) for n in root.find("ImageData").get("WholeExtent").split()]
    at = start + int(array.get("offset"))
    blocks, _, _ = struct.unpack_from("<3Q", data, at)
    sizes = struct.unpack_from(f"<{blocks}Q", data, at + 24)
    at += 24 + 8 * blocks
    plain = b""
    for size in sizes:
        plain += zlib.decompress(data[at:at + size])
        at += size
    return numpy.frombuffer(plain, "<f4").reshape(extent[5], extent[3], extent[1]).transpose()


def at_centers(fields):
    """Velocity at the centres of cells: the mean of their faces."""
    import numpy
    u, v, w = (fields[name] for name in "uvw")
    half = numpy.float32(0.5)
    return numpy.stack([half * (u[:-1] + u[1:]), half * (v[:, :-1] + v[:, 1:]),
                        half * (w[:, :, :-1] + w[:, :, 1:])], axis=-1)


def finish():
    sys.exit(1 if failures else 0)
