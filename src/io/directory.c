// SPDX-License-Identifier: MIT
#include "io/directory.h"

#include "base/error.h"
#include "base/text.h"
#include "io/file.h"

#include <errno.h>
#include <string.h>

bool wafti_directory_exists(const char* path) {
    wafti_port_status status;
    return wafti_port_status_path(path, &status) && status.is_directory;
}

waft_result wafti_directory_sync_parent(const char* path, waft_error* out_error) {
    wafti_path parent;
    const size_t length = wafti_path_directory_length(path);
    const waft_result result =
        length == 0 ? wafti_path_format(&parent, out_error, ".")
                    : wafti_path_format(&parent, out_error, "%.*s", (int)length, path);
    if (result != WAFT_OK || wafti_port_sync_directory(parent.text)) {
        return result;
    }
    return wafti_fail_errno(out_error, "sync", parent.text);
}

static waft_result make_one(const char* path, waft_error* out_error) {
    wafti_port_status status;
    if (!wafti_port_status_path(path, &status) && wafti_port_make_directory(path)) {
        return wafti_directory_sync_parent(path, out_error);
    }
    const int code = errno;
    // Another process may have made it since.
    if (wafti_port_status_path(path, &status)) {
        return status.is_directory
                   ? WAFT_OK
                   : wafti_fail(out_error, WAFT_ERR_IO, "%s is a file, not a directory", path);
    }
    errno = code;
    return wafti_fail_errno(out_error, "make the directory", path);
}

waft_result wafti_directory_make(const char* path, waft_error* out_error) {
    wafti_path part;
    waft_result result = wafti_path_format(&part, out_error, "%s", path);
    for (size_t i = 1; result == WAFT_OK && part.text[i - 1] != '\0'; ++i) {
        const char next = part.text[i];
        if ((next == '/' && part.text[i - 1] != '/') || next == '\0') {
            part.text[i] = '\0';
            result = make_one(part.text, out_error);
            part.text[i] = next;
        }
    }
    return result;
}

typedef struct visiting {
    const char* path;
    wafti_directory_visitor* visit;
    void* user;
    waft_error* error;
    waft_result result;
} visiting;

static bool visit_entry(void* user, const char* name) {
    visiting* v = user;
    v->result = v->visit(v->user, v->path, name, v->error);
    return v->result == WAFT_OK;
}

waft_result wafti_directory_visit(
    const char* path, wafti_directory_visitor* visit, void* user, waft_error* out_error) {
    visiting v = {path, visit, user, out_error, WAFT_OK};
    if (!wafti_port_visit(path, visit_entry, &v) && errno != ENOENT) {
        return wafti_fail_errno(out_error, "look into", path);
    }
    return v.result;
}

waft_result wafti_directory_remove_file(
    const char* directory, const char* name, waft_error* out_error) {
    wafti_path path;
    const waft_result result = wafti_path_format(&path, out_error, "%s/%s", directory, name);
    if (result != WAFT_OK) {
        return result;
    }
    if (!wafti_port_remove(path.text) && errno != ENOENT) {
        return wafti_fail_errno(out_error, "remove", path.text);
    }
    return WAFT_OK;
}

// Reads ".NAME.tmp.PID".
static bool is_temporary(const char* name, int64_t* out_pid) {
    static const char mark[] = ".tmp.";
    if (name[0] != '.') {
        return false;
    }
    const char* at = NULL;
    for (const char* p = strstr(name + 1, mark); p != NULL; p = strstr(p + 1, mark)) {
        at = p;
    }
    if (at == NULL || at == name + 1) {
        return false;
    }
    const char* digits = at + strlen(mark);
    return wafti_parse_int(digits, strlen(digits), out_pid) && *out_pid > 0;
}

// A writer holds a lock on its temporary. Where the file system has no locks, the process number
// has to do.
static bool is_abandoned(const char* path, int64_t pid) {
    const int descriptor = wafti_port_open(path, WAFTI_OPEN_LOOK);
    if (descriptor < 0) {
        return false;
    }
    const wafti_lock lock = wafti_port_lock(descriptor, true);
    wafti_port_leave(descriptor);
    return lock == WAFTI_LOCK_NONE ? pid == wafti_port_process() || !wafti_port_process_lives(pid)
                                   : lock == WAFTI_LOCK_TAKEN;
}

static waft_result sweep_entry(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    (void)user;
    int64_t pid = 0;
    if (!is_temporary(name, &pid)) {
        return WAFT_OK;
    }
    wafti_path path;
    const waft_result result = wafti_path_format(&path, out_error, "%s/%s", directory, name);
    if (result != WAFT_OK || !is_abandoned(path.text, pid)) {
        return result;
    }
    return wafti_directory_remove_file(directory, name, out_error);
}

waft_result wafti_directory_sweep(const char* path, waft_error* out_error) {
    return wafti_directory_visit(path, sweep_entry, NULL, out_error);
}
