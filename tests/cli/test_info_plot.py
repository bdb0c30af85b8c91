# SPDX-License-Identifier: MIT
"""waft info and waft plot on everything that a run leaves."""
import json
import subprocess
import xml.etree.ElementTree as tree

from harness import TINY, check, check_run, finish, one_line, waft, Workspace, write


def info(place, path):
    return json.loads(check_run(0, "info", path, "--json", cwd=place).stdout)


def svg(path):
    root = tree.parse(path).getroot()
    return root, "".join(root.itertext())


with Workspace() as place:
    write(place / "tiny.yaml", TINY)
    ran = check_run(0, "run", "tiny.yaml", "-o", "run", "-q", cwd=place)
    final_hash = ran.stdout.split()[-1]

    facts = info(place, "tiny.yaml")
    check(facts["type"] == "scene" and facts["title"] == "Tiny" and facts["frames"] == 6
          and facts["cells_x"] == 16 and facts["size_x"] == 4 and facts["gauges"] == 1, "scene")
    write(place / "third.yaml", TINY.replace("cells: [16, 16]", "cells: [48, 48]"))
    facts = info(place, "third.yaml")
    check(facts["size_x"] == 4 and facts["cells_x"] == 48, f"no digits that a float does not have: {facts['size_x']}")
    facts = info(place, "run")
    check(facts["type"] == "run" and facts["state"] == "finished" and facts["hash"] == final_hash
          and facts["frames"] == 6 and facts["seed"] == 3, "run directory")
    facts = info(place, "run/gauges.csv")
    columns = {c["name"]: c for c in facts["columns"]}
    check(facts["type"] == "table" and columns["time"]["greatest"] == 0.5
          and abs(columns["middle"]["greatest"]) <= 0.011, "table with ranges")
    picture = sorted((place / "run/png").iterdir())[0]
    facts = info(place, picture)
    check(facts["type"] == "heights" and facts["width"] == 16
          and facts["spacing_x"] == 0.25 and facts["low"] == -0.05 and facts["low"] <= facts["least"] < facts["greatest"] <= facts["high"], "height image")
    write(place / "exact.yaml", TINY.split("output:")[0] + "output:\n  - {format: exr}\n")
    check_run(0, "run", "exact.yaml", "-o", "exact", "--frames", "3:3", "-q", cwd=place)
    exact = next((place / "exact").rglob("*.exr"))
    facts = info(place, exact)
    check(facts["type"] == "heights" and facts["width"] == 16 and "low" not in facts
          and -0.05 < facts["least"] < 0 < facts["greatest"] < 0.05, "heights in floats")
    exact.write_bytes(exact.read_bytes()[:300])
    check_run(2, "info", exact, cwd=place)
    cache = next((place / "run").rglob("*.pc2"))
    facts = info(place, cache)
    check(facts["type"] == "points" and facts["points"] == 256 and facts["samples"] == 6, "point cache")
    files = sorted((place / "run").rglob("*.waftckpt"))
    if check(files, "a checkpoint is there"):
        facts = info(place, files[-1])
        check(facts["type"] == "checkpoint" and facts["step"] > 0, "checkpoint")
        data = files[-1].read_bytes()
        write(place / "cut", "")
        (place / "cut").write_bytes(data[: len(data) // 2])
        check_run(2, "info", "cut", cwd=place)
    write(place / "log", "waft-edits 1\n10 set water.trains[0].amplitude 0.03\n")
    facts = info(place, "log")
    check(facts["type"] == "edits" and facts["edits"] == 1 and facts["first_step"] == 10, "edit log")
    write(place / "mesh.yaml", TINY.split("output:")[0] + "output:\n  - {format: obj}\n")
    check_run(0, "run", "mesh.yaml", "-o", "mesh", "--frames", "0:0", "-q", cwd=place)
    facts = info(place, next((place / "mesh").rglob("*.obj")))
    check(facts["type"] == "mesh" and facts["vertices"] == 256 and facts["faces"] == 225, "OBJ mesh")
    write(place / "spray.ply", "ply\nformat ascii 1.0\ncomment x\nelement vertex 7\nproperty float x\nend_header\n")
    facts = info(place, "spray.ply")
    check(facts["type"] == "particles" and facts["particles"] == 7, "PLY particles")
    facts = info(place, "run/run.json")
    check(facts["type"] == "run" and facts["hash"] == final_hash, "run.json stands for its run")
    check(info(place / "run", "run.json")["hash"] == final_hash, "also from within")
    plain = check_run(0, "info", "run", cwd=place).stdout
    check(plain.startswith("run: run\n") and final_hash in plain, "plain text has the same facts")

    for name, data in (("junk.bin", b"\0\1\2"), ("empty", b""), ("cut.png", picture.read_bytes()[:60]),
                       ("cut.ply", b"ply\nformat ascii 1.0\nelement vertex 7\n"),
                       ("wrong.ply", b"ply\nelement vertex -7\nend_header\n"), ("junk.obj", b"\0\1\2"),
                       ("cut.pc2", cache.read_bytes()[:-5]), ("bad.csv", b"time,a\n1,2\n3\n")):
        (place / name).write_bytes(data)
        done = check_run(2, "info", name, cwd=place)
        check(one_line(done.stderr) and name in done.stderr, f"{name} is refused in one line")
    (place / "hollow").mkdir()
    check_run(2, "info", "hollow", cwd=place)

    drawn = check_run(0, "plot", "run", cwd=place).stdout.split()
    check(drawn == ["run/plots/gauges.svg", "run/plots/stats.svg", "run/plots/tracers.svg"],
          "a run gives three plots and names them")
    for name, word in zip(drawn, ("middle", "time", "mote")):
        root, text = svg(place / name)
        check(root.tag.endswith("svg") and word in text and "Tiny" in text, f"{name} is SVG and labelled")
    check_run(0, "plot", "run/gauges.csv", "--y", "middle.depth", "--title", "Deep & <wide>", "--log-y",
              "-o", "depth.svg", cwd=place)
    root, text = svg(place / "depth.svg")
    check("Deep & <wide>" in text and "middle.depth" in text, "one column with title and log scale")
    check(check_run(0, "plot", "run/stats.csv", "run/stats.csv", "-o", "two.svg", cwd=place).stdout
          == "two.svg\n", "two tables share a plot")
    root, text = svg(place / "run/plots/stats.svg")
    check("water.level_max" in text and "water.train_count" not in text, "stats that stay the same are left out")
    check_run(0, "run", "tiny.yaml", "-o", "single", "--frames", "0:0", "-q", cwd=place)
    check_run(0, "plot", "single", cwd=place)
    write(place / "plain.csv", "a,b,c\n0,1,2\n1,,3\n2,3,4\n")
    check(check_run(0, "plot", "plain.csv", cwd=place).stdout == "plain.svg\n", "a table gives NAME.svg")
    check(check_run(0, "plot", "run", "--kind", "height", "--frame", "3", cwd=place).stdout
          == "run/plots/height_3.svg\n", "the heights of a frame")
    svg(place / "run/plots/height_3.svg")
    write(place / "bare.csv", "a,b,c\n")
    write(place / "still.yaml", TINY.split("  gauges")[0])
    check_run(0, "run", "still.yaml", "-o", "still", "--frames", "0:0", "-q", cwd=place)
    WRONG = [
        (["run/gauges.csv", "--y", "midle"], "did you mean 'middle'?"),
        (["run/gauges.csv", "--x", "tiem"], "did you mean 'time'?"),
        (["run", "--kind", "height", "--frame", "77"], "frame 77"),
        (["run", "-o", "x.svg"], "--kind"),
        (["run", "plain.csv"], "not both"),
        (["hollow"], "no table"),
        (["plain.csv", "--kind", "height"], "run directory"),
        (["run", "--kind", "table"], "CSV"),
        (["bad.csv"], "bad.csv:3:"),
        ([picture], "is no table: a table is text"),
        (["junk.bin"], "junk.bin is no table: a table is text"),
        (["bare.csv"], "bare.csv has no rows"),
        (["still", "--kind", "tracers"], "still has no tracers.csv: the scene has no tracers"),
        (["still", "--kind", "gauges"], "still has no gauges.csv: the scene has no gauges"),
        (["hollow", "--kind", "gauges"], "hollow"),
    ]
    for words, piece in WRONG:
        done = check_run(2, "plot", *words, cwd=place)
        check(one_line(done.stderr) and piece in done.stderr, f"says {piece}")
    check_run(3, "plot", "plain.csv", "-o", "no/such/x.svg", cwd=place)
    with open(place / "plain.csv") as table:
        check_run(0, "plot", "/dev/stdin", "-o", "piped.svg", cwd=place, stdin=table)
    piped = subprocess.Popen(["cat", "plain.csv"], cwd=place, stdout=subprocess.PIPE)
    check_run(0, "plot", "/dev/stdin", "-o", "piped.svg", cwd=place, stdin=piped.stdout)
    piped.wait()

finish()
