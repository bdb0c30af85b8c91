# SPDX-License-Identifier: MIT
"""Scenes of smoke from the command line: checked, run, broken off, resumed, looked at."""
import json

from harness import (check, check_run, contents, differences, finish, hash_line, SOURCE, waft,
                     Workspace, write)

SCENE = """waft: 1
title: Tiny smoke
time: {duration: 0.6, fps: 10, step: 0.05}
smoke:
  cells: [12, 16, 12]
  spacing: 0.1
  sides: {top: open, left: {kind: inflow, speed: [[0, 0.1], [0.6, 0.5]]}}
  sources:
    - {shape: {sphere: 0.2}, at: [0.6, 0.3, 0.6], temperature: 80, noise: {amount: 0.5}}
solids:
    - {shape: {box: [0.4, 0.3, 0.4]}, at: [[0, [0.4, 0.9, 0.6]], [0.6, [0.8, 0.9, 0.6]]],
       rotation: {angle: [[0, 0], [0.6, 90 deg]]}}
    - {shape: {box: [0.5, 0.02, 0.5]}, at: [0.6, 1.3, 0.6]}
output:
  - {format: vdb, half: true}
  - {format: vti, every: 2, fields: [density, velocity, vorticity]}
  - {format: cache, every: 3}
  - {format: state, every: 3}
"""

with Workspace() as place:
    write(place / "scene.yaml", SCENE)
    done = check_run(0, "check", "scene.yaml", cwd=place)
    check([line.split()[1] for line in done.stdout.splitlines() if line.startswith("sheet")]
          == ["solids[1]"], "a plate thinner than a cell is told to be a sheet")
    facts = json.loads(check_run(0, "check", "scene.yaml", "--json", cwd=place).stdout)
    check(facts["sheets"] == [1] and facts["memory_bytes"] > 12 * 16 * 12 * 20, "the same as JSON")
    done = check_run(2, "run", "scene.yaml", "--max-memory", "10k", cwd=place)
    check("most of it for smoke.cells, but the limit is 10 KiB" in done.stderr, "memory is limited")

    whole = check_run(0, "run", "scene.yaml", "-o", "whole", "-q", "--threads", "2", cwd=place)
    files = contents(place / "whole")
    check({"vdb/smoke_000000.vdb", "vdb/smoke_000006.vdb", "vti/smoke_000004.vti", "vti/smoke.pvd",
           "cache/smoke_000003.wgc", "state/frame_000006.waftckpt"} <= set(map(str, files)),
          "one file a frame, and the list of VTI files")
    listing = (place / "whole/vti/smoke.pvd").read_text()
    check(listing.count("<DataSet") == 4 and 'file="smoke_000006.vti"' in listing, "the .pvd lists them")
    header = (place / "whole/stats.csv").read_text().splitlines()[0].split(",")
    check({"smoke.substeps", "smoke.residual", "smoke.density_sum"} <= set(header), "figures of smoke")

    check_run(0, "run", "scene.yaml", "-o", "part", "-q", "--threads", "1", cwd=place)
    check(not differences(files, contents(place / "part")), "the same bytes with one thread")
    for name in ("checkpoints",):
        newest = sorted((place / "part" / name).iterdir())
        for path in newest[1:]:
            path.unlink()
    record = place / "part/run.json"
    record.write_text(record.read_text().replace('"finished"', '"interrupted"'))
    (place / "part/vdb/smoke_000006.vdb").unlink()
    resumed = check_run(0, "run", "scene.yaml", "-o", "part", "-q", "--resume", cwd=place)
    check(hash_line(resumed.stdout) == hash_line(whole.stdout), "resumed, it ends in the same state")
    check(not differences(files, contents(place / "part")), "and with the same bytes")

    check_run(0, "run", "scene.yaml", "-o", "cached", "-q", "--set", "output=[{format: cache, every: 3}]", cwd=place)
    alone = contents(place / "cached")
    check({f"cache/smoke_00000{n}.wgc" for n in (0, 3, 6)} <= set(alone),
          "a cache needs no other output beside it")

    info = check_run(0, "info", "whole/cache/smoke_000003.wgc", "--json", cwd=place)
    facts = json.loads(info.stdout)
    check(facts["frame"] == 3 and facts["cells_y"] == 16 and "temperature" in facts["fields"],
          "info tells what a cache holds")
    facts = json.loads(check_run(0, "info", "whole/vdb/smoke_000002.vdb", "--json", cwd=place).stdout)
    check(facts["grids"] == 3 and facts["names"] == "density, temperature, velocity", "and a VDB file")
    check(facts["voxel_size"] > 0 and facts["grid.density"].startswith("half, ") and " active voxels, cells [" in
          facts["grid.density"], "with the extent of each grid")
    facts = json.loads(check_run(0, "info", "whole/vti/smoke_000004.vti", "--json", cwd=place).stdout)
    check(facts["type"] == "vti" and facts["cells_y"] == 16 and "density" in facts["names"], "a VTK image")
    facts = json.loads(check_run(0, "info", "whole/vti/smoke.pvd", "--json", cwd=place).stdout)
    check(facts["type"] == "pvd" and facts["files"] > 1 and facts["last_time"] > facts["first_time"],
          "and a collection")
    facts = json.loads(check_run(0, "info", "whole", "--json", cwd=place).stdout)
    check(facts["smoke_cells_y"] == 16 and facts["smoke_spacing"] > 0 and facts["formats"].startswith("vdb, "),
          "a run tells of its smoke and files")
    (place / "cut.vti").write_bytes((place / "whole/vti/smoke_000004.vti").read_bytes()[:60])
    check_run(2, "info", "cut.vti", cwd=place)
    cut = place / "cut.vdb"
    cut.write_bytes((place / "whole/vdb/smoke_000002.vdb").read_bytes()[:90])
    check_run(2, "info", "cut.vdb", cwd=place)
    facts = json.loads(check_run(0, "info", "scene.yaml", "--json", cwd=place).stdout)
    check(facts["smoke_cells_y"] == 16 and facts["solids"] == 2 and facts["sheets"] == 1, "and a scene")
    check_run(0, "info", "whole", cwd=place)
    plot = check_run(0, "plot", "whole", cwd=place)
    check(plot.stdout.strip() != "", "figures of smoke can be plotted")

    tolerance = {}
    for quality in ("preview", "final"):
        check_run(0, "run", "scene.yaml", "-o", quality, "-q", "--quality", quality, "--frames", "0:0", cwd=place)
        scene = json.loads((place / quality / "run.json").read_text())["scene"]
        tolerance[quality] = scene["smoke"]["pressure"]["tolerance"]
    check(tolerance == {"preview": 1e-3, "final": 1e-5}, "quality sets how well pressure is solved")
    refused = check_run(2, "run", "scene.yaml", "-o", "final", "-q", "--resume", "--frames", "0:0", cwd=place)
    check("scene" in refused.stderr, "a run is not resumed with another quality")

for path in sorted((SOURCE / "scenes").glob("*.yaml")):
    if "\nsmoke:" in path.read_text():
        check_run(0, "check", path)
        check_run(0, "check", path, "--quality", "preview")

finish()
