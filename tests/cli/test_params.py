# SPDX-License-Identifier: MIT
"""waft params: listing, JSON, Markdown, and a schema that an independent checker accepts and uses."""
import json
import pathlib

from harness import SOURCE, check, check_run, finish, waft

listing = check_run(0, "params").stdout
rows = json.loads(check_run(0, "params", "--json").stdout)
paths = [row["path"] for row in rows]
check(len(paths) == len(set(paths)) and len(paths) > 20, f"{len(paths)} parameters, each once")
check(all(len(line) <= 100 for line in listing.splitlines()), "the listing fits 100 columns")
check(all(len(line) <= 60 for line in waft("params", env={"COLUMNS": "60"}).stdout.splitlines()
          if line.startswith("    ")), "and wraps to COLUMNS")
shown = {line.split()[0] for line in listing.splitlines() if not line.startswith(" ")}
paper = {row["path"] for row in rows if row.get("paper")}
check(shown == set(paths) - paper, "it lists every parameter but the papers' own")
with_paper = {line.split()[0] for line in waft("params", "--paper").stdout.splitlines()
              if not line.startswith(" ")}
check(with_paper == set(paths), "--paper lists those too")
some = waft("params", "water.trains").stdout
check(some and all(line.startswith(("water.trains", " ")) for line in some.splitlines()), "PATH filters")
own = check_run(0, "params", "water.paper").stdout.splitlines()
check(own and own[0].startswith("water.paper "), "a paper's own key is shown to who names it")
check("water.paper" not in waft("params", "water").stdout, "and not to others")
animated = [row["path"] for row in rows if row.get("animates")]
words = " ".join(waft("params", animated[0]).stdout.split())
check("takes keyframes" in words, f"{animated[0]} takes keyframes")
check_run(2, "params", "water", "--json")
markdown = check_run(0, "params", "--markdown").stdout
check(all(path.rsplit(".", 1)[-1] in markdown for path in paths), "the reference page names each")
schema = json.loads(check_run(0, "params", "--schema").stdout)
check("draft-07" in schema.get("$schema", ""), "the schema says its draft")

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skip: {missing.name} is not installed (python3-jsonschema, python3-yaml), schema not used")
    finish()

jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
scenes = sorted(pathlib.Path(SOURCE, "scenes").rglob("*.yaml"))
check(len(scenes) > 0, f"{len(scenes)} shipped scenes")
for path in scenes:
    errors = [error.message for error in validator.iter_errors(yaml.safe_load(path.read_text()))]
    check(not errors, f"the schema accepts {path.relative_to(SOURCE)} {errors[:2]}")
for line in waft("new").stdout.splitlines():
    kind = line.split()[0]
    errors = [e.message for e in validator.iter_errors(yaml.safe_load(waft("new", kind, "-").stdout))]
    check(not errors, f"the schema accepts starter {kind} {errors[:2]}")

VIEWS = [
    "{waft: 1, water: {}, camera: {from: [[0, [0, 1, 5]], [2, [4, 1, 5]]], at: [0, 0, 0], fov: 30 deg}}",
    "{waft: 1, water: {}, camera: {azimuth: [[0, 0], [9, 360 deg]], distance: 4, elevation: 0.2}}",
    "{waft: 1, water: {}, camera: {projection: orthographic, height: 2 m}, output: [{format: state, every: 2}]}",
    "{waft: 1, water: {}, render: {sun: {elevation: 5 deg}, smoke: {density: 2 1/m, glow_from: 700 K}, caption: 7}}",
]
GRIDS = [
    "{waft: 1, water: {method: columns, edges: {left: wavemaker, right: {kind: open, sponge: 10}, others: wall}}}",
    "{waft: 1, water: {method: swe, edges: {left: {kind: level, level: 0}}, boxes: [{low: [0, 0], high: [1, 1], level: 0}]}}",
    "{waft: 1, water: {method: implicit, damping: 3 s, sources: [{center: [1, 2], rate: [[0, 0], [2, 0.1 m3/s]]}]}}",
    "{waft: 1, water: {method: waves, terrain: {kind: slope}, offshore_depth: 3}}",
]
for text in VIEWS + GRIDS:
    errors = [error.message for error in validator.iter_errors(yaml.safe_load(text))]
    check(not errors, f"the schema accepts {text} {errors[:2]}")

BROKEN = [
    ("unknown key", "{waft: 1, watr: {}}"),
    ("unknown key below", "{waft: 1, water: {dpeth: 1}}"),
    ("a list for a mapping", "{waft: 1, water: []}"),
    ("text for a number", "{waft: 1, water: {cells: [many, few]}}"),
    ("unknown choice", "{waft: 1, water: {method: magic}}"),
    ("a mapping for a list", "{waft: 1, water: {trains: {}}}"),
    ("unknown key in a list", "{waft: 1, water: {trains: [{amplitud: 1}]}}"),
    ("a number for a flag", "{waft: 1, water: {keep_level: 3}}"),
    ("an eye that is given and orbits", "{waft: 1, water: {}, camera: {from: [0, 1, 5], distance: 4}}"),
    ("a height in perspective", "{waft: 1, water: {}, camera: {height: 4}}"),
    ("an unknown look", "{waft: 1, water: {}, render: {background: night}}"),
    ("a sun below the horizon", "{waft: 1, water: {}, render: {sun: {elevation: 0}}}"),
    ("trains of columns", "{waft: 1, water: {method: columns, trains: [{length: 2}]}}"),
    ("edges of waves", "{waft: 1, water: {edges: {left: open}}}"),
    ("an offshore depth of swe", "{waft: 1, water: {method: swe, terrain: {kind: slope}, offshore_depth: 3}}"),
    ("an offshore depth over a flat bed", "{waft: 1, water: {offshore_depth: 3}}"),
    ("a level edge without a level", "{waft: 1, water: {method: swe, edges: {left: level}}}"),
    ("keys where one value stands", "{waft: 1, water: {}, render: {water: {clarity: [[0, 1], [1, 2]]}}}"),
]
for what, text in BROKEN:
    check(not validator.is_valid(yaml.safe_load(text)), f"the schema refuses {what}: {text}")

# The reader's own collection of broken scenes: where the message is about keys, the schema knows too.
known = refused = 0
for path in sorted(pathlib.Path(SOURCE, "tests/scenes/broken").glob("*.yaml")):
    done = waft("check", path, "--json")
    messages = [json.loads(line).get("message", "") for line in done.stdout.splitlines()]
    if not any(message.startswith("unknown key") for message in messages):
        continue
    try:
        scene = yaml.safe_load(path.read_text())
    except (yaml.YAMLError, ValueError, RecursionError):
        continue
    known += 1
    if validator.is_valid(scene):
        check(False, f"the schema accepts the unknown key of {path.name}")
    else:
        refused += 1
print(f"{refused} of {known} broken scenes with unknown keys are refused by the schema")

finish()
