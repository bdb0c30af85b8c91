# SPDX-License-Identifier: MIT
"""The folder of what is baked: --cache keeps to its own files, and drops what was used longest ago."""
import os

from harness import Workspace, check, check_run, finish, write

BODY = """waft: 1
time: {duration: 0.1, fps: 10, step: 0.01}
bodies:
  - {preset: ball, turbulence: {bake: false}}
"""


def sparse(path, size, time):
    """A file of that size which takes no room."""
    with open(path, "wb") as file:
        file.truncate(size)
    os.utime(path, (time, time))
    return path


def test_foreign_files_stay(place):
    folder = place / "mine"
    folder.mkdir()
    large = 600 << 20
    kept = [sparse(folder / name, large, 1000)
            for name in ("thesis.tex", "0123456789abcdef.txt", "0123456789ABCDEF.whull", "my.whull")]
    check_run(0, "run", write(place / "scene.yaml", BODY), "-q", "--force", "-o", place / "run", "--cache", folder)
    check(all(path.exists() for path in kept), "files that waft did not name are neither counted nor removed")


def test_oldest_goes(place):
    folder = place / "full"
    folder.mkdir()
    old = sparse(folder / "0123456789abcdef.wbank", 1200 << 20, 1000)
    new = sparse(folder / "fedcba9876543210.whull", 1200 << 20, 2000)
    check_run(0, "run", write(place / "scene.yaml", BODY), "-q", "--force", "-o", place / "run", "--cache", folder)
    check(not old.exists() and new.exists(), "beyond 2 GiB the file used longest ago is removed")
    baked = [path for path in folder.glob("*.whull") if path.stat().st_size < 1200 << 20]
    check(len(baked) == 1, "the run's own hull is kept there")


with Workspace() as place:
    test_foreign_files_stay(place)
    test_oldest_goes(place)
finish()
