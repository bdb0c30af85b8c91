# SPDX-License-Identifier: MIT
"""SIGKILL at random moments, then --resume: the same bytes as an unbroken run. WAFT_KILLS counts."""
import os
import random
import subprocess
import time

from harness import (TINY, WAFT, check, check_run, contents, differences, environment, finish,
                     hash_line, is_whole_png, temporaries, waft, Workspace, write)

KILLS = int(os.environ.get("WAFT_KILLS", "20"))
SEED = int(os.environ.get("WAFT_KILL_SEED", str(random.randrange(1 << 30))))
SCENE = TINY.replace("duration: 0.5", "duration: 20").replace("[16, 16]", "[96, 96]") \
    + "  - {format: obj, every: 10, stride: 4}\n"
COMMAND = ["run", "scene.yaml", "-q", "--checkpoint", "0.02"]


def torn(directory):
    """Files that are there but not whole."""
    return [str(p) for p in directory.rglob("height_*.png") if not is_whole_png(p)] + \
        [str(p) for p in directory.rglob("*.csv") if not p.read_bytes().endswith(b"\n")]


print(f"seed {SEED} (WAFT_KILL_SEED repeats it)")
chance = random.Random(SEED)
with Workspace() as place:
    write(place / "scene.yaml", SCENE)
    began = time.monotonic()
    whole = check_run(0, *COMMAND, "-o", "whole", cwd=place)
    length = time.monotonic() - began
    want, want_hash = contents(place / "whole"), hash_line(whole.stdout)
    print(f"the unbroken run takes {length:.2f} s and leaves {len(want)} files")

    kills = ended = resumed_runs = 0
    bad = []
    while kills < KILLS:
        run = place / f"run{resumed_runs}"
        mode = []
        # Each run is killed until it ends by itself, so kills hit every stage of it.
        while True:
            process = subprocess.Popen([WAFT, *COMMAND, *mode, "-o", run.name], cwd=place,
                                       env=environment(), stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            try:
                limit = chance.uniform(0, 0.7 * length) if kills < KILLS else 60
                out, err = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
                mode = ["--resume"]
                bad += torn(run)
                continue
            if process.returncode != 0:
                bad.append(f"{run.name}: code {process.returncode}: {err.strip()}")
            elif hash_line(out) != want_hash:
                bad.append(f"{run.name}: another hash")
            break
        bad += [f"{run.name}: {name} differs" for name in differences(contents(run), want)]
        bad += temporaries(run)
        resumed_runs += 1
        if bad:
            break
    check(kills >= KILLS or bad, f"{kills} kills in {resumed_runs} runs")
    check(not bad, f"no torn file, no stale temporary, every file and hash as unbroken {bad[:5]}")
    state = waft("info", run.name, "--json", cwd=place)
    check('"finished"' in state.stdout, "info calls the run finished")

finish()
