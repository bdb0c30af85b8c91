// SPDX-License-Identifier: MIT
#include "base/members.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"

static const void* at(const void* def, const wafti_member* member) {
    return (const unsigned char*)def + member->offset;
}

waft_result wafti_members_check(
    wafti_members members, const void* now, const void* wanted, waft_error* error) {
    for (size_t n = 0; n < members.count; ++n) {
        const wafti_member* member = &members.items[n];
        if (!member->live && memcmp(at(now, member), at(wanted, member), member->size) != 0) {
            return wafti_fail(
                error, WAFT_ERR_ARGUMENT, "%s cannot change while the world runs", member->path);
        }
    }
    return WAFT_OK;
}

void wafti_members_adopt(wafti_members members, void* now, const void* wanted) {
    for (size_t n = 0; n < members.count; ++n) {
        const wafti_member* member = &members.items[n];
        if (member->live) {
            memcpy((unsigned char*)now + member->offset, at(wanted, member), member->size);
        }
    }
}

void wafti_members_state(wafti_members members, void* now, wafti_stream* stream) {
    for (size_t n = 0; n < members.count; ++n) {
        const wafti_member* member = &members.items[n];
        if (member->live) {
            wafti_stream_bytes(stream, (unsigned char*)now + member->offset, member->size);
        }
    }
}

uint64_t wafti_members_hash(wafti_members members, const void* now, uint64_t hash) {
    for (size_t n = 0; n < members.count; ++n) {
        const wafti_member* member = &members.items[n];
        if (member->live) {
            continue;
        }
        // A count has four bytes or eight, as systems have it: its value is what matters.
        uint64_t word = 0;
        if (member->size <= sizeof(word)) {
            memcpy(&word, at(now, member), member->size);
            hash = wafti_hash_u64(hash, word);
        } else {
            hash = wafti_hash(hash, at(now, member), member->size);
        }
    }
    return hash;
}
