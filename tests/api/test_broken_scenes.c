// SPDX-License-Identifier: MIT
// Every scene in tests/scenes/broken is refused with exactly the problems in the .expect beside it,
// one "line:column: message" a line.
#include <dirent.h>
#include <stdlib.h>

#include <waft/scene.h>

#include "test.h"

#if defined(WAFTI_HAVE_YAML)

#define FOLDER WAFT_SOURCE_DIR "/tests/scenes/broken/"

enum { TEXT_SIZE = 65536 };

static size_t read_text(const char* path, char* buffer) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        buffer[0] = '\0';
        return 0;
    }
    const size_t size = fread(buffer, 1, TEXT_SIZE - 1, file);
    buffer[size] = '\0';
    (void)fclose(file);
    return size;
}

static void list_problems(const waft_diagnostics* diagnostics, char* buffer) {
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < waft_diagnostics_count(diagnostics) && used < TEXT_SIZE; ++i) {
        const waft_diagnostic* d = waft_diagnostics_at(diagnostics, i);
        const int added = snprintf(
            buffer + used, TEXT_SIZE - used, "%d:%d: %s\n", d->line, d->column, d->message);
        used += added > 0 ? (size_t)added : 0;
    }
}

// One sentence: no full stop, no line break, nothing that a terminal would obey.
static bool is_sentence(const waft_diagnostic* d) {
    const size_t length = strlen(d->message);
    bool sound = length > 10 && d->message[length - 1] != '.' && d->length >= 1;
    for (const unsigned char* c = (const unsigned char*)d->message; *c != '\0'; ++c) {
        sound = sound && *c >= 0x20 && *c != 0x7F;
    }
    return sound && strstr(d->message, "  ") == NULL;
}

static void check_scene(const char* name) {
    static char want[TEXT_SIZE];
    static char got[TEXT_SIZE];
    char path[512];
    (void)snprintf(path, sizeof(path), FOLDER "%s.expect", name);
    CHECK(read_text(path, want) > 0);
    (void)snprintf(path, sizeof(path), FOLDER "%s.yaml", name);
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = NULL;
    CHECK(waft_diagnostics_create(NULL, &diagnostics) == WAFT_OK);
    CHECK(waft_scene_load_file(path, NULL, diagnostics, &scene) == WAFT_ERR_PARSE);
    CHECK(scene == NULL);
    CHECK(waft_diagnostics_error_count(diagnostics) > 0);
    list_problems(diagnostics, got);
    if (!CHECK(strcmp(got, want) == 0)) {
        (void)fprintf(stderr, "%s\n--- want\n%s--- got\n%s---\n", path, want, got);
    }
    for (size_t i = 0; i < waft_diagnostics_count(diagnostics); ++i) {
        const waft_diagnostic* d = waft_diagnostics_at(diagnostics, i);
        CHECK(is_sentence(d));
        CHECK(d->severity == WAFT_SEVERITY_NOTE || (d->line > 0 && d->column > 0));
        CHECK(strcmp(d->file, path) == 0);
    }
    waft_diagnostics_destroy(diagnostics);
}

static int is_scene(const struct dirent* entry) {
    const char* dot = strrchr(entry->d_name, '.');
#if !defined(WAFTI_HAVE_PNG)
    if (strncmp(entry->d_name, "terrain_file_", 13) == 0) {
        return 0;
    }
#endif
    return dot != NULL && strcmp(dot, ".yaml") == 0;
}

static void test_all(void) {
    struct dirent** entries = NULL;
    const int count = scandir(FOLDER, &entries, is_scene, alphasort);
    CHECK(count >= 400);
    for (int i = 0; i < count; ++i) {
        *strrchr(entries[i]->d_name, '.') = '\0';
        check_scene(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    (void)printf("%d broken scenes\n", count);
}

#else

static void test_all(void) {
    (void)printf("skipped: this build reads no YAML; install libyaml-dev\n");
    CHECK(true);
}

#endif

static const test_case cases[] = {{"broken scenes give their messages", test_all}};
TEST_MAIN(cases)
