# SPDX-License-Identifier: MIT
"""What the command tells of a liquid: crowds at the start, events of a run, numerical viscosity."""
import json

from harness import Workspace, check, check_run, finish, write

SCENE = """waft: 1
time: {duration: 0.04, fps: 50, step: 0.004}
liquid:
  method: METHOD
  spacing: 0.1
  sound_speed: 50
  domain: {high: [2, 2, 2]}
  kinematic_viscosity: VISCOSITY
  blocks: [BLOCKS]
"""
ONE = "{shape: {box: [0.5, 0.5, 0.5]}, at: [0.75, 0.75, 0.75]}"
INSIDE = "{shape: {box: [0.4, 0.4, 0.4]}, at: [0.75, 0.75, 0.75]}"
OVER = "{shape: {box: [0.5, 0.5, 0.5]}, at: [0.78, 0.75, 0.75]}"

OUTSIDE = "{shape: {box: [0.5, 0.5, 0.5]}, at: [2.75, 0.75, 0.75]}"


def scene_of(place, method="wcsph", viscosity="1e-6", blocks=ONE):
    text = SCENE.replace("METHOD", method).replace("VISCOSITY", viscosity)
    return write(place / "scene.yaml", text.replace("BLOCKS", blocks))


def check_starts(place):
    done = check_run(0, "check", scene_of(place))
    check("density at rest" not in done.stderr + done.stdout, "a block has nothing to warn of")
    done = check_run(0, "check", scene_of(place, blocks=f"{ONE}, {INSIDE}"))
    check("the liquid starts at 2." in done.stderr + done.stdout, "check warns of a crowd")
    done = check_run(2, "check", scene_of(place, blocks=f"{ONE}, {OVER}"))
    check("between liquid.blocks[0] and liquid.blocks[1]" in done.stderr + done.stdout,
          "blocks that overlap are named")


def check_absent(place):
    done = check_run(2, "run", scene_of(place, blocks=f"{ONE}, {OUTSIDE}"), "-o", place / "none")
    check("scene.yaml:9:69: error: liquid.blocks[1] gives no particle" in done.stderr,
          "a block outside the domain is refused at its place")
    check(not (place / "none").exists(), "and nothing is run")


def check_runs(place):
    done = check_run(0, "run", scene_of(place), "-o", place / "weak")
    check("adds a numerical viscosity of 0.002 m2/s" in done.stderr, "a run tells what wcsph adds")
    record = json.loads((place / "weak" / "run.json").read_text())
    check(abs(record.get("liquid_numerical_viscosity", 0) - 0.002) < 1e-8, "run.json has it")
    done = check_run(0, "run", scene_of(place, "dfsph"), "-o", place / "strong")
    record = json.loads((place / "strong" / "run.json").read_text())
    check("liquid_numerical_viscosity" not in record, "dfsph adds none")
    check("numerical viscosity" not in done.stderr, "and says nothing")


def check_events(place):
    # A fall of 2 m/s against a speed of sound of 4 m/s.
    fast = ONE[:-1] + ", velocity: [0, -2, 0]}"
    scene = scene_of(place, blocks=fast)
    done = check_run(0, "run", scene, "-o", place / "fast", "--set", "liquid.sound_speed=4")
    check("raise liquid.sound_speed" in done.stderr, "events of the liquid reach the reader")
    done = check_run(0, "run", scene, "-o", place / "json", "--json", "--set",
                     "liquid.sound_speed=4")
    kinds = [json.loads(line).get("event") for line in done.stdout.splitlines()]
    check("liquid_slow_sound" in kinds, "and are there as JSON")


def main():
    with Workspace() as place:
        check_absent(place)
        check_starts(place)
        check_runs(place)
        check_events(place)
    finish()


main()
