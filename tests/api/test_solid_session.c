// SPDX-License-Identifier: MIT
// A session in which solids, emitters, sinks and blocks come, move and go, and bodies begin to act as
// solids and to swim, is repeated from its record, from text, and from a state in its middle.
#include "hooks.h"
#include "hull_fixture.h"
#include "scratch.h"

enum { STEPS = 60, MOST_TAKEN = 2048 };

typedef struct tape {
    waft_edit edits[MOST_TAKEN];
    size_t count;
    int kinds[WAFT_EDIT_KIND_COUNT];
} tape;

static waft_hull* hull;
static waft_mesh* mesh; // of a file

// Names and keys of the session's solids live as long as the test.
static const waft_solid_key poses[2] = {
    {0.0, {{0.3f, 0.8f, 0.5f}, {0.0f, 0.0f, 0.0f, 1.0f}}, WAFT_EASE_SMOOTH},
    {0.5, {{0.7f, 0.8f, 0.5f}, {0.0f, 0.6f, 0.0f, 0.8f}}, WAFT_EASE_LINEAR}};
static const waft_key angles[2] = {{0.0, 0.0, WAFT_EASE_LINEAR}, {1.0, 20.0, WAFT_EASE_LINEAR}};

static void take_down(void* user, const waft_edit* edit) {
    tape* t = user;
    if (CHECK(t->count < MOST_TAKEN)) {
        t->edits[t->count++] = *edit;
        ++t->kinds[edit->kind];
    }
}

static void make_things(scratch* files) {
    static const char text[] =
        "v 0 0 0\nv 0.2 0 0\nv 0 0.2 0\nv 0 0 0.2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    const waft_mesh_options options = waft_mesh_options_default();
    const char* path = scratch_file(files, "a rock #1.obj");
    const waft_hull_def def = quiet_def(WAFT_HULL_BOX, 0.15, 0.15, 0.15);
    CHECK(waft_file_write(path, text, strlen(text), NULL) == WAFT_OK);
    CHECK(waft_mesh_read(path, &options, &mesh, NULL) == WAFT_OK);
    hull = hull_of(&def);
}

// A tank of liquid under smoke, with a body and a solid.
static waft_world* open_world(int threads) {
    static const smoke_scene scene = {{10, 10, 10}, WAFT_SCHEME_SPLIT};
    waft_world_def def = waft_world_def_default();
    def.step = 1.0 / 100.0;
    def.threads = threads;
    waft_world* world = make_smoke_world(&def, &scene);
    waft_liquid_def liquid_def = waft_liquid_def_default();
    liquid_def.method = WAFT_LIQUID_DFSPH;
    liquid_def.spacing = 0.05f;
    liquid_def.high = (waft_vec3){1.0f, 1.5f, 1.0f};
    liquid_def.max_particles = 8000;
    liquid_def.solid_capacity = 64;
    waft_liquid* liquid = NULL;
    CHECK(waft_world_create_liquid(world, &liquid_def, &liquid) == WAFT_OK);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    block.shape.size = (waft_vec3){1.0f, 0.25f, 1.0f};
    block.pose.position = (waft_vec3){0.5f, 0.125f, 0.5f};
    CHECK(waft_liquid_add_block(liquid, &block, NULL) == WAFT_OK);
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = WAFT_MEDIUM_AIR;
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_OK);
    waft_solid_def solid = waft_solid_def_default();
    solid.pose.position = (waft_vec3){0.5f, 0.8f, 0.2f};
    waft_solid_id id;
    CHECK(waft_world_add_solid(world, &solid, &id) == WAFT_OK);
    return world;
}

typedef struct dice {
    uint64_t state;
} dice;

static float roll(dice* d) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (float)((double)(d->state >> 40) / (double)(1 << 24));
}

static waft_vec3 somewhere(dice* d, float low) {
    const float x = 0.2f + 0.6f * roll(d);
    const float z = 0.2f + 0.6f * roll(d);
    return (waft_vec3){x, low + 0.3f * roll(d), z};
}

static void play_solids(waft_world* world, dice* d) {
    const float what = roll(d);
    const size_t count = waft_world_solid_count(world);
    waft_solid_info info;
    if (what < 0.4f && count < 12) {
        waft_solid_def def = waft_solid_def_default();
        const float which = roll(d);
        def.shape.radius = 0.05f + 0.05f * roll(d);
        def.pose.position = somewhere(d, 0.1f);
        def.displace = true;
        def.no_slip = roll(d) < 0.5f;
        if (which < 0.3f) {
            def.shape = (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = mesh};
            def.name = "a rock";
        } else if (which < 0.5f) {
            def.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {0.2f, 0.1f, 0.15f}};
            def.keys = poses;
            def.key_count = 2;
        } else if (which < 0.7f) {
            def.angles = angles;
            def.angle_count = 2;
        }
        waft_solid_id id;
        (void)!waft_world_add_solid(world, &def, &id); // places may be used up
        return;
    }
    const size_t chosen = (size_t)(roll(d) * (float)count);
    if (count == 0 || waft_world_solid_at(world, chosen, &info) != WAFT_OK || info.body != 0) {
        return;
    }
    if (what < 0.8f) {
        waft_pose pose = info.pose;
        pose.position.y += 0.01f * roll(d);
        CHECK(waft_world_move_solid(world, info.id, &pose) == WAFT_OK);
    } else {
        CHECK(waft_world_remove_solid(world, info.id) == WAFT_OK);
    }
}

static void play_bodies(waft_world* world, dice* d) {
    waft_bodies* bodies = waft_world_bodies(world);
    const float what = roll(d);
    const size_t count = waft_bodies_count(bodies);
    if (what < 0.3f && count < 6) {
        waft_body_def body = waft_body_def_default();
        const waft_vec3 at = somewhere(d, 0.4f);
        body.hull = hull;
        body.noise = WAFT_NOISE_OFF;
        body.state.position[0] = (double)at.x;
        body.state.position[1] = (double)at.y;
        body.state.position[2] = (double)at.z;
        waft_body_id id;
        CHECK(waft_bodies_add(bodies, &body, &id) == WAFT_OK);
        return;
    }
    waft_body_info info;
    const size_t chosen = (size_t)(roll(d) * (float)count);
    if (count == 0 || waft_bodies_at(bodies, chosen, &info) != WAFT_OK) {
        return;
    }
    if (what < 0.55f) {
        (void)!waft_world_solidify_body(world, info.id); // it may be one already
    } else if (what < 0.85f) {
        const waft_immersion how = {.displace = true, .no_slip = roll(d) < 0.5f};
        (void)!waft_world_immerse_body(world, info.id, &how);
    } else {
        CHECK(waft_bodies_remove(bodies, info.id) == WAFT_OK);
    }
}

static void play_parts(waft_liquid* liquid, dice* d) {
    const float what = roll(d);
    const waft_emitter_id emitter = waft_liquid_emitter_at(liquid, 0);
    const waft_sink_id sink = waft_liquid_sink_at(liquid, 0);
    waft_liquid_emitter_def jet = waft_liquid_emitter_def_default();
    jet.center = somewhere(d, 1.0f);
    jet.direction = (waft_vec3){0.0f, -1.0f, 0.0f};
    jet.radius = 0.08f;
    jet.speed = 0.5f + roll(d);
    if (what < 0.25f) {
        (void)!waft_liquid_add_emitter(liquid, &jet, NULL);
    } else if (what < 0.4f && emitter.number != 0) {
        CHECK(waft_liquid_set_emitter(liquid, emitter, &jet) == WAFT_OK);
    } else if (what < 0.5f && emitter.number != 0) {
        CHECK(waft_liquid_remove_emitter(liquid, emitter) == WAFT_OK);
    } else if (what < 0.65f) {
        const bool rock = roll(d) < 0.5f;
        const waft_shape shape = {.kind = rock ? WAFT_SHAPE_MESH : WAFT_SHAPE_SPHERE,
            .radius = 0.05f,
            .mesh = rock ? mesh : NULL};
        const waft_pose pose = {somewhere(d, 0.0f), {0.0f, 0.0f, 0.0f, 1.0f}};
        (void)!waft_liquid_add_sink(liquid, &shape, &pose, NULL);
    } else if (what < 0.75f && sink.number != 0) {
        CHECK(waft_liquid_remove_sink(liquid, sink) == WAFT_OK);
    } else if (what < 0.85f) {
        waft_liquid_block_def block = waft_liquid_block_def_default();
        block.shape.size = (waft_vec3){0.1f, 0.1f, 0.1f};
        block.pose.position = somewhere(d, 0.9f);
        (void)!waft_liquid_add_block(liquid, &block, NULL); // there may be liquid already
    } else {
        const waft_liquid_parcel parcel = {.position = somewhere(d, 0.9f), .volume = 1e-4f};
        CHECK(waft_liquid_inject(liquid, &parcel, 1) == WAFT_OK);
    }
}

static void play_source(waft_world* world, dice* d) {
    waft_source_def source = waft_source_def_default();
    waft_source_id id;
    source.pose.position = somewhere(d, 0.3f);
    source.shape = (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = mesh};
    source.temperature = 20.0f;
    (void)!waft_smoke_add_source(waft_world_smoke(world), &source, &id); // places may be used up
}

typedef struct middle {
    unsigned char* bytes;
    size_t size, edits;
} middle;

static void play(waft_world* world, const tape* t, middle* m) {
    dice d = {12};
    for (int n = 0; n < STEPS; ++n) {
        if (n == STEPS / 2) {
            m->size = waft_world_snapshot_size(world);
            m->edits = t->count;
            m->bytes = malloc(m->size);
            CHECK(waft_world_snapshot(world, m->bytes, m->size) == WAFT_OK);
        }
        while (roll(&d) < 0.75f) {
            const float who = roll(&d);
            if (who < 0.4f) {
                play_solids(world, &d);
            } else if (who < 0.7f) {
                play_bodies(world, &d);
            } else if (who < 0.97f) {
                play_parts(waft_world_liquid(world), &d);
            } else {
                play_source(world, &d);
            }
        }
        if (!CHECK(waft_world_step(world) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", waft_world_error(world));
            return;
        }
    }
}

static void repeat(waft_world* world, const waft_edit* edits, size_t count, size_t next) {
    for (uint64_t step = waft_world_steps(world); step < STEPS; ++step) {
        for (; next < count && edits[next].step == step; ++next) {
            if (!CHECK(waft_world_queue(world, &edits[next]) == WAFT_OK)) {
                (void)fprintf(stderr, "  %s\n", waft_world_error(world));
            }
        }
        take_steps(world, 1);
    }
}

static const waft_hull* find_hull(void* user, uint64_t key) {
    (void)user;
    return waft_hull_get_info(hull).key == key ? hull : NULL;
}

static const waft_mesh* find_mesh(void* user, uint64_t key) {
    (void)user;
    return waft_mesh_get_info(mesh).key == key ? mesh : NULL;
}

static void restore(waft_world* world, const middle* m) {
    if (!CHECK(waft_world_restore(world, m->bytes, m->size) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(world));
    }
}

static void check_middle(const middle* m, const tape* t, uint64_t end, int threads) {
    waft_world* world = open_world(threads);
    const uint64_t before = waft_world_hash(world);
    CHECK(waft_world_find_hulls(world, &(waft_hull_finder){.find = find_hull}) == WAFT_OK);
    CHECK(waft_world_restore(world, m->bytes, m->size) == WAFT_ERR_PARSE);
    CHECK(strstr(waft_world_error(world), "is a mesh that this world does not know") != NULL);
    CHECK(waft_world_hash(world) == before);
    CHECK(waft_world_find_meshes(world, &(waft_mesh_finder){.find = find_mesh}) == WAFT_OK);
    restore(world, m);
    repeat(world, t->edits, t->count, m->edits);
    CHECK(waft_world_hash(world) == end);
    // Back again, into a world that has other solids than the state.
    restore(world, m);
    repeat(world, t->edits, t->count, m->edits);
    CHECK(waft_world_hash(world) == end);
    waft_world_destroy(world);
}

static void check_text(scratch* files, const tape* t, uint64_t end) {
    char path[512];
    (void)snprintf(path, sizeof(path), "%s", scratch_file(files, "edits.log"));
    waft_error error = {.sentence = ""};
    waft_edit* edits = NULL;
    size_t count = 0;
    if (!CHECK(waft_edits_write(path, t->edits, t->count, &error) == WAFT_OK) ||
        !CHECK(waft_edits_read(path, NULL, &edits, &count, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    CHECK(count == t->count);
    waft_world* world = open_world(1);
    CHECK(waft_world_find_hulls(world, &(waft_hull_finder){.find = find_hull}) == WAFT_OK);
    repeat(world, edits, count, 0);
    CHECK(waft_world_hash(world) == end);
    waft_world_destroy(world);
    waft_edits_free(NULL, edits, count);
    // Another mesh in the file is noticed.
    static const char other[] =
        "v 0 0 0\nv 0.3 0 0\nv 0 0.2 0\nv 0 0 0.2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    CHECK(waft_file_write(scratch_file(files, "a rock #1.obj"), other, strlen(other), NULL) ==
          WAFT_OK);
    CHECK(waft_edits_read(path, NULL, &edits, &count, &error) == WAFT_ERR_MESH);
    CHECK(strstr(error.sentence, "the file has changed since") != NULL);
}

static void solids_and_parts_are_repeated_to_the_same_bits(void) {
    static tape first;
    static tape second;
    scratch files = scratch_make();
    make_things(&files);
    waft_world* world = open_world(1);
    CHECK(waft_world_record(world, &(waft_recorder){&first, take_down}) == WAFT_OK);
    middle m = {.bytes = NULL};
    play(world, &first, &m);
    const uint64_t end = waft_world_hash(world);
    for (int kind = WAFT_EDIT_ADD_SOLID; kind < WAFT_EDIT_KIND_COUNT; ++kind) {
        if (!CHECK(first.kinds[kind] > 0)) {
            (void)fprintf(stderr, "  no edit of kind %d\n", kind);
        }
    }
    waft_world* again = open_world(3);
    CHECK(waft_world_record(again, &(waft_recorder){&second, take_down}) == WAFT_OK);
    repeat(again, first.edits, first.count, 0);
    CHECK(waft_world_hash(again) == end);
    CHECK(memcmp(second.kinds, first.kinds, sizeof(first.kinds)) == 0);
    check_middle(&m, &first, end, 1);
    check_middle(&m, &first, end, 8);
    check_text(&files, &first, end);
    free(m.bytes);
    waft_world_destroy(again);
    waft_world_destroy(world);
    waft_mesh_destroy(mesh);
    waft_hull_destroy(hull);
    scratch_remove(&files);
}

static const test_case cases[] = {
    {"solids_and_parts_are_repeated_to_the_same_bits",
        solids_and_parts_are_repeated_to_the_same_bits},
};

TEST_MAIN(cases)
