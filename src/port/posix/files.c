// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

int wafti_port_open(const char* path, wafti_open_mode mode) {
    static const int flags[] = {
        [WAFTI_OPEN_READ] = O_RDONLY,
        [WAFTI_OPEN_FILE] = O_RDONLY | O_NONBLOCK,
        [WAFTI_OPEN_LOOK] = O_RDONLY | O_NONBLOCK | O_NOFOLLOW,
        [WAFTI_OPEN_WRITE] = O_RDWR | O_CREAT | O_NOFOLLOW,
    };
    return open(path, flags[mode] | O_CLOEXEC, 0666);
}

bool wafti_port_close(int file) {
    // After EINTR the descriptor is gone all the same; who cares for its bytes has synced them.
    return close(file) == 0 || errno == EINTR;
}

void wafti_port_leave(int file) {
    const int code = errno;
    (void)close(file);
    errno = code;
}

static int64_t read_from(int file, char* bytes, size_t count, bool there, uint64_t position) {
    size_t done = 0;
    while (done < count) {
        const ssize_t got = there
                                ? pread(file, bytes + done, count - done, (off_t)(position + done))
                                : read(file, bytes + done, count - done);
        if (got == 0) {
            break;
        }
        if (got > 0) {
            done += (size_t)got;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return (int64_t)done;
}

int64_t wafti_port_read(int file, void* bytes, size_t count) {
    return read_from(file, bytes, count, false, 0);
}

int64_t wafti_port_read_at(int file, void* bytes, size_t count, uint64_t position) {
    return read_from(file, bytes, count, true, position);
}

static bool write_to(int file, const char* bytes, size_t count, bool there, uint64_t position) {
    size_t done = 0;
    while (done < count) {
        const ssize_t put = there
                                ? pwrite(file, bytes + done, count - done, (off_t)(position + done))
                                : write(file, bytes + done, count - done);
        if (put >= 0) {
            done += (size_t)put;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool wafti_port_write(int file, const void* bytes, size_t count) {
    return write_to(file, bytes, count, false, 0);
}

bool wafti_port_write_at(int file, const void* bytes, size_t count, uint64_t position) {
    return write_to(file, bytes, count, true, position);
}

bool wafti_port_empty(int file) {
    return ftruncate(file, 0) == 0;
}

bool wafti_port_sync(int file) {
    int result = 0;
    do {
        result = fsync(file);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

static bool describe(int result, const struct stat* status, wafti_port_status* out_status) {
    if (result != 0) {
        return false;
    }
    *out_status = (wafti_port_status){
        .is_file = S_ISREG(status->st_mode),
        .is_directory = S_ISDIR(status->st_mode),
        .size = (uint64_t)status->st_size,
        .links = (uint64_t)status->st_nlink,
        .device = (uint64_t)status->st_dev,
        .number = (uint64_t)status->st_ino,
    };
    return true;
}

bool wafti_port_status_open(int file, wafti_port_status* out_status) {
    struct stat status;
    return describe(fstat(file, &status), &status, out_status);
}

bool wafti_port_status_path(const char* path, wafti_port_status* out_status) {
    struct stat status;
    return describe(stat(path, &status), &status, out_status);
}

bool wafti_port_status_link(const char* path, wafti_port_status* out_status) {
    struct stat status;
    return describe(lstat(path, &status), &status, out_status);
}

bool wafti_port_exists(const char* path) {
    return access(path, F_OK) == 0;
}

wafti_lock wafti_port_lock(int file, bool exclusive) {
    int result = 0;
    do {
        result = flock(file, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    return result == 0            ? WAFTI_LOCK_TAKEN
           : errno == EWOULDBLOCK ? WAFTI_LOCK_BUSY
                                  : WAFTI_LOCK_NONE;
}

bool wafti_port_rename(const char* from, const char* to) {
    return rename(from, to) == 0;
}

bool wafti_port_remove(const char* path) {
    return unlink(path) == 0;
}

void wafti_port_touch(const char* path) {
    (void)!utimensat(AT_FDCWD, path, NULL, 0);
}

void wafti_port_announce(const char* path) {
    const int file = wafti_port_open(path, WAFTI_OPEN_FILE);
    if (file >= 0) {
        (void)posix_fadvise(file, 0, 0, POSIX_FADV_WILLNEED);
        wafti_port_leave(file);
    }
}

bool wafti_port_real_path(const char* path, char out_path[WAFTI_PORT_PATH]) {
    _Static_assert(WAFTI_PORT_PATH >= PATH_MAX, "realpath() may write PATH_MAX bytes");
    return realpath(path, out_path) != NULL;
}
