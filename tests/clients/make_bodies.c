// SPDX-License-Identifier: MIT
// Writes the directory of a run with bodies that turn and fall, as one animated .glb, and their poses at
// every frame beside it, as text: frame, body, x, y, z, and the rotation x, y, z, w.
//
//     make_bodies FOLDER
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

#include <waft/tools.h>

enum { FRAMES = 31, BODIES = 4, MESHES = 3, FPS = 30 };

// Each body tumbles about an axis of its own, several times round, so that signs must be kept.
static waft_pose pose_of(size_t body, size_t key) {
    const float t = (float)key / FPS;
    const float b = (float)body;
    const waft_vec3 axis = waft_vec3_normalize((waft_vec3){1.0f, 0.4f * b, 0.7f - 0.5f * b});
    return (waft_pose){.position = {0.3f * b + 0.1f * sinf(5.0f * t), 1.0f - 0.7f * t - 0.1f * b,
                           0.2f * b * t - 0.3f},
        .rotation = waft_quat_axis_angle(axis, (3.0f + 2.0f * b) * t + 0.2f)};
}

static waft_result fill_poses(void* user, size_t key, waft_pose* out_poses, waft_error* out_error) {
    (void)user;
    (void)out_error;
    for (size_t i = 0; i < BODIES; ++i) {
        out_poses[i] = pose_of(i, key);
        // A rotation may come with either sign.
        if ((key + i) % 3 == 0) {
            waft_quat* q = &out_poses[i].rotation;
            *q = waft_quat_make(-q->x, -q->y, -q->z, -q->w);
        }
    }
    return WAFT_OK;
}

static bool write_glb(const char* path, const waft_mesh* const meshes[MESHES]) {
    static float times[FRAMES];
    for (int i = 0; i < FRAMES; ++i) {
        times[i] = (float)i / FPS;
    }
    const waft_glb_mesh glb_meshes[MESHES + 1] = {
        {"ball", meshes[0], {0.8f, 0.1f, 0.1f, 1.0f}, false},
        {"leaf \"quoted\"", meshes[1], {0.2f, 0.5f, 0.1f, 1.0f}, true},
        {"seen by nobody", meshes[0], {0.0f, 0.0f, 0.0f, 1.0f}, false},
        {"card", meshes[2], {0.9f, 0.9f, 0.8f, 1.0f}, true},
    };
    const waft_glb_node nodes[BODIES] = {{"ball 1", 0}, {"leaf 2", 1}, {"card 3", 3}, {NULL, 1}};
    const waft_glb_def def = {.meshes = glb_meshes,
        .mesh_count = MESHES + 1,
        .nodes = nodes,
        .node_count = BODIES,
        .times = times,
        .key_count = FRAMES,
        .poses = fill_poses};
    waft_error error;
    if (waft_glb_write(path, &def, NULL, &error) != WAFT_OK) {
        (void)fprintf(stderr, "make_bodies: %s\n", error.sentence);
        return false;
    }
    return true;
}

static bool write_poses(const char* path) {
    FILE* file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    bool ok = true;
    for (size_t key = 0; key < FRAMES; ++key) {
        for (size_t i = 0; i < BODIES; ++i) {
            const waft_pose p = pose_of(i, key);
            ok = fprintf(file, "%zu %zu %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", key, i,
                     (double)p.position.x, (double)p.position.y, (double)p.position.z,
                     (double)p.rotation.x, (double)p.rotation.y, (double)p.rotation.z,
                     (double)p.rotation.w) > 0 &&
                 ok;
        }
    }
    return fclose(file) == 0 && ok;
}

static bool write_record(const char* path) {
    FILE* file = fopen(path, "w");
    if (file == NULL) {
        return false;
    }
    const int length = fprintf(file,
        "{\"title\": \"Bodies\", \"first_frame\": 0, \"last_frame\": %d, \"scene\": {\"time\": "
        "{\"fps\": %d}, \"camera\": {}, \"render\": {\"size\": [160, 120]}}}\n",
        FRAMES - 1, FPS);
    return fclose(file) == 0 && length > 0;
}

int main(int argc, char** argv) {
    static const waft_mesh_shape shapes[MESHES] = {
        {.kind = WAFT_MESH_SPHERE, .radius = 0.05f, .detail = 2},
        {.kind = WAFT_MESH_CYLINDER, .radius = 0.08f, .length = 0.002f, .detail = 2},
        {.kind = WAFT_MESH_BOX, .size = {0.12f, 0.001f, 0.07f}},
    };
    waft_mesh* meshes[MESHES] = {NULL};
    char path[4096];
    bool ok = argc == 2;
    for (int i = 0; i < MESHES && ok; ++i) {
        ok = waft_mesh_create_shape(&shapes[i], NULL, &meshes[i], NULL) == WAFT_OK;
    }
    if (ok) {
        (void)snprintf(path, sizeof(path), "%s/gltf", argv[1]);
        (void)mkdir(path, 0777);
        (void)snprintf(path, sizeof(path), "%s/gltf/bodies.glb", argv[1]);
        ok = write_glb(path, (const waft_mesh* const*)meshes);
        (void)snprintf(path, sizeof(path), "%s/poses.txt", argv[1]);
        ok = ok && write_poses(path);
        (void)snprintf(path, sizeof(path), "%s/run.json", argv[1]);
        ok = ok && write_record(path);
    }
    for (int i = 0; i < MESHES; ++i) {
        waft_mesh_destroy(meshes[i]);
    }
    return ok ? 0 : 1;
}
