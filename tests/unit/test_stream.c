// SPDX-License-Identifier: MIT
#include "base/stream.h"

#include "test.h"

// A state with rows whose padding is no part of it.
typedef struct state {
    int32_t step;
    double time;
    float rows[3][8]; // 5 used
} state;

static void pass(state* s, wafti_stream* stream) {
    wafti_stream_bytes(stream, &s->step, sizeof(s->step));
    wafti_stream_bytes(stream, &s->time, sizeof(s->time));
    wafti_stream_rows(stream, &s->rows[0][0], 5, 3, 8);
    wafti_stream_bytes(stream, NULL, 0);
}

enum { SIZE = 4 + 8 + 3 * 5 * 4 };

static state make_state(void) {
    state s = {.step = 7, .time = 0.25};
    for (int i = 0; i < 24; ++i) {
        s.rows[i / 8][i % 8] = (float)i;
    }
    return s;
}

static uint64_t hash_of(state* s) {
    wafti_stream stream = wafti_stream_hash();
    pass(s, &stream);
    return stream.hash;
}

static void test_round_trip(void) {
    state s = make_state();
    wafti_stream measure = wafti_stream_measure();
    pass(&s, &measure);
    CHECK(measure.position == SIZE);
    unsigned char bytes[SIZE];
    wafti_stream save = wafti_stream_save(bytes, SIZE);
    pass(&s, &save);
    CHECK(!save.failed);
    CHECK(save.position == SIZE);
    unsigned char before[SIZE];
    memcpy(before, bytes, SIZE);
    state back = {0};
    wafti_stream load = wafti_stream_load(bytes, SIZE);
    pass(&back, &load);
    CHECK(!load.failed);
    CHECK(back.step == 7);
    CHECK(back.time == 0.25);
    for (int i = 0; i < 24; ++i) {
        CHECK(back.rows[i / 8][i % 8] == (i % 8 < 5 ? (float)i : 0.0f));
    }
    CHECK(memcmp(before, bytes, SIZE) == 0);
    CHECK(hash_of(&back) == hash_of(&s));
}

static void test_hash_sees_state_alone(void) {
    state s = make_state();
    const uint64_t hash = hash_of(&s);
    s.rows[1][6] = -1.0f;
    CHECK(hash_of(&s) == hash);
    s.rows[1][4] = -1.0f;
    CHECK(hash_of(&s) != hash);
}

static void test_too_small(void) {
    state s = make_state();
    unsigned char bytes[SIZE];
    memset(bytes, 0xEE, SIZE);
    wafti_stream save = wafti_stream_save(bytes, 20);
    pass(&s, &save);
    CHECK(save.failed);
    CHECK(save.position <= 20);
    CHECK(bytes[20] == 0xEE); // nothing past the capacity
    state back = {0};
    wafti_stream load = wafti_stream_load(bytes, SIZE - 1);
    pass(&back, &load);
    CHECK(load.failed);
    CHECK(back.rows[2][0] == 0.0f);
}

static void test_rows_of_doubles(void) {
    double rows[2][4] = {{1.0, 2.0, 3.0, 4.0}, {5.0, 6.0, 7.0, 8.0}};
    unsigned char bytes[6 * sizeof(double)];
    wafti_stream save = wafti_stream_save(bytes, sizeof(bytes));
    wafti_stream_rows_double(&save, &rows[0][0], 3, 2, 4);
    CHECK(!save.failed && save.position == sizeof(bytes));
    double back[2][4] = {{0.0}};
    wafti_stream load = wafti_stream_load(bytes, sizeof(bytes));
    wafti_stream_rows_double(&load, &back[0][0], 3, 2, 4);
    CHECK(back[1][2] == 7.0 && back[0][0] == 1.0 && back[0][3] == 0.0);
}

static const test_case cases[] = {
    {"rows_of_doubles", test_rows_of_doubles},
    {"round_trip", test_round_trip},
    {"hash_sees_state_alone", test_hash_sees_state_alone},
    {"too_small", test_too_small},
};

TEST_MAIN(cases)
