# SPDX-License-Identifier: MIT
"""A file that cannot grow any more: code 3, what is written stays, --resume goes on later."""
import resource
import signal

from harness import (TINY, check, check_run, contents, differences, finish, is_whole_png, one_line,
                     temporaries, Workspace, write)

SCENE = TINY.replace("duration: 0.5", "duration: 6")


def limit_files(byte_count):
    def apply():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (byte_count, byte_count))
    return apply


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

finish()
