# SPDX-License-Identifier: MIT
"""Every starter scene is written, checked and run; nothing is overwritten."""
import pathlib

from harness import check, check_run, finish, hash_line, one_line, waft, Workspace, write

with Workspace() as place:
    listing = check_run(0, "new", cwd=place)
    kinds = [line.split()[0] for line in listing.stdout.splitlines()]
    check(len(kinds) >= 2 and all(len(line.split()) > 2 for line in listing.stdout.splitlines()),
          f"kinds with summaries: {' '.join(kinds)}")
    check(not list(place.iterdir()), "listing writes nothing")
    for kind in kinds:
        made = check_run(0, "new", kind, cwd=place)
        scene = place / f"{kind}.yaml"
        check(made.stdout == f"{kind}.yaml\n" and scene.is_file(), f"{kind}.yaml is written and named")
        check(waft("new", kind, "-", cwd=place).stdout == scene.read_text(), f"'-' prints {kind}")
        check("#" in scene.read_text(), f"{kind} is commented")
        checked = check_run(0, "check", scene.name, cwd=place)
        check(checked.stdout.startswith(f"{kind}.yaml: ok\n") and checked.stderr == "",
              f"{kind} passes without a warning")
        ran = check_run(0, "run", scene.name, "--frames", "0:1", "--quality", "preview", "-q", cwd=place)
        check(hash_line(ran.stdout) is not None, f"{kind} runs")

    scene = write(place / "mine.yaml", "precious")
    refused = check_run(2, "new", kinds[0], "mine.yaml", cwd=place)
    check(one_line(refused.stderr) and "mine.yaml exists" in refused.stderr, "the refusal names the file")
    check(scene.read_text() == "precious", "an existing file is left alone")
    link = place / "dangling.yaml"
    link.symlink_to(place / "nowhere")
    check_run(2, "new", kinds[0], "dangling.yaml", cwd=place)
    check(link.is_symlink() and not (place / "nowhere").exists(), "a dangling link is left alone")
    check_run(3, "new", kinds[0], "no/such/folder/x.yaml", cwd=place)
    check_run(0, "new", kinds[0], "other.yaml", cwd=place)
    check(pathlib.Path(place / "other.yaml").is_file(), "FILE is where it goes")
    made = check_run(2, "new", kinds[0][:-1] if len(kinds[0]) > 3 else kinds[0] + "x", cwd=place)
    check(f"did you mean '{kinds[0]}'?" in made.stderr, "a near miss is suggested")

finish()
