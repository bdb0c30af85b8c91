// SPDX-License-Identifier: MIT
#include "mesh/room.h"

#include "hooks.h"

static void arrays_grow_and_stay(void) {
    counting count = {0};
    wafti_room room = {.allocator = counting_hook(&count), .name = "room", .most = 10000};
    wafti_array array = {NULL, 0, 0};
    CHECK(wafti_array_need(&room, &array, 100, 8) == WAFT_OK);
    CHECK(array.count >= 100 && array.data != NULL && room.used == array.count * 8);
    const void* before = array.data;
    CHECK(wafti_array_need(&room, &array, 50, 8) == WAFT_OK);
    CHECK(array.data == before && count.calls == 1);
    CHECK(wafti_array_need(&room, &array, 0, 8) == WAFT_OK);
    CHECK(array.data == before);
    CHECK(wafti_array_need(&room, &array, 50, 4) == WAFT_OK);
    CHECK(array.size == 4 && count.live == 1);
    wafti_array_free(&room, &array);
    CHECK(room.used == 0 && count.live == 0 && count.bytes == 0);
}

static void the_limit_holds(void) {
    counting count = {0};
    waft_error error = {.sentence = ""};
    wafti_room room = {
        .allocator = counting_hook(&count), .name = "room", .most = 1000, .error = &error};
    wafti_array a = {NULL, 0, 0};
    wafti_array b = {NULL, 0, 0};
    CHECK(wafti_array_need(&room, &a, 600, 1) == WAFT_OK);
    CHECK(wafti_array_need(&room, &b, 250, 1) == WAFT_OK);
    CHECK(room.used <= 1000);
    CHECK(wafti_array_need(&room, &b, 401, 1) == WAFT_ERR_FULL);
    CHECK_TEXT(error.sentence, "room: more than its memory of 1000 bytes is needed");
    CHECK(b.data == NULL && wafti_array_need(&room, &b, SIZE_MAX, 16) == WAFT_ERR_FULL);
    count.fail_at = count.calls + 1;
    CHECK(wafti_array_need(&room, &b, 100, 1) == WAFT_ERR_NO_MEMORY);
    wafti_room_free(&room);
    CHECK(a.data == NULL && b.data == NULL && room.used == 0 && count.live == 0);
}

static const test_case cases[] = {
    {"arrays_grow_and_stay", arrays_grow_and_stay},
    {"the_limit_holds", the_limit_holds},
};

TEST_MAIN(cases)
