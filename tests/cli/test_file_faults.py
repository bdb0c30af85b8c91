# SPDX-License-Identifier: MIT
"""close() of what was written and fsync() fail at every call in turn: code 3 with a sentence that names
the file; --resume then ends in the same files."""
import concurrent.futures
import os
import shutil
import subprocess
import sys

from harness import (SOURCE, TINY, Workspace, check, check_run, contents, differences, finish, has_sanitizer, one_line,
                     temporaries, waft, write)

# Every kind of writer: whole files, files that are patched, parts that become one file, tables.
SCENE = TINY.replace("duration: 0.5", "duration: 0.2") + """  - {format: obj, stride: 4}
  - {format: state}
  - {format: gltf}
  - {format: vdb}
smoke:
  cells: [8, 8, 8]
  spacing: 0.1
  sources: [{shape: {sphere: 0.2}, at: [0.4, 0.3, 0.4], temperature: 60}]
bodies:
  - {shape: {sphere: 5 cm}, density: 500, langevin: off, turbulence: {bake: false}}
"""

QUIET = ["-q", "--cache", "cache"]


def attempt(place, words, call, number):
    """Runs once with call `number` failing: the process, and how many calls there were."""
    report = place / f"report-{call}-{number}"
    env = {"LD_PRELOAD": str(place / "shim.so"), "FAIL_CALL": call, "FAIL_AT": str(number), "FAIL_REPORT": str(report)}
    done = waft(*words, cwd=place, env=env, timeout=60)
    return done, int(report.read_text())


def problem_of(place, call, number, want):
    out = place / f"{call}-{number}"
    words = ["run", "scene.yaml", "-o", out.name, *QUIET]
    done, _ = attempt(place, words, call, number)
    how = f"{call} {number}: "
    if done.returncode != 3:
        return how + f"code {done.returncode}: {done.stderr.strip()[-200:]}"
    if not one_line(done.stderr) or "Input/output error" not in done.stderr or ": cannot " not in done.stderr:
        return how + f"no sentence: {done.stderr!r}"
    if temporaries(out):
        return how + f"left over: {temporaries(out)}"
    again = waft(*words, "--resume", cwd=place, timeout=60)
    if again.returncode != 0:
        return how + f"--resume: code {again.returncode}: {again.stderr.strip()[-200:]}"
    wrong = differences(contents(out), want)
    shutil.rmtree(out)
    return how + f"--resume: {wrong}" if wrong else None


if has_sanitizer():
    print("skip: a preloaded library comes before the sanitizer's own")
    sys.exit(0)
with Workspace() as place, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    compiled = subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-o", str(place / "shim.so"),
                               str(SOURCE / "tests/cli/fail_file.c")])
    check(compiled.returncode == 0, "the shim compiles")
    write(place / "scene.yaml", SCENE)
    # A cache that cannot be written costs time alone; here it is full before anything fails.
    check_run(0, "run", "scene.yaml", "-o", "first", *QUIET, cwd=place)
    for call in ("close", "fsync"):
        good, count = attempt(place, ["run", "scene.yaml", "-o", f"good-{call}", *QUIET], call, 0)
        if not check(good.returncode == 0 and count > 20, f"{call}: {count} calls in a run {good.stderr}"):
            continue
        want = contents(place / f"good-{call}")
        jobs = [pool.submit(problem_of, place, call, number, want) for number in range(1, count + 1)]
        problems = [problem for job in jobs if (problem := job.result()) is not None]
        for line in problems[:10]:
            print("     " + line)
        check(not problems, f"{call}: each of {count} failing alone ends in 3, and --resume repairs it")

finish()
