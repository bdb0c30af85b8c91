// SPDX-License-Identifier: MIT
// What the file holds; that it passes the Khronos validator is for tests/clients/test_gltf.py to say.
#include "hooks.h"
#include "scratch.h"

enum { NODES = 2, KEYS = 9 };

static const float times[KEYS] = {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f};

// Turns by 1.2 rad from key to key about z: past half a turn another sign is the nearer one.
static waft_result turning(void* user, size_t key, waft_pose* out_poses, waft_error* out_error) {
    (void)out_error;
    *(size_t*)user += 1;
    for (size_t i = 0; i < NODES; ++i) {
        const float angle = fmodf(1.2f * (float)key, 6.2831853f);
        out_poses[i] = (waft_pose){.position = {(float)key, (float)i, -1.5f},
            .rotation = waft_quat_axis_angle((waft_vec3){0.0f, 0.0f, 1.0f}, angle)};
        out_poses[i].rotation.w *= 3.0f;
        out_poses[i].rotation.z *= 3.0f;
    }
    return WAFT_OK;
}

static waft_mesh* make_box(void) {
    const waft_mesh_shape shape = {.kind = WAFT_MESH_BOX, .size = {1.0f, 2.0f, 3.0f}};
    waft_mesh* mesh = NULL;
    CHECK(waft_mesh_create_shape(&shape, NULL, &mesh, NULL) == WAFT_OK);
    return mesh;
}

typedef struct sample {
    waft_mesh* mesh;
    waft_glb_mesh meshes[2];
    waft_glb_node nodes[NODES];
    size_t calls;
    waft_glb_def def;
} sample;

static void make_sample(sample* s) {
    s->mesh = make_box();
    s->meshes[0] = (waft_glb_mesh){"unused", s->mesh, {0.0f, 0.0f, 0.0f, 1.0f}, false};
    s->meshes[1] = (waft_glb_mesh){"a \"box\"", s->mesh, {0.5f, 0.25f, 0.125f, 1.0f}, true};
    s->nodes[0] = (waft_glb_node){"one", 1};
    s->nodes[1] = (waft_glb_node){"two", 1};
    s->calls = 0;
    s->def = (waft_glb_def){s->meshes, 2, s->nodes, NODES, times, KEYS, turning, &s->calls};
}

static uint32_t word_at(const char* bytes, size_t at) {
    uint32_t value = 0;
    memcpy(&value, bytes + at, sizeof(value));
    return value;
}

static void chunks_and_names(void) {
    scratch dir = scratch_make();
    sample s;
    make_sample(&s);
    CHECK(waft_glb_write(scratch_file(&dir, "b.glb"), &s.def, NULL, NULL) == WAFT_OK);
    CHECK(s.calls == KEYS);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&dir, "b.glb"), &size);
    CHECK(word_at(bytes, 0) == 0x46546C67 && word_at(bytes, 4) == 2);
    CHECK(word_at(bytes, 8) == size);
    const size_t json_size = word_at(bytes, 12);
    CHECK(json_size % 4 == 0 && word_at(bytes, 16) == 0x4E4F534A);
    const size_t binary_size = word_at(bytes, 20 + json_size);
    CHECK(word_at(bytes, 24 + json_size) == 0x004E4942);
    CHECK(28 + json_size + binary_size == size);
    // 24 points with normals, 36 indices, times, poses.
    CHECK(binary_size == 24 * 24 + 36 * 4 + KEYS * 4 + NODES * KEYS * 28);
    bytes[20 + json_size] = '\0';
    const char* json = bytes + 20;
    CHECK(strstr(json, "\"generator\":\"waft ") != NULL);
    CHECK(strstr(json, "\"name\":\"a \\\"box\\\"\"") != NULL);
    CHECK(strstr(json, "unused") == NULL);
    CHECK(strstr(json, "\"doubleSided\":true") != NULL);
    CHECK(strstr(json, "\"baseColorFactor\":[0.5,0.25,0.125,1]") != NULL);
    CHECK(strstr(json, "\"min\":[-0.5,-1,-1.5],\"max\":[0.5,1,1.5]") != NULL);
    // The very float, so that the decimal equals it as a double too.
    CHECK(strstr(json, "\"min\":[0],\"max\":[0.800000011920929]") != NULL);
    waft_text_free(NULL, bytes);
    waft_mesh_destroy(s.mesh);
    scratch_remove(&dir);
}

static void rotations_keep_their_sign(void) {
    scratch dir = scratch_make();
    sample s;
    make_sample(&s);
    CHECK(waft_glb_write(scratch_file(&dir, "b.glb"), &s.def, NULL, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&dir, "b.glb"), &size);
    float rotations[NODES][KEYS][4];
    float places[NODES][KEYS][3];
    memcpy(rotations, bytes + size - sizeof(rotations), sizeof(rotations));
    memcpy(places, bytes + size - sizeof(rotations) - sizeof(places), sizeof(places));
    for (size_t i = 0; i < NODES; ++i) {
        for (size_t k = 0; k < KEYS; ++k) {
            const float* q = rotations[i][k];
            CHECK_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0, 1e-6);
            CHECK_NEAR(q[2], sin(0.6 * (double)k), 1e-6);
            CHECK_NEAR(q[3], cos(0.6 * (double)k), 1e-6);
            CHECK_NEAR(places[i][k][0], (double)k, 0.0);
            CHECK_NEAR(places[i][k][1], (double)i, 0.0);
        }
    }
    waft_text_free(NULL, bytes);
    waft_mesh_destroy(s.mesh);
    scratch_remove(&dir);
}

static waft_result broken(void* user, size_t key, waft_pose* out_poses, waft_error* out_error) {
    const waft_result result = turning(user, key, out_poses, out_error);
    out_poses[1].position.y = key == 4 ? (float)NAN : 0.0f;
    return result;
}

static waft_result failing(void* user, size_t key, waft_pose* out_poses, waft_error* out_error) {
    (void)out_error;
    return key < 2 ? turning(user, key, out_poses, NULL) : WAFT_ERR_PARSE;
}

static waft_result write_changed(const waft_glb_def* def, waft_error* error) {
    return waft_glb_write("never.glb", def, NULL, error);
}

static void refusals(void) {
    sample s;
    make_sample(&s);
    waft_error error = {.sentence = ""};
    waft_glb_def def = s.def;
    CHECK(waft_glb_write(NULL, &def, NULL, NULL) == WAFT_ERR_ARGUMENT);
    def.node_count = 0;
    CHECK(write_changed(&def, &error) == WAFT_ERR_ARGUMENT);
    def = s.def;
    def.poses = NULL;
    CHECK(write_changed(&def, &error) == WAFT_ERR_ARGUMENT);
    def.poses = broken;
    CHECK(write_changed(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "never.glb: the pose of node 1 at key 4 is not one");
    def.poses = failing;
    CHECK(write_changed(&def, &error) == WAFT_ERR_PARSE);
    static const float standing[KEYS] = {0.0f, 0.1f, 0.1f};
    def = s.def;
    def.times = standing;
    CHECK(write_changed(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "time 2") != NULL);
    def = s.def;
    s.nodes[1].mesh = 2;
    CHECK(write_changed(&def, &error) == WAFT_ERR_ARGUMENT);
    s.nodes[1].mesh = 1;
    s.meshes[1].color[0] = 1.5f;
    CHECK(write_changed(&def, &error) == WAFT_ERR_ARGUMENT);
    s.meshes[1].color[0] = 0.5f;
    s.meshes[0].mesh = NULL;
    CHECK(write_changed(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK(access("never.glb", F_OK) != 0);
    waft_mesh_destroy(s.mesh);
}

static void memory_may_run_out_anywhere(void) {
    scratch dir = scratch_make();
    sample s;
    make_sample(&s);
    waft_result result = WAFT_ERR_NO_MEMORY;
    long at = 1;
    for (; result == WAFT_ERR_NO_MEMORY && at < 100; ++at) {
        counting memory = {.fail_at = at};
        const waft_allocator allocator = counting_hook(&memory);
        result = waft_glb_write(scratch_file(&dir, "b.glb"), &s.def, &allocator, NULL);
        CHECK(memory.live == 0);
        CHECK((access(scratch_file(&dir, "b.glb"), F_OK) == 0) == (result == WAFT_OK));
    }
    CHECK(result == WAFT_OK && at > 10);
    waft_mesh_destroy(s.mesh);
    scratch_remove(&dir);
}

static const test_case cases[] = {
    {"chunks_and_names", chunks_and_names},
    {"rotations_keep_their_sign", rotations_keep_their_sign},
    {"refusals", refusals},
    {"memory_may_run_out_anywhere", memory_may_run_out_anywhere},
};

TEST_MAIN(cases)
