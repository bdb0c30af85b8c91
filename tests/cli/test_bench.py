# SPDX-License-Identifier: MIT
"""waft bench: the list of cases and the keys of a row."""
import json
import re

from harness import check, check_run, finish

CASES = ["stream/triad", "task/back_to_back", "task/after_idle", "waves/1024", "waves/query"]
KEYS = ["case", "ms_per_step", "cpu_ms_per_step", "threads", "cells", "per_s", "per_s_core", "gb_per_s",
        "of_stream"]

listing = check_run(0, "bench", "--list").stdout
names = [line.split()[0] for line in listing.splitlines()]
check(set(CASES) <= set(names), f"cases: {' '.join(names)}")
rows = [json.loads(line) for line in
        check_run(0, "bench", "--quick", "--json", "--threads", "1", "waves/query").stdout.splitlines()]
check(len(rows) == 1 and list(rows[0])[: len(KEYS)] == KEYS, "one row with the agreed keys")
check(rows[0]["case"] == "waves/query" and rows[0]["threads"] == 1 and rows[0]["per_s"] > 0, "and figures")
table = check_run(0, "bench", "--quick", "stream").stdout.splitlines()
heads, cells = ([cell for cell in re.split(r"\s{2,}", line) if cell] for line in table)
check(len(heads) == len(cells), f"as many headings as columns, two spaces apart: {heads}")
facts = dict(zip(heads, cells))
check(facts["items"] == "bytes" and float(facts["Mitems/s"]) > 0 and facts["of stream"] == "100 %",
      "the items a second are named")
check(rows[0]["unit"] == "queries", "also as JSON")
check(len(table) == 2 and table[1].startswith("stream/triad"), "a prefix chooses cases; a table has a head")

finish()
