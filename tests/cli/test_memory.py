# SPDX-License-Identifier: MIT
"""malloc fails at every call in turn: code 4 with a sentence, or harmless; no crash, no leak."""
import concurrent.futures
import os
import shutil
import subprocess
import sys

from harness import SOURCE, TINY, Workspace, check, contents, finish, has_sanitizer, waft, write

SCENE = TINY.replace("duration: 0.5", "duration: 0.1") + "  - {format: obj, stride: 4}\n"


def attempt(place, words, number, fail_all, threads):
    """Runs once with call `number` failing: (code, stdout, stderr, calls, live blocks, files)."""
    tag = f"{'all' if fail_all else 'one'}{threads}-{number}"
    report = place / f"report-{tag}"
    out = place / f"out-{tag}"
    env = {"LD_PRELOAD": str(place / "shim.so"), "FAIL_AT": str(number), "FAIL_REPORT": str(report)}
    if fail_all:
        env["FAIL_ALL"] = "1"
    done = waft(*[w.replace("OUT", out.name) for w in words], cwd=place, env=env, timeout=30)
    calls, live = map(int, report.read_text().split()) if report.exists() else (-1, -1)
    report.unlink(missing_ok=True)
    files = contents(out) if out.is_dir() else out.read_bytes() if out.exists() else None
    if out.is_dir():
        shutil.rmtree(out)
    out.unlink(missing_ok=True)
    return done.returncode, done.stdout.replace(out.name, "OUT"), done.stderr, calls, live, files


def problem_of(result, good, number, how):
    code, out, err, _, live, files = result
    if code == 0:
        fine = out == good[1] and files == good[5]
        return None if fine else f"call {number} ({how}): code 0 with other output"
    if code != 4:
        return f"call {number} ({how}): code {code}: {err.strip()[-200:]}"
    if "memory" not in err or not err.endswith("\n"):
        return f"call {number} ({how}): no sentence: {err!r}"
    if live > good[4]:
        return f"call {number} ({how}): {live - good[4]} blocks leaked"
    return None


def sweep(pool, place, words, threads):
    good = attempt(place, words, 0, False, threads)
    name = " ".join(words)
    if not check(good[0] == 0, f"waft {name} works with the shim"):
        print(good[2])
        return
    calls = good[3]
    jobs = {}
    for fail_all in (False, True):
        for number in range(1, calls + 1):
            how = "all from there" if fail_all else "only that"
            jobs[pool.submit(attempt, place, words, number, fail_all, threads)] = (number, how)
    results = {key: job.result() for job, key in jobs.items()}
    problems = [p for key, r in results.items() if (p := problem_of(r, good, *key)) is not None]
    harmless = sum(r[0] == 0 for r in results.values())
    for line in problems[:10]:
        print("     " + line)
    check(not problems, f"waft {name}: {calls} calls, each failing alone and with all after it; "
          f"{len(results) - harmless} end in 4, {harmless} do no harm")


if has_sanitizer():
    print("skip: the sanitizer's malloc cannot be replaced")
    sys.exit(0)
with Workspace() as place, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    compiled = subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-o", str(place / "shim.so"),
                               str(SOURCE / "tests/cli/fail_malloc.c")])
    check(compiled.returncode == 0, "the shim compiles")
    write(place / "tiny.yaml", SCENE)
    write(place / "wrong.yaml", SCENE.replace("depth", "dpeth"))
    write(place / "table.csv", "time,a\n0,1\n1,2\n")
    sweep(pool, place, ["check", "tiny.yaml"], 1)
    sweep(pool, place, ["run", "tiny.yaml", "-o", "OUT", "-q", "--threads", "1"], 1)
    sweep(pool, place, ["run", "tiny.yaml", "-o", "OUT", "-q", "--threads", "2", "--frames", "0:0"], 2)
    sweep(pool, place, ["info", "table.csv", "--json"], 1)
    sweep(pool, place, ["info", "tiny.yaml"], 1)
    sweep(pool, place, ["plot", "table.csv", "-o", "OUT"], 1)
    sweep(pool, place, ["params", "--schema"], 1)

finish()
