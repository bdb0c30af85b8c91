// SPDX-License-Identifier: MIT
#include "io/file.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "io/deflate.h"
#include "io/directory.h"
#include "io/little_endian.h"

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

bool wafti_path_baked(wafti_path* path, const char* directory, uint64_t key, const char* ending) {
    uint64_t name = wafti_hash_u64(0, key);
    name = wafti_hash(name, waft_version(), strlen(waft_version()));
    name = wafti_hash(name, waft_isa(), strlen(waft_isa()));
    return wafti_path_format(path, NULL, "%s/%08x%08x.%s", directory, (unsigned)(name >> 32),
               (unsigned)name, ending) == WAFT_OK;
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

void wafti_file_open(wafti_file* file, const char* path, waft_error* out_error) {
    file->descriptor = -1;
    file->failure = 0;
    file->buffered = 0;
    file->sent = 0;
    file->summed = false;
    file->sum = 0;
    file->opened = wafti_path_format(&file->path, out_error, "%s", path);
    if (file->opened == WAFT_OK) {
        file->opened = name_temporary(file, out_error);
    }
    if (file->opened == WAFT_OK) {
        file->descriptor = open_temporary(file->temporary.text);
        file->opened = file->descriptor < 0 ? wafti_fail_errno(out_error, "create", path) : WAFT_OK;
    }
}

static void write_out(wafti_file* file, const unsigned char* bytes, size_t byte_count) {
    if (file->opened == WAFT_OK && file->failure == 0 &&
        !wafti_port_write(file->descriptor, bytes, byte_count)) {
        file->failure = errno;
    }
}

static void empty_buffer(wafti_file* file) {
    write_out(file, file->buffer, file->buffered);
    file->sent += file->buffered;
    file->buffered = 0;
}

void wafti_file_put(wafti_file* file, const void* bytes, size_t byte_count) {
    const unsigned char* from = bytes;
    if (file->summed && byte_count > 0) {
        file->sum = wafti_block_crc32(file->sum, bytes, byte_count);
    }
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

void wafti_file_put_u8(wafti_file* file, unsigned char value) {
    wafti_file_put(file, &value, 1);
}

void wafti_file_put_u32(wafti_file* file, uint32_t value) {
    unsigned char bytes[4];
    wafti_put_u32(bytes, value);
    wafti_file_put(file, bytes, sizeof(bytes));
}

void wafti_file_put_u64(wafti_file* file, uint64_t value) {
    wafti_file_put_u32(file, (uint32_t)value);
    wafti_file_put_u32(file, (uint32_t)(value >> 32));
}

void wafti_file_put_u32s(wafti_file* file, const uint32_t* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        wafti_file_put_u32(file, values[i]);
    }
}

void wafti_file_put_double(wafti_file* file, double value) {
    unsigned char bytes[8];
    wafti_put_double(bytes, value);
    wafti_file_put(file, bytes, sizeof(bytes));
}

void wafti_file_put_floats(wafti_file* file, const float* values, size_t count) {
    enum { PIECE = 256, NUMBER = sizeof(float) };
    unsigned char bytes[PIECE * NUMBER];
    for (size_t done = 0; done < count; done += PIECE) {
        const size_t some = count - done < PIECE ? count - done : PIECE;
        wafti_file_put(file, bytes, wafti_put_reals(bytes, values + done, some, false));
    }
}

uint64_t wafti_file_position(const wafti_file* file) {
    return file->sent + file->buffered;
}

void wafti_file_patch(wafti_file* file, uint64_t position, const void* bytes, size_t byte_count) {
    WAFT_ASSERT(position + byte_count <= wafti_file_position(file));
    empty_buffer(file);
    if (file->opened == WAFT_OK && file->failure == 0 &&
        !wafti_port_write_at(file->descriptor, bytes, byte_count, position)) {
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
    if (file->opened != WAFT_OK) {
        return file->opened;
    }
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

waft_result wafti_file_end(wafti_file* file, waft_result made, waft_error* out_error) {
    if (made == WAFT_OK) {
        return wafti_file_commit(file, out_error);
    }
    wafti_file_abort(file);
    return made;
}

waft_result wafti_text_write(const wafti_text* text, const char* path, waft_error* out_error) {
    return text->failed ? wafti_fail_memory(out_error, text->length, path)
                        : waft_file_write(path, text->bytes, text->length, out_error);
}

waft_result wafti_text_finish(wafti_text* text, const char* path, waft_error* out_error) {
    const waft_result result = wafti_text_write(text, path, out_error);
    wafti_text_free(text);
    return result;
}

waft_result waft_file_write(
    const char* path, const void* bytes, size_t byte_count, waft_error* out_error) {
    if (path == NULL || (bytes == NULL && byte_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_file_write: a pointer is NULL");
    }
    wafti_file file;
    wafti_file_open(&file, path, out_error);
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

waft_result wafti_file_sum(const char* path, uint32_t* out_sum, waft_error* out_error) {
    wafti_port_status status;
    const int file = wafti_port_open(path, WAFTI_OPEN_FILE);
    if (file < 0 || !wafti_port_status_open(file, &status) || !status.is_file) {
        if (file >= 0) {
            wafti_port_leave(file);
        }
        return wafti_fail(out_error, WAFT_ERR_IO, "%s is missing", path);
    }
    unsigned char buffer[65536];
    uint32_t sum = 0;
    int64_t count = wafti_port_read(file, buffer, sizeof(buffer));
    while (count > 0) {
        sum = wafti_block_crc32(sum, buffer, (size_t)count);
        count = wafti_port_read(file, buffer, sizeof(buffer));
    }
    wafti_port_leave(file);
    if (count < 0) {
        return wafti_fail_errno(out_error, "read", path);
    }
    *out_sum = sum;
    return WAFT_OK;
}
