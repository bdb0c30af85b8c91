#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""OpenVDB reads our .vdb files: its Python module the values, vdb_print the whole. Those of a run of
`waft run` have the values of the cached frames beside them."""
import pathlib
import shutil
import tempfile

import client
from client import check

try:
    import numpy
    import pyopenvdb
except ImportError as error:
    client.missing(error.name, "python3-openvdb and python3-numpy")


def dense(grid, components, size=client.SIZE):
    """Values and activity of all cells."""
    values = numpy.zeros(size + ((3,) if components == 3 else ()), dtype=numpy.float32)
    grid.copyToArray(values, (0, 0, 0))
    active = numpy.zeros(size, dtype=bool)
    accessor = grid.getConstAccessor()
    for index in numpy.ndindex(*size):
        active[index] = accessor.isValueOn(index)
    return values, active


def error_of(got, want, active, relative):
    difference = numpy.abs(got.astype(float) - want)[active]
    return float((difference / numpy.maximum(numpy.abs(want[active]), 1e-4) if relative else difference).max())


def check_grid(path, grid, data, half):
    free = data["obstacle"] <= 0.5
    if grid.name == "velocity":
        want = numpy.stack([data["velocity_" + axis] for axis in "xyz"], axis=-1).astype(float)
        want_active = free
    else:
        want = data[grid.name].astype(float)
        want_active = (data["density"] > numpy.float32(1e-4)) & free
    values, active = dense(grid, 3 if grid.name == "velocity" else 1)
    error = error_of(values, want, active, half)
    limit = 1e-3 if half else 0.0
    where = numpy.argwhere(want_active)
    box = tuple(map(tuple, (where.min(axis=0).tolist(), where.max(axis=0).tolist())))
    first = grid.transform.indexToWorld((0, 0, 0))
    center = [c + client.SPACING / 2 for c in client.CORNER]
    kind = {"velocity": "unknown"}.get(grid.name, "fog volume")
    label = f"{path.name} {grid.name}"
    check((active == want_active).all(), f"{label}: {int(active.sum())} active voxels, those asked for")
    check(grid.activeVoxelCount() == want_active.sum(), f"{label}: no active voxel elsewhere")
    check(error <= limit, f"{label}: largest {'relative ' if half else ''}error {error:.3g}, limit {limit:g}")
    check(not values[~active].any(), f"{label}: inactive voxels are 0")
    check(grid.evalActiveVoxelBoundingBox() == box, f"{label}: bounding box {box}")
    check(client.near(first, center, 1e-6), f"{label}: voxel (0, 0, 0) at {first}")
    check(client.near(grid.transform.voxelSize(), [client.SPACING] * 3, 1e-8), f"{label}: voxel size")
    check(grid.gridClass == kind and grid.saveFloatAsHalf == half, f"{label}: {kind}, half {half}")


def check_file(path, data, half):
    grids, _ = pyopenvdb.readAll(str(path))
    names = [grid.name for grid in grids]
    check(names == ["density", "temperature", "velocity"], f"{path.name}: grids {names}")
    for grid in grids:
        check_grid(path, grid, data, half)


def check_edges(folder):
    grids, _ = pyopenvdb.readAll(str(folder / "empty.vdb"))
    check([g.activeVoxelCount() for g in grids] == [0, 0], "empty.vdb: two grids, nothing active")
    (grid,), _ = pyopenvdb.readAll(str(folder / "long.vdb"))
    accessor = grid.getConstAccessor()
    values = [accessor.getValue((x, 0, 0)) for x in (0, 1000, 4095)]
    check(values == [1.0, 65504.0, 2.0], f"long.vdb: 4096 cells, values {values}")


def check_print(path):
    if shutil.which("vdb_print") is None:
        client.missing("vdb_print", "libopenvdb-tools")
    done = client.run("vdb_print", "-l", path)
    words = ("Name: density", "Name: temperature", "Name: velocity", "Tree_vec3s_5_4_3")
    check(done.returncode == 0 and all(w in done.stdout for w in words), f"vdb_print -l {path.name}")


def check_run(path, cache):
    """A frame of a run against the same frame as the solver had it."""
    facts, fields = client.read_cache(cache)
    want = {"density": fields["density"], "temperature": fields["temperature"],
            "velocity": client.at_centers(fields)}
    smoke = fields["density"] > numpy.float32(client.ACTIVE_ABOVE)
    grids, _ = pyopenvdb.readAll(str(path))
    check([grid.name for grid in grids] == list(want), f"run {path.name}: grids {list(want)}")
    for grid in grids:
        values, active = dense(grid, 3 if grid.name == "velocity" else 1, facts["cells"])
        label = f"run {path.name} {grid.name}"
        check((active == smoke).all() and grid.activeVoxelCount() == smoke.sum(),
              f"{label}: {int(active.sum())} active voxels, {int(smoke.sum())} cells with smoke")
        differ = int((values[smoke] != want[grid.name][smoke]).sum())
        check(differ == 0 and not values[~smoke].any(), f"{label}: equal to the cache, {differ} differ")
        center = [c + facts["spacing"] / 2 for c in facts["corner"]]
        check(client.near(grid.transform.indexToWorld((0, 0, 0)), center, 1e-6), f"{label}: place")
    return int(smoke.sum())


def check_plume():
    with tempfile.TemporaryDirectory() as folder:
        plume = client.make_plume(pathlib.Path(folder))
        counts = [check_run(plume / f"vdb/smoke_{frame:06d}.vdb", plume / f"cache/smoke_{frame:06d}.wgc")
                  for frame in range(client.PLUME_FRAMES)]
    check(counts[0] == 0 and sorted(counts) == counts and counts[-1] > 500,
          f"run: no smoke in frame 0, then more and more: {counts}")


with client.files() as name:
    work = pathlib.Path(name)
    for frame in range(client.FRAMES):
        check_file(work / f"vdb/smoke_{frame:06d}.vdb", client.expected(work, frame), False)
    for file, half in (("half.vdb", True), ("raw.vdb", False), ("raw_half.vdb", True)):
        check_file(work / file, client.expected(work, 0), half)
    check_edges(work)
    check_print(work / "vdb/smoke_000000.vdb")
    check_print(work / "half.vdb")
check_plume()
client.finish()
