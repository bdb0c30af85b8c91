# SPDX-License-Identifier: MIT
"""Help, usage errors, completion scripts and the manual page."""
import os
import pathlib
import re
import shutil
import subprocess

from harness import check, check_run, finish, one_line, waft, Workspace, write

COMMANDS = ["run", "enhance", "render", "check", "new", "params", "info", "plot", "bake", "sweep", "bench", "completion", "help", "man"]
ABSENT = ["view"]

overview = check_run(0, "--help")
check(overview.stderr == "", "help goes to stdout only")
check(all(f"  {name} " in overview.stdout for name in COMMANDS), "help lists every command")
check(not any(f"  {name} " in overview.stdout for name in ABSENT),
      "help lists nothing that does not exist")
check("Example:\n  waft " in overview.stdout, "help has an example")
check(waft("help").stdout == overview.stdout, "help without a name is the overview")
version = check_run(0, "--version")
check(version.stdout.startswith("waft 0."), "--version prints the version")
check([line.split(":")[0] for line in version.stdout.splitlines()[1:]] == ["scene files", "PNG", "zlib", "pictures"],
      "and what is in the build")

for name in COMMANDS:
    text = check_run(0, name, "--help")
    check(f"Example:\n  waft {name}" in text.stdout, f"help of {name} has an example")
    check("Usage:\n  waft " + name in text.stdout and text.stderr == "", f"help of {name} on stdout")
    check(waft("help", name).stdout == text.stdout, f"waft help {name} is the same")
    check(all(len(line) <= 100 for line in text.stdout.splitlines()), f"help of {name} fits 100 columns")
check(max(map(len, waft("run", "--help", env={"COLUMNS": "72"}).stdout.splitlines())) <= 72,
      "help wraps to COLUMNS")
for columns, width in (("45", 45), ("20", 20), ("10", 20)):
    texts = [waft(*words, env={"COLUMNS": columns}).stdout.split("Example:")[0]
             for words in [["--help"]] + [[name, "--help"] for name in COMMANDS]]
    longest = max((line for text in texts for line in text.splitlines()), key=len)
    check(len(longest) <= width, f"help fits {columns} columns: {longest!r}")

# Sources ask for options by their names; a name that no command has would never be given.
offered = set(re.findall(r"--([a-z-]+)", "".join(waft(name, "--help").stdout.split("Options:")[1] for name in COMMANDS)))
asked = {name for source in pathlib.Path(os.environ["WAFT_SOURCE"], "apps/cli").glob("*.c")
         for name in re.findall(r"arguments_(?:has|value|count|next)\(\s*[^,]*,\s*\"([^\"]*)\"", source.read_text())}
check(len(asked) > 40 and asked <= offered, f"options that no command has: {asked - offered}")

USAGE = [
    ([], "waft: no command given; 'waft --help' lists them"),
    (["rnu", "x"], "waft: unknown command 'rnu'; did you mean 'run'?"),
    (["view", "x"], "waft: unknown command 'view'"),
    (["--frames"], "waft: unknown option '--frames'; a command comes first"),
    (["run"], "waft run: SCENE is missing; usage: waft run SCENE"),
    (["run", "a.yaml", "b.yaml"], "waft run: unexpected argument 'b.yaml'"),
    (["run", "a.yaml", "--frmaes", "3"], "waft run: unknown option '--frmaes'; did you mean '--frames'?"),
    (["run", "a.yaml", "--frmaes=3"], "waft run: unknown option '--frmaes'; did you mean '--frames'?"),
    (["run", "a.yaml", "-x"], "waft run: unknown option '-x'"),
    (["run", "a.yaml", "-o"], "waft run: option '--output' needs DIR"),
    (["run", "a.yaml", "-o", ""], "waft run: option '--output' needs DIR"),
    (["run", "a.yaml", "--json=1"], "waft run: option '--json' takes no value"),
    (["run", "a.yaml", "--resume", "--force"], "waft run: '--resume' and '--force' exclude each other"),
    (["run", "a.yaml", "-qv"], "waft run: '--quiet' and '--verbose' exclude each other"),
    (["run", "a.yaml", "--quality", "finla"],
     "waft run: option '--quality' takes preview|final, not 'finla'; did you mean 'final'?"),
    (["run", "a.yaml", "--threads", "0"],
     "waft run: option '--threads' takes a whole number from 1 to 256, not '0'"),
    (["run", "a.yaml", "--threads", "2x"],
     "waft run: option '--threads' takes a whole number from 1 to 256, not '2x'"),
    (["run", "a.yaml", "--seed", "-1"],
     "waft run: option '--seed' takes a whole number, not '-1'"),
    (["run", "a.yaml", "--max-memory", "2 parsecs"],
     "waft run: option '--max-memory' takes a size such as 2G or 512M, not '2 parsecs'"),
    (["params", "--json", "--schema"], "waft params: '--json' and '--schema' exclude each other"),
    (["params", "watre"], "waft params: no parameter starts with 'watre'; did you mean 'water'?"),
    (["new", "no-such-thing"], "waft new: no starter scene 'no-such-thing'; 'waft new' lists them"),
    (["completion", "bsh"], "waft completion: no script for 'bsh', only bash|zsh|fish; did you mean 'bash'?"),
    (["bench", "zzz"], "waft bench: no case 'zzz'; 'waft bench --list' names them"),
    (["help", "rnu"], "waft: unknown command 'rnu'; did you mean 'run'?"),
    (["info", "no/such/file"], "waft info: no/such/file cannot be read: No such file or directory"),
    (["plot", "no-such.csv"], "waft plot: "),
]
for words, sentence in USAGE:
    done = check_run(2, *words)
    if not check(done.stderr.startswith(sentence) and one_line(done.stderr) and done.stdout == "",
                 f"one line: {sentence}"):
        print(f"     got: {done.stderr!r} {done.stdout!r}")

bash = check_run(0, "completion", "bash").stdout
PROBE = """
COMP_WORDS=(%s); COMP_CWORD=%d; COMPREPLY=(); _waft; printf '%%s\\n' "${COMPREPLY[@]}"
"""


def complete(*words, cwd=None):
    quoted = " ".join(f"'{word}'" for word in words)
    script = bash.replace("complete -o filenames", "true") + PROBE % (quoted, len(words) - 1)
    return subprocess.run(["bash", "-c", script], cwd=cwd, capture_output=True, text=True).stdout.split()


check(subprocess.run(["bash", "-n"], input=bash, text=True).returncode == 0, "bash script parses")
check(set(COMMANDS) <= set(complete("waft", "")), "bash completes commands")
check(complete("waft", "run", "--fr") == ["--frames"], "bash completes options")
check(complete("waft", "run", "--quality", "f") == ["final"], "bash completes values")
check(complete("waft", "render", "--vi") == ["--video"], "and options whose value may be left out")
with Workspace() as place:
    write(place / "pontoon", "")
    write(place / "table.csv", "")
    KINDS = [line.split()[0] for line in waft("new").stdout.splitlines()]
    check(complete("waft", "new", "po", cwd=place) == ["pond"], "bash completes kinds of scenes")
    check(complete("waft", "new", "", cwd=place) == KINDS, "and no files beside them")
    check(complete("waft", "new", "pond", "pon", cwd=place) == ["pontoon"], "files come second")
    check(complete("waft", "plot", "ta", cwd=place) == ["table.csv"], "bash completes files")
    check(complete("waft", "bench", "task", "wav", cwd=place) == ["waves/1024", "waves/query"],
          "and a second case")
for shell in ("zsh", "fish"):
    script = check_run(0, "completion", shell).stdout
    if shutil.which(shell):
        with Workspace() as place:
            path = write(place / "script", script)
            parsed = subprocess.run([shell, "-n", str(path)], capture_output=True)
            check(parsed.returncode == 0, f"{shell} script parses")
    else:
        print(f"skip: {shell} is not installed, its script is not parsed")

page = check_run(0, "man").stdout
check(page.startswith(".TH WAFT 1") and all(f"waft {name}" in page for name in COMMANDS),
      "the manual page has every command")
check(".SH EXIT STATUS" in page, "the manual page lists exit codes")
CODES = {"2": "cannot be read", "3": "could not be written", "130": "SIGINT (Ctrl-C), SIGTERM or SIGHUP"}
for code, meaning in CODES.items():
    check(any(line.startswith(f".B {code}\n") and meaning in line
              for line in page.replace("\\-", "-").split(".TP\n")), f"the manual page says of {code}: {meaning}")
    check(f"  {code} " in overview.stdout and meaning in overview.stdout, "and so does the help")
check("do not depend" in waft("run", "--help").stdout and "do not depend" not in waft("bench", "--help").stdout,
      "measurements do depend on the threads")
if shutil.which("groff"):
    shown = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True)
    check(shown.returncode == 0 and shown.stderr == "", "groff renders it without a warning")
    check("--max-memory SIZE" in shown.stdout.replace("\x1b[1m", "").replace("\x1b[0m", ""),
          "options stand in the rendered page as they are typed")
else:
    print("skip: groff is not installed, the page is not rendered")

finish()
