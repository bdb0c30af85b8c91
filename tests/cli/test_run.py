# SPDX-License-Identifier: MIT
"""waft run: files, refusals, resume and force, frames, threads, JSON, replay."""
import json
import os
import shutil

from harness import (TINY, check, check_run, contents, differences, finish, hash_line, is_whole_png,
                     one_line, temporaries, waft, Workspace, write)


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


with Workspace() as place:
    write(place / "tiny.yaml", TINY)

    # Where it goes, and what a script reads.
    first = check_run(0, "run", "tiny.yaml", cwd=place)
    lines = first.stdout.splitlines()
    check(len(lines) == 2 and lines[0] == "directory out/tiny" and len(lines[1]) == 21,
          "stdout holds the directory and the hash")
    check("done in" in first.stderr and "\r" not in first.stderr and "\033" not in first.stderr,
          "plain lines where stderr is no terminal")
    run = place / "out/tiny"
    check(all((run / name).is_file() for name in ("run.json", "stats.csv", "gauges.csv", "tracers.csv")),
          "tables and run.json are there")
    pictures = sorted((run / "png").glob("height_*.png"))
    check(len(pictures) == 6 and all(map(is_whole_png, pictures)), "six whole height images")
    check(not temporaries(run), "no temporary is left")
    record = json.loads((run / "run.json").read_text())
    check(record["scene"]["title"] == "Tiny", "run.json holds the resolved scene")

    # A directory that holds a run.
    before = contents(run)
    refused = check_run(2, "run", "tiny.yaml", cwd=place)
    check(one_line(refused.stderr) and refused.stdout == "", "refusal in one line")
    check("--resume" in refused.stderr and "--force" in refused.stderr, "the refusal says what would help")
    check(contents(run) == before, "a refused run changes nothing")
    again = check_run(0, "run", "tiny.yaml", "--resume", "-q", cwd=place)
    check(again.stderr == "" and hash_line(again.stdout) == hash_line(first.stdout),
          "resuming a finished run gives its hash again, quietly")
    check(contents(run) == before, "and the same files")
    write(run / "notes.txt", "mine")
    forced = check_run(0, "run", "tiny.yaml", "--force", "--seed", "8", cwd=place)
    check((run / "notes.txt").read_text() == "mine", "--force leaves files that are not a run's")
    (run / "notes.txt").unlink()
    check(json.loads((run / "run.json").read_text())["scene"]["seed"] == 8, "--seed is in the resolved scene")
    other = check_run(2, "run", "tiny.yaml", "--resume", "--seed", "9", cwd=place)
    check("seed" in other.stderr or "scene" in other.stderr, "resuming with another seed is refused")
    check_run(0, "run", "tiny.yaml", "--force", cwd=place)
    check(contents(run) == before, "--force without the seed gives the first files again")

    # Threads do not change a bit; -o and a nested directory.
    for threads in (1, 2):
        check_run(0, "run", "tiny.yaml", "-o", f"deep/er/t{threads}", "--threads", threads, "-q", cwd=place)
    check(not differences(contents(place / "deep/er/t1"), contents(place / "deep/er/t2")),
          "1 and 2 threads: the same files")
    check(not differences(contents(place / "deep/er/t1"), before), "and those of the first run")

    # Frames.
    check_run(0, "run", "tiny.yaml", "-o", "part", "--frames", "2:4", "-q", cwd=place)
    part = contents(place / "part")
    check([p.name for p in sorted((place / "part/png").iterdir())] == [p.name for p in pictures[2:5]],
          "--frames 2:4 writes frames 2 to 4")
    check(all(part[name] == before[name] for name in part if name.startswith("png/")),
          "and they equal those of the whole run")
    for wrong in ("4:2", "0:99", "a:b", "1:2:3", ""):
        done = check_run(2, "run", "tiny.yaml", "-o", "never", "--frames", wrong, cwd=place)
        check(one_line(done.stderr) and "--frames" in done.stderr, f"--frames '{wrong}' is refused in a line")
    done = waft("run", "tiny.yaml", "-o", "never", "--frames", "5:2", cwd=place)
    check("the first frame, 5, comes after the last, 2" in done.stderr, "A after B is called so")
    check(not (place / "never").exists(), "a refused run makes no directory")

    # Overrides and limits.
    check_run(0, "run", "tiny.yaml", "-o", "set", "--set", "title=Other", "--set", "water.depth=2",
              "-q", cwd=place)
    scene = json.loads((place / "set/run.json").read_text())["scene"]
    check(scene["title"] == "Other" and scene["water"]["depth"] == 2, "--set reaches the resolved scene")
    done = check_run(2, "run", "tiny.yaml", "-o", "never", "--set", "water.dpeth=2", cwd=place)
    check("did you mean 'depth'?" in done.stderr, "--set with a wrong key gets a suggestion")
    check_run(2, "run", "tiny.yaml", "-o", "never", "--set", "nonsense", cwd=place)
    done = check_run(2, "run", "tiny.yaml", "-o", "never", "--max-memory", "1K", cwd=place)
    check("limit" in done.stderr, "--max-memory refuses with the estimate")
    check_run(0, "run", "tiny.yaml", "-o", "roomy", "--max-memory", "1.5GiB", "-q", cwd=place)
    check_run(2, "run", "absent.yaml", cwd=place)
    check_run(2, "run", "tiny.yaml", "-o", "never", "--replay", "absent.log", cwd=place)
    check_run(3, "run", "tiny.yaml", "-o", "tiny.yaml/inside", cwd=place)
    if os.geteuid() != 0:
        (place / "locked").mkdir(mode=0o500)
        check_run(3, "run", "tiny.yaml", "-o", "locked/run", cwd=place)

    # JSON.
    said = check_run(0, "run", "tiny.yaml", "-o", "json", "--json", cwd=place)
    rows = objects(said.stdout)
    check(rows[-1]["type"] == "done" and rows[-1]["directory"] == "json"
          and rows[-1]["hash"] == hash_line(first.stdout) and rows[-1]["frame"] == 5,
          "--json ends with directory, hash and frame")
    check(said.stderr == "", "--json leaves stderr empty")
    wrong = check_run(2, "run", "tiny.yaml", "--json", "--set", "water.dpeth=2", cwd=place)
    rows = objects(wrong.stdout)
    check(rows and rows[0]["type"] == "diagnostic" and rows[0]["severity"] == "error",
          "--json gives diagnostics as objects")
    refused = check_run(2, "run", "tiny.yaml", "-o", "json", "--json", cwd=place)
    check(objects(refused.stdout)[-1]["type"] == "failed", "--json tells of a failure")
    steep = check_run(0, "run", "tiny.yaml", "-o", "steep", "--json", "--set",
                      "water.trains[0].amplitude=0.6", "--set", "water.breaking=none", cwd=place)
    rows = objects(steep.stdout)
    kinds = [row["event"] for row in rows if row["type"] == "event"]
    check(kinds and len(kinds) == len(set(kinds)), f"each kind of event once: {kinds}")
    check(set(rows[-1]["events"]) == set(kinds), "the end counts them")
    spoken = check_run(0, "run", "tiny.yaml", "-o", "steep2", "--set", "water.trains[0].amplitude=0.6",
                       "--set", "water.breaking=none", cwd=place)
    check(spoken.stderr.count("(from step ") == len(kinds), "and are noted on stderr")
    check("note: crests too steep for smooth waves are lowered, at the steepest place to " in spoken.stderr,
          "in words that do not sound like a failure")
    two = TINY.replace("- {amplitude: 1 cm, length: 1}", "- {amplitude: 0.3, length: 1}\n    - {amplitude: 0.3, length: 1.1}")
    write(place / "two.yaml", two)
    breaks = check_run(0, "run", "two.yaml", "-o", "surf", "--frames", "0:1", cwd=place).stderr
    check(breaks.count("break") == 1 and "note: waves break, first those of train 0 (from step 0)" in breaks,
          "one line for two trains that break")
    details = check_run(0, "run", "two.yaml", "-o", "details", "--frames", "0:1", "-v", cwd=place).stderr
    check(all(f"note: step 0: train {n} begins to break" in details for n in (0, 1)), "-v tells each event")

    # The instruction set.
    isa = check_run(0, "run", "tiny.yaml", "-o", "isa", "-v", cwd=place, env={"WAFT_ISA": "scalar"}).stderr
    check("instruction set scalar" in isa and "WAFT_ISA" not in isa, "-v names the instruction set")
    isa = check_run(0, "run", "tiny.yaml", "-o", "isa2", cwd=place, env={"WAFT_ISA": "bogus"}).stderr
    check(isa.count("WAFT_ISA asks for 'bogus'") == 1, "one that is not there is noted once")
    isa = check_run(0, "run", "tiny.yaml", "-o", "isa3", "-q", cwd=place, env={"WAFT_ISA": "bogus"}).stderr
    check(isa == "", "unless quiet")

    # Edits: replayed bit for bit, and different from a run without them.
    log = place / "edits.log"
    write(log, "waft-edits 1\n10 set water.trains[0].amplitude 0.03\n")
    for name in ("replay1", "replay2"):
        check_run(0, "run", "tiny.yaml", "-o", name, "--replay", log.name, "-q", cwd=place)
    check(not differences(contents(place / "replay1"), contents(place / "replay2")), "a replay repeats")
    check("gauges.csv" in differences(contents(place / "replay1"), before), "and its edits act")
    write(place / "bad.log", "waft-edits 1\n10 st water.trains[0].amplitude 0.03\n")
    done = check_run(2, "run", "tiny.yaml", "-o", "never", "--replay", "bad.log", cwd=place)
    check("bad.log:2:" in done.stderr, "a malformed log is named with its line")

    # Lost output is noticed.
    with open("/dev/full", "w") as full:
        done = check_run(3, "run", "tiny.yaml", "-o", "full", "-q", cwd=place, stdout=full)
        check("standard output" in done.stderr, "a full stdout is named")
        check_run(3, "params", stdout=full)
        check_run(3, "--help", stdout=full)
        check_run(3, "check", "tiny.yaml", cwd=place, stdout=full)
    check(not differences(contents(place / "full"), before), "and the files are all there")
    shutil.rmtree(place / "full")

finish()
