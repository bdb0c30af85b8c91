// SPDX-License-Identifier: MIT
// Replays of runs, opened well or refused with a sentence.
#ifndef WAFT_TEST_REPLAY_FIXTURE_H
#define WAFT_TEST_REPLAY_FIXTURE_H

#include "run_fixture.h"

static inline waft_replay_def replay_def(const char* directory) {
    waft_replay_def def = waft_replay_def_default(directory);
    def.logger.write = keep_log;
    log_text[0] = '\0';
    return def;
}

static inline waft_replay* open_replay(const waft_replay_def* def) {
    waft_replay* replay = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_replay_open(def, &replay, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    return replay;
}

static inline void check_open_fails(
    const waft_replay_def* def, waft_result want, const char* words) {
    waft_replay* replay = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_replay_open(def, &replay, &error) == want);
    CHECK(replay == NULL);
    if (!CHECK(strstr(error.sentence, words) != NULL)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

#endif // WAFT_TEST_REPLAY_FIXTURE_H
