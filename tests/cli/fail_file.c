// SPDX-License-Identifier: MIT
// Preloaded into the command: call number FAIL_AT of FAIL_CALL (close of a file that may be written, or
// fsync) says EIO. FAIL_REPORT gets how many there were.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static long count;

static bool is_due(const char* call) {
    const char* wanted = getenv("FAIL_CALL");
    const char* at = getenv("FAIL_AT");
    return wanted != NULL && at != NULL && strcmp(wanted, call) == 0 && ++count == atol(at);
}

static bool is_written(int file) {
    struct stat status;
    const int flags = fcntl(file, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fstat(file, &status) == 0 &&
           S_ISREG(status.st_mode) && status.st_size > 0;
}

static int fail_if(bool fail, int result) {
    if (fail) {
        errno = EIO;
    }
    return fail ? -1 : result;
}

int close(int file) {
    const bool fail = is_written(file) && is_due("close");
    return fail_if(fail, (int)syscall(SYS_close, file));
}

int fsync(int file) {
    const bool fail = is_due("fsync");
    return fail_if(fail, (int)syscall(SYS_fsync, file));
}

__attribute__((destructor)) static void report(void) {
    const char* path = getenv("FAIL_REPORT");
    FILE* file = path != NULL ? fopen(path, "w") : NULL;
    if (file != NULL) {
        (void)fprintf(file, "%ld\n", count);
        (void)fclose(file);
    }
}
