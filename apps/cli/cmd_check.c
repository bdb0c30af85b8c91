// SPDX-License-Identifier: MIT
// waft check: is the scene right, and what will a run of it take?
#include "commands.h"
#include "exit.h"
#include "json.h"
#include "load.h"
#include "terminal.h"
#include "units.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

static uint64_t step_count(const waft_scene_time* time) {
    return (uint64_t)(time->frame_count - 1) * (uint64_t)time->steps_per_frame;
}

enum { MOST_SHEETS = 255 };

/// Solids that the grid of the smoke sees as sheets: open meshes, and what is thinner than a cell.
typedef struct sheet_list {
    size_t indices[MOST_SHEETS];
    size_t count;
} sheet_list;

/// A world is made to find them, unless it would be huge.
static int find_sheets(const arguments* args, const waft_scene* scene, sheet_list* out_sheets) {
    const uint64_t huge = UINT64_C(1) << 30;
    *out_sheets = (sheet_list){.count = 0};
    if (waft_scene_solid_count(scene) == 0 || waft_scene_get_estimate(scene).memory > huge) {
        return EXIT_OK;
    }
    const waft_world_def def = waft_scene_world_def(scene);
    waft_world* world = NULL;
    waft_error error;
    const waft_result result = waft_scene_create_world(scene, &def, &world, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    const bool smoke = waft_world_smoke(world) != NULL;
    for (size_t i = 0; smoke && i < waft_world_solid_count(world); ++i) {
        waft_solid_info info;
        if (waft_world_solid_at(world, i, &info) == WAFT_OK && info.sheet && info.body == 0 &&
            (info.felt_by & WAFT_SOLID_SMOKE) != 0 && out_sheets->count < MOST_SHEETS) {
            out_sheets->indices[out_sheets->count++] = i;
        }
    }
    waft_world_destroy(world);
    return EXIT_OK;
}

/// Bytes of memory in this machine, 0 if nobody knows.
static double machine_memory(void) {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (double)pages * (double)page : 0.0;
}

static void print_memory(uint64_t needed) {
    const double there = machine_memory();
    char text[UNITS_TEXT];
    format_bytes(text, (double)needed);
    (void)printf("memory  %s", text);
    if (there > 0.0 && (double)needed > there) {
        format_bytes(text, there);
        (void)printf(", but this machine has %s: a run would fail, or crawl", text);
    }
    (void)putchar('\n');
}

static void print_summary(const char* path, const waft_scene* scene, const sheet_list* sheets) {
    const waft_scene_time time = waft_scene_get_time(scene);
    const waft_scene_estimate estimate = waft_scene_get_estimate(scene);
    char step[UNITS_TEXT];
    char output[UNITS_TEXT];
    char total[UNITS_TEXT];
    char each[UNITS_TEXT];
    format_seconds(step, time.step);
    format_bytes(output, (double)estimate.output);
    format_seconds(total, estimate.total_seconds);
    format_seconds(each, estimate.step_seconds);
    print_line(stdout, "%s: ok", path);
    if (waft_scene_title(scene)[0] != '\0') {
        print_line(stdout, "title   %s", waft_scene_title(scene));
    }
    (void)printf("frames  %d (0 to %d), %g s at %g a second\n", time.frame_count,
        time.frame_count - 1, time.duration, time.fps);
    (void)printf(
        "steps   %" PRIu64 " of %s, %d a frame\n", step_count(&time), step, time.steps_per_frame);
    print_memory(estimate.memory);
    if (estimate.output > 0) {
        (void)printf("files   %s before compression\n", output);
    } else {
        (void)printf("files   no frames: the scene has no output\n");
    }
    (void)printf("time    about %s on one core, %s a step, without writing files\n", total, each);
    for (size_t i = 0; i < sheets->count; ++i) {
        (void)printf("sheet   solids[%zu] is open or less than a cell thick: it stops the "
                     "flow, but takes no room\n",
            sheets->indices[i]);
    }
}

static void print_json(const char* path, const waft_scene* scene, const sheet_list* sheets) {
    const waft_scene_time time = waft_scene_get_time(scene);
    const waft_scene_estimate estimate = waft_scene_get_estimate(scene);
    json object = json_begin("check");
    json_text(&object, "file", path);
    json_bool(&object, "ok", true);
    json_text(&object, "title", waft_scene_title(scene));
    json_whole(&object, "frames", (uint64_t)time.frame_count);
    json_number(&object, "fps", time.fps);
    json_number(&object, "duration", time.duration);
    json_whole(&object, "steps", step_count(&time));
    json_number(&object, "step", time.step);
    json_whole(&object, "memory_bytes", estimate.memory);
    json_whole(&object, "output_bytes", estimate.output);
    json_number(&object, "step_seconds", estimate.step_seconds);
    json_number(&object, "total_seconds", estimate.total_seconds);
    json_open(&object, "sheets", '[');
    for (size_t i = 0; i < sheets->count; ++i) {
        json_whole(&object, NULL, sheets->indices[i]);
    }
    json_close(&object, ']');
    json_end(&object);
}

static int check_scene(const arguments* args, const char* path) {
    waft_scene* scene = NULL;
    sheet_list sheets;
    int code = load_scene(args, path, &scene);
    code = code != EXIT_OK ? code : find_sheets(args, scene, &sheets);
    if (code == EXIT_OK) {
        (arguments_has(args, "json") ? print_json : print_summary)(path, scene, &sheets);
    }
    waft_scene_destroy(scene);
    return code;
}

/// Checks each scene, also after a wrong one; the first failure gives the exit code.
int cmd_check(const arguments* args) {
    int code = EXIT_OK;
    for (size_t i = 0; i < args->operand_count; ++i) {
        if (i > 0 && !arguments_has(args, "json")) {
            (void)putchar('\n');
        }
        (void)fflush(stdout); // problems go to stderr and should stand in order on a terminal
        const int result = check_scene(args, args->operands[i]);
        code = code == EXIT_OK ? result : code;
    }
    return code;
}
