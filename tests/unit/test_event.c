// SPDX-License-Identifier: MIT
#include <waft/body.h>
#include <waft/live.h>

#include <string.h>

#include "test.h"

static void every_event_has_a_name(void) {
    CHECK_TEXT(waft_event_name(WAFT_EVENT_BREAKING), "breaking");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_EDIT_REFUSED), "edit_refused");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_SMOKE_FAST), "smoke_fast");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_SMOKE_SPEED), "smoke_speed");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_BODY_QUARANTINED), "body_quarantined");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_WATER_HALVED), "water_halved");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_WATER_STIFF), "water_stiff");
    CHECK_TEXT(waft_event_name(WAFT_EVENT_BODY_REYNOLDS), "body_reynolds");
    for (int kind = 0; kind < WAFT_EVENT_COUNT; ++kind) {
        CHECK(waft_event_name((waft_event_kind)kind) != NULL);
    }
    CHECK(waft_event_name(WAFT_EVENT_COUNT) == NULL);
    CHECK(waft_event_name((waft_event_kind)99) == NULL);
}

static void every_event_has_two_sentences(void) {
    for (int kind = 0; kind < WAFT_EVENT_COUNT; ++kind) {
        const waft_event event = {.kind = (waft_event_kind)kind, .index = 3, .value = 1.0f};
        char text[200];
        CHECK(strlen(waft_event_summary(&event, text, sizeof(text))) > 10);
        CHECK(strchr(text, '$') == NULL);
        CHECK(strlen(waft_event_sentence(&event, text, sizeof(text))) > 10);
        CHECK(strchr(text, '$') == NULL);
    }
    const waft_event unknown = {.kind = WAFT_EVENT_COUNT};
    char text[200];
    CHECK(strstr(waft_event_sentence(&unknown, text, sizeof(text)), "does not know") != NULL);
}

static void figures_stand_in_sentences(void) {
    char text[200];
    const waft_event lands = {.kind = WAFT_EVENT_BODY_LANDED, .index = 7, .value = 1.2345f};
    CHECK_TEXT(waft_event_sentence(&lands, text, sizeof(text)), "body 7 lands at 1.23 m/s");
    CHECK_TEXT(waft_event_summary(&lands, text, sizeof(text)), "bodies land, first body 7");
    const waft_event aside = {
        .kind = WAFT_EVENT_BODY_QUARANTINED, .index = 2, .value = (float)WAFT_CAUSE_SPEED};
    CHECK_TEXT(waft_event_sentence(&aside, text, sizeof(text)),
        "body 2 is set aside: it would be faster than 1e4 m/s");
    const waft_event named = {.kind = WAFT_EVENT_BODY_LEFT, .index = 2, .name = "duck_3"};
    CHECK_TEXT(waft_event_sentence(&named, text, sizeof(text)), "body duck_3 leaves the water");
    const waft_event breaks = {
        .kind = WAFT_EVENT_BREAKING, .index = 1, .value = 0.5f, .position = {2.0f, 0.0f, -3.25f}};
    CHECK_TEXT(waft_event_sentence(&breaks, text, sizeof(text)),
        "train 1 begins to break; near x = 2 m, z = -3.25 m it loses most, 50 % of its energy");
    const waft_event drops = {.kind = WAFT_EVENT_SPRAY_FULL, .value = 1234567.0f};
    CHECK_TEXT(waft_event_sentence(&drops, text, sizeof(text)), "1234567 drops are not thrown");
}

static void sentences_are_cut_to_their_buffer(void) {
    const waft_event lands = {.kind = WAFT_EVENT_BODY_LANDED, .index = 4000000000u, .value = 1.0f};
    char text[12];
    memset(text, 'x', sizeof(text));
    CHECK_TEXT(waft_event_sentence(&lands, text, 10), "body 4000");
    CHECK(text[10] == 'x');
    CHECK_TEXT(waft_event_sentence(&lands, text, 1), "");
    CHECK_TEXT(waft_event_sentence(NULL, text, sizeof(text)), "");
    CHECK_TEXT(waft_event_sentence(&lands, NULL, 10), "");
    CHECK_TEXT(waft_event_summary(&lands, text, 0), "");
}

static const test_case cases[] = {
    {"every_event_has_a_name", every_event_has_a_name},
    {"every_event_has_two_sentences", every_event_has_two_sentences},
    {"figures_stand_in_sentences", figures_stand_in_sentences},
    {"sentences_are_cut_to_their_buffer", sentences_are_cut_to_their_buffer},
};

TEST_MAIN(cases)
