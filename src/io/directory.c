// SPDX-License-Identifier: MIT
#include "io/directory.h"

#include "base/error.h"
#include "base/text.h"
#include "io/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static waft_result sync_directory(const char* path, waft_error* out_error) {
    const int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return wafti_fail_errno(out_error, "open", path);
    }
    waft_result result = WAFT_OK;
    // Some file systems have no sync for directories and say EINVAL: there is nothing to wait for.
    while (fsync(descriptor) != 0 && errno != EINVAL) {
        if (errno != EINTR) {
            result = wafti_fail_errno(out_error, "sync", path);
            break;
        }
    }
    (void)close(descriptor);
    return result;
}

waft_result wafti_directory_sync_parent(const char* path, waft_error* out_error) {
    wafti_path parent;
    const size_t length = wafti_path_directory_length(path);
    const waft_result result =
        length == 0 ? wafti_path_format(&parent, out_error, ".")
                    : wafti_path_format(&parent, out_error, "%.*s", (int)length, path);
    return result == WAFT_OK ? sync_directory(parent.text, out_error) : result;
}

static waft_result make_one(const char* path, waft_error* out_error) {
    struct stat status;
    if (stat(path, &status) != 0 && mkdir(path, 0777) == 0) {
        return wafti_directory_sync_parent(path, out_error);
    }
    const int code = errno;
    // Another process may have made it since.
    if (stat(path, &status) == 0) {
        return S_ISDIR(status.st_mode)
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

waft_result wafti_directory_visit(
    const char* path, wafti_directory_visitor* visit, void* user, waft_error* out_error) {
    DIR* stream = opendir(path);
    if (stream == NULL) {
        return errno == ENOENT ? WAFT_OK : wafti_fail_errno(out_error, "look into", path);
    }
    waft_result result = WAFT_OK;
    while (result == WAFT_OK) {
        errno = 0;
        const struct dirent* entry = readdir(stream);
        if (entry == NULL) {
            if (errno != 0) {
                result = wafti_fail_errno(out_error, "look into", path);
            }
            break;
        }
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            result = visit(user, path, entry->d_name, out_error);
        }
    }
    (void)closedir(stream);
    return result;
}

waft_result wafti_directory_remove_file(
    const char* directory, const char* name, waft_error* out_error) {
    wafti_path path;
    const waft_result result = wafti_path_format(&path, out_error, "%s/%s", directory, name);
    if (result != WAFT_OK) {
        return result;
    }
    if (unlink(path.text) != 0 && errno != ENOENT) {
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
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) {
        return false;
    }
    bool abandoned = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    if (!abandoned && errno != EWOULDBLOCK) {
        abandoned = pid == getpid() || (kill((pid_t)pid, 0) != 0 && errno == ESRCH);
    }
    (void)close(descriptor);
    return abandoned;
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
