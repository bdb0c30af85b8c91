#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""VTK reads our .vti files, and the files and times that a .pvd collection names."""
import pathlib
import xml.etree.ElementTree

import client
from client import check

try:
    import numpy
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLImageDataReader
except ImportError as error:
    client.missing(error.name, "python3-vtk9 and python3-numpy")


def read(path):
    reader = vtkXMLImageDataReader()
    if not reader.CanReadFile(str(path)):
        return None
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def values_of(image, name, components):
    array = image.GetCellData().GetArray(name)
    if array is None or array.GetNumberOfComponents() != components:
        return None
    nx, ny, nz = client.SIZE
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


def check_collection(path):
    sets = xml.etree.ElementTree.parse(path).getroot().findall("Collection/DataSet")
    times = [float(s.get("timestep")) for s in sets]
    check(times == [f / 24.0 for f in range(client.FRAMES)], f"{path.name}: times {times}")
    check(all(read(path.parent / s.get("file")) is not None for s in sets), f"{path.name}: its files can be read")


with client.files() as name:
    work = pathlib.Path(name)
    for frame in range(client.FRAMES):
        check_file(work / f"vti/smoke_{frame:06d}.vti", client.expected(work, frame), frame / 24.0)
    check_file(work / "raw.vti", client.expected(work, 0), 0.0)
    check_collection(work / "smoke.pvd")
client.finish()
