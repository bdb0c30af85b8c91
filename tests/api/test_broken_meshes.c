// SPDX-License-Identifier: MIT
// Every mesh in tests/meshes/broken is refused as a solid with just the sentence in the .expect beside
// it, which the path precedes.
#include <dirent.h>
#include <stdlib.h>

#include <waft/mesh.h>

#include "test.h"

#define FOLDER WAFT_SOURCE_DIR "/tests/meshes/broken/"

static void read_line(const char* path, char* out_line, int size) {
    FILE* file = fopen(path, "rb");
    out_line[0] = '\0';
    if (CHECK(file != NULL)) {
        CHECK(fgets(out_line, size, file) != NULL);
        out_line[strcspn(out_line, "\n")] = '\0';
        (void)fclose(file);
    }
}

static void check_mesh(const char* name) {
    char path[512];
    char ending[512];
    char want[1024];
    (void)snprintf(path, sizeof(path), FOLDER "%s.expect", name);
    read_line(path, ending, sizeof(ending));
    (void)snprintf(path, sizeof(path), FOLDER "%s", name);
    (void)snprintf(want, sizeof(want), "%s%s", path, ending);
    const waft_mesh_options options = waft_mesh_options_default();
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    waft_result result = waft_mesh_read(path, &options, &mesh, &error);
    CHECK((result == WAFT_OK) == (mesh != NULL));
    if (result == WAFT_OK) {
        result = waft_mesh_check(mesh, WAFT_MESH_SOLID, &error);
        CHECK(result == WAFT_ERR_MESH);
    }
    CHECK(result == WAFT_ERR_MESH || result == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, want);
    waft_mesh_destroy(mesh);
}

static int is_mesh(const struct dirent* entry) {
    return entry->d_name[0] != '.' && strstr(entry->d_name, ".expect") == NULL;
}

static void test_all(void) {
    struct dirent** entries = NULL;
    const int count = scandir(FOLDER, &entries, is_mesh, alphasort);
    CHECK(count >= 19);
    for (int i = 0; i < count; ++i) {
        check_mesh(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

static const test_case cases[] = {
    {"every broken mesh", test_all},
};

TEST_MAIN(cases)
