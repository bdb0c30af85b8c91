# SPDX-License-Identifier: MIT
"""waft check: what is right, and problems with their text and caret to the letter."""
import json
import re

from harness import TINY, check, check_run, finish, SOURCE, waft, Workspace, write


def expect(place, name, scene, text):
    write(place / name, scene)
    done = check_run(2, "check", name, cwd=place)
    if not check(done.stderr == text and done.stdout == "", f"{name}: the text to the letter"):
        print(f"--- got\n{done.stderr}--- want\n{text}---")


with Workspace() as place:
    write(place / "tiny.yaml", TINY)
    done = check_run(0, "check", "tiny.yaml", cwd=place)
    lines = done.stdout.splitlines()
    check(lines[0] == "tiny.yaml: ok" and [line.split()[0] for line in lines[1:]]
          == ["title", "frames", "steps", "memory", "files", "time"], "a summary by lines")
    check("6 (0 to 5), 0.5 s at 10 a second" in lines[2] and lines[3].split()[1] == "25", "frames and steps")
    check(re.search(r"memory  [\d.]+ (KiB|MiB)$", done.stdout, re.M), "memory in human units")
    facts = json.loads(check_run(0, "check", "tiny.yaml", "--json", cwd=place).stdout)
    check(facts["type"] == "check" and facts["ok"] and facts["frames"] == 6 and facts["steps"] == 25
          and facts["memory_bytes"] > 16 * 16 * 4 and facts["total_seconds"] > 0, "the same as JSON")
    half = json.loads(waft("check", "tiny.yaml", "--json", "--set", "time.duration=0.2", cwd=place).stdout)
    check(half["frames"] == 3, "--set is taken into account")
    large = json.loads(waft("check", "tiny.yaml", "--json", "--set", "render.size=[8192, 8192]", cwd=place).stdout)
    check(large["memory_bytes"] == facts["memory_bytes"], "pictures take nothing of the world's memory")
    write(place / "levels.yaml", TINY + "preview:\n  time.duration: 0.1\n")
    preview = waft("check", "levels.yaml", "--json", "--quality", "preview", cwd=place)
    final = waft("check", "levels.yaml", "--json", cwd=place)
    if check(preview.returncode == 0 and final.returncode == 0, "a scene with preview overrides"):
        check(json.loads(preview.stdout)["frames"] < json.loads(final.stdout)["frames"],
              "--quality preview takes them")

    write(place / "small.yaml", """\
waft: 1
smoke:
  cells: [8, 8, 8]
  spacing: 0.1
  sources: [{shape: {sphere: 1 mm}, at: [0.4, 0.4, 0.4]}]
""")
    odd = check_run(0, "check", "small.yaml", cwd=place)
    check("small.yaml:5:13: warning: smoke.sources[0] is smaller than a cell" in odd.stderr
          and "1 warning\n" in odd.stderr, "what is odd is told, but allowed")
    check("title" not in odd.stdout and "files   no frames: the scene has no output" in odd.stdout,
          "no title, no output")
    silent = waft("run", "small.yaml", "--quiet", "--set", "time.duration=0.01", cwd=place)
    check(silent.returncode == 0 and silent.stderr == "", "--quiet takes remarks away")
    huge = check_run(0, "check", "small.yaml", "--set", "smoke.cells=[1000, 1000, 1000]", cwd=place)
    check(re.search(r"memory  [\d.]+ GiB(, but this machine has [\d.]+ [GT]iB: a run would fail, or crawl)?$",
                    huge.stdout, re.M), "memory is compared with the machine's")

    write(place / "rules.yaml", """\
waft: 1
smoke:
  cells: [8, 8, 8]
  spacing: 0.1
  sources: [{shape: {sphere: 0.1}, at: [0.4, 0.4, 0.4]}]
  turbulence: {refine: 2, strength: cascade}
""")
    rules = check_run(0, "check", "rules.yaml", cwd=place)
    check("warning" not in rules.stderr, "the word cascade is a strength")
    told = [("direction=oppose", "direction oppose brakes the flow"), ("direction=align", "drives the flow on"),
            ("magnitude=local", "makes all kicks as long"),
            ("triggers=[{kind: speed}, {kind: strain}]", "triggers measure speed in different ways"),
            ("triggers=[{kind: vorticity, speed: 2}, {kind: density}]", "measure speed in different ways"),
            ("intermittent={burst: 0, calm: 3}", "there will be no turbulence")]
    for key, words in told:
        odd = check_run(0, "check", "rules.yaml", "--set", f"smoke.turbulence.{key}", cwd=place)
        check(words in odd.stderr and "1 warning\n" in odd.stderr, f"what {key} does is told")
    alike = check_run(0, "check", "rules.yaml", "--set",
                      "smoke.turbulence.triggers=[{kind: distance}, {kind: density}]", cwd=place)
    check("warning" not in alike.stderr, "triggers by the speed of the flow go together")

    expect(place, "typo.yaml", TINY.replace("  depth: 0.5", "  dpeth: 0.5"), """\
typo.yaml:8:3: error: unknown key 'dpeth' in water; did you mean 'depth'?
    8 |   dpeth: 0.5
      |   ^~~~~

1 error
""")
    done = check_run(2, "check", "typo.yaml", "--json", cwd=place)
    facts = json.loads(done.stdout)
    check((facts["line"], facts["column"], facts["length"], facts["severity"]) == (8, 3, 5, "error")
          and done.stderr == "", "the same as JSON")

    # Tabs, wide characters and control characters before the caret.
    done = waft("check", write(place / "wide.yaml", "waft: 1\ntitle: \"漢字é\tx\"\nwater: {size: [4, 4], \"漢\": 1}\n"),
                cwd=place)
    lines = done.stderr.splitlines()
    check(any(re.fullmatch(r"    3 \| water: \{size: \[4, 4\], \"漢\": 1\}", line) for line in lines)
          and "      | " + " " * 22 + "^~~~" in lines, "a wide character counts twice under the caret")
    evil = write(place / "evil.yaml", "waft: 1\nwater: {size: [4, 4], \"a\\e[31mb\": 1}\n")
    check("\x1b" not in waft("check", evil).stderr, "escape sequences of a scene do not reach the terminal")
    done = waft("check", write(place / "long.yaml", "waft: 1\nwater: {" + "cells: [4, 4], " * 40 + "dpeth: 1}\n"))
    check(all(len(line) <= 100 for line in done.stderr.splitlines() if " | " in line)
          and any(line.rstrip().endswith("^~~~~") for line in done.stderr.splitlines()),
          "of a long line the part around the caret is shown")

    several = check_run(2, "check", write(place / "several.yaml", TINY.replace("depth: 0.5", "depth: -1")
                                          .replace("seed: 3", "seed: many").replace("fps: 10", "fsp: 10")))
    check(several.stderr.count("error:") == 3 and several.stderr.endswith("\n3 errors\n"),
          "all problems, counted at the end")
    check(several.stderr.count("\n\n") == 3, "and separated")
    done = check_run(0, "check", "tiny.yaml", "levels.yaml", cwd=place)
    check(re.findall(r"^(\S+): ok$", done.stdout, re.M) == ["tiny.yaml", "levels.yaml"], "two scenes, two summaries")
    done = check_run(2, "check", "typo.yaml", "tiny.yaml", "absent.yaml", cwd=place)
    check("tiny.yaml: ok" in done.stdout and "typo.yaml:8" in done.stderr and "absent.yaml" in done.stderr,
          "a wrong one does not keep others from being checked")
    done = check_run(2, "check", "--json", "tiny.yaml", "typo.yaml", cwd=place)
    check([json.loads(line)["type"] for line in done.stdout.splitlines()] == ["check", "diagnostic"],
          "the same as JSON")
    done = check_run(2, "check", "absent.yaml", cwd=place)
    check("absent.yaml" in done.stderr, "a missing file is bad input")
    check_run(2, "check", place)
    done = check_run(2, "check", "tiny.yaml", "--set", "water.dpeth=1", cwd=place)
    check(done.stderr.startswith("--set"), "a wrong override is placed at --set")

broken = sorted((SOURCE / "tests/scenes/broken").glob("*.yaml"))
bad = []
for path in broken:
    done = waft("check", path)
    first = done.stderr.splitlines()[0] if done.stderr else ""
    if done.returncode != 2 or not re.match(re.escape(str(path)) + r":\d+:\d+: error: ", first):
        bad.append(f"{path.name}: {done.returncode} {first}")
check(not bad, f"{len(broken)} broken scenes: code 2 and file:line:column {bad[:3]}")

finish()
