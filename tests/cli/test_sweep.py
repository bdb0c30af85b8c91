# SPDX-License-Identifier: MIT
"""Sweeps: grids, chance, shards, kills and Ctrl-C, one table, a contact sheet and a phase diagram."""
import csv
import json
import signal
import subprocess
import time

from harness import (WAFT, check, check_run, contents, differences, environment, finish, is_whole_png,
                     temporaries, waft, Workspace, write)

SCENE = """waft: 1
time: {duration: 1, fps: 50, step: 5 ms}
bodies:
  - name: disc
    shape: {disc: [1 cm, 0.1 mm]}
    density: 800
    count: 3
    langevin: off
    turbulence: {bake: false}
    release: {istar: 0.02, reynolds: 500}
    scatter: {tilt: [0, 0.5]}
render: {size: [64, 48]}
"""

GRID = ["--set", "bodies[0].release.istar=0.01:0.1:log3", "--set", "bodies[0].release.reynolds=100,1000"]


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def settled(directory):
    """Files of a sweep that must not depend on how it was run."""
    return {name: digest for name, digest in contents(directory).items()
            if not any(word in name for word in ("run.json", "timing.csv", "checkpoint"))}


def wait_for_run(place, name, number, process):
    """Until files of that run show that it is under way; how long that takes is the machine's affair."""
    while process.poll() is None and not any((place / name / f"runs/{number:05d}").glob("*")):
        time.sleep(0.001)


def start(place, name, *words):
    return subprocess.Popen([WAFT, "sweep", "scene.yaml", *words, "-o", name, "-q"], cwd=place,
                            env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


with Workspace() as place:
    cache = ["--cache", str(place / "cache")]
    write(place / "scene.yaml", SCENE)
    done = check_run(0, "sweep", "scene.yaml", *GRID, "-o", "grid", *cache, cwd=place)
    check(done.stdout.split() == ["grid/table.csv", "grid/phase.svg"], "a table and a phase diagram")
    check(done.stderr.count("run ") == 6, "progress on stderr")
    table = rows(place / "grid/table.csv")
    check([(r["run"], r["bodies[0].release.istar"], r["bodies[0].release.reynolds"]) for r in table] ==
          [(str(n + 1), i, re) for n, (i, re) in
           enumerate((i, re) for i in ("0.01", "0.0316227766", "0.1") for re in ("100", "1000"))],
          "a row a run, the last axis fastest")
    shares = [sum(float(v) for k, v in r.items() if k.startswith("regime.")) for r in table]
    check(all(abs(share - 1) < 1e-9 for share in shares) and all(float(r["descent"]) > 0 for r in table),
          "with shares of regimes and the speed of descent")
    svg = (place / "grid/phase.svg").read_text()
    check("Reynolds number" in svg and "I*" in svg and "tumbling" in svg, "the diagram's axes and legend")
    want = settled(place / "grid")

    first = {p: p.stat().st_mtime_ns for p in (place / "grid/runs").rglob("result.csv")}
    check_run(0, "sweep", "scene.yaml", *GRID, "-o", "grid", "-q", *cache, cwd=place)
    check(all(p.stat().st_mtime_ns == t for p, t in first.items()), "what is done is not done again")
    done = check_run(2, "sweep", "scene.yaml", *GRID[:2], "-o", "grid", *cache, cwd=place)
    check("another scene" in done.stderr, "a sweep of other values is refused")
    write(place / "scene.yaml", SCENE.replace("density: 800", "density: 801"))
    check_run(2, "sweep", "scene.yaml", *GRID, "-o", "grid", *cache, cwd=place)
    check_run(0, "sweep", "scene.yaml", *GRID, "-o", "grid", "-q", "--force", *cache, cwd=place)
    check_run(0, "sweep", "scene.yaml", *GRID, "-o", "fresh", "-q", *cache, cwd=place)
    check(not differences(settled(place / "grid"), settled(place / "fresh")),
          "--force does anew what is of another scene")
    write(place / "scene.yaml", SCENE)

    for shard in ("2/3", "1/3", "3/3"):
        done = check_run(0, "sweep", "scene.yaml", *GRID, "-o", "shards", "-q", "--shard", shard, *cache,
                         "--threads", "1", cwd=place)
        check(("table.csv" in done.stdout) == (shard == "3/3"), f"the table comes with the last shard, {shard}")
    check(not differences(settled(place / "shards"), want), "shards come to the same bytes")

    long = SCENE.replace("duration: 1,", "duration: 20,").replace("count: 3", "count: 20")
    write(place / "scene.yaml", long)
    check_run(0, "sweep", "scene.yaml", *GRID, "-o", "whole", "-q", *cache, cwd=place)
    want = settled(place / "whole")
    for number in (1, 2, 4):
        process = start(place, "killed", *GRID, *cache)
        wait_for_run(place, "killed", number, process)
        process.kill()
        process.communicate()
        check(process.returncode == -signal.SIGKILL, f"killed in run {number}")
    check_run(0, "sweep", "scene.yaml", *GRID, "-o", "killed", "-q", *cache, cwd=place)
    check(not differences(settled(place / "killed"), want) and not temporaries(place / "killed"),
          "after three kills, the same bytes")

    process = start(place, "stopped", *GRID, *cache)
    wait_for_run(place, "stopped", 2, process)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    check(process.returncode == 130 and "goes on" in told and told.count("\n") == 1, "Ctrl-C ends it with 130")
    check_run(0, "sweep", "scene.yaml", *GRID, "-o", "stopped", "-q", *cache, cwd=place)
    check(not differences(settled(place / "stopped"), want), "and the same command goes on")

    write(place / "scene.yaml", SCENE)
    words = ["--set", "bodies[0].density=400:900", "--set", "bodies[0].release.tilt=0:30:lin", "--random", "4"]
    check_run(0, "sweep", "scene.yaml", *words, "-o", "luck", "-q", *cache, cwd=place)
    luck = [(float(r["bodies[0].density"]), float(r["bodies[0].release.tilt"])) for r in rows(place / "luck/table.csv")]
    check(len(set(luck)) == 4 and all(400 <= d <= 900 and 0 <= t <= 30 for d, t in luck), "values by chance")
    check_run(0, "sweep", "scene.yaml", *words, "--seed", "2", "-o", "other", "-q", *cache, cwd=place)
    check(rows(place / "other/table.csv")[0]["bodies[0].density"] != rows(place / "luck/table.csv")[0]["bodies[0].density"],
          "by the seed")
    sideways = SCENE.replace("bodies:", "gravity: [9.81, 0, 0]\nbodies:").replace("tilt: [0, 0.5]", "turned: true")
    write(place / "side.yaml", sideways)
    check_run(0, "sweep", "side.yaml", "--set", "bodies[0].density=800,900", "-o", "side", "-q", *cache, cwd=place)
    check(all(float(r["descent"]) > 0.1 for r in rows(place / "side/table.csv")), "down is where gravity pulls")
    told = [json.loads(line) for line in
            check_run(0, "info", "side/runs/00001", "--regimes", "--json", *cache, cwd=place).stdout.splitlines()]
    check(told[-1]["descent"] > 0.1, "for info, too")
    check("density" in (place / "luck/phase.svg").read_text(), "any two numbers span a diagram")
    check_run(0, "sweep", "scene.yaml", "--set", "bodies[0].count=1:3:1", "--set", "tables.bodies=0", "-o", "one",
              "-q", *cache, cwd=place)
    check([r["bodies.count"] for r in rows(place / "one/table.csv")] == ["1", "2", "3"] and
          not (place / "one/phase.svg").exists(), "one axis makes no diagram, and regimes need a table")

    # A gust of 9999 m/s takes every body beyond 1e4 m/s at once.
    gusty = SCENE.replace("langevin: off", "gust: {rate: 1000, speed: 0.1}")
    write(place / "gusty.yaml", gusty)
    words = ["--set", "bodies[0].gust.speed=9999,0.1,0.2", "--set", "bodies[0].density=500,800", "-o", "gusty",
             "--threads", "1", *cache]
    done = check_run(1, "sweep", "gusty.yaml", *words, cwd=place)
    check("run 1: " in done.stderr and "2 of 6 runs failed" in done.stderr, "runs that diverge are told")
    check(done.stdout.split() == ["gusty/table.csv", "gusty/phase.svg"], "and end nothing else")
    table = rows(place / "gusty/table.csv")
    check([r["failed"] for r in table] == list("110000"), "their rows say so")
    check(all(r["descent"] == r["bodies.count"] == "nan" and float(r["time_s"]) < 1 for r in table[:2]) and
          all(float(r["descent"]) > 0 for r in table[2:]), "and have no figures")
    done = check_run(1, "sweep", "gusty.yaml", *words, "-q", cwd=place)
    check("run 1: " not in done.stderr and rows(place / "gusty/table.csv") == table, "which are not tried again")
    done = check_run(1, "sweep", "gusty.yaml", *words[:2], "-o", "parts", "-q", "--shard", "1/2", *cache, cwd=place)
    check("the other shards" in done.stderr and "1 of 3 runs failed" in done.stderr, "a shard tells its own")
    check_run(1, "sweep", "gusty.yaml", "--set", "bodies[0].gust.speed=9999,9998", "-o", "all", "-q", *cache,
              cwd=place)
    check([r["failed"] for r in rows(place / "all/table.csv")] == ["1", "1"], "even if all are so")

    for bad, told in ((["--set", "bodies[0].density"], "PATH=VALUES"), (["--set", "bodies[0].density=1:9"], "no step"),
                      (["--random", "0"], "--random"), (["--shard", "4/3"], "--shard"),
                      (["--set", "bodies[0].densty=1,2"], "densty"),
                      (["--set", "bodies[0].density=1:9:1e-9"], "")):
        done = check_run(2, "sweep", "scene.yaml", *bad, "-o", "bad", "-q", *cache, cwd=place)
        check(told in done.stderr, f"refused: {' '.join(bad)}")

    done = waft("sweep", "scene.yaml", *GRID, "-o", "grid", "-q", "--sheet", "--force", *cache, cwd=place)
    if done.returncode == 5:
        print("     no contact sheet: " + done.stderr.strip())
    else:
        check(done.returncode == 0 and is_whole_png(place / "grid/sheet.png"), "a contact sheet")
        head = (place / "grid/sheet.png").read_bytes()[16:24]
        check((int.from_bytes(head[:4], "big"), int.from_bytes(head[4:], "big")) == (2 * 320, 3 * 240),
              "two columns and three rows of tiles")

finish()
