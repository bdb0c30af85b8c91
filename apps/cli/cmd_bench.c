// SPDX-License-Identifier: MIT
// waft bench: the libraries' measurements as a table or as JSON.
#include "artist.h"
#include "commands.h"
#include "exit.h"
#include "json.h"
#include "load.h"
#include "terminal.h"

#include <waft/bench.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/// The case that measures the bandwidth all others are compared with.
static const char stream_case[] = "stream/triad";

/// The suite that a case of all is in, whose index there replaces *index; NULL past the end.
static const bench_suite* find_suite(size_t* index) {
    static const bench_suite core = {
        waft_bench_count, waft_bench_name, waft_bench_summary, waft_bench_run};
    if (*index < core.count()) {
        return &core;
    }
    *index -= core.count();
    const bench_suite* render = artist_bench();
    return render != NULL && *index < render->count() ? render : NULL;
}

const char* bench_word(size_t index) {
    const bench_suite* suite = find_suite(&index);
    return suite != NULL ? suite->name(index) : NULL;
}

/// True if no cases were asked for, or one of those is the start of `name`.
static bool is_wanted(const arguments* args, const char* name) {
    for (size_t i = 0; i < args->operand_count; ++i) {
        if (strncmp(name, args->operands[i], strlen(args->operands[i])) == 0) {
            return true;
        }
    }
    return args->operand_count == 0;
}

static int check_cases(const arguments* args) {
    for (size_t i = 0; i < args->operand_count; ++i) {
        const char* wish = args->operands[i];
        size_t at = 0;
        while (bench_word(at) != NULL && strncmp(bench_word(at), wish, strlen(wish)) != 0) {
            ++at;
        }
        if (bench_word(at) == NULL) {
            return unknown_operand(
                args, args->command, "no case", wish, "; 'waft bench --list' names them");
        }
    }
    return EXIT_OK;
}

static int list_cases(void) {
    for (size_t i = 0; bench_word(i) != NULL; ++i) {
        size_t index = i;
        const bench_suite* suite = find_suite(&index);
        (void)printf("%-20s  %s\n", suite->name(index), suite->summary(index));
    }
    return EXIT_OK;
}

static void print_json(const waft_bench_row* row) {
    json object = json_begin(NULL);
    json_text(&object, "case", row->name);
    json_number(&object, "ms_per_step", row->ms_per_step);
    json_number(&object, "cpu_ms_per_step", row->cpu_ms_per_step);
    json_whole(&object, "threads", (uint64_t)row->threads);
    json_number(&object, "cells", row->items);
    json_number(&object, "per_s", row->per_s);
    json_number(&object, "per_s_core", row->per_s_core);
    json_number(&object, "gb_per_s", row->gb_per_s);
    json_number(&object, "of_stream", row->of_stream);
    if (row->speedup_median > 0.0) {
        json_number(&object, "speedup_median", row->speedup_median);
        json_number(&object, "speedup_p95", row->speedup_p95);
    }
    if (row->of_still > 0.0) {
        json_number(&object, "of_still", row->of_still);
    }
    if (row->evaluations > 0.0) {
        json_number(&object, "evaluations", row->evaluations);
    }
    json_text(&object, "unit", row->unit);
    json_end(&object);
}

static void print_head(void) {
    (void)printf("%-18s  %8s  %8s  %7s  %9s  %14s  %-7s  %6s  %9s  %s\n", "case", "ms/step",
        "CPU ms", "threads", "Mitems/s", "Mitems/s/core", "items", "GB/s", "of stream",
        "speed-up (95 %)");
}

static void print_row(const waft_bench_row* row) {
    (void)printf("%-18s  %8.4g  %8.4g  %7d  %9.5g  %14.5g  %-7s", row->name, row->ms_per_step,
        row->cpu_ms_per_step, row->threads, 1e-6 * row->per_s, 1e-6 * row->per_s_core, row->unit);
    if (row->gb_per_s > 0.0) {
        (void)printf("  %6.3g  %7.0f %%", row->gb_per_s, 100.0 * row->of_stream);
    } else {
        (void)printf("  %6s  %9s", "-", "-");
    }
    if (row->speedup_median > 0.0) {
        (void)printf("  %.2f (%.2f)\n", row->speedup_median, row->speedup_p95);
    } else if (row->of_still > 0.0) {
        (void)printf("  %.3f of a still step\n", row->of_still);
    } else if (row->evaluations > 0.0) {
        (void)printf("  n = %g, %.3g ns an item each\n", row->evaluations,
            1e6 * row->ms_per_step / (row->items * row->evaluations));
    } else {
        (void)printf("  -\n");
    }
    (void)fflush(stdout);
}

static int run_case(const arguments* args, size_t index, waft_bench_def* def, bool show) {
    waft_bench_row row;
    waft_error error;
    size_t place = index;
    const bench_suite* suite = find_suite(&place);
    const waft_result result = suite->run(place, def, &row, &error);
    if (result == WAFT_ERR_MISSING && args->operand_count == 0) {
        print_line(stderr, "note: %s is left out: %s", bench_word(index), error.sentence);
        return EXIT_OK;
    }
    if (result != WAFT_OK) {
        return check_output(args, result, &error);
    }
    if (strcmp(row.name, stream_case) == 0) {
        def->stream_gb_per_s = row.gb_per_s;
    }
    if (show && arguments_has(args, "json")) {
        print_json(&row);
    } else if (show) {
        print_row(&row);
    }
    return EXIT_OK;
}

/// STREAM runs first, wanted or not, so that every row is compared with the same figure.
static int measure_stream(const arguments* args, waft_bench_def* def) {
    for (size_t i = 0; bench_word(i) != NULL; ++i) {
        if (strcmp(bench_word(i), stream_case) == 0) {
            return run_case(args, i, def, is_wanted(args, stream_case));
        }
    }
    return EXIT_OK;
}

int cmd_bench(const arguments* args) {
    if (arguments_has(args, "list")) {
        return list_cases();
    }
    waft_bench_def def = waft_bench_def_default();
    def.quick = arguments_has(args, "quick");
    int code = arguments_threads(args, &def.threads);
    code = code != EXIT_OK ? code : check_cases(args);
    if (code != EXIT_OK) {
        return code;
    }
    note_isa();
    if (!arguments_has(args, "json")) {
        print_head();
    }
    code = measure_stream(args, &def);
    for (size_t i = 0; bench_word(i) != NULL && code == EXIT_OK; ++i) {
        if (is_wanted(args, bench_word(i)) && strcmp(bench_word(i), stream_case) != 0) {
            code = run_case(args, i, &def, true);
        }
    }
    return code;
}
