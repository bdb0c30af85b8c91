// SPDX-License-Identifier: MIT
#include "render/support.h"

#include <stdint.h>

#include "hooks.h"

static void fail_writes_the_sentence(void) {
    waft_error error = {0};
    CHECK(wafti_render_fail(&error, WAFT_ERR_IO, "%d of %s", 3, "them") == WAFT_ERR_IO);
    CHECK(error.result == WAFT_ERR_IO);
    CHECK_TEXT(error.sentence, "3 of them");
    CHECK(wafti_render_fail(NULL, WAFT_ERR_IO, "nobody reads this") == WAFT_ERR_IO);
}

static void allocate_clears_and_refuses(void) {
    counting c = {0};
    const waft_allocator hook = counting_hook(&c);
    unsigned char* memory = wafti_render_allocate(&hook, 100, 3);
    CHECK(memory != NULL && (uintptr_t)memory % 64 == 0);
    int sum = 0;
    for (int i = 0; memory != NULL && i < 300; ++i) {
        sum += memory[i];
    }
    CHECK(sum == 0);
    CHECK(c.bytes == 300);
    wafti_render_release(&hook, memory, 100, 3);
    CHECK(c.live == 0 && c.bytes == 0);
    CHECK(wafti_render_allocate(&hook, SIZE_MAX / 4, 8) == NULL);
    CHECK(wafti_render_allocate(&hook, 0, 8) == NULL);
    CHECK(c.calls == 1);
}

static void reserve_keeps_what_suffices(void) {
    counting c = {0};
    wafti_render_room room = {.allocator = counting_hook(&c)};
    wafti_render_buffer buffer = {0};
    void* first = wafti_render_reserve(&room, &buffer, 1000, 4);
    CHECK(first != NULL);
    CHECK(wafti_render_reserve(&room, &buffer, 1200, 4) == first);
    CHECK(wafti_render_reserve(&room, &buffer, 10, 4) == first);
    CHECK(c.calls == 1);
    CHECK(wafti_render_reserve(&room, &buffer, 9000, 4) != NULL);
    CHECK(c.calls == 2 && c.live == 1);
    const size_t capacity = buffer.capacity;
    CHECK(wafti_render_reserve(&room, &buffer, SIZE_MAX / 4, 8) == NULL);
    c.fail_at = 3;
    CHECK(wafti_render_reserve(&room, &buffer, 90000, 4) == NULL);
    CHECK(buffer.capacity == capacity && buffer.memory != NULL);
    CHECK(wafti_render_reserve(&room, &buffer, 0, 4) != NULL);
    wafti_render_room_free(&room);
    CHECK(c.live == 0 && c.bytes == 0 && buffer.memory == NULL);
}

static void a_buffer_may_lie_in_another(void) {
    counting c = {0};
    wafti_render_room room = {.allocator = counting_hook(&c)};
    wafti_render_buffer outer = {0};
    wafti_render_buffer* inner = wafti_render_reserve(&room, &outer, 2, sizeof *inner);
    CHECK(inner != NULL && inner[1].memory == NULL);
    CHECK(wafti_render_reserve(&room, &inner[0], 10, 4) != NULL);
    CHECK(wafti_render_reserve(&room, &inner[1], 10, 4) != NULL);
    CHECK(c.live == 3);
    wafti_render_room_free(&room);
    CHECK(c.live == 0 && c.bytes == 0 && outer.memory == NULL && room.newest == NULL);
}

static const test_case cases[] = {
    {"fail writes the sentence", fail_writes_the_sentence},
    {"allocate clears and refuses", allocate_clears_and_refuses},
    {"reserve keeps what suffices", reserve_keeps_what_suffices},
    {"a buffer may lie in another", a_buffer_may_lie_in_another},
};

TEST_MAIN(cases)
