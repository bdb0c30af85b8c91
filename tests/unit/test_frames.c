// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "run/frames.h"
#include "scene_fixture.h"
#include "scratch.h"

#define WATER                                                                                      \
    "waft: 1\nwater:\n  cells: [16, 12]\n  spray: {capacity: 8}\n"                                 \
    "  trains: [{length: 3, amplitude: 0.1}]\n"

static const waft_logger silence = {0};

static waft_world* world_of(const waft_scene* scene) {
    const waft_world_def def = waft_scene_world_def(scene);
    waft_world* world = NULL;
    CHECK(waft_scene_create_world(scene, &def, &world, NULL) == WAFT_OK);
    return world;
}

static wafti_frames make_frames(const char* directory, int first, int last) {
    return (wafti_frames){
        .directory = directory, .logger = &silence, .first_frame = first, .last_frame = last};
}

static void flip_a_bit(const char* path) {
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    bytes[size / 2] ^= 1;
    CHECK(waft_file_write(path, bytes, size, NULL) == WAFT_OK);
    waft_text_free(NULL, bytes);
}

static void frames_that_are_due(void) {
    scratch s = scratch_make();
    static loaded l;
    load(&l,
        WATER "output: [{format: obj, every: 3, stride: 4}, {format: pc2, every: 2, stride: 5},"
              " {format: ply}]\n");
    waft_world* world = world_of(l.scene);
    wafti_frames frames = make_frames(s.path, 1, 7);
    CHECK(wafti_frames_init(&frames, l.scene, world, NULL) == WAFT_OK);
    CHECK(frames.point_count == 12);
    CHECK(wafti_frames_make_folders(&frames, NULL) == WAFT_OK);
    for (int frame = 0; frame <= 9; ++frame) {
        CHECK(wafti_frames_write(&frames, world, frame, NULL) == WAFT_OK);
        take_steps(world, 1);
    }
    CHECK(scratch_entry_count(scratch_file(&s, "obj")) == 2);
    CHECK(access(scratch_file(&s, "obj/surface_000006.obj"), F_OK) == 0);
    CHECK(scratch_entry_count(scratch_file(&s, "ply")) == 7);
    CHECK(scratch_entry_count(scratch_file(&s, "pc2/parts")) == 3);
    CHECK(access(scratch_file(&s, "pc2/surface.obj"), F_OK) == 0);
    waft_error error = {.sentence = ""};
    CHECK(wafti_frames_check(&frames, 7, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(unlink(scratch_file(&s, "ply/spray_000005.ply")) == 0);
    CHECK(wafti_frames_check(&frames, 4, NULL) == WAFT_OK);
    CHECK(wafti_frames_check(&frames, 5, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/ply/spray_000005.ply is missing") != NULL);
    CHECK(rename(scratch_file(&s, "pc2/surface.obj"), "moved.obj") == 0);
    CHECK(wafti_frames_check(&frames, 1, NULL) == WAFT_OK);
    CHECK(wafti_frames_check(&frames, 2, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/pc2/surface.obj is missing") != NULL);
    CHECK(rename("moved.obj", scratch_file(&s, "pc2/surface.obj")) == 0);
    flip_a_bit(scratch_file(&s, "pc2/parts/points_000004.f32"));
    CHECK(wafti_frames_check(&frames, 3, NULL) == WAFT_OK);
    CHECK(wafti_frames_check(&frames, 4, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/pc2/parts/points_000004.f32 is damaged") != NULL);
    CHECK(wafti_frames_assemble(&frames, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/pc2/parts/points_000004.f32 is damaged") != NULL);
    flip_a_bit(scratch_file(&s, "pc2/parts/points_000004.f32"));
    CHECK(wafti_frames_assemble(&frames, NULL) == WAFT_OK);
    CHECK(wafti_frames_assemble(&frames, NULL) == WAFT_OK);
    CHECK(wafti_frames_drop_parts(&frames, NULL) == WAFT_OK);
    CHECK(access(scratch_file(&s, "pc2/parts"), F_OK) != 0);
    size_t size = 0;
    char* pc2 = scratch_read(scratch_file(&s, "pc2/surface.pc2"), &size);
    CHECK(size == 32 + 3 * 12 * 12);
    // Starts at frame 2, one sample every 2 frames.
    CHECK(memcmp(pc2 + 20, "\0\0\0\x40\0\0\0\x40\3\0\0\0", 12) == 0);
    waft_text_free(NULL, pc2);
    wafti_frames_free(&frames);
    waft_world_destroy(world);
    unload(&l);
    scratch_remove(&s);
}

// A picture shows the surface over its pixels, not that of the points that rest there.
static void pictures_hold_heights_over_cells(void) {
    if (!waft_has("png")) {
        return;
    }
    scratch s = scratch_make();
    static loaded l;
    load(&l, "waft: 1\nwater:\n  size: [10, 6]\n  cells: [100, 60]\n  depth: 9\n"
             "  trains: [{length: 4, amplitude: 0.3, direction: [1, 0.3]}]\n"
             "output: [{format: png}]\n");
    waft_world* world = world_of(l.scene);
    const waft_water* water = waft_world_water(world);
    wafti_frames frames = make_frames(s.path, 0, 3);
    CHECK(wafti_frames_init(&frames, l.scene, world, NULL) == WAFT_OK);
    CHECK(wafti_frames_make_folders(&frames, NULL) == WAFT_OK);
    CHECK(wafti_frames_write(&frames, world, 0, NULL) == WAFT_OK);
    waft_heightmap map;
    CHECK(waft_png_read_heights(scratch_file(&s, "png/height_000000.png"), NULL, &map, NULL) ==
          WAFT_OK);
    CHECK(map.size[0] == 100 && map.size[1] == 60);
    for (int k = 5; k < 55; k += 7) {
        for (int i = 5; i < 95; i += 3) {
            const waft_vec3 at = {map.origin.x + (float)i * map.spacing.x, 0.0f,
                map.origin.y + (float)k * map.spacing.y};
            waft_water_sample sample;
            CHECK(waft_water_query(water, &at, 1, &sample) == WAFT_OK);
            const float height = map.low + map.samples[i + 100 * k] * (map.high - map.low);
            CHECK_NEAR(height, sample.level, 3e-3 * 0.3);
        }
    }
    waft_heightmap_free(NULL, &map);
    wafti_frames_free(&frames);
    waft_world_destroy(world);
    unload(&l);
    scratch_remove(&s);
}

static void states_are_checkpoints_of_frames(void) {
    scratch s = scratch_make();
    static loaded l;
    load(&l, WATER "output: [{format: state, every: 2}]\n");
    waft_world* world = world_of(l.scene);
    const wafti_run_key key = {.version = "1", .seed = 5, .last_frame = 3};
    wafti_frames frames = make_frames(s.path, 0, 3);
    frames.key = &key;
    CHECK(wafti_frames_init(&frames, l.scene, world, NULL) == WAFT_OK);
    CHECK(wafti_frames_make_folders(&frames, NULL) == WAFT_OK);
    for (int frame = 0; frame <= 3; ++frame) {
        CHECK(wafti_frames_write(&frames, world, frame, NULL) == WAFT_OK);
        take_steps(world, 2);
    }
    CHECK(scratch_entry_count(scratch_file(&s, "state")) == 2);
    CHECK(wafti_frames_check(&frames, 3, NULL) == WAFT_OK);
    const char* path = scratch_file(&s, "state/frame_000002.waftckpt");
    waft_checkpoint_info info;
    CHECK(waft_checkpoint_inspect(path, &info, NULL) == WAFT_OK);
    CHECK(info.step == 4 && info.frame == 2);
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    wafti_checkpoint state;
    CHECK(wafti_checkpoint_decode(bytes, size, path, &state, NULL) == WAFT_OK);
    CHECK(wafti_run_key_difference(&state.key, &key) == NULL);
    CHECK(waft_world_restore(world, state.snapshot, state.snapshot_size) == WAFT_OK);
    CHECK(waft_world_steps(world) == 4 && waft_world_hash(world) == state.state_hash);
    waft_text_free(NULL, bytes);
    CHECK(unlink(path) == 0);
    CHECK(wafti_frames_check(&frames, 3, NULL) == WAFT_ERR_IO);
    wafti_frames_free(&frames);
    waft_world_destroy(world);
    unload(&l);
    scratch_remove(&s);
}

static void missing_parts_are_named(void) {
    scratch s = scratch_make();
    static loaded l;
    load(&l, WATER "output: [{format: pc2}]\n");
    waft_world* world = world_of(l.scene);
    wafti_frames frames = make_frames(s.path, 0, 3);
    waft_error error;
    CHECK(wafti_frames_init(&frames, l.scene, world, NULL) == WAFT_OK);
    CHECK(wafti_frames_make_folders(&frames, NULL) == WAFT_OK);
    CHECK(wafti_frames_assemble(&frames, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "points_000000.f32: cannot open") != NULL);
    wafti_frames_free(&frames);
    waft_world_destroy(world);
    unload(&l);
    scratch_remove(&s);
}

static void bodies_become_one_file(void) {
    scratch s = scratch_make();
    static loaded l;
    load(&l, "waft: 1\nbodies: [{shape: {sphere: 2 cm}, density: 100, turbulence: {bake: false},"
             " langevin: off, count: 2}]\noutput: [{format: gltf, every: 2}]\n");
    CHECK_TEXT(l.messages, "");
    waft_world* world = world_of(l.scene);
    wafti_frames frames = make_frames(s.path, 1, 7);
    CHECK(wafti_frames_init(&frames, l.scene, world, NULL) == WAFT_OK);
    CHECK(wafti_frames_make_folders(&frames, NULL) == WAFT_OK);
    for (int frame = 0; frame <= 9; ++frame) {
        CHECK(wafti_frames_write(&frames, world, frame, NULL) == WAFT_OK);
        take_steps(world, 1);
    }
    CHECK(scratch_entry_count(scratch_file(&s, "gltf/parts")) == 3);
    CHECK(wafti_frames_check(&frames, 7, NULL) == WAFT_OK);
    flip_a_bit(scratch_file(&s, "gltf/parts/poses_000006.f32"));
    waft_error error = {.sentence = ""};
    CHECK(wafti_frames_check(&frames, 7, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/gltf/parts/poses_000006.f32 is damaged") != NULL);
    CHECK(wafti_frames_assemble(&frames, NULL) == WAFT_ERR_IO);
    flip_a_bit(scratch_file(&s, "gltf/parts/poses_000006.f32"));
    CHECK(wafti_frames_assemble(&frames, NULL) == WAFT_OK);
    CHECK(wafti_frames_drop_parts(&frames, NULL) == WAFT_OK);
    CHECK(access(scratch_file(&s, "gltf/parts"), F_OK) != 0);
    CHECK(access(scratch_file(&s, "gltf/bodies.glb"), F_OK) == 0);
    wafti_frames_free(&frames);
    waft_world_destroy(world);
    unload(&l);
    scratch_remove(&s);
}

static void water_as_others_read_it(void) {
    scratch s = scratch_make();
    static loaded l;
    load(&l, "waft: 1\nwater:\n  method: columns\n  cells: [16, 12]\n  size: [4, 3]\n"
             "  boxes: [{low: [0, 0], high: [1, 3], level: 0.2}]\n"
             "output: [{format: png}, {format: exr}, {format: water_vti, every: 2}, {format: pc2},"
             " {format: obj}]\n");
    waft_world* world = world_of(l.scene);
    wafti_frames frames = make_frames(s.path, 0, 4);
    frames.frame_seconds = 0.5;
    CHECK(wafti_frames_init(&frames, l.scene, world, NULL) == WAFT_OK);
    CHECK(wafti_frames_make_folders(&frames, NULL) == WAFT_OK);
    waft_error error = {.sentence = ""};
    for (int frame = 0; frame <= 4; ++frame) {
        CHECK(wafti_frames_write(&frames, world, frame, &error) == WAFT_OK);
        take_steps(world, 1);
    }
    CHECK(wafti_frames_check(&frames, 4, &error) == WAFT_OK);
    CHECK(wafti_frames_assemble(&frames, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(scratch_entry_count(scratch_file(&s, "exr")) == 5);
    CHECK(scratch_entry_count(scratch_file(&s, "png")) == 5);
    CHECK(scratch_entry_count(scratch_file(&s, "water_vti")) == 4); // with the list
    CHECK(scratch_holds(scratch_file(&s, "water_vti/water.pvd"), "file=\"water_000004.vti\""));
    const char* file = scratch_file(&s, "water_vti/water_000002.vti");
    static const char* const names[] = {"level", "bed", "depth", "velocity", "foam"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        char key[32];
        (void)snprintf(key, sizeof(key), "Name=\"%s\"", names[i]);
        CHECK(scratch_holds(file, key));
    }
    CHECK(scratch_holds(file, "WholeExtent=\"0 16 0 1 0 12\""));
    wafti_frames_free(&frames);
    waft_world_destroy(world);
    unload(&l);
    scratch_remove(&s);
}

static void drops_for_paraview(void) {
    scratch s = scratch_make();
    static loaded l;
    load(&l, WATER "output: [{format: vtp}, {format: water_vti}]\n");
    waft_world* world = world_of(l.scene);
    wafti_frames frames = make_frames(s.path, 0, 1);
    CHECK(wafti_frames_init(&frames, l.scene, world, NULL) == WAFT_OK);
    CHECK(wafti_frames_make_folders(&frames, NULL) == WAFT_OK);
    for (int frame = 0; frame <= 1; ++frame) {
        CHECK(wafti_frames_write(&frames, world, frame, NULL) == WAFT_OK);
        take_steps(world, 1);
    }
    CHECK(wafti_frames_assemble(&frames, NULL) == WAFT_OK);
    CHECK(scratch_holds(scratch_file(&s, "vtp/spray.pvd"), "file=\"spray_000001.vtp\""));
    // Waves have no mean velocity over the depth.
    CHECK(!scratch_holds(scratch_file(&s, "water_vti/water_000001.vti"), "velocity"));
    CHECK(scratch_holds(scratch_file(&s, "water_vti/water_000001.vti"), "Name=\"level\""));
    wafti_frames_free(&frames);
    waft_world_destroy(world);
    unload(&l);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"water_as_others_read_it", water_as_others_read_it},
    {"drops_for_paraview", drops_for_paraview},
    {"frames_that_are_due", frames_that_are_due},
    {"bodies_become_one_file", bodies_become_one_file},
    {"pictures_hold_heights_over_cells", pictures_hold_heights_over_cells},
    {"states_are_checkpoints_of_frames", states_are_checkpoints_of_frames},
    {"missing_parts_are_named", missing_parts_are_named},
};

int main(int argc, char** argv) {
    if (!waft_has("yaml")) {
        (void)printf("skipped: this build has no YAML\n");
        return 0;
    }
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
