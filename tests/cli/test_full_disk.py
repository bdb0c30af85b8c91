# SPDX-License-Identifier: MIT
"""A file that cannot grow any more: code 3, what is written stays, --resume goes on later. Water and
smoke: the VDB files of smoke are the ones written in pieces."""
import resource
import signal

from harness import (TINY, check, check_run, contents, differences, finish, is_whole_png, one_line,
                     temporaries, Workspace, write)

SCENE = TINY.replace("duration: 0.5", "duration: 6")
SMOKE = """waft: 1
time: {duration: 0.5, fps: 10, step: 0.05}
smoke:
  cells: [24, 24, 24]
  spacing: 0.05
  sources: [{shape: {sphere: 0.25}, at: [0.6, 0.3, 0.6], temperature: 60, velocity: [0, 2, 0]}]
output:
  - {format: vdb}
"""


def limit_files(byte_count):
    def apply():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (byte_count, byte_count))
    return apply


def check_smoke(place):
    """Limits within a VDB file, up to the last byte of the last. No checkpoint is due before: it would be
    what does not fit."""
    write(place / "smoke.yaml", SMOKE)
    check_run(0, "run", "smoke.yaml", "-o", "smoke", "-q", cwd=place)
    want = contents(place / "smoke")
    files = sorted((place / "smoke/vdb").iterdir())
    sizes = [file.stat().st_size for file in files]
    check(sizes == sorted(sizes) and sizes[-1] > 2 * sizes[0], f"smoke: the files grow {sizes}")
    for limit in (sizes[1] // 2, sizes[1] - 1, sizes[3], sizes[-1] - 1):
        name = f"smoke{limit}"
        first = next(file.name for file, size in zip(files, sizes) if size > limit)
        done = check_run(3, "run", "smoke.yaml", "-o", name, "-q", cwd=place,
                         preexec_fn=limit_files(limit))
        check(one_line(done.stderr) and f"{name}/vdb/{first}: cannot write: File too large" in done.stderr,
              f"smoke: one line that names the file and why ({limit} bytes): {done.stderr.strip()}")
        kept = contents(place / name)
        there = sorted(file for file in kept if file.startswith("vdb/"))
        check(there == [f"vdb/{file.name}" for file in files if file.name < first],
              f"smoke: the files before it are there, it is not: {there}")
        check(all(kept[file] == want[file] for file in there), "smoke: and they are whole")
        check(not temporaries(place / name), "smoke: no temporary is left")
        check_run(0, "run", "smoke.yaml", "-o", name, "--resume", "-q", cwd=place)
        wrong = differences(contents(place / name), want)
        check(not wrong, f"smoke: with room again --resume ends in the same files {wrong}")


with Workspace() as place:
    write(place / "scene.yaml", SCENE)
    check_run(0, "run", "scene.yaml", "-o", "whole", "-q", cwd=place)
    want = contents(place / "whole")
    sizes = sorted(p.stat().st_size for p in (place / "whole").rglob("*") if p.is_file())
    # From nothing at all to all but the last byte of the largest file.
    for limit in (0, 600, sizes[-1] // 2, sizes[-1] - 1):
        name = f"limit{limit}"
        done = check_run(3, "run", "scene.yaml", "-o", name, "-q", "--checkpoint", "0", cwd=place,
                         preexec_fn=limit_files(limit))
        check(one_line(done.stderr) and name in done.stderr, f"one line that names the file ({limit} bytes)")
        check(not temporaries(place / name), "no temporary is left")
        check(all(map(is_whole_png, (place / name).rglob("*.png"))), "every image that is there is whole")
        kept = contents(place / name)
        check(all(kept[n] == want.get(n) for n in kept if n.startswith("png/")), "and right")
        check_run(0, "run", "scene.yaml", "-o", name, "--resume", "-q", cwd=place)
        wrong = differences(contents(place / name), want)
        check(not wrong, f"with room again --resume ends in the same files {wrong}")
    table = place / "whole/gauges.csv"
    done = check_run(3, "plot", table, "-o", "big.svg", cwd=place, preexec_fn=limit_files(200))
    check(not (place / "big.svg").exists() and not temporaries(place), "a plot that does not fit leaves nothing")
    done = check_run(3, "new", "pond", cwd=place, preexec_fn=limit_files(20))
    check(not (place / "pond.yaml").exists(), "nor does a scene")
    check_smoke(place)

finish()
