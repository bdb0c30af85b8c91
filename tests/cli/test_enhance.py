# SPDX-License-Identifier: MIT
"""waft enhance: ranges of frames, regions, looks that are wrong, and bases that are cut, changed or none."""
import json
import shutil
import subprocess
import time

from harness import (TINY, WAFT, check, check_run, contents, differences, environment, finish,
                     hash_line, one_line, waft, Workspace, write)

BASE = """waft: 1
title: Tiny smoke
time: {duration: 0.6, fps: 20, step: 0.025}
smoke:
  cells: [12, 16, 12]
  spacing: 0.1
  sides: {top: open}
  sources:
    - {shape: {sphere: 0.2}, at: [0.6, 0.3, 0.6], temperature: 80}
solids:
    - {shape: {sphere: 0.15}, at: [[0, [0.4, 0.9, 0.6]], [0.6, [0.8, 0.9, 0.6]]]}
output:
  - {format: cache}
"""

LOOK = """refine: 2
follow: 0.3
strength: 0.6
bands: [{wavenumber: 5, deviation: 0.7}]
bank: {size: 16, count: 3}
intermittent: {burst: 3, calm: 1}
"""


def record(directory):
    return json.loads((directory / "run.json").read_text())


def refused(place, words, *sentences):
    """Exit code 2 and one line with these parts; the directory `new` is not made."""
    done = check_run(2, "enhance", *words, cwd=place)
    check(one_line(done.stderr) and all(s in done.stderr for s in sentences),
          f"one line with {sentences}: {done.stderr.strip()}")
    check(not (place / "new").exists(), "and nothing is written")


def cut(place, name, frames):
    """A copy of the base without these cached frames."""
    shutil.copytree(place / "base", place / name)
    for frame in frames:
        (place / name / f"cache/smoke_{frame:06d}.wgc").unlink()


def interrupted(place, name):
    path = place / name / "run.json"
    path.write_text(path.read_text().replace('"finished"', '"interrupted"'))


def test_frames(place):
    before = contents(place / "base")
    words = ("enhance", "base", "-l", "look.yaml", "-q", "--frames", "5:9")
    whole = check_run(0, *words, "-o", "part", "--threads", "1", cwd=place)
    files = contents(place / "part")
    names = [n for n in files if n.startswith("vdb/")]
    check(names == [f"vdb/smoke_{n:06d}.vdb" for n in range(5, 10)], "frames 5 to 9 are written")
    facts = record(place / "part")
    check(facts["scene"]["smoke"]["turbulence"]["start"] == 5 and facts["first_frame"] == 5,
          "run.json tells where the detail starts")
    check(len(facts["base_digest"]) == 16, "and has the digest of the base")
    for threads in (2, 8):
        done = check_run(0, *words, "-o", f"part{threads}", "--threads", threads, cwd=place)
        check(hash_line(done.stdout) == hash_line(whole.stdout)
              and not differences(files, contents(place / f"part{threads}")),
              f"the same bytes with {threads} threads")
    cut(place, "tail", range(0, 5))
    tail = check_run(0, "enhance", "tail", *words[2:], "-o", "of_tail", cwd=place)
    check(hash_line(tail.stdout) == hash_line(whole.stdout)
          and not differences(files, contents(place / "of_tail")),
          "frames before the start are not read")
    full = check_run(0, "enhance", "base", "-l", "look.yaml", "-q", "--frames", ":9", "-o", "full",
                     cwd=place)
    check(hash_line(full.stdout) != hash_line(whole.stdout), "from the start it is another state")
    sums = [row.split(",") for row in (place / "part/stats.csv").read_text().splitlines()]
    column = sums[0].index("detail.density_sum")
    base = [row.split(",") for row in (place / "base/stats.csv").read_text().splitlines()]
    of_base = {row[0]: float(row[base[0].index("smoke.density_sum")]) for row in base[1:]}
    first = sums[1]
    check(abs(float(first[column]) - of_base[first[0]]) < 0.1 * of_base[first[0]]
          and of_base[first[0]] > 0, "at its start the detail has the smoke of the base")
    check(not differences(before, contents(place / "base")), "the base is as it was")


def interrupt(place, words):
    process = subprocess.Popen([WAFT, *words], cwd=place, env=environment(), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not list(place.glob("broken/vdb/smoke_*")):
        time.sleep(0.002)
    process.terminate()
    process.communicate(timeout=60)
    return process.returncode


def test_resume(place):
    words = ["enhance", "base", "-l", "look.yaml", "--frames", "5:12", "-q"]
    whole = check_run(0, *words, "-o", "unbroken", cwd=place)
    code = interrupt(place, [*words, "-o", "broken"])
    check(code in (0, 130), f"interrupted in 130, or done before ({code})")
    if code == 130:
        frame = place / "base/cache/smoke_000008.wgc"
        good = frame.read_bytes()
        other = place / "base/cache/smoke_000007.wgc"
        kept = contents(place / "broken")
        frame.write_bytes(other.read_bytes())
        done = check_run(2, *words, "-o", "broken", "--resume", cwd=place)
        check(one_line(done.stderr) and "which has changed since" in done.stderr
              and "--force" in done.stderr, f"a base that changed is refused: {done.stderr.strip()}")
        check(not differences(kept, contents(place / "broken")), "and nothing is lost")
        frame.write_bytes(good)
    done = check_run(0, *words, "-o", "broken", "--resume", cwd=place)
    check(hash_line(done.stdout) == hash_line(whole.stdout)
          and not differences(contents(place / "unbroken"), contents(place / "broken")),
          "resumed, it ends with the same bytes")


def test_region(place):
    words = ("base", "-l", "look.yaml", "-o", "new")
    done = check_run(0, "enhance", "base", "-l", "look.yaml", "-q", "-o", "box", "--frames", "0:4",
                     "--region", "0.2,0.4,0.2,1.0,1.4,1", "--set", "smoke.turbulence.blend=2",
                     cwd=place)
    regions = record(place / "box")["scene"]["smoke"]["turbulence"]["regions"]
    check(len(regions) == 1 and regions[0]["low"] == [0.2, 0.4, 0.2]
          and regions[0]["high"] == [1.0, 1.4, 1.0], "run.json has the region")
    check(done.stderr == "", "without remarks")
    refused(place, (*words, "--region", "0,0,0,1,1"), "'--region'", "x0,y0,z0,x1,y1,z1", "'0,0,0,1,1'")
    refused(place, (*words, "--region", "0,0,0,1,1,one"), "'--region'", "one")
    refused(place, (*words, "--region", "0,1,0,1,0.5,1"), "lower corner first", "along y it has 1 and")
    for box, part in (("5,0,0,6,1,1", "lies outside the smoke along x, which is from 0 to 1.2 m"),
                      ("0,0,0,1,0.2,1", "has 4 fine cells along y; it needs at least 8")):
        done = check_run(2, "enhance", *words, "--region", box, cwd=place)
        check(done.stderr.startswith("--region:1:") and part in done.stderr,
              f"a wrong box is told: {done.stderr.splitlines()[:1]}")
    done = check_run(2, "enhance", *words, "--region", "0,0,0,1,1,1", "--region", "0.5,0,0,1,1,1",
                     cwd=place)
    check("regions[0] and [1] overlap" in done.stderr, "boxes that overlap are told")
    check(not (place / "new").exists(), "nothing is written")


def test_bases(place):
    look = ("-l", "look.yaml", "-o", "new")
    refused(place, ("nowhere", *look), "nowhere", "no such directory")
    (place / "empty").mkdir()
    refused(place, ("empty", *look), "empty holds no run: there is no run.json")
    refused(place, ("scene.yaml", *look), "scene.yaml holds no run")
    write(place / "tiny.yaml", TINY)
    check_run(0, "run", "tiny.yaml", "-o", "tiny", "-q", cwd=place)
    refused(place, ("tiny", *look), "tiny holds a run without smoke")
    check_run(0, "run", "scene.yaml", "-o", "bare", "-q", "--set", "output=[{format: vti}]",
              "--frames", "0:2", cwd=place)
    refused(place, ("bare", *look), "bare has no cached frames", "output=[{format: cache}]")
    refused(place, ("part", *look), "part is itself made over the run in", "enhance that one")

    cut(place, "short", range(8, 13))
    refused(place, ("short", *look), "short has cached frames 0 to 7 only, but 0 to 12 are asked for",
            "--force", "or take --frames 0:7")
    interrupted(place, "short")
    refused(place, ("short", *look), "short was interrupted and has cached frames 0 to 7 only",
            "go on with waft run SCENE -o short --resume, or take --frames 0:7")
    refused(place, ("short", *look, "--frames", "9:12"), "--resume\n")
    check_run(0, "enhance", "short", "-l", "look.yaml", "-o", "of_short", "-q", "--frames", ":2",
              cwd=place)
    cut(place, "hole", [6])
    refused(place, ("hole", *look), "hole has no cached frame 6 between those it has")
    cut(place, "torn", [])
    torn = place / "torn/cache/smoke_000003.wgc"
    torn.write_bytes(torn.read_bytes()[:-100])
    refused(place, ("torn", *look), "smoke_000003.wgc", "cut off or damaged")
    check_run(0, "run", "scene.yaml", "-o", "half", "-q", "--frames", "0:6", "--set",
              "output[0].every=2", cwd=place)
    check_run(0, "enhance", "half", "-l", "look.yaml", "-o", "of_half", "-q", cwd=place)
    check(record(place / "of_half")["last_frame"] == 6, "without --frames, those of the base")
    refused(place, ("half", *look, "--frames", "1:4"), "one cached frame in 2", "start at frame 0")


def test_output(place):
    before = contents(place / "base")
    for where in ("base", "base/cache", "base/new/er", "part/../base"):
        for word in ((), ("--force",), ("--resume",)):
            done = check_run(2, "enhance", "base", "-l", "look.yaml", "-o", where, *word, cwd=place)
            check(one_line(done.stderr) and "never written to" in done.stderr, done.stderr.strip())
    check(not differences(before, contents(place / "base")), "the base is as it was")
    done = check_run(2, "enhance", "base", "-l", "look.yaml", "-o", "part", cwd=place)
    check("part already holds a run" in done.stderr, "a run that is there is kept")
    done = check_run(2, "enhance", "base", "-l", "look.yaml", cwd=place)
    check(one_line(done.stderr) and "'--output DIR' is missing" in done.stderr, done.stderr.strip())


def test_looks(place):
    words = ("enhance", "base", "-o", "new")
    done = check_run(2, *words, cwd=place)
    check(one_line(done.stderr) and "give --look FILE, or --set" in done.stderr, done.stderr.strip())
    for text, place_and_words in (
            ("refine: 2\nfolow: 0.3\n", ("look2.yaml:2:1:", "'folow'", "did you mean 'follow'?")),
            ("refine: 2\nfollow: 3\n", ("look2.yaml:2:9:", "follow")),
            ("triggers:\n  - {kind: speeed}\n", ("look2.yaml:2:12:", "did you mean 'speed'?")),
            ("mode: direct\n", ("look2.yaml:1:7:", "mode direct kicks the smoke itself")),
            ("mode: off\n", ("look2.yaml:1:7:", "mode off has no detail")),
            ("refine: [2\n", ("look2.yaml:",)),
            ("", ("look2.yaml:1:1:", "the file is empty; it holds the keys of smoke.turbulence")),
            ("- refine\n", ("look2.yaml:1:1:", "are a mapping")),
            ("waft: 1\nsmoke: {}\n", ("look2.yaml:1:1:", "unknown key 'waft'"))):
        write(place / "look2.yaml", text)
        done = check_run(2, *words, "-l", "look2.yaml", cwd=place)
        check(all(word in done.stderr for word in place_and_words),
              f"{place_and_words}: {done.stderr.splitlines()[:1]}")
    done = check_run(2, *words, "-l", "none.yaml", cwd=place)
    check(done.stderr.startswith("none.yaml: "), f"a look that is none: {done.stderr.splitlines()[:1]}")
    done = check_run(2, *words, "-l", "look.yaml", "--set", "smoke.turbulence.folow=1", cwd=place)
    check(done.stderr.startswith("--set:1:18:") and "did you mean 'follow'?" in done.stderr,
          f"--set is named: {done.stderr.splitlines()[:1]}")
    done = check_run(2, *words, "-l", "look.yaml", "--set", "seed=3", "--set", "see=1", cwd=place)
    check(done.stderr.startswith("--set #2:1:1:"), "and counted as the user does")
    done = check_run(2, *words, "-l", "look.yaml", "--frames", "9:5", cwd=place)
    check(one_line(done.stderr) and "comes after the last" in done.stderr, done.stderr.strip())
    done = check_run(2, *words, "-l", "look.yaml", "--frames", "3:40", cwd=place)
    check(one_line(done.stderr) and "0 to 12" in done.stderr, done.stderr.strip())
    check(not (place / "new").exists(), "nothing is written")
    done = check_run(2, "check", "scene.yaml", "--set", "smoke.turbulence.start=3", cwd=place)
    check("smoke.turbulence.base, which is not given" in done.stderr, "a start needs a base")


def test_files(place):
    (place / "looks").mkdir()
    write(place / "looks/table.csv", "wavenumber,energy\n2,1\n4,0.5\n6,0.1\n")
    write(place / "looks/table.yaml", LOOK.replace("bands: [{wavenumber: 5, deviation: 0.7}]",
                                                   "law: table\nfile: table.csv"))
    words = ("enhance", "base", "-l", "looks/table.yaml", "-q", "-o", "tabled", "--frames", "0:2")
    check_run(0, *words, cwd=place)
    check_run(0, *words, "--resume", cwd=place)
    done = waft("render", "tabled", "--size", "64x48", cwd=place)
    check(done.returncode in (0, 5), f"files of the look are found again: {done.stderr.strip()}")
    frame = place / "base/cache/smoke_000001.wgc"
    good = frame.read_bytes()
    frame.write_bytes((place / "base/cache/smoke_000002.wgc").read_bytes())
    done = waft("render", "tabled", "--size", "64x48", "--force", cwd=place)
    check(done.returncode == 5 or (done.returncode == 2 and "has changed since" in done.stderr),
          f"nor is it drawn over another base: {done.stderr.strip()}")
    frame.write_bytes(good)
    write(place / "looks/table.csv", "wavenumber,energy\n2,1\n4,0.5\n6,0.2\n")
    done = check_run(2, *words, "--resume", cwd=place)
    check(one_line(done.stderr) and "differs in the scene" in done.stderr, done.stderr.strip())


with Workspace() as place:
    write(place / "scene.yaml", BASE)
    write(place / "look.yaml", LOOK)
    check_run(0, "run", "scene.yaml", "-o", "base", "-q", cwd=place)
    test_frames(place)
    test_resume(place)
    test_region(place)
    test_bases(place)
    test_output(place)
    test_looks(place)
    test_files(place)

finish()
