// SPDX-License-Identifier: MIT
// Row volume-ledger of a pond that is poked and poked: all of its water stays accounted for, and
// its surface within bounds, by every method and at any rate of steps. A million steps in the slow
// set.
#include <math.h>
#include <string.h>

#include "hooks.h"
#include "test.h"
#include "verify/verify.h"

enum {
    CELLS = 32,
    STEPS = 20000,
    SLOW_STEPS = 1000000,
    LEDGER_STEPS = 100000, // for which volume-ledger gives a tolerance; rounding goes on adding up
    STEPS_A_LOOK = 1000,
};

static const double side = 8.0; // m

static double wander(int n, double by) {
    return fmod(n * by, 1.0);
}

static double stat_of(const waft_world* world, const char* name) {
    waft_stat stats[64];
    const size_t count = waft_world_stats(world, stats, 64);
    for (size_t n = 0; n < count && n < 64; ++n) {
        if (strcmp(stats[n].name, name) == 0) {
            return stats[n].value;
        }
    }
    return (double)NAN;
}

// One way to play the pond: a method, and frames a second with the parts that a frame needs.
typedef struct play {
    const char* name;
    waft_water_method method;
    double rate; // steps of the world a second
    int substeps;
    int spray; // drops at most
} play;

static waft_world* open_pond(const play* p) {
    waft_world_def def = waft_world_def_default();
    def.step = 1.0 / p->rate;
    def.threads = 1;
    waft_water_def water = waft_water_def_default();
    water.method = p->method;
    water.size = (waft_vec2){(float)side, (float)side};
    water.cells[0] = water.cells[1] = CELLS;
    water.depth = 1.0f;
    water.shallow.substeps = p->substeps;
    if (p->spray > 0) {
        water.spray.capacity = p->spray;
        water.spray.threshold = 1.0f;
        water.spray.radius = 0.02f;
    }
    return make_world(&def, &water);
}

static void poke(waft_world* world, int n) {
    waft_edit edit;
    memset(&edit, 0, sizeof(edit));
    edit.kind = WAFT_EDIT_BRUSH;
    edit.brush = (waft_brush){
        {(float)(side * wander(n, 0.6180339887)), (float)(side * wander(n, 0.7548776662))},
        (float)(0.3 + 0.5 * wander(n, 0.3)), (float)(0.05 * (wander(n, 0.7) - 0.5))};
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
}

// The greatest distance of the surface from rest, m; not a number if one is.
static double highest_of(const waft_world* world) {
    waft_field level;
    CHECK(waft_water_field(waft_world_water(world), WAFT_WATER_LEVEL, &level) == WAFT_OK);
    double highest = 0.0;
    for (int32_t k = 0; k < level.size[2]; ++k) {
        for (int32_t i = 0; i < level.size[0]; ++i) {
            const double height = fabs((double)level.data[i + k * level.stride[2]]);
            highest = height <= highest ? highest : height;
        }
    }
    return highest;
}

static void verify_play(verify_table* table, const play* p, int steps) {
    waft_world* world = open_pond(p);
    const double start = stat_of(world, "water.volume");
    // A hand pokes 100 times a second at most, however short the steps are.
    const int steps_a_poke = p->rate > 100.0 ? (int)(p->rate / 100.0) : 1;
    double worst = 0.0;
    double highest = 0.0;
    waft_result result = WAFT_OK;
    for (int n = 0; n < steps && result == WAFT_OK; ++n) {
        if (n % steps_a_poke == 0) {
            poke(world, n);
        }
        result = waft_world_step(world);
        if ((n + 1) % STEPS_A_LOOK == 0) {
            const double error = fabs(stat_of(world, "water.volume_error")) / start;
            worst = n < LEDGER_STEPS ? fmax(worst, error) : worst;
            highest = fmax(highest, highest_of(world));
        }
    }
    CHECK(result == WAFT_OK);
    // Spray over the walls is gone, and booked: the level sinks by that and by nothing else.
    double kept = stat_of(world, "water.volume");
    if (p->spray > 0) {
        kept += stat_of(world, "water.spray_volume") + stat_of(world, "water.spray_lost");
    }
    char name[80];
    (void)snprintf(name, sizeof(name), "%s, %g a second, %d steps: error/V0", p->name, p->rate,
        steps < LEDGER_STEPS ? steps : LEDGER_STEPS);
    (void)verify_most(table, name, 1e-6, worst);
    (void)verify_most(table, "  drift of the level at the end besides lost spray, m", 1e-5,
        fabs(kept - start) / (side * side));
    (void)verify_most(table, "  highest surface, m", 0.5, highest);
    if (p->spray > 0) {
        (void)verify_least(table, "  spray that flew over the walls, m3", 1e-3,
            stat_of(world, "water.spray_lost"));
    }
    waft_world_destroy(world);
}

int main(void) {
    static const play spraying = {"columns with spray", WAFT_WATER_COLUMNS, 100.0, 1, 5000};
    // Rates of film, screens and slow motion; one below what a column can take in one part.
    static const play plays[] = {
        {"columns", WAFT_WATER_COLUMNS, 12.0, 3, 0},
        {"columns", WAFT_WATER_COLUMNS, 24.0, 1, 0},
        {"columns", WAFT_WATER_COLUMNS, 60.0, 1, 0},
        {"columns", WAFT_WATER_COLUMNS, 1000.0, 1, 0},
        {"implicit", WAFT_WATER_IMPLICIT, 12.0, 1, 0},
        {"implicit", WAFT_WATER_IMPLICIT, 60.0, 1, 0},
        {"implicit", WAFT_WATER_IMPLICIT, 1000.0, 1, 0},
        {"swe", WAFT_WATER_SWE, 12.0, 1, 0},
        {"swe", WAFT_WATER_SWE, 60.0, 1, 0},
        {"swe", WAFT_WATER_SWE, 1000.0, 1, 0},
    };
    verify_table table = verify_open("volume-ledger");
    verify_play(&table, &spraying, verify_slow() ? SLOW_STEPS : STEPS);
    for (size_t n = 0; n < sizeof(plays) / sizeof(plays[0]); ++n) {
        verify_play(&table, &plays[n], verify_slow() ? SLOW_STEPS / 10 : STEPS / 10);
    }
    const int failures = verify_close(&table);
    (void)printf("%d lines failed\n", failures);
    return failures == 0 && test_failures == 0 ? 0 : 1;
}
