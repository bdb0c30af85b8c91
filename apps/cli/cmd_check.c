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

static uint64_t step_count(const waft_scene_time* time) {
    return (uint64_t)(time->frame_count - 1) * (uint64_t)time->steps_per_frame;
}

static void print_summary(const char* path, const waft_scene* scene) {
    const waft_scene_time time = waft_scene_get_time(scene);
    const waft_scene_estimate estimate = waft_scene_get_estimate(scene);
    char step[UNITS_TEXT];
    char memory[UNITS_TEXT];
    char output[UNITS_TEXT];
    char total[UNITS_TEXT];
    char each[UNITS_TEXT];
    format_seconds(step, time.step);
    format_bytes(memory, (double)estimate.memory);
    format_bytes(output, (double)estimate.output);
    format_seconds(total, estimate.total_seconds);
    format_seconds(each, estimate.step_seconds);
    print_line(stdout, "%s: ok", path);
    print_line(stdout, "title   %s", waft_scene_title(scene));
    (void)printf("frames  %d (0 to %d), %g s at %g a second\n", time.frame_count,
        time.frame_count - 1, time.duration, time.fps);
    (void)printf(
        "steps   %" PRIu64 " of %s, %d a frame\n", step_count(&time), step, time.steps_per_frame);
    (void)printf("memory  %s\n", memory);
    (void)printf("files   %s before compression\n", output);
    (void)printf("time    about %s on one core, %s a step, without writing files\n", total, each);
}

static void print_json(const char* path, const waft_scene* scene) {
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
    json_end(&object);
}

static int check_scene(const arguments* args, const char* path) {
    waft_scene* scene = NULL;
    const int code = load_scene(args, path, &scene);
    if (code != EXIT_OK) {
        return code;
    }
    if (arguments_has(args, OPTION_JSON)) {
        print_json(path, scene);
    } else {
        print_summary(path, scene);
    }
    waft_scene_destroy(scene);
    return EXIT_OK;
}

/// Checks each scene, also after a wrong one; the first failure gives the exit code.
int cmd_check(const arguments* args) {
    int code = EXIT_OK;
    for (size_t i = 0; i < args->operand_count; ++i) {
        if (i > 0 && !arguments_has(args, OPTION_JSON)) {
            (void)putchar('\n');
        }
        (void)fflush(stdout); // problems go to stderr and should stand in order on a terminal
        const int result = check_scene(args, args->operands[i]);
        code = code == EXIT_OK ? result : code;
    }
    return code;
}
