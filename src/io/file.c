// SPDX-License-Identifier: MIT
#include "io/file.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/directory.h"

#include <waft/export.h>

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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
        path, name, (long)getpid());
}

// A lock marks the temporary as alive. Without one it was left by a process that died, and may be
// ours now: process numbers come back, in a container quickly.
static int open_temporary(const char* path) {
    for (;;) {
        const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
        const int descriptor = open(path, flags, 0666);
        if (descriptor < 0) {
            return -1;
        }
        const bool busy = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        struct stat status;
        if (busy || fstat(descriptor, &status) != 0) {
            (void)close(descriptor);
            errno = busy ? EBUSY : errno;
            return -1;
        }
        // A sweep may have removed it between open and lock.
        if (status.st_nlink > 0) {
            if (ftruncate(descriptor, 0) == 0) {
                return descriptor;
            }
            const int code = errno;
            (void)close(descriptor);
            errno = code;
            return -1;
        }
        (void)close(descriptor);
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
    while (byte_count > 0 && file->failure == 0) {
        const ssize_t written = write(file->descriptor, bytes, byte_count);
        if (written < 0) {
            file->failure = errno == EINTR ? 0 : errno;
        } else {
            bytes += written;
            byte_count -= (size_t)written;
        }
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
    const unsigned char* from = bytes;
    while (byte_count > 0 && file->failure == 0) {
        const ssize_t written = pwrite(file->descriptor, from, byte_count, (off_t)position);
        if (written < 0) {
            file->failure = errno == EINTR ? 0 : errno;
        } else {
            from += written;
            position += (uint64_t)written;
            byte_count -= (size_t)written;
        }
    }
}

static int sync_descriptor(int descriptor) {
    int result = 0;
    do {
        result = fsync(descriptor);
    } while (result != 0 && errno == EINTR);
    return result;
}

// What was being done when it failed, NULL if all went well. The close counts: some file systems
// report a full disk only there.
static const char* bring_home(wafti_file* file) {
    const char* doing = NULL;
    empty_buffer(file);
    if (file->failure != 0) {
        doing = "write";
    } else if (sync_descriptor(file->descriptor) != 0) {
        file->failure = errno;
        doing = "sync";
    }
    // After EINTR the descriptor is gone all the same, and the data were synced.
    if (close(file->descriptor) != 0 && errno != EINTR && doing == NULL) {
        file->failure = errno;
        doing = "close";
    }
    file->descriptor = -1;
    if (doing == NULL && rename(file->temporary.text, file->path.text) != 0) {
        file->failure = errno;
        doing = "rename into place";
    }
    return doing;
}

waft_result wafti_file_commit(wafti_file* file, waft_error* out_error) {
    WAFT_ASSERT(file->descriptor >= 0);
    const char* doing = bring_home(file);
    if (doing != NULL) {
        (void)unlink(file->temporary.text);
        errno = file->failure;
        return wafti_fail_errno(out_error, doing, file->path.text);
    }
    return wafti_directory_sync_parent(file->path.text, out_error);
}

void wafti_file_abort(wafti_file* file) {
    if (file->descriptor >= 0) {
        (void)close(file->descriptor);
        file->descriptor = -1;
        (void)unlink(file->temporary.text);
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

// At most `capacity` bytes; fewer only at the end of the file. -1 with errno on an error.
static ssize_t read_some(int descriptor, char* bytes, size_t capacity) {
    size_t count = 0;
    while (count < capacity) {
        const ssize_t got = read(descriptor, bytes + count, capacity - count);
        if (got == 0) {
            break;
        }
        if (got > 0) {
            count += (size_t)got;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return (ssize_t)count;
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
    const ssize_t got = read_some(job->descriptor, bytes, size);
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
        const ssize_t got = read_some(job->descriptor, chunk, sizeof(chunk));
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
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return wafti_fail_errno(out_error, "open", path);
    }
    const reading job = {path, descriptor, limit, allocator, out_error};
    struct stat status;
    waft_result result = WAFT_OK;
    if (fstat(descriptor, &status) != 0) {
        result = wafti_fail_errno(out_error, "read", path);
    } else if (S_ISREG(status.st_mode) && status.st_size > 0) {
        result = read_known_size(&job, (size_t)status.st_size, out_bytes, out_count);
    } else {
        result = read_unknown_size(&job, out_bytes, out_count);
    }
    (void)close(descriptor);
    return result;
}
