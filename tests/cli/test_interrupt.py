# SPDX-License-Identifier: MIT
"""SIGINT, SIGTERM and SIGHUP finish the step, write a checkpoint and end in 130; --resume goes on."""
import json
import shutil
import signal
import subprocess
import time

from harness import (TINY, WAFT, check, check_run, contents, differences, environment, finish,
                     hash_line, temporaries, waft, Workspace, write)

# Long enough in steps to be caught in the middle, small enough to be quick.
SCENE = TINY.replace("duration: 0.5", "duration: 12").replace("[16, 16]", "[128, 128]")


def start(place, *words):
    return subprocess.Popen([WAFT, "run", "scene.yaml", *words], cwd=place, env=environment(),
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_frame(place, name, process):
    """Until a frame file shows that steps are being taken."""
    while process.poll() is None and not list((place / name).glob("png/height_*")):
        time.sleep(0.005)


with Workspace() as place:
    write(place / "scene.yaml", SCENE)
    whole = check_run(0, "run", "scene.yaml", "-o", "whole", "-q", cwd=place)
    want = contents(place / "whole")
    for number, name in ((signal.SIGINT, "int"), (signal.SIGTERM, "term"), (signal.SIGHUP, "hup")):
        process = start(place, "-o", name)
        wait_for_frame(place, name, process)
        process.send_signal(number)
        if number == signal.SIGHUP:  # a dropped connection sends it twice
            time.sleep(0.001)
            process.send_signal(number)
        out, err = process.communicate(timeout=60)
        check(process.returncode == 130, f"SIG{name.upper()} ends in 130 (got {process.returncode})")
        check("--resume" in err.splitlines()[-1] and out == "", "the last line says how to go on")
        check(not temporaries(place / name), "no temporary is left")
        state = json.loads(waft("info", name, "--json", cwd=place).stdout)
        check(state["state"] == "interrupted", "info calls the run interrupted")
        resumed = check_run(0, "run", "scene.yaml", "-o", name, "--resume", cwd=place)
        check(hash_line(resumed.stdout) == hash_line(whole.stdout), "the resumed run ends in the same hash")
        wrong = differences(contents(place / name), want)
        check(not wrong, f"and in the same files {wrong}")

    process = start(place, "-o", "json", "--json")
    wait_for_frame(place, "json", process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    check(process.returncode == 130 and json.loads(out.splitlines()[-1])["type"] == "interrupted",
          "--json tells of the interruption")

    # A second SIGINT does not wait for the step and the checkpoint. It may come too late for that.
    heavy = ["-q", "--set", "water.cells=[1024,1024]", "--set", "time.duration=60"]
    codes = []
    for attempt in range(10):
        name = f"twice{attempt}"
        process = start(place, "-o", name, *heavy)
        wait_for_frame(place, name, process)
        process.send_signal(signal.SIGINT)
        time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        codes.append(process.returncode)
        shutil.rmtree(place / name)
        if codes[-1] == -signal.SIGINT:
            break
    check(codes[-1] == -signal.SIGINT and set(codes[:-1]) <= {130}, f"a second SIGINT kills at once {codes}")

    # A shell starts background jobs with SIGINT ignored; they must not die of a Ctrl-C elsewhere.
    process = subprocess.Popen([WAFT, "run", "scene.yaml", "-o", "background", "-q"], cwd=place,
                               env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    wait_for_frame(place, "background", process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    check(process.returncode == 0, "an ignored SIGINT stays ignored")

finish()
