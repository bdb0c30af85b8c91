# SPDX-License-Identifier: MIT
"""What the tests of other programs share: files to read, checks that print, and skipping."""
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"]).resolve()
BUILD = pathlib.Path(os.environ["WAFT_BUILD"]).resolve()
SIZE = (20, 37, 13)  # cells of the puff
SPACING = 0.1
CORNER = (1.0, 0.0, -2.0)
FRAMES = 5
QUANTITIES = ("density", "temperature", "velocity_x", "velocity_y", "velocity_z", "obstacle")
failures = 0


def check(ok, text):
    global failures
    failures += 0 if ok else 1
    print("ok:" if ok else "FAIL:", text, flush=True)
    return ok


def near(value, want, tolerance):
    return all(abs(a - b) <= tolerance for a, b in zip(value, want))


def missing(what, package):
    """Leaves: with an error under ./dev clients, else with the reason."""
    if os.environ.get("WAFT_CLIENTS"):
        sys.exit(f"{what} is missing; install {package}")
    print(f"skipped: {what} is missing; ./dev clients installs {package}")
    sys.exit(0)


def run(*command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)


def files():
    """A temporary directory with the files; keep the object alive."""
    folder = tempfile.TemporaryDirectory()
    done = run(BUILD / "tests/make_files", folder.name)
    if done.returncode != 0:
        sys.exit(f"make_files failed:\n{done.stderr}")
    return folder


def expected(folder, frame):
    """{quantity: values[x, y, z]} as they were given to the writers."""
    import numpy
    nx, ny, nz = SIZE
    values = numpy.fromfile(pathlib.Path(folder) / f"expected_{frame:06d}.f32", dtype="<f4")
    return dict(zip(QUANTITIES, values.reshape(len(QUANTITIES), nz, ny, nx).transpose(0, 3, 2, 1)))


def finish():
    sys.exit(1 if failures else 0)
