# SPDX-License-Identifier: MIT
"""Every example of the help works as it is typed, in the order of a newcomer; runs are cut short."""
import os
import shutil
import subprocess

from harness import SOURCE, WAFT, check, environment, finish, waft, Workspace

# What an example needs to exist comes from the one before it.
ORDER = ["new", "check", "run", "enhance", "render", "info", "plot", "params", "bake", "sweep", "bench", "completion", "help", "man"]

PLUME = """waft: 1
time: {duration: 0.2, fps: 30}
smoke:
  cells: [16, 16, 16]
  spacing: 0.1
  sources: [{shape: {sphere: 0.25}, at: [0.8, 0.3, 0.8], density: 1}]
output: [{format: cache}]
"""


def listed():
    lines = waft("--help").stdout.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    return [line.split()[0] for line in lines]


def example(*words):
    return waft(*words).stdout.split("Example:\n")[1].strip()


def shell(place, line):
    """Runs the line in bash; a run of a scene writes two frames only."""
    if "waft run" in line:
        line += " --frames 0:1 --quality preview"
    env = environment({"PATH": f"{place / 'bin'}:{os.environ['PATH']}", "HOME": str(place), "MANPAGER": "cat"})
    return subprocess.run(["bash", "-e", "-c", line], cwd=place, env=env, capture_output=True, text=True,
                          timeout=60)


with Workspace() as place:
    (place / "bin").mkdir()
    (place / "bin/waft").symlink_to(WAFT)
    (place / "scenes").mkdir()
    (place / "leaf.obj").write_bytes((SOURCE / "tests/scenes/cube.obj").read_bytes())
    discs = (SOURCE / "scenes/discs.yaml").read_text()
    (place / "scenes/discs.yaml").write_text(discs.replace("duration: 10", "duration: 0.5"))
    (place / "wispy.yaml").write_text("preset: wispy\n")
    (place / "plume.yaml").write_text(PLUME)
    check(waft("run", "plume.yaml", "-o", "out/plume", "-q", cwd=place).returncode == 0, "a base to enhance")
    check(sorted(ORDER) == sorted(listed()), f"every command's example is tried: {' '.join(listed())}")
    for name in ORDER:
        line = example(name, "--help")
        if name == "man" and not shutil.which("man"):
            print("skip: man is not installed")
            continue
        done = shell(place, line)
        if not check(done.returncode == 0, f"works: {line}"):
            print(f"     {done.stderr.strip()}")
    if shutil.which("ffmpeg"):
        check((place / "out/pond/video.mp4").is_file(), "the video is there")
    check((place / "out/pond/run.json").is_file() and (place / "energy.svg").is_file(),
          "and left the files that it names")
    shutil.rmtree(place / "out")
    (place / "pond.yaml").unlink()
    done = shell(place, example("--help"))
    check(done.returncode == 0 and (place / "out/pond/run.json").is_file(), "the overview's works")

finish()
