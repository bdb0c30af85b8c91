#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/pictures/strip_*.png: panels side by side, each a run of a scene with some keys changed.
Prints what was measured of each: energy in the top octave of the drawn flow, its part of all energy,
and CPU time a frame of one thread (`waft info --spectrum`, the clock of the process).

    scripts/picture_strips.py WAFT [NAME...]"""
import hashlib
import json
import math
import os
import pathlib
import resource
import subprocess
import sys

PAPER = "scenes/papers/turbulence/"
MEASURED = "{name}: {share:.1f} %, {time:.0f} ms"
SIZE = (200, 320)
WIDE = (440, 264)

# Stands for all panels of a parameter: smoke past a ball, stirred everywhere. What a scene has anyway
# is not repeated as a key, so that strips share the run.
BALL = PAPER + "exp2d.yaml"
TWICE = ["smoke.turbulence.refine=2"]
LARGE = ["smoke.turbulence.bands=[{scale: 10}]"]
PLUME_LOOK = ["camera.distance=2.9", "render.smoke.density=6", "render.exposure=0.4"]
BALL_LOOK = ["camera.at=[0.5, 1.05, 0.5]", "camera.distance=2.6"]

FROM_ABOVE = ["camera.at=[1.05, 0.4, 0.78]", "camera.elevation=75 deg", "camera.azimuth=0", "camera.distance=2.3",
              "render.smoke.density=40", "render.exposure=0.6"]
# Thin streams in a wind that takes what was stirred away within a second.
RAKE = ["smoke.sides.left.speed=2", "smoke.turbulence.bands=[{scale: 6}]", "smoke.turbulence.triggers[0].reach=0.25",
        "smoke.sources=[%s]" % ", ".join(
            "{shape: box, center: [0.08, 0.42, %.2f], size: [0.1, 0.1, 0.05], density: 1}" % z
            for z in (0.2, 0.34, 0.48, 0.62, 0.76, 0.9, 1.04, 1.18, 1.32))]


def vary(key, *values):
    """Panels of a key; a value in a tuple is the scene's own."""
    return [(BALL, f"{key} {value[0]}", TWICE) if isinstance(value, tuple) else
            (BALL, f"{key} {value}", [*TWICE, f"smoke.turbulence.{key}={value}"]) for value in values]


# Thin streams of smoke across the ball, so that one sees where the flow is stirred and where it is not.
STREAMS = [
    "smoke.sources=[%s]" % ", ".join("{shape: sphere, center: [%.2f, 0.1, 0.5], radius: 0.035, density: 1}" % x
                                     for x in (0.08, 0.2, 0.32, 0.44, 0.56, 0.68, 0.8, 0.92)),
    "smoke.turbulence.regions=[]", "smoke.turbulence.refine=2", "smoke.turbulence.bands=[{scale: 7}]",
    "smoke.turbulence.bank={size: 64, count: 8}", "smoke.turbulence.law=given"]
STREAMS_LOOK = ["camera.at=[0.5, 0.95, 0.5]", "camera.azimuth=0", "camera.elevation=3 deg", "camera.distance=2.9",
                "render.smoke.density=60", "render.exposure=0.6"]


def trigger(kind, options="", *more):
    return (BALL, kind, [*STREAMS, f"smoke.turbulence.triggers=[{{kind: {kind}{options}}}]", *more])


# name: (frame, looks, caption, panels of scene, name and keys); a frame of its own may follow the keys
STRIPS = {
    "exp1": (75, PLUME_LOOK, MEASURED, [
        (PAPER + "exp1d.yaml", "base", []),
        (PAPER + "exp1e.yaml", "wavelet", []),
        (PAPER + "exp1f.yaml", "q 0.8", []),
        (PAPER + "exp1g.yaml", "q 0.2", []),
        (PAPER + "exp1h.yaml", "q 0.1", [])]),
    # Their band has vortices of two cells, which hardly show; ten do.
    "exp1_large": (75, PLUME_LOOK, MEASURED, [
        (PAPER + "exp1d.yaml", "base", []),
        (PAPER + "exp1e.yaml", "wavelet", []),
        (PAPER + "exp1f.yaml", "q 0.8", LARGE),
        (PAPER + "exp1g.yaml", "q 0.2", LARGE),
        (PAPER + "exp1h.yaml", "q 0.1", LARGE)]),
    "literal": (55, BALL_LOOK, "{name}", [
        (BALL, "no kicks", [*TWICE, "smoke.turbulence.strength=0"]),
        (BALL, "ours", TWICE),
        (PAPER + "exp2d-literal.yaml", "as printed", TWICE)]),
    "triggers": (60, STREAMS_LOOK, "{name}", [
        (BALL, "none", [*STREAMS, "smoke.turbulence.strength=0"]),
        trigger("speed"),
        trigger("strain", "", "smoke.turbulence.strength=2"),
        trigger("distance", ", reach: 0.2"),
        trigger("vorticity", ", threshold: 2, width: 1")]),
    "intermittent": (100, FROM_ABOVE, "{name}", [
        (PAPER + "exp3i.yaml", "2.8 s: calm since 1.2 s", RAKE, 84),
        (PAPER + "exp3i.yaml", "3.3 s: turbulent since 0.5 s", RAKE)]),
    "strength": (55, BALL_LOOK, "{name}", vary("strength", 0, 0.2, (0.5,), 1)),
    "follow": (55, BALL_LOOK, "{name}", vary("follow", 1, 0.8, (0.2,), 0.1)),
    "refine": (55, BALL_LOOK, "{name}", vary("refine", 1, (2,), 4)),
    "hold": (55, BALL_LOOK, "{name} s", vary("hold", ("1/30",), 0.2, 1)),
    "exp4": (75, ["render.water.clarity=0.8", "camera.at=[2, 0.55, 0.5]", "camera.distance=4.2"], "{name}", [
        (PAPER + "exp4-off.yaml", "not stirred", []),
        (PAPER + "exp4.yaml", "stirred", [])]),
}


def run(waft, *words):
    done = subprocess.run([waft, *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"code {done.returncode}: waft {' '.join(map(str, words))}\n{done.stderr}")
    return done.stdout


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def simulate(waft, work, scene, keys, frame, timed=False):
    """Folder of the run, and CPU time a frame of one thread, for which the bank is baked before.
    A run that is there is taken as it is."""
    folder = work / hashlib.sha1(json.dumps([scene, keys, frame]).encode()).hexdigest()[:12]
    known = folder / "time.txt"
    if known.exists():
        return folder, float(known.read_text())
    smoke = f", {{format: vdb, every: {frame}, fields: [velocity], everywhere: true}}"
    has_smoke = "\nsmoke:" in pathlib.Path(scene).read_text()
    wanted = f"output=[{{format: state, every: {frame}}}{smoke if has_smoke else ''}]"
    common = ["--threads", 1, "--no-pictures", "-q", "--force", "--checkpoint", 10000, *sets([*keys, wanted])]
    if timed:
        run(waft, "run", scene, "-o", folder, "--frames", "0:0", *common)
    began = cpu_seconds()
    run(waft, "run", scene, "-o", folder, "--frames", f"0:{frame}", *common)
    known.write_text(str((cpu_seconds() - began) / frame))
    return folder, float(known.read_text())


def sets(keys):
    return [word for key in keys for word in ("--set", key)]


def top_octave(waft, folder, frame, spacing):
    """Energy (m2/s2) at wave numbers between half the greatest that cells of this size hold and that, and
    at all; both under the same window."""
    told = json.loads(run(waft, "info", "--spectrum", "--json", f"{folder}/vdb/smoke_{frame:06d}.vdb"))
    high = math.pi / spacing
    top = sum(shell["energy"] for shell in told["shells"] if high / 2 <= shell["wavenumber"] < high)
    return top, sum(shell["energy"] for shell in told["shells"])


def finest(folders):
    """Cells of the finest panel of a strip: all spectra are read in the same octave."""
    smokes = [json.loads((folder / "run.json").read_text())["scene"]["smoke"] for folder in folders]
    return min(smoke["spacing"] / smoke.get("turbulence", {}).get("refine", 1) for smoke in smokes)


def draw(waft, name, work, out):
    frame, looks, caption, panels = STRIPS[name]
    frames = [panel[3] if len(panel) > 3 else frame for panel in panels]
    runs = [simulate(waft, work, panel[0], panel[2], at, caption == MEASURED) for panel, at in zip(panels, frames)]
    pictures = []
    for i, ((folder, time), at) in enumerate(zip(runs, frames)):
        words = {"name": panels[i][1], "time": 1000 * time, "share": 0.0}
        if caption == MEASURED:
            energy, total = top_octave(waft, folder, at, finest([folder for folder, _ in runs]))
            words["share"] = 100 * energy / total
            print(f"{name}, {words['name']}: top octave {energy:.4g} m2/s2, {words['share']:.2f} % of "
                  f"{total:.4g}; {words['time']:.0f} ms of one core a frame", flush=True)
        pictures.append(work / f"{name}_{i}.png")
        run(waft, "render", folder, "--frame", at, "-o", pictures[-1], "--force", "-q",
            "--size", "%dx%d" % (WIDE if len(panels) == 2 else SIZE),
            *sets([*looks, f'render.caption="{caption.format(**words)}"']))
    join(pictures, out / f"strip_{name}.png")


def join(pictures, path):
    inputs = [word for picture in pictures for word in ("-i", str(picture))]
    subprocess.run(["ffmpeg", "-y", "-loglevel", "error", *inputs, "-filter_complex",
                    f"hstack=inputs={len(pictures)}", "-frames:v", "1", str(path)], check=True)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    waft = str(pathlib.Path(sys.argv[1]).resolve())
    os.chdir(root)
    work, out = root / "out/pictures/strips", root / "docs/pictures"
    work.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or STRIPS:
        draw(waft, name, work, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
