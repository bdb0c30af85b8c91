// SPDX-License-Identifier: MIT
// Free ellipsoids in air and water beside MuJoCo's ellipsoid fluid model in the same run: RK4 on both
// sides, 1 ms, one thread, no contacts. Ours once with MuJoCo's formula for the loads and once as users
// get it: full added mass, our loads and turbulence. Built by ./dev peers alone.
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include <waft/waft.h>

#include "port/port.h"

typedef struct medium {
    const char* name;
    waft_medium kind;
    double density, viscosity; // kg/m3, kinematic in m2/s
} medium;

static const medium media[2] = {{"air", WAFT_MEDIUM_AIR, 1.204, 1.81e-5 / 1.204},
    {"water", WAFT_MEDIUM_WATER, 998.0, 1.002e-3 / 998.0}};

static const double semi_axes[3] = {0.01, 0.02, 0.04};
static const double body_density = 1100.0;
static const double step_length = 1e-3;

static void give_up(const char* why) {
    (void)fprintf(stderr, "mujoco peer: %s\n", why);
    exit(4);
}

// ---- theirs

static void append(char** text, size_t* used, size_t room, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(*text + *used, room - *used, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= room - *used) {
        give_up("the model's text is too long");
    }
    *used += (size_t)length;
}

// Everything that MuJoCo can leave out for free bodies is left out.
static char* write_model(const medium* in, int count) {
    const size_t room = 2048 + 512 * (size_t)count;
    char* text = malloc(room);
    size_t used = 0;
    if (text == NULL) {
        give_up("out of memory");
    }
    append(&text, &used, room,
        "<mujoco><option timestep='%g' integrator='RK4' density='%g' viscosity='%g' "
        "gravity='0 -9.81 0'><flag constraint='disable' contact='disable' sensornoise='disable'/>"
        "</option><worldbody>",
        step_length, in->density, in->density * in->viscosity);
    for (int n = 0; n < count; ++n) {
        append(&text, &used, room,
            "<body pos='%d 0 0' euler='%d 20 0'><freejoint/><geom type='ellipsoid' "
            "size='%g %g %g' density='%g' fluidshape='ellipsoid' contype='0' "
            "conaffinity='0'/></body>",
            n, n % 90, semi_axes[0], semi_axes[1], semi_axes[2], body_density);
    }
    append(&text, &used, room, "</worldbody></mujoco>");
    return text;
}

// Bodies in one simulation, or each in one of its own: MuJoCo's fluid forces take time in proportion to
// all of a simulation's bodies for each of them.
typedef struct theirs {
    mjModel* model;
    mjData** data;
    int simulations;
} theirs;

static theirs open_theirs(const medium* in, int count, int simulations) {
    char* text = write_model(in, count);
    static mjVFS files;
    mj_defaultVFS(&files);
    const int size = (int)strlen(text);
    if (mj_makeEmptyFileVFS(&files, "model.xml", size + 1) != 0) {
        give_up("no room for the model's text");
    }
    memcpy(files.filedata[mj_findFileVFS(&files, "model.xml")], text, (size_t)size + 1);
    char error[1000] = "";
    theirs made = {.model = mj_loadXML("model.xml", &files, error, sizeof(error)),
        .data = malloc((size_t)simulations * sizeof(mjData*)),
        .simulations = simulations};
    mj_deleteVFS(&files);
    free(text);
    if (made.model == NULL || made.data == NULL) {
        give_up(error);
    }
    for (int n = 0; n < simulations; ++n) {
        made.data[n] = mj_makeData(made.model);
    }
    return made;
}

static void close_theirs(theirs* t) {
    for (int n = 0; n < t->simulations; ++n) {
        mj_deleteData(t->data[n]);
    }
    free(t->data);
    mj_deleteModel(t->model);
}

// ---- ours

typedef struct ours {
    waft_hull* hull;
    waft_world* world;
} ours;

static ours open_ours(const medium* in, int count, bool like_theirs) {
    waft_hull_def def = waft_hull_def_default();
    waft_error error = {.sentence = ""};
    ours made = {NULL, NULL};
    def.shape = WAFT_HULL_ELLIPSOID;
    memcpy(def.size, semi_axes, sizeof(semi_axes));
    def.density = body_density;
    def.fluid_density = in->density;
    def.fluid_viscosity = in->viscosity;
    def.turbulence.bake = !like_theirs;
    if (waft_hull_bake(&def, &made.hull, &error) != WAFT_OK) {
        give_up(error.sentence);
    }
    waft_world_def world_def = waft_world_def_default();
    world_def.step = step_length;
    if (waft_world_create(&world_def, &made.world, &error) != WAFT_OK) {
        give_up(error.sentence);
    }
    waft_bodies_def bodies_def = waft_bodies_def_default();
    waft_bodies* bodies = NULL;
    bodies_def.medium = in->kind;
    waft_result result = waft_world_create_bodies(made.world, &bodies_def, &bodies);
    for (int n = 0; n < count && result == WAFT_OK; ++n) {
        waft_body_def body = waft_body_def_default();
        waft_body_id id;
        body.hull = made.hull;
        body.loads = like_theirs ? WAFT_LOADS_MUJOCO : WAFT_LOADS_AUTO;
        body.noise = like_theirs ? WAFT_NOISE_OFF : WAFT_NOISE_SEEN;
        body.buoyancy = !like_theirs;
        const double half = 0.5 * (n % 90) * 3.14159265358979 / 180.0;
        body.state.position[0] = n;
        body.state.rotation[0] = sin(half);
        body.state.rotation[3] = cos(half);
        result = waft_bodies_add(bodies, &body, &id);
    }
    if (result != WAFT_OK) {
        give_up(waft_world_error(made.world));
    }
    return made;
}

static void close_ours(ours* o) {
    waft_world_destroy(o->world);
    waft_hull_destroy(o->hull);
}

// ---- both

typedef struct least {
    double together, apart, alike, whole; // s a body-step
} least;

static double time_ours(const ours* o, int steps) {
    const double start = wafti_clock_cpu();
    for (int n = 0; n < steps; ++n) {
        if (waft_world_step(o->world) != WAFT_OK) {
            give_up(waft_world_error(o->world));
        }
    }
    return wafti_clock_cpu() - start;
}

static double time_theirs(const theirs* t, int steps) {
    const double start = wafti_clock_cpu();
    for (int n = 0; n < steps; ++n) {
        for (int k = 0; k < t->simulations; ++k) {
            mj_step(t->model, t->data[k]);
        }
    }
    return wafti_clock_cpu() - start;
}

// The sides take turns.
static least measure(const medium* in, int count) {
    const int rounds = count == 1 ? 20 : 10;
    const int steps = count == 1 ? 2000 : 20;
    const int their_steps = count == 1 ? 1000 : 2;
    theirs together = open_theirs(in, count, 1);
    theirs apart = open_theirs(in, 1, count);
    ours alike = open_ours(in, count, true);
    ours whole = open_ours(in, count, false);
    least found = {INFINITY, INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < rounds; ++i) {
        found.together = fmin(found.together, time_theirs(&together, their_steps));
        found.apart = fmin(found.apart, time_theirs(&apart, their_steps));
        found.alike = fmin(found.alike, time_ours(&alike, steps));
        found.whole = fmin(found.whole, time_ours(&whole, steps));
    }
    close_theirs(&together);
    close_theirs(&apart);
    close_ours(&alike);
    close_ours(&whole);
    found.together /= (double)their_steps * count;
    found.apart /= (double)their_steps * count;
    found.alike /= (double)steps * count;
    found.whole /= (double)steps * count;
    return found;
}

int main(void) {
    static const int counts[2] = {1, 1000};
    static const double wanted[2] = {1.0, 100.0};
    bool within = true;
    (void)printf("free ellipsoids, RK4 at 1 ms, one thread, ns a body and step; MuJoCo %s\n",
        mj_versionString());
    (void)printf("%-6s %6s %10s %10s %12s %10s %15s %15s %7s\n", "", "", "MuJoCo", "MuJoCo",
        "waft, its", "waft,", "together / all", "apart / all", "wanted");
    (void)printf("%-6s %6s %10s %10s %12s %10s %15s %15s %7s\n", "medium", "bodies", "together",
        "apart", "loads", "all", "", "", "");
    for (int m = 0; m < 2; ++m) {
        for (int c = 0; c < 2; ++c) {
            const least found = measure(&media[m], counts[c]);
            (void)printf("%-6s %6d %10.0f %10.0f %12.1f %10.1f %15.1f %15.1f %7g\n", media[m].name,
                counts[c], 1e9 * found.together, 1e9 * found.apart, 1e9 * found.alike,
                1e9 * found.whole, found.together / found.whole, found.apart / found.whole,
                wanted[c]);
            within = within && found.together >= wanted[c] * found.whole;
        }
    }
    (void)printf("%s\n", within ? "as much faster as wanted" : "NOT as much faster as wanted");
    return within ? 0 : 1;
}
