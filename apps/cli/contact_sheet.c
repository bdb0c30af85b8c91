// SPDX-License-Identifier: MIT
#include "contact_sheet.h"

#include "artist.h"
#include "exit.h"
#include "interrupt.h"
#include "sweep_table.h"
#include "terminal.h"

#include <waft/export.h>
#include <waft/run.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TILE_WIDTH = 320, SHEET_MOST = 16000 };

/// Draws the last frame of a run into its directory unless it is there.
static waft_result draw_run(
    const char* directory, const char* cache, const char* picture, waft_error* error) {
    struct stat status;
    waft_replay_def def = waft_replay_def_default(directory);
    waft_replay* replay = NULL;
    artist* hand = NULL;
    int first = 0;
    int last = 0;
    if (stat(picture, &status) == 0) {
        return WAFT_OK;
    }
    def.cache = cache;
    waft_result result = waft_replay_open(&def, &replay, error);
    result = result == WAFT_OK ? artist_create(waft_replay_scene(replay), &hand, error) : result;
    if (result == WAFT_OK) {
        waft_replay_range(replay, &first, &last);
        const int from = last - artist_history(hand);
        for (int frame = from < 0 ? 0 : from; frame <= last && result == WAFT_OK; ++frame) {
            result = waft_replay_seek(replay, frame, error);
            result =
                result == WAFT_OK ? artist_record(hand, waft_replay_world(replay), error) : result;
        }
    }
    if (result == WAFT_OK) {
        result = artist_draw(hand, waft_replay_world(replay), picture, error);
    }
    artist_destroy(hand);
    waft_replay_close(replay);
    return result;
}

/// The sheet while it grows.
typedef struct sheet {
    uint8_t* pixels;
    int32_t size[2], tile[2];
    size_t columns;
} sheet;

/// As many columns as the axis that varies fastest has values; by chance alone a square.
static size_t count_columns(const sweep_plan* plan) {
    for (size_t i = plan->axis_count; !plan->random && i-- > 0;) {
        if (plan->axes[i].count > 1) {
            return plan->axes[i].count;
        }
    }
    return (size_t)ceil(sqrt((double)plan->run_count));
}

/// Takes the sheet's memory from the shape of the first picture.
static bool open_sheet(sheet* self, const int32_t picture[2], const sweep_plan* plan) {
    const size_t count = plan->run_count;
    self->columns = count_columns(plan);
    const size_t rows = (count + self->columns - 1) / self->columns;
    const size_t fitting = SHEET_MOST / self->columns;
    self->tile[0] = fitting < TILE_WIDTH ? (int32_t)fitting : TILE_WIDTH;
    self->tile[1] = (int32_t)((int64_t)self->tile[0] * picture[1] / picture[0]);
    self->size[0] = (int32_t)(self->columns * (size_t)self->tile[0]);
    self->size[1] = (int32_t)(rows * (size_t)self->tile[1]);
    if (self->tile[1] < 1 || self->size[1] > SHEET_MOST) {
        return false;
    }
    self->pixels = calloc((size_t)self->size[0] * (size_t)self->size[1], 4);
    return self->pixels != NULL;
}

/// Mean of the pixels that fall into one of the tile.
static void shrink_pixel(const uint8_t* from, const int32_t size[2], const int32_t tile[2],
    int32_t x, int32_t y, uint8_t out[4]) {
    const int32_t x0 = (int32_t)((int64_t)x * size[0] / tile[0]);
    const int32_t y0 = (int32_t)((int64_t)y * size[1] / tile[1]);
    int32_t x1 = (int32_t)((int64_t)(x + 1) * size[0] / tile[0]);
    int32_t y1 = (int32_t)((int64_t)(y + 1) * size[1] / tile[1]);
    x1 = x1 > x0 ? x1 : x0 + 1;
    y1 = y1 > y0 ? y1 : y0 + 1;
    uint32_t sums[4] = {0};
    for (int32_t j = y0; j < y1; ++j) {
        for (int32_t i = x0; i < x1; ++i) {
            const uint8_t* pixel = from + 4 * ((size_t)j * (size_t)size[0] + (size_t)i);
            for (int c = 0; c < 4; ++c) {
                sums[c] += pixel[c];
            }
        }
    }
    const uint32_t count = (uint32_t)((x1 - x0) * (y1 - y0));
    for (int c = 0; c < 4; ++c) {
        out[c] = (uint8_t)((sums[c] + count / 2) / count);
    }
}

static void put_tile(sheet* self, size_t index, const uint8_t* pixels, const int32_t size[2]) {
    const size_t left = index % self->columns * (size_t)self->tile[0];
    const size_t top = index / self->columns * (size_t)self->tile[1];
    for (int32_t y = 0; y < self->tile[1]; ++y) {
        uint8_t* row = self->pixels + 4 * ((top + (size_t)y) * (size_t)self->size[0] + left);
        for (int32_t x = 0; x < self->tile[0]; ++x) {
            shrink_pixel(pixels, size, self->tile, x, y, row + (ptrdiff_t)4 * x);
        }
    }
}

static waft_result add_picture(
    sheet* self, size_t index, const sweep_plan* plan, const char* path, waft_error* error) {
    uint8_t* pixels = NULL;
    int32_t size[2];
    waft_result result = waft_png_read_picture(path, NULL, &pixels, size, error);
    if (result == WAFT_OK && self->pixels == NULL && !open_sheet(self, size, plan)) {
        result = error_set(
            error, WAFT_ERR_FULL, "%zu pictures do not fit on a contact sheet", plan->run_count);
    }
    if (result == WAFT_OK) {
        put_tile(self, index, pixels, size);
    }
    waft_text_free(NULL, (char*)pixels);
    return result;
}

int contact_sheet_write(
    const arguments* args, const sweep_plan* plan, const char* directory, const char* cache) {
    char path[SWEEP_PATH];
    sheet self = {.pixels = NULL};
    waft_error error = {.result = WAFT_OK};
    waft_result result = WAFT_OK;
    for (size_t run = 0; run < plan->run_count && result == WAFT_OK && !interrupt_came(); ++run) {
        char folder[SWEEP_PATH];
        char picture[SWEEP_PATH + 16];
        (void)snprintf(folder, sizeof folder, "%s/runs/%05zu", directory, run + 1);
        (void)snprintf(picture, sizeof picture, "%s/last.png", folder);
        result = draw_run(folder, cache, picture, &error);
        result = result == WAFT_OK ? add_picture(&self, run, plan, picture, &error) : result;
    }
    (void)snprintf(path, sizeof path, "%s/sheet.png", directory);
    if (result == WAFT_OK && !interrupt_came()) {
        result =
            waft_png_write_picture(path, self.pixels, self.size, (size_t)self.size[0] * 4, &error);
    }
    free(self.pixels);
    if (result != WAFT_OK) {
        return check_output(args, result, &error);
    }
    if (interrupt_came()) {
        return fail(args, EXIT_INTERRUPTED, "interrupted; the same command goes on");
    }
    print_line(stdout, "%s", path);
    return EXIT_OK;
}
