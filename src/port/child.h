// SPDX-License-Identifier: MIT
// A helper program that reads from us: bytes go in, what it says on stderr comes back.
#ifndef WAFTI_PORT_CHILD_H
#define WAFTI_PORT_CHILD_H

#include <waft/base.h>

enum { WAFTI_CHILD_WORDS = 320 };

typedef struct wafti_child {
    int64_t pid;                   ///< 0 when it was waited for
    int input;                     ///< our end of its stdin, -1 when closed
    int errors;                    ///< our end of its stderr, -1 when closed
    char words[WAFTI_CHILD_WORDS]; ///< the beginning of what it said, one line
    size_t word_count;
    bool (*stop)(void* user); ///< asked while we wait; may be NULL
    void* user;
} wafti_child;

typedef enum wafti_child_end {
    WAFTI_CHILD_WELL,    ///< it exited with 0
    WAFTI_CHILD_BADLY,   ///< it exited with another code or was killed
    WAFTI_CHILD_STOPPED, ///< stop() was true; it is gone
} wafti_child_end;

/// Starts arguments[0] (looked up in PATH) with its stdin connected to us and its stdout nowhere.
/// `child` has stop and user set. It is a process group of its own, so that Ctrl-C reaches us alone,
/// and starts with no signal blocked. Returns 0 or an error number, ENOSYS where the system has no
/// programs to start; nothing is then left.
int wafti_child_start(wafti_child* child, char* const* arguments);

/// Sends bytes; waits as long as the child takes its time. False if it reads no more or stop() was
/// true: what remains is wafti_child_finish(). The calling process gets no signal.
bool wafti_child_send(wafti_child* child, const void* bytes, size_t byte_count);

/// Ends its input and waits until it ends.
wafti_child_end wafti_child_finish(wafti_child* child);

/// Kills it and waits. Harmless after finish.
void wafti_child_abort(wafti_child* child);

#endif // WAFTI_PORT_CHILD_H
