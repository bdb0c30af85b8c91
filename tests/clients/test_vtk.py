#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""VTK reads our .vti files, and the files and times that a .pvd collection names. Those of a
run of `waft run` have the values of the cached frames beside them."""
import pathlib
import tempfile
import xml.etree.ElementTree

import client
from client import check

try:
    import numpy
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLImageDataReader, vtkXMLPolyDataReader
except ImportError as error:
    client.missing(error.name, "python3-vtk9 and python3-numpy")


def read(path):
    reader = vtkXMLImageDataReader()
    if not reader.CanReadFile(str(path)):
        return None
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def values_of(image, name, components, size=client.SIZE):
    array = image.GetCellData().GetArray(name)
    if array is None or array.GetNumberOfComponents() != components:
        return None
    nx, ny, nz = size
    return vtk_to_numpy(array).reshape(nz, ny, nx, components).transpose(2, 1, 0, 3)


def check_file(path, data, when):
    image = read(path)
    if not check(image is not None, f"{path.name}: VTK can read it"):
        return
    extent = tuple(n for size in client.SIZE for n in (0, size))
    check(image.GetExtent() == extent, f"{path.name}: extent {image.GetExtent()}")
    check(client.near(image.GetOrigin(), client.CORNER, 1e-6), f"{path.name}: origin {image.GetOrigin()}")
    check(client.near(image.GetSpacing(), [client.SPACING] * 3, 1e-8), f"{path.name}: spacing {image.GetSpacing()}")
    for name in ("density", "temperature", "obstacle"):
        got = values_of(image, name, 1)
        check(got is not None and (got[..., 0] == data[name]).all(), f"{path.name}: {name} equal")
    got = values_of(image, "velocity", 3)
    want = numpy.stack([data["velocity_" + axis] for axis in "xyz"], axis=-1)
    check(got is not None and (got == want).all(), f"{path.name}: velocity equal")
    time = image.GetFieldData().GetArray("TimeValue")
    check(time is not None and abs(time.GetValue(0) - when) < 1e-12, f"{path.name}: time {when:g}")


def check_collection(path, frames, fps):
    sets = xml.etree.ElementTree.parse(path).getroot().findall("Collection/DataSet")
    times = [float(s.get("timestep")) for s in sets]
    want = [frame / fps for frame in range(frames)]
    check(len(times) == frames and client.near(times, want, 1e-12), f"{path.name}: times {times}")
    check(all(read(path.parent / s.get("file")) is not None for s in sets), f"{path.name}: its files can be read")


def check_run(path, cache, when):
    """A frame of a run against the same frame as the solver had it, everywhere."""
    facts, fields = client.read_cache(cache)
    image = read(path)
    if not check(image is not None, f"run {path.name}: VTK can read it"):
        return
    check(client.near(image.GetOrigin(), facts["corner"], 1e-6) and
          client.near(image.GetSpacing(), [facts["spacing"]] * 3, 1e-8), f"run {path.name}: place")
    want = {name: fields[name][..., None] for name in ("density", "temperature")}
    want["velocity"] = client.at_centers(fields)
    for name, values in want.items():
        got = values_of(image, name, values.shape[-1], facts["cells"])
        differ = values.size if got is None else int((got != values).sum())
        check(differ == 0, f"run {path.name}: {name} equal to the cache, {differ} differ")
    solid = values_of(image, "obstacle", 1, facts["cells"])
    check(solid is not None and (solid[..., 0] == client.read_image(path, "obstacle")).all(),
          f"run {path.name}: obstacles as our own reader has them")
    time = image.GetFieldData().GetArray("TimeValue").GetValue(0)
    check(abs(time - when) < 1e-12 and abs(facts["time"] - when) < 1e-12, f"run {path.name}: time {time:g}")


def check_plume():
    with tempfile.TemporaryDirectory() as folder:
        plume = client.make_plume(pathlib.Path(folder))
        for frame in range(client.PLUME_FRAMES):
            check_run(plume / f"vti/smoke_{frame:06d}.vti", plume / f"cache/smoke_{frame:06d}.wgc", frame / 5)
        check_collection(plume / "vti/smoke.pvd", client.PLUME_FRAMES, 5.0)


def read_heights(path):
    """Our own .exr files: the lines stand at the end, each after its number and its size."""
    bytes_ = path.read_bytes()
    line = 8 + 4 * 24
    rows = [numpy.frombuffer(bytes_[len(bytes_) - (16 - k) * line + 8:][:4 * 24], dtype="<f4") for k in range(16)]
    return numpy.stack(rows, axis=-1)  # [x, z]


def check_pond(folder):
    """Fields of water, and its level beside the heights of the same frame."""
    pond = client.make_run(folder, "pond", client.POND)
    for frame in (0, 10):
        path = pond / f"water_vti/water_{frame:06d}.vti"
        image = read(path)
        if not check(image is not None, f"{path.name}: VTK can read it"):
            continue
        check(client.near(image.GetSpacing(), [0.25] * 3, 1e-8), f"{path.name}: spacing {image.GetSpacing()}")
        got = {name: values_of(image, name, 1, (24, 1, 16))[:, 0, :, 0] for name in ("level", "bed", "depth", "foam")}
        heights = read_heights(pond / f"exr/height_{frame:06d}.exr")
        check((got["level"] == heights).all(), f"{path.name}: the level is that of the EXR file")
        wet = got["depth"] > 0
        error = float(numpy.abs(got["level"] - got["bed"] - got["depth"])[wet].max())
        check(0 < wet.sum() < wet.size and error < 1e-6, f"{path.name}: depth, level and bed agree to {error:.2g} m")
        speed = values_of(image, "velocity", 3, (24, 1, 16))
        moving = float(numpy.abs(speed[..., 0]).max())
        check((speed[..., 1] == 0).all() and (moving > 0.05) == (frame > 0), f"{path.name}: {moving:.2g} m/s")
    check_collection(pond / "water_vti/water.pvd", 11, 25.0)


def check_surf(folder):
    surf = client.make_run(folder, "surf", client.SURF)
    most = 0
    for frame in range(11):
        path = surf / f"vtp/spray_{frame:06d}.vtp"
        reader = vtkXMLPolyDataReader()
        reader.SetFileName(str(path))
        reader.Update()
        drops = reader.GetOutput()
        body = (surf / f"ply/spray_{frame:06d}.ply").read_bytes().partition(b"end_header\n")[2]
        want = numpy.frombuffer(body, dtype="<f4").reshape(-1, 6)
        count = drops.GetNumberOfPoints()
        same = count == len(want) and drops.GetNumberOfVerts() == count
        if same and count > 0:
            same = (vtk_to_numpy(drops.GetPoints().GetData()) == want[:, :3]).all()
            same = same and (vtk_to_numpy(drops.GetPointData().GetArray("velocity")) == want[:, 3:]).all()
        check(same, f"{path.name}: {count} drops as in the PLY file")
        most = max(most, count)
    check(most > 0, f"there are drops, up to {most}")


with client.files() as name:
    work = pathlib.Path(name)
    for frame in range(client.FRAMES):
        check_file(work / f"vti/smoke_{frame:06d}.vti", client.expected(work, frame), frame / 24.0)
    check_file(work / "raw.vti", client.expected(work, 0), 0.0)
    check_collection(work / "smoke.pvd", client.FRAMES, 24.0)
check_plume()
with tempfile.TemporaryDirectory() as name:
    check_pond(pathlib.Path(name))
    check_surf(pathlib.Path(name))
client.finish()
