// SPDX-License-Identifier: MIT
// Loading scenes from text in tests, and their problems as one text.
#ifndef WAFT_TEST_SCENE_FIXTURE_H
#define WAFT_TEST_SCENE_FIXTURE_H

#include <stdlib.h>

#include <waft/scene.h>

#include "test.h"

typedef struct loaded {
    waft_result result;
    waft_scene* scene;
    waft_diagnostics* diagnostics;
    char messages[16384]; // "line:column: message\n" each; the file's name first if it is --set
} loaded;

static inline void collect_messages(loaded* l) {
    size_t used = 0;
    l->messages[0] = '\0';
    for (size_t i = 0; i < waft_diagnostics_count(l->diagnostics); ++i) {
        const waft_diagnostic* d = waft_diagnostics_at(l->diagnostics, i);
        if (d->severity == WAFT_SEVERITY_NOTE && d->line > 0) {
            continue; // a scene without smoke is fine for most tests
        }
        const bool set = strncmp(d->file, "--set", 5) == 0;
        const int added = snprintf(l->messages + used, sizeof(l->messages) - used,
            "%s%s%d:%d: %s\n", set ? d->file : "", set ? ":" : "", d->line, d->column, d->message);
        used += added > 0 ? (size_t)added : 0;
        if (used >= sizeof(l->messages)) {
            return;
        }
    }
}

static inline void load_with(loaded* l, const char* text, const waft_scene_options* options) {
    l->scene = NULL;
    l->diagnostics = NULL;
    if (!CHECK(waft_diagnostics_create(NULL, &l->diagnostics) == WAFT_OK)) {
        abort();
    }
    l->result = waft_scene_load_text(WAFT_SOURCE_DIR "/tests/scenes/test.yaml", text, strlen(text),
        options, l->diagnostics, &l->scene);
    collect_messages(l);
    CHECK((l->result == WAFT_OK) == (l->scene != NULL));
    CHECK((l->result == WAFT_OK) == (waft_diagnostics_error_count(l->diagnostics) == 0));
}

static inline void load(loaded* l, const char* text) {
    load_with(l, text, NULL);
}

static inline void unload(loaded* l) {
    waft_scene_destroy(l->scene);
    waft_diagnostics_destroy(l->diagnostics);
}

/// The one case of a test in a build without libyaml.
static inline void test_without_yaml(void) {
    static loaded l;
    load(&l, "waft: 1\n");
    CHECK(strstr(l.messages, "libyaml-dev") != NULL);
    unload(&l);
}

// The messages of a text that must not load.
static inline void check_messages(const char* text, const char* want) {
    static loaded l;
    load(&l, text);
    CHECK_TEXT(l.messages, want);
    unload(&l);
}

// Whether the resolved scene of `text` with up to three overrides holds `part`.
static inline bool json_holds(
    const char* text, const char* const* sets, size_t set_count, const char* part) {
    static loaded l;
    waft_scene_options options = waft_scene_options_default();
    options.sets = sets;
    options.set_count = set_count;
    load_with(&l, text, &options);
    bool found = false;
    char* json = NULL;
    if (l.scene != NULL && waft_scene_json(l.scene, NULL, &json) == WAFT_OK) {
        found = strstr(json, part) != NULL;
    }
    if (!found) {
        (void)fprintf(stderr, "  %s is not in\n  %s\n%s", part, json != NULL ? json : "(nothing)",
            l.messages);
    }
    waft_text_free(NULL, json);
    unload(&l);
    return found;
}

#endif // WAFT_TEST_SCENE_FIXTURE_H
