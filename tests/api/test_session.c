// SPDX-License-Identifier: MIT
// A session with random edits of every kind is recorded, and repeated from the record to the same bits.
#include "hooks.h"
#include "hull_fixture.h"
#include "scratch.h"

enum { STEPS = 120, HULLS = 3, MOST_TAKEN = 4096 };

typedef struct tape {
    waft_edit edits[MOST_TAKEN];
    size_t count;
    int kinds[WAFT_EDIT_KIND_COUNT];
} tape;

static void take_down(void* user, const waft_edit* edit) {
    tape* t = user;
    if (CHECK(t->count < MOST_TAKEN)) {
        t->edits[t->count++] = *edit;
        ++t->kinds[edit->kind];
    }
}

static waft_hull* hulls[HULLS];

static void make_hulls(void) {
    const waft_hull_def defs[HULLS] = {quiet_def(WAFT_HULL_BOX, 0.4, 0.2, 0.3),
        quiet_def(WAFT_HULL_ELLIPSOID, 0.3, 0.3, 0.3), quiet_def(WAFT_HULL_BOX, 0.2, 0.2, 0.2)};
    for (int i = 0; i < HULLS; ++i) {
        hulls[i] = hull_of(&defs[i]);
    }
}

static void destroy_hulls(void) {
    for (int i = 0; i < HULLS; ++i) {
        waft_hull_destroy(hulls[i]);
    }
}

// A pond with a box that floats, under smoke that rises beside it.
static waft_world* open_world(int threads) {
    static const smoke_scene scene = {{10, 12, 10}, WAFT_SCHEME_SPLIT};
    waft_world_def def = waft_world_def_default();
    def.step = 1.0 / 60.0;
    def.threads = threads;
    waft_world* world = make_smoke_world(&def, &scene);
    waft_water_def water_def = lake_water_def(WAFT_WATER_COLUMNS);
    water_def.terrain.kind = WAFT_TERRAIN_FLAT;
    water_def.depth = 1.0f;
    waft_water* water = NULL;
    CHECK(waft_world_create_water(world, &water_def, &water) == WAFT_OK);
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_BOTH;
    bodies_def.capacity = 256;
    bodies_def.collisions = true;
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_OK);
    waft_body_def body = waft_body_def_default();
    body.hull = hulls[0];
    body.noise = WAFT_NOISE_OFF;
    body.state.position[0] = 3.0;
    body.state.position[2] = 3.0;
    waft_body_id id;
    CHECK(waft_bodies_add(bodies, &body, &id) == WAFT_OK);
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_GUST;
    wind.speed = 0.5f;
    CHECK(waft_bodies_add_wind(bodies, &wind, NULL) == WAFT_OK);
    return world;
}

// Numbers from 0 to 1 that are the same in every run.
typedef struct dice {
    uint64_t state;
} dice;

static double roll(dice* d) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(d->state >> 40) / (double)(1 << 24);
}

static waft_body_state random_state(dice* d) {
    waft_body_state state = waft_body_def_default().state;
    state.position[0] = 1.0 + 8.0 * roll(d);
    state.position[1] = 0.3 + roll(d);
    state.position[2] = 1.0 + 6.0 * roll(d);
    state.velocity[1] = -roll(d);
    return state;
}

static void play_bodies(waft_world* world, dice* d) {
    waft_bodies* bodies = waft_world_bodies(world);
    waft_body_info info;
    const size_t count = waft_bodies_count(bodies);
    const size_t chosen = (size_t)(roll(d) * (double)count);
    const double what = roll(d);
    if (count < 3 || what < 0.3) {
        waft_body_def body = waft_body_def_default();
        body.hull = hulls[(int)(HULLS * roll(d))];
        body.noise = WAFT_NOISE_OFF;
        body.precise = roll(d) < 0.3;
        body.state = random_state(d);
        waft_body_id ids[2];
        const waft_body_state states[2] = {random_state(d), random_state(d)};
        CHECK(what < 0.1 ? waft_bodies_add_many(bodies, &body, states, 2, ids) == WAFT_OK
                         : waft_bodies_add(bodies, &body, ids) == WAFT_OK);
        return;
    }
    CHECK(waft_bodies_at(bodies, chosen, &info) == WAFT_OK);
    if (what < 0.45) {
        CHECK(waft_bodies_remove(bodies, info.id) == WAFT_OK);
    } else if (what < 0.52) {
        waft_body_def settings = waft_body_def_default();
        CHECK(waft_bodies_get_settings(bodies, info.id, &settings) == WAFT_OK);
        settings.friction = (float)roll(d);
        settings.restitution = 0.5f * (float)roll(d);
        CHECK(waft_bodies_set_settings(bodies, info.id, &settings) == WAFT_OK);
    } else if (what < 0.6) {
        const waft_body_state state = random_state(d);
        CHECK(waft_bodies_place(bodies, info.id, &state) == WAFT_OK);
    } else if (what < 0.8) {
        const waft_vec3 impulse = {(float)roll(d), 2.0f * (float)roll(d), 0.5f};
        const waft_vec3 point = {
            (float)info.state.position[0], (float)info.state.position[1], 3.0f};
        CHECK(waft_bodies_push(bodies, info.id, impulse, point) == WAFT_OK);
    } else {
        waft_edit edit = {.kind = what < 0.9 ? WAFT_EDIT_HOLD : WAFT_EDIT_LET_GO,
            .index = info.number,
            .grip = {.to = {(float)(8.0 * roll(d)), 1.0f, 3.0f}, .most = 50.0f}};
        (void)!waft_world_queue(world, &edit); // nobody may hold it
    }
}

static void play_air(waft_world* world, dice* d, waft_source_id* last) {
    waft_smoke* smoke = waft_world_smoke(world);
    waft_bodies* bodies = waft_world_bodies(world);
    waft_source_def source = waft_source_def_default();
    source.pose.position = (waft_vec3){(float)roll(d), 0.3f, (float)roll(d)};
    source.shape.radius = 0.1f;
    source.temperature = (float)(50.0 * roll(d));
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_UNIFORM;
    wind.velocity.x = (float)roll(d);
    const double what = roll(d);
    if (what < 0.3) {
        if (last->index1 == 0) {
            CHECK(waft_smoke_add_source(smoke, &source, last) == WAFT_OK);
        } else {
            CHECK(waft_smoke_set_source(smoke, *last, &source) == WAFT_OK);
        }
    } else if (what < 0.4 && last->index1 != 0) {
        CHECK(waft_smoke_remove_source(smoke, *last) == WAFT_OK);
        *last = (waft_source_id){0, 0};
    } else if (what < 0.5) {
        (void)!waft_bodies_add_wind(bodies, &wind, NULL); // all places may be used
    } else if (what < 0.7) {
        CHECK(waft_bodies_set_wind(bodies, 0, &wind) == WAFT_OK);
    } else {
        const double value = roll(d);
        CHECK(waft_world_set(world, what < 0.85 ? "smoke.confinement" : "air.wind[0]", &value, 1) ==
              WAFT_OK);
    }
}

static void play_water(waft_world* world, dice* d) {
    const waft_vec2 at = {1.0f + (float)(8.0 * roll(d)), 1.0f + (float)(6.0 * roll(d))};
    const double what = roll(d);
    waft_edit edit = {.kind = what < 0.5 ? WAFT_EDIT_BRUSH : WAFT_EDIT_TERRAIN,
        .brush = {at, 0.5f, 0.02f * (float)roll(d)}};
    if (what > 0.7) {
        edit = (waft_edit){.kind = WAFT_EDIT_ADD_HANDLE, .handle = waft_handle_def_default()};
        edit.handle.at = at;
        edit.handle.force = -50.0f;
    }
    if (what > 0.85) {
        edit = (waft_edit){.kind = WAFT_EDIT_REMOVE_HANDLE, .index = 1};
    }
    (void)!waft_world_queue(world, &edit); // handles may be used up, or not there
}

// A state in the middle of a session, and how many edits there were before it.
typedef struct middle {
    unsigned char* bytes;
    size_t size;
    size_t edits;
} middle;

static middle save(const waft_world* world, const tape* t) {
    middle m = {.size = waft_world_snapshot_size(world), .edits = t->count};
    m.bytes = malloc(m.size);
    CHECK(waft_world_snapshot(world, m.bytes, m.size) == WAFT_OK);
    return m;
}

static void play(waft_world* world, const tape* t, middle* out_middle) {
    dice d = {7};
    waft_source_id last = {0, 0};
    for (int n = 0; n < STEPS; ++n) {
        if (n == STEPS / 2) {
            *out_middle = save(world, t);
        }
        while (roll(&d) < 0.6) {
            const double who = roll(&d);
            if (who < 0.4) {
                play_bodies(world, &d);
            } else if (who < 0.7) {
                play_air(world, &d, &last);
            } else {
                play_water(world, &d);
            }
        }
        take_steps(world, 1);
    }
}

static void repeat(waft_world* world, const tape* t, size_t next, uint64_t steps) {
    for (uint64_t step = waft_world_steps(world); step < steps; ++step) {
        for (; next < t->count && t->edits[next].step == step; ++next) {
            if (!CHECK(waft_world_queue(world, &t->edits[next]) == WAFT_OK)) {
                (void)fprintf(stderr, "  %s\n", waft_world_error(world));
            }
        }
        take_steps(world, 1);
    }
}

static const waft_hull* find_hull(void* user, uint64_t key) {
    (void)user;
    for (int i = 0; i < HULLS; ++i) {
        if (waft_hull_get_info(hulls[i]).key == key) {
            return hulls[i];
        }
    }
    return NULL;
}

// A fresh world made from the same defs takes the state from the middle, and goes on to the same end.
static void check_middle(const middle* m, const tape* t, uint64_t end) {
    waft_world* world = open_world(1);
    const uint64_t before = waft_world_hash(world);
    CHECK(waft_world_restore(world, m->bytes, m->size) == WAFT_ERR_PARSE);
    CHECK(strstr(waft_world_error(world), "which this world does not know") != NULL);
    CHECK(waft_world_hash(world) == before);
    CHECK(waft_world_find_hulls(world, &(waft_hull_finder){.find = find_hull}) == WAFT_OK);
    if (!CHECK(waft_world_restore(world, m->bytes, m->size) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(world));
    }
    repeat(world, t, m->edits, STEPS);
    CHECK(waft_world_hash(world) == end);
    // Back again, into a world that has more bodies and sources than the state.
    CHECK(waft_world_restore(world, m->bytes, m->size) == WAFT_OK);
    repeat(world, t, m->edits, STEPS);
    CHECK(waft_world_hash(world) == end);
    waft_world_destroy(world);
}

// The record as a text file, with the hulls of the host's own beside it.
static void check_text(const tape* t, uint64_t end) {
    static tape read;
    scratch files = scratch_make();
    const char* path = scratch_file(&files, "edits.log");
    waft_error error = {.sentence = ""};
    waft_edit* edits = NULL;
    size_t count = 0;
    if (!CHECK(waft_edits_write(path, t->edits, t->count, &error) == WAFT_OK) ||
        !CHECK(waft_edits_read(path, NULL, &edits, &count, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    CHECK(count == t->count);
    int with_hulls = 0;
    for (size_t i = 0; i < count; ++i) {
        read.edits[i] = edits[i];
        with_hulls += edits[i].kind == WAFT_EDIT_ADD_BODY && edits[i].body.hull != NULL;
    }
    read.count = count;
    CHECK(with_hulls > 0 && with_hulls == t->kinds[WAFT_EDIT_ADD_BODY]);
    waft_world* world = open_world(1);
    CHECK(waft_world_find_hulls(world, &(waft_hull_finder){.find = find_hull}) == WAFT_OK);
    repeat(world, &read, 0, STEPS);
    CHECK(waft_world_hash(world) == end);
    waft_world_destroy(world);
    waft_edits_free(NULL, edits, count);
    scratch_remove(&files);
}

static void a_session_is_repeated_to_the_same_bits(void) {
    static tape first;
    static tape second;
    make_hulls();
    waft_world* world = open_world(1);
    CHECK(waft_world_record(world, &(waft_recorder){&first, take_down}) == WAFT_OK);
    middle m = {.bytes = NULL};
    play(world, &first, &m);
    // Those of solids and of the liquid are in test_solid_session.c.
    for (int kind = 0; kind < WAFT_EDIT_ADD_SOLID; ++kind) {
        const bool of_trains = kind == WAFT_EDIT_ADD_TRAIN || kind == WAFT_EDIT_REMOVE_TRAIN;
        CHECK(of_trains || first.kinds[kind] > 0); // a water on a grid has no trains
    }
    waft_world* again = open_world(2);
    CHECK(waft_world_record(again, &(waft_recorder){&second, take_down}) == WAFT_OK);
    repeat(again, &first, 0, STEPS);
    CHECK(waft_world_hash(again) == waft_world_hash(world));
    // What repeats is recorded as what was repeated.
    CHECK(second.count == first.count);
    CHECK(memcmp(second.kinds, first.kinds, sizeof(first.kinds)) == 0);
    check_middle(&m, &first, waft_world_hash(world));
    check_text(&first, waft_world_hash(world));
    free(m.bytes);
    waft_world_destroy(again);
    waft_world_destroy(world);
    destroy_hulls();
}

static const test_case cases[] = {
    {"a_session_is_repeated_to_the_same_bits", a_session_is_repeated_to_the_same_bits},
};

TEST_MAIN(cases)
