# SPDX-License-Identifier: MIT
"""Scenes of bodies from the command line: checked, baked, run, broken off, resumed, looked at."""
import csv
import json
import math
import re

from harness import (check, check_run, contents, differences, finish, hash_line, SOURCE, waft,
                     Workspace, write)

SCENE = """waft: 1
title: Tiny fall
seed: 2
time: {duration: 0.6, fps: 10, step: 5 ms}
air: {wind: [0.2, 0, 0], winds: [{kind: gust, speed: 0.1}]}
ground: {height: 0}
bodies:
  - name: leaf
    preset: leaf
    count: 5
    turbulence: {grid: [16, 16, 8]}
    scatter: {low: [-0.2, 0.2, -0.2], high: [0.2, 0.5, 0.2], turned: true, spin: 1}
  - name: ball
    preset: ball
    langevin: off
    release: {position: [0, 0.3, 0]}
output:
  - {format: gltf}
"""

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

COLUMNS = "time_s,body,name,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,age_s,f_sub,state"

ASKED = {"volume", "mass", "center_of_mass", "inertia", "added_mass", "facets", "method", "asymmetry",
         "seconds"}


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def near(value, want, share=1e-6):
    return abs(value - want) <= share * abs(want)


def test_bake(place):
    write(place / "t.obj", TETRAHEDRON)
    done = check_run(0, "bake", "hull", "t.obj", "--scale", "0.1", "--density", "500", "--fluid", "998",
                     "--json", cwd=place)
    facts = json.loads(done.stdout)
    check(ASKED <= set(facts), "a hull's JSON has every key that is asked for")
    check(near(facts["volume"], 1e-3 / 6) and near(facts["mass"], 500e-3 / 6), "its volume and mass")
    check(all(near(c, 0.025) for c in facts["center_of_mass"]), "its centre of mass")
    check([len(r) for r in facts["inertia"]] == [3] * 3 and [len(r) for r in facts["added_mass"]] == [6] * 6,
          "matrices are lists of rows")
    k = facts["added_mass"]
    check(all(near(k[i][j], k[j][i], 1e-9) or abs(k[i][j]) < 1e-12 for i in range(6) for j in range(6)),
          "added mass is symmetric")
    half = json.loads(check_run(0, "bake", "hull", "t.obj", "--scale", "0.1", "--fluid", "499", "--json",
                                cwd=place).stdout)
    check(near(2 * half["added_mass"][0][0], k[0][0]), "and goes with the fluid's density")
    check(facts["facets"] == 4 and facts["method"] == "bem" and facts["asymmetry"] < 0.02, "by facets")
    ball = json.loads(check_run(0, "bake", "hull", "ball", "--fluid", "1000", "--json", cwd=place).stdout)
    mass = 1000 * 2 / 3 * math.pi * 0.02 ** 3
    check(ball["method"] == "closed" and near(ball["added_mass"][1][1], mass, 1e-6),
          "a preset's closed form: half of the displaced mass for a ball")
    table = check_run(0, "bake", "hull", "leaf", cwd=place).stdout
    check("plate      " in table and "added mass in a fluid of 1.204" in table, "the same as a table")
    for words, told in ((["nope.obj"], "nope.obj"), (["t.obj", "--density", "-3"], "--density"),
                        (["t.obj", "--flip"], "inwards"), (["t.obj", "--method", "x"], "--method"),
                        (["t.obj", "--method", "closed"], "no closed form"), ([], "needs its mesh")):
        check(told in check_run(2, "bake", "hull", *words, cwd=place).stderr, "refused: " + told)
    write(place / "open.obj", TETRAHEDRON.replace("f 2 3 4\n", "v 1 1 1\nf 2 3 5\nf 3 4 5\n"))
    check("open edges" in check_run(2, "bake", "hull", "open.obj", cwd=place).stderr,
          "an open mesh needs a thickness")
    check_run(0, "bake", "hull", "open.obj", "--shell", "0.01", cwd=place)
    for option in (["--scale", "2"], ["--flip"], ["--object", "leaf"], ["--shell", "0.1"]):
        done = check_run(2, "bake", "hull", "leaf", *option, cwd=place)
        check(f"'{option[0]}' is for meshes" in done.stderr, f"a preset has no {option[0]}")
    wakes = [json.loads(check_run(0, "bake", "hull", "coin", "--turbulence", "--fluid", "998", *more, "--json",
                                  cwd=place).stdout)["reynolds"] for more in ([], ["--viscosity", "2e-6"])]
    check(near(wakes[0] * 1.002e-3 / 998, wakes[1] * 2e-6), "a wake in water has water's viscosity, or any")
    heavy = json.loads(check_run(0, "bake", "hull", "ball", "--density", "200", "--json", cwd=place).stdout)
    check(near(heavy["inertia"][0][0], 2 / 3 * heavy["mass"] * 0.02 ** 2), "a heavier ball is as hollow")
    check_run(2, "bake", "bread", "t.obj", cwd=place)
    check_run(0, "bake", "hull", "t.obj", "-o", "t.whull", "-h", cwd=place)
    check_run(0, "bake", "hull", "t.obj", "-o", "t.whull", cwd=place)
    facts = json.loads(check_run(0, "info", "t.whull", "--json", cwd=place).stdout)
    check(facts["type"] == "hull" and facts["facets"] == 4 and near(facts["volume"], 1 / 6),
          "info tells what a hull file holds")
    twin = TETRAHEDRON + "".join(f"v {x} {y} {z}\n" for x, y, z in ((5, 0, 0), (6, 0, 0), (5, 1, 0), (5, 0, 1)))
    write(place / "odd.obj", twin + "f 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\nf 1 2 2\n")
    odd = check_run(0, "bake", "hull", "odd.obj", "--json", cwd=place)
    told = ["facets without area, left out: 1", "separate parts: 2; they should not overlap"]
    check(json.loads(odd.stdout)["warnings"] == told, "what is left out of a mesh is in the JSON, once")
    for done in (odd, check_run(0, "bake", "hull", "odd.obj", cwd=place)):
        check(done.stderr.splitlines() == ["warning: " + line for line in told], "and on stderr")
    (place / "cut.whull").write_bytes((place / "t.whull").read_bytes()[:100])
    check_run(2, "info", "cut.whull", cwd=place)


def test_warnings(place):
    write(place / "neutral.yaml", "waft: 1\ntime: {duration: 0.1}\nbodies:\n  - {preset: ball, density: 1.204}\n")
    done = check_run(0, "run", "neutral.yaml", "-o", "neutral", "--cache", place / "other", cwd=place)
    check("bodies[0]: it makes no turbulence of its own" in done.stderr, "a hull's warnings reach the run")
    write(place / "storm.yaml", "waft: 1\ntime: {duration: 0.1}\nbodies:\n  - {preset: ball, langevin: off}\n"
          "  - {preset: leaf, gust: {rate: 1000, speed: 9999}}\n")
    done = check_run(0, "run", "storm.yaml", "-o", "storm", "--cache", place / "other", cwd=place)
    check(re.search("body 2 is set aside: it(s state is no longer a number| would be faster)", done.stderr),
          "why a body is set aside is told")
    check("bodies_set_aside" not in check_run(0, "info", "neutral", cwd=place).stdout, "none is no list")
    check("body 2" in json.loads(check_run(0, "info", "storm", "--json", cwd=place).stdout)["bodies_set_aside"],
          "a run tells which bodies were set aside")
    write(place / "storms.yaml", "waft: 1\ntime: {duration: 0.1}\nbodies:\n  - {preset: ball, langevin: off}\n"
          "  - {name: wild, preset: leaf, count: 2, gust: {rate: 1000, speed: 9999}}\n")
    done = check_run(0, "run", "storms.yaml", "-o", "storms", "--cache", place / "other", cwd=place)
    check("body wild_1 is set aside" in done.stderr and "body wild_2 is set aside" in done.stderr,
          "each of them by name")
    facts = check_run(0, "info", "storms", cwd=place).stdout
    check('"wild_1", "wild_2"' in facts, "info lists them")


def test_later(place):
    write(place / "later.yaml", "waft: 1\ntime: {duration: 0.5, fps: 10, step: 5 ms}\nmedium: vacuum\nbodies:\n"
          "  - {name: late, preset: ball, langevin: off, release: {position: [0, 1, 0], time: 0.2}}\n")
    check_run(0, "run", "later.yaml", "-o", "later", "-q", "--cache", place / "other", cwd=place)
    table = rows(place / "later/bodies.csv")
    check([r["state"] for r in table] == list("555000"), "a body that begins later waits")
    check(all(float(r["y"]) == 1 for r in table[:3]) and near(float(table[5]["y"]), 1 - 9.81 * 0.3 ** 2 / 2, 1e-3),
          "and falls from then on")


def test_run(place):
    cache = ["--cache", place / "cache"]
    write(place / "scene.yaml", SCENE)
    check_run(0, "check", "scene.yaml", cwd=place)
    whole = check_run(0, "run", "scene.yaml", "-o", "whole", "-q", "--threads", "2", *cache, cwd=place)
    files = contents(place / "whole")
    check({"bodies.csv", "gltf/bodies.glb", "hulls/hull_001.json", "hulls/turbulence_001.csv"} <= set(files),
          "table, animation, hulls and their wakes")
    check(len(list((place / "cache").iterdir())) == 2, "both hulls are in the cache")
    table = rows(place / "whole/bodies.csv")
    check(",".join(table[0]) == COLUMNS, "columns of bodies.csv")
    check(len(table) == 6 * 7 and [r["body"] for r in table[:6]] == list("123456"), "a row a body and frame")
    check([r["name"] for r in table[4:6]] == ["leaf_5", "ball"], "with names, numbered where they are several")
    glb = (place / "whole/gltf/bodies.glb").read_bytes()
    check(b'"name":"leaf_1"' in glb and b'"name":"ball"' in glb and b'"name":"hull' not in glb,
          "nodes and meshes of glTF have them too")
    check(all(near(sum(float(r[q]) ** 2 for q in ("qw", "qx", "qy", "qz")), 1, 1e-5) for r in table),
          "rotations are of unit length")
    check(float(table[-1]["y"]) < 0.03 and table[-1]["state"] in "12", "the ball lies on the ground")
    check(table[0]["age_s"] == "0" and near(float(table[-1]["age_s"]), 0.6, 1e-3), "bodies age")

    check_run(0, "run", "scene.yaml", "-o", "part", "-q", "--threads", "1", *cache, cwd=place)
    check(not differences(files, contents(place / "part")), "the same bytes with one thread and cached hulls")
    for path in sorted((place / "part/checkpoints").iterdir())[1:]:
        path.unlink()
    record = place / "part/run.json"
    record.write_text(record.read_text().replace('"finished"', '"interrupted"'))
    resumed = check_run(0, "run", "scene.yaml", "-o", "part", "-q", "--resume", *cache, cwd=place)
    check(hash_line(resumed.stdout) == hash_line(whole.stdout), "resumed, it ends in the same state")
    check(not differences(files, contents(place / "part")), "and with the same bytes")

    check_run(0, "run", "scene.yaml", "-o", "more", "-q", "--set", "tables.loads=true", "--set",
              "tables.noise=true", *cache, cwd=place)
    more = rows(place / "more/bodies.csv")
    check(",".join(more[0]) == COLUMNS + ",fx,fy,fz,tx,ty,tz,upx,upy,upz", "loads and noise are columns")
    check(any(float(r["fy"]) > 0 for r in more) and any(float(r["upx"]) != 0 for r in more), "with numbers")
    check(all(float(r["upx"]) == 0 for r in more if r["body"] == "6"), "none for a body without noise")
    check_run(0, "run", "scene.yaml", "-o", "thin", "-q", "--set", "tables.bodies=3", *cache, cwd=place)
    thin = rows(place / "thin/bodies.csv")
    check([r for r in table if round(10 * float(r["time_s"])) % 3 == 0] == thin, "every third frame alone")
    check_run(0, "run", "scene.yaml", "-o", "none", "-q", "--set", "tables.bodies=0", *cache, cwd=place)
    check(not (place / "none/bodies.csv").exists(), "or no table")
    check("tables.bodies" in check_run(2, "info", "none", "--regimes", *cache, cwd=place).stderr,
          "which regimes need")
    for kind in ("bodies", "attitude"):
        check("tables.bodies" in check_run(2, "plot", "none", "--kind", kind, cwd=place).stderr, "and plots")
    return cache


def polylines(path):
    """The lines of a plot as lists of points; those of the legend have two."""
    found = []
    for data in re.findall(r'<path fill="none" stroke="[^"]*" stroke-width="1.6"[^>]* d="([^"]*)"', path.read_text()):
        for part in data.split("M")[1:]:
            found.append([tuple(map(float, point.split())) for point in part.split("L")])
    return [line for line in found if len(line) > 2]


def test_attitude(place):
    check_run(0, "plot", "whole", "--kind", "attitude", cwd=place)
    text = (place / "whole/plots/attitude.svg").read_text()
    check("Tiny fall: attitude" in text and "heading" in text and "degrees" in text, "how bodies turn over time")
    # One body turns by 450 degrees to the left, another nods to 60 degrees below the horizontal.
    lines = ["time_s,body,qw,qx,qy,qz"]
    for step in range(11):
        left, down = math.radians(45 * step) / 2, math.radians(-6 * step) / 2
        lines.append(f"{step},1,{math.cos(left)},0,{math.sin(left)},0")
        lines.append(f"{step},2,{math.cos(down)},0,0,{math.sin(down)}")
    write(place / "turns.csv", "\n".join(lines) + "\n")
    check_run(0, "plot", "turns.csv", "--kind", "attitude", "-o", "turns.svg", cwd=place)
    lines = polylines(place / "turns.svg")
    low, high = min(y for line in lines for _, y in line), max(y for line in lines for _, y in line)
    # y of a picture goes down: from 450 degrees at `low` to -60 at `high`.
    ends = sorted(round(450 - 510 * (line[-1][1] - low) / (high - low)) for line in lines)
    check(ends == [-60, 0, 0, 450], f"pitch and heading of each, whole turns counted: {ends}")
    check_run(2, "plot", "turns.csv", "--kind", "bodies", cwd=place)


def test_looks(place, cache):
    facts = json.loads(check_run(0, "info", "whole/gltf/bodies.glb", "--json", cwd=place).stdout)
    check((facts["nodes"], facts["meshes"], facts["animations"]) == (6, 2, 1), "what a GLB file holds")
    (place / "cut.glb").write_bytes((place / "whole/gltf/bodies.glb").read_bytes()[:400])
    check_run(2, "info", "cut.glb", cwd=place)
    done = check_run(0, "info", "whole", "--regimes", *cache, cwd=place)
    check(len(done.stdout.splitlines()) == 8 and done.stdout.splitlines()[-1].startswith("6 bodies:"),
          "a line a body, and all of them")
    lines = [json.loads(line) for line in
             check_run(0, "info", "whole", "--regimes", "--json", *cache, cwd=place).stdout.splitlines()]
    check([line["type"] for line in lines] == ["regime"] * 6 + ["regimes"], "the same as JSON")
    shares = [lines[-1][name] for name in
              ("undecided", "steady", "zigzag", "helical", "tumbling", "chaotic", "transitional")]
    check(near(sum(shares), 1), "shares add up")
    write(place / "balls.yaml", "waft: 1\ntime: {duration: 1, fps: 50, step: 2 ms}\nbodies:\n"
          "  - {shape: {sphere: 5 mm}, density: 7800, count: 3, scatter: {turned: true}}\n")
    check_run(0, "run", "balls.yaml", "-o", "balls", "-q", *cache, cwd=place)
    done = check_run(0, "info", "balls", "--regimes", *cache, cwd=place).stdout
    check(done.splitlines()[-1] == "3 bodies: steady 100 %", "a ball has no tilt, however it is turned")
    plots = check_run(0, "plot", "whole", cwd=place).stdout.split()
    check("whole/plots/bodies.svg" in plots, "ways of bodies are drawn unasked")
    check_run(0, "plot", "whole", "--kind", "bodies", "-o", "ways.svg", cwd=place)
    text = (place / "ways.svg").read_text()
    check("body 6" in text and "from above" in text and "Tiny fall: bodies" in text, "from three sides")
    test_attitude(place)
    check_run(0, "plot", "whole/bodies.csv", "-o", "table.svg", "--x", "time_s", "--y", "y", cwd=place)
    check("from above" not in (place / "table.svg").read_text(), "columns that are named are lines")
    check_run(0, "plot", "whole/bodies.csv", cwd=place)
    check((place / "whole/bodies.svg").exists(), "the table by its name")
    for bad, told in (("bodies[0].density=400", None), ("bodies[0].shape={disc: [1, 1], box: [1, 1, 1]}", "2 shapes"),
                      ("bodies[0].release.istar=0.1", "needs a disc"), ("bodies[1].mass=-1", "mass"),
                      ("bodies[0].scatter.high=[0, 0, -9]", "must not be below")):
        done = waft("check", "scene.yaml", "--set", bad, cwd=place)
        check(done.returncode == (0 if told is None else 2) and (told or "") in done.stderr + done.stdout,
              f"check of {bad}")
    listed = check_run(0, "params", "bodies").stdout
    check("bodies[].release.istar" in listed and "bodies[].paper" not in listed, "keys of bodies are listed")
    check("bodies[].paper.mujoco" in check_run(0, "params", "bodies", "--paper").stdout, "the paper's when asked")
    for kind in ("leaf", "paper"):
        check_run(0, "new", kind, f"{kind}.yaml", cwd=place)
        check_run(0, "check", f"{kind}.yaml", cwd=place)


def rms(values):
    return math.sqrt(sum(v * v for v in values) / len(values))


def to_body(row, names):
    """A vector of the table, which has world axes, in those of its body."""
    w, x, y, z = (float(row[q]) for q in ("qw", "qx", "qy", "qz"))
    a, b, c = (float(row[n]) for n in names)
    s, t, u = 2 * (z * b - y * c), 2 * (x * c - z * a), 2 * (y * a - x * b)
    return a + w * s - y * u + z * t, b + w * t - z * s + x * u, c + w * u - x * t + y * s


def run_paper(place, figure):
    folder = place / figure
    check_run(0, "run", SOURCE / f"scenes/papers/langevin-rigid/{figure}.yaml", "-o", folder, "-q",
              "--no-pictures", "--cache", place / "paper")
    return rows(folder / "bodies.csv")


def test_papers(place):
    """What the scenes of Xie and Miyata must show by docs/spec/bodies.md#experiments."""
    table = run_paper(place, "fig3")
    spin = [rms(axis) for axis in zip(*(to_body(row, ("wx", "wy", "wz")) for row in table))]
    check(spin[0] >= 4 * max(spin[1:]), f"fig3: the long axis has {spin[0] / max(spin[1:]):.1f} times the spin")
    fallen = [2 - float(row["y"]) for row in table if near(float(row["time_s"]), 2)]
    check(len(fallen) == 16 and 0.4 <= sum(fallen) / 16 / 2 <= 1.1, f"fig3: descent {sum(fallen) / 32:.2f} m/s")
    check(all(abs(float(row["z"])) < 1e-9 for row in run_paper(place, "fig5a")), "fig5a: stays in its plane")
    table = run_paper(place, "fig5b")
    off = rms([float(row["z"]) for row in table])
    check(off > 1e-3, f"fig5b: leaves its plane, rms {1e3 * off:.1f} mm")
    check(rms([float(row["x"]) for row in table]) > 1e-3, "fig5b: and moves in it")


with Workspace() as workspace:
    test_papers(workspace)
    test_bake(workspace)
    test_warnings(workspace)
    test_later(workspace)
    test_looks(workspace, test_run(workspace))

for scene in sorted((SOURCE / "scenes").rglob("*.yaml")):
    if "\nbodies:" in scene.read_text():
        check_run(0, "check", scene)

finish()
