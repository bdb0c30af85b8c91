// SPDX-License-Identifier: MIT
// What bodies are called.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "body/crowd.h"

waft_result wafti_check_name(const char* name, size_t count, waft_error* error) {
    if (name == NULL) {
        return WAFT_OK;
    }
    // The greatest number, with the line before it.
    const size_t tail = count > 1 ? (size_t)snprintf(NULL, 0, "_%zu", count) : 0;
    const size_t most = WAFT_BODY_NAME_SIZE - 1 - tail;
    if (memchr(name, '\0', most + 1) == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "body.name is '%.*s...': names of %zu bodies may have %zu bytes", (int)most, name,
            count, most);
    }
    for (const char* at = name; *at != '\0'; ++at) {
        if ((unsigned char)*at < 0x20 || *at == 0x7F) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "body.name has a control character, which no name in a file may have");
        }
    }
    return WAFT_OK;
}

void wafti_body_set_name(wafti_body* body, const char* name, size_t place, size_t count) {
    if (name == NULL || name[0] == '\0') {
        body->name[0] = '\0';
    } else if (count > 1) {
        (void)snprintf(body->name, sizeof(body->name), "%s_%zu", name, place + 1);
    } else {
        (void)snprintf(body->name, sizeof(body->name), "%s", name);
    }
}

waft_body_id waft_bodies_find(const waft_bodies* bodies, const char* name) {
    if (bodies == NULL || name == NULL || name[0] == '\0') {
        return (waft_body_id){0, 0};
    }
    for (uint32_t n = 0; n < bodies->count; ++n) {
        const uint32_t slot = bodies->order[n];
        if (strcmp(bodies->records[slot].name, name) == 0) {
            return wafti_body_id(bodies, slot);
        }
    }
    return (waft_body_id){0, 0};
}
