// SPDX-License-Identifier: MIT
#include "run/checkpoint.h"
#include "run/layout.h"
#include "scratch.h"

static const wafti_run_key sample_key = {.version = "1.2.3",
    .scene_hash = UINT64_C(0x0123456789ABCDEF),
    .replay_hash = 7,
    .seed = UINT64_MAX,
    .first_frame = 3,
    .last_frame = 99};

// Fields of several pieces of a snapshot, or none.
static waft_world* world_of(const waft_allocator* allocator, int32_t cells) {
    waft_world_def def = waft_world_def_default();
    def.allocator = *allocator;
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    if (cells > 0) {
        waft_smoke_def box = waft_smoke_def_default();
        box.spacing = 1.0f / (float)cells;
        for (int axis = 0; axis < 3; ++axis) {
            box.cells[axis] = cells;
        }
        waft_smoke* smoke = NULL;
        CHECK(waft_world_create_smoke(world, &box, &smoke) == WAFT_OK);
        waft_source_def source = waft_source_def_default();
        source.shape.radius = 0.4f;
        source.pose.position = (waft_vec3){0.5f, 0.5f, 0.5f};
        source.temperature = 30.0f;
        waft_source_id id;
        CHECK(waft_smoke_add_source(smoke, &source, &id) == WAFT_OK);
    }
    for (int step = 0; step < 3; ++step) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    return world;
}

static waft_world* world_with(int32_t cells) {
    return world_of(&(waft_allocator){0}, cells);
}

static void save(scratch* s, const char* name, const waft_world* world) {
    uint64_t hash = 0;
    CHECK(wafti_checkpoint_save(scratch_file(s, name), &sample_key, 12, world, &hash, NULL) ==
          WAFT_OK);
    CHECK(hash == waft_world_hash(world));
}

static void check_comes_back(int32_t cells) {
    scratch s = scratch_make();
    waft_world* world = world_with(cells);
    save(&s, "c", world);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "c"), &size);
    wafti_checkpoint back;
    CHECK(wafti_checkpoint_decode(bytes, size, "c", &back, NULL) == WAFT_OK);
    CHECK(wafti_run_key_difference(&sample_key, &back.key) == NULL);
    CHECK(back.step == 3 && back.frame == 12 && back.time == waft_world_time(world));
    CHECK(back.state_hash == waft_world_hash(world));
    const size_t wanted = waft_world_snapshot_size(world);
    void* whole = malloc(wanted);
    CHECK(waft_world_snapshot(world, whole, wanted) == WAFT_OK);
    CHECK(back.snapshot_size == wanted && memcmp(back.snapshot, whole, wanted) == 0);
    CHECK(waft_world_restore(world, back.snapshot, back.snapshot_size) == WAFT_OK);
    free(whole);
    waft_text_free(NULL, bytes);
    waft_world_destroy(world);
    scratch_remove(&s);
}

static void a_checkpoint_comes_back(void) {
    check_comes_back(0);
    check_comes_back(8);
    check_comes_back(40);
}

static void* allocate_unless_out(void* user, size_t size, size_t alignment) {
    const bool* out = user;
    return *out ? NULL : aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void* user, void* memory, size_t size, size_t alignment) {
    (void)user;
    (void)size;
    (void)alignment;
    free(memory);
}

static void without_memory_the_last_one_stays(void) {
    scratch s = scratch_make();
    bool out = false;
    const waft_allocator allocator = {
        .user = &out, .allocate = allocate_unless_out, .release = release};
    waft_world* world = world_of(&allocator, 8);
    save(&s, "c", world);
    size_t size = 0;
    char* before = scratch_read(scratch_file(&s, "c"), &size);
    CHECK(waft_world_step(world) == WAFT_OK);
    out = true;
    uint64_t hash = 0;
    waft_error error;
    CHECK(wafti_checkpoint_save(scratch_file(&s, "c"), &sample_key, 13, world, &hash, &error) ==
          WAFT_ERR_NO_MEMORY);
    CHECK(strstr(error.sentence, "/c: cannot write: memory is out") != NULL);
    CHECK(scratch_entry_count(s.path) == 1);
    size_t again = 0;
    char* after = scratch_read(scratch_file(&s, "c"), &again);
    CHECK(again == size && memcmp(before, after, size) == 0);
    waft_text_free(NULL, before);
    waft_text_free(NULL, after);
    waft_world_destroy(world);
    scratch_remove(&s);
}

static void every_cut_and_flip_is_refused(void) {
    scratch s = scratch_make();
    waft_world* world = world_with(0);
    save(&s, "c", world);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "c"), &size);
    CHECK(size == 120 + waft_world_snapshot_size(world) + 4);
    waft_world_destroy(world);
    wafti_checkpoint back;
    waft_error error;
    for (size_t length = 0; length < size; ++length) {
        error.sentence[0] = '\0';
        CHECK(wafti_checkpoint_decode(bytes, length, "c", &back, &error) == WAFT_ERR_PARSE);
        CHECK(strncmp(error.sentence, "c: ", 3) == 0);
    }
    for (size_t i = 0; i < size; ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            bytes[i] = (char)(bytes[i] ^ (1 << bit));
            CHECK(wafti_checkpoint_decode(bytes, size, "c", &back, &error) == WAFT_ERR_PARSE);
            bytes[i] = (char)(bytes[i] ^ (1 << bit));
        }
    }
    CHECK(wafti_checkpoint_decode(bytes, size, "c", &back, &error) == WAFT_OK);
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void differences_are_named(void) {
    const wafti_run_key key = sample_key;
    wafti_run_key other = key;
    CHECK(wafti_run_key_difference(&key, &other) == NULL);
    other.replay_hash = 8;
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the edits to replay");
    other.first_frame = 4;
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the range of frames");
    other.scene_hash = 1;
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the scene");
    other.seed = 1;
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the seed");
    other.version[0] = '9';
    CHECK_TEXT(wafti_run_key_difference(&key, &other), "the version of waft");
}

static void write_at(const scratch* s, uint64_t step, const waft_world* world) {
    wafti_path path;
    uint64_t hash = 0;
    CHECK(wafti_layout_path(&path, s->path, WAFTI_KIND_CHECKPOINT, step, NULL) == WAFT_OK);
    CHECK(wafti_checkpoint_save(path.text, &sample_key, 12, world, &hash, NULL) == WAFT_OK);
}

static void lists_and_prunes(void) {
    scratch s = scratch_make();
    uint64_t steps[3];
    size_t count = 9;
    CHECK(wafti_checkpoint_list(s.path, steps, 3, &count, NULL) == WAFT_OK);
    CHECK(count == 0);
    CHECK(wafti_layout_make_folder(s.path, WAFTI_KIND_CHECKPOINT, NULL) == WAFT_OK);
    const uint64_t written[] = {30, 10, 50, 40, 20};
    waft_world* world = world_with(0);
    for (int i = 0; i < 5; ++i) {
        write_at(&s, written[i], world);
    }
    waft_world_destroy(world);
    CHECK(waft_file_write(scratch_file(&s, "checkpoints/mine"), "x", 1, NULL) == WAFT_OK);
    CHECK(wafti_checkpoint_list(s.path, steps, 3, &count, NULL) == WAFT_OK);
    CHECK(count == 3 && steps[0] == 50 && steps[1] == 40 && steps[2] == 30);
    CHECK(wafti_checkpoint_prune(s.path, 30, NULL) == WAFT_OK);
    CHECK(wafti_checkpoint_list(s.path, steps, 3, &count, NULL) == WAFT_OK);
    CHECK(count == 2 && steps[0] == 30 && steps[1] == 20);
    CHECK(access(scratch_file(&s, "checkpoints/mine"), F_OK) == 0);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"a_checkpoint_comes_back", a_checkpoint_comes_back},
    {"without_memory_the_last_one_stays", without_memory_the_last_one_stays},
    {"every_cut_and_flip_is_refused", every_cut_and_flip_is_refused},
    {"differences_are_named", differences_are_named},
    {"lists_and_prunes", lists_and_prunes},
};

TEST_MAIN(cases)
