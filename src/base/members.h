// SPDX-License-Identifier: MIT
// Members of a def by name: which of them may change while a solver runs. Those are state; the others
// tell solvers apart whose states do not fit each other.
#ifndef WAFTI_BASE_MEMBERS_H
#define WAFTI_BASE_MEMBERS_H

#include <stdbool.h>

#include <waft/base.h>

#include "base/stream.h"

typedef struct wafti_member {
    const char* path; ///< scene style, "water.cells"
    size_t offset;    ///< in the def
    size_t size;      ///< bytes, of which none is padding
    bool live;
} wafti_member;

#define WAFTI_LIVE(type, member, path)                                                             \
    { path, offsetof(type, member), sizeof(((type*)NULL)->member), true }
#define WAFTI_FIXED(type, member, path)                                                            \
    { path, offsetof(type, member), sizeof(((type*)NULL)->member), false }

typedef struct wafti_members {
    const wafti_member* items;
    size_t count;
} wafti_members;

/// Error: WAFT_ERR_ARGUMENT; the sentence names the first member that differs and is not live.
waft_result wafti_members_check(
    wafti_members members, const void* now, const void* wanted, waft_error* error);
/// Copies the live members.
void wafti_members_adopt(wafti_members members, void* now, const void* wanted);
/// Passes the live members through.
void wafti_members_state(wafti_members members, void* now, wafti_stream* stream);
/// Adds the members that are not live to a hash.
uint64_t wafti_members_hash(wafti_members members, const void* now, uint64_t hash);

#endif // WAFTI_BASE_MEMBERS_H
