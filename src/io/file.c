// SPDX-License-Identifier: MIT
#include "io/file.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/directory.h"

#include <waft/files.h>

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

waft_result wafti_path_format(wafti_path* path, waft_error* out_error, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    // cppcheck-suppress ctuuninitvar ; the path is written here, not read
    const int length = vsnprintf(path->text, sizeof(path->text), format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof(path->text)) {
        return wafti_fail(out_error, WAFT_ERR_IO, "the path %.200s... is longer than %d bytes",
            path->text, WAFTI_PATH_CAPACITY - 1);
    }
    return WAFT_OK;
}

size_t wafti_path_directory_length(const char* path) {
    const char* slash = strrchr(path, '/');
    if (slash == NULL) {
        return 0;
    }
    return slash == path ? 1 : (size_t)(slash - path);
}

static waft_result name_temporary(wafti_file* file, waft_error* out_error) {
    const char* path = file->path.text;
    const char* slash = strrchr(path, '/');
    const char* name = slash != NULL ? slash + 1 : path;
    if (name[0] == '\0') {
        return wafti_fail(out_error, WAFT_ERR_IO, "%s: cannot write: it names a directory", path);
    }
    return wafti_path_format(&file->temporary, out_error, "%.*s.%s.tmp.%ld", (int)(name - path),
        path, name, (long)wafti_port_process());
}

// A lock marks the temporary as alive. Without one it was left by a process that died, and may be
// ours now: process numbers come back, in a container quickly.
static int open_temporary(const char* path) {
    for (;;) {
        const int descriptor = wafti_port_open(path, WAFTI_OPEN_WRITE);
        if (descriptor < 0) {
            return -1;
        }
        wafti_port_status status;
        if (wafti_port_lock(descriptor, true) == WAFTI_LOCK_BUSY) {
            wafti_port_leave(descriptor);
            errno = EBUSY;
            return -1;
        }
        const bool known = wafti_port_status_open(descriptor, &status);
        // A sweep may have removed it between open and lock.
        const bool there = known && status.links > 0;
        if (there && wafti_port_empty(descriptor)) {
            return descriptor;
        }
        wafti_port_leave(descriptor);
        if (there || !known) {
            return -1;
        }
    }
}

waft_result wafti_file_open(wafti_file* file, const char* path, waft_error* out_error) {
    file->descriptor = -1;
    file->failure = 0;
    file->buffered = 0;
    file->sent = 0;
    waft_result result = wafti_path_format(&file->path, out_error, "%s", path);
    if (result == WAFT_OK) {
        result = name_temporary(file, out_error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    file->descriptor = open_temporary(file->temporary.text);
    if (file->descriptor < 0) {
        return wafti_fail_errno(out_error, "create", path);
    }
    return WAFT_OK;
}

static void write_out(wafti_file* file, const unsigned char* bytes, size_t byte_count) {
    if (file->failure == 0 && !wafti_port_write(file->descriptor, bytes, byte_count)) {
        file->failure = errno;
    }
}

static void empty_buffer(wafti_file* file) {
    write_out(file, file->buffer, file->buffered);
    file->sent += file->buffered;
    file->buffered = 0;
}

void wafti_file_put(wafti_file* file, const void* bytes, size_t byte_count) {
    WAFT_ASSERT(file->descriptor >= 0);
    const unsigned char* from = bytes;
    if (byte_count > sizeof(file->buffer) - file->buffered) {
        empty_buffer(file);
    }
    if (byte_count > sizeof(file->buffer)) {
        write_out(file, from, byte_count);
        file->sent += byte_count;
    } else if (byte_count > 0) {
        memcpy(file->buffer + file->buffered, from, byte_count);
        file->buffered += byte_count;
    }
}

void wafti_file_put_text(wafti_file* file, const char* text) {
    wafti_file_put(file, text, strlen(text));
}

void wafti_file_put_u32(wafti_file* file, uint32_t value) {
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
        (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    wafti_file_put(file, bytes, sizeof(bytes));
}

void wafti_file_put_u64(wafti_file* file, uint64_t value) {
    wafti_file_put_u32(file, (uint32_t)value);
    wafti_file_put_u32(file, (uint32_t)(value >> 32));
}

void wafti_file_put_floats(wafti_file* file, const float* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits = 0;
        memcpy(&bits, &values[i], sizeof(bits));
        wafti_file_put_u32(file, bits);
    }
}

uint64_t wafti_file_position(const wafti_file* file) {
    return file->sent + file->buffered;
}

void wafti_file_patch(wafti_file* file, uint64_t position, const void* bytes, size_t byte_count) {
    WAFT_ASSERT(position + byte_count <= wafti_file_position(file));
    empty_buffer(file);
    if (file->failure == 0 && !wafti_port_write_at(file->descriptor, bytes, byte_count, position)) {
        file->failure = errno;
    }
}

// What was being done when it failed, NULL if all went well. The close counts: some file systems
// report a full disk only there.
static const char* bring_home(wafti_file* file) {
    const char* doing = NULL;
    empty_buffer(file);
    if (file->failure != 0) {
        doing = "write";
    } else if (!wafti_port_sync(file->descriptor)) {
        file->failure = errno;
        doing = "sync";
    }
    if (!wafti_port_close(file->descriptor) && doing == NULL) {
        file->failure = errno;
        doing = "close";
    }
    file->descriptor = -1;
    if (doing == NULL && !wafti_port_rename(file->temporary.text, file->path.text)) {
        file->failure = errno;
        doing = "rename into place";
    }
    return doing;
}

waft_result wafti_file_commit(wafti_file* file, waft_error* out_error) {
    WAFT_ASSERT(file->descriptor >= 0);
    const char* doing = bring_home(file);
    if (doing != NULL) {
        (void)wafti_port_remove(file->temporary.text);
        errno = file->failure;
        return wafti_fail_errno(out_error, doing, file->path.text);
    }
    return wafti_directory_sync_parent(file->path.text, out_error);
}

void wafti_file_abort(wafti_file* file) {
    if (file->descriptor >= 0) {
        wafti_port_leave(file->descriptor);
        file->descriptor = -1;
        (void)wafti_port_remove(file->temporary.text);
    }
}

waft_result waft_file_write(
    const char* path, const void* bytes, size_t byte_count, waft_error* out_error) {
    if (path == NULL || (bytes == NULL && byte_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_file_write: a pointer is NULL");
    }
    wafti_file file;
    const waft_result result = wafti_file_open(&file, path, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_file_put(&file, bytes, byte_count);
    return wafti_file_commit(&file, out_error);
}

typedef struct reading {
    const char* path;
    int descriptor;
    size_t limit;
    const waft_allocator* allocator;
    waft_error* error;
} reading;

static waft_result fail_too_large(const reading* job) {
    return wafti_fail(job->error, WAFT_ERR_IO, "%s: cannot read: it is larger than %zu bytes",
        job->path, job->limit);
}

static waft_result read_known_size(
    const reading* job, size_t size, char** out_bytes, size_t* out_count) {
    if (size > job->limit) {
        return fail_too_large(job);
    }
    char* bytes = wafti_text_copy(job->allocator, NULL, size);
    if (bytes == NULL) {
        return wafti_fail_memory(job->error, size, job->path);
    }
    const int64_t got = wafti_port_read(job->descriptor, bytes, size);
    if (got < 0) {
        const waft_result result = wafti_fail_errno(job->error, "read", job->path);
        waft_text_free(job->allocator, bytes);
        return result;
    }
    bytes[got] = '\0';
    *out_bytes = bytes;
    *out_count = (size_t)got;
    return WAFT_OK;
}

// Pipes and the files of /proc do not say how long they are.
static waft_result read_unknown_size(const reading* job, char** out_bytes, size_t* out_count) {
    wafti_text text;
    wafti_text_init(&text, job->allocator);
    waft_result result = WAFT_OK;
    for (;;) {
        char chunk[WAFTI_FILE_BUFFER];
        const int64_t got = wafti_port_read(job->descriptor, chunk, sizeof(chunk));
        if (got < 0) {
            result = wafti_fail_errno(job->error, "read", job->path);
        } else if (text.length + (size_t)got > job->limit) {
            result = fail_too_large(job);
        } else {
            wafti_text_add_bytes(&text, chunk, (size_t)got);
        }
        if (result != WAFT_OK || (size_t)got < sizeof(chunk) || text.failed) {
            break;
        }
    }
    const size_t count = text.length;
    char* bytes = result == WAFT_OK ? wafti_text_give(&text) : NULL;
    wafti_text_free(&text);
    if (result == WAFT_OK && bytes == NULL) {
        return wafti_fail_memory(job->error, count, job->path);
    }
    if (result == WAFT_OK) {
        *out_bytes = bytes;
        *out_count = count;
    }
    return result;
}

waft_result waft_file_read(const char* path, size_t limit, const waft_allocator* allocator,
    char** out_bytes, size_t* out_count, waft_error* out_error) {
    if (path == NULL || out_bytes == NULL || out_count == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_file_read: a pointer is NULL");
    }
    *out_bytes = NULL;
    *out_count = 0;
    const int descriptor = wafti_port_open(path, WAFTI_OPEN_READ);
    if (descriptor < 0) {
        return wafti_fail_errno(out_error, "open", path);
    }
    const reading job = {path, descriptor, limit, allocator, out_error};
    wafti_port_status status;
    waft_result result = WAFT_OK;
    if (!wafti_port_status_open(descriptor, &status)) {
        result = wafti_fail_errno(out_error, "read", path);
    } else if (status.is_file && status.size > 0) {
        result = read_known_size(&job, (size_t)status.size, out_bytes, out_count);
    } else {
        result = read_unknown_size(&job, out_bytes, out_count);
    }
    wafti_port_leave(descriptor);
    return result;
}
