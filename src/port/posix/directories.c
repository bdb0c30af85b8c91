// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool wafti_port_make_directory(const char* path) {
    return mkdir(path, 0777) == 0;
}

bool wafti_port_remove_directory(const char* path) {
    return rmdir(path) == 0;
}

bool wafti_port_sync_directory(const char* path) {
    const int file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    // Some file systems have no sync for directories and say EINVAL: there is nothing to wait for.
    const bool done = wafti_port_sync(file) || errno == EINVAL;
    wafti_port_leave(file);
    return done;
}

bool wafti_port_visit(const char* path, wafti_port_visitor* visit, void* user) {
    DIR* stream = opendir(path);
    if (stream == NULL) {
        return false;
    }
    int code = 0;
    for (bool more = true; more;) {
        errno = 0;
        const struct dirent* entry = readdir(stream);
        code = entry == NULL ? errno : 0;
        more = entry != NULL && (strcmp(entry->d_name, ".") == 0 ||
                                    strcmp(entry->d_name, "..") == 0 || visit(user, entry->d_name));
    }
    (void)closedir(stream);
    errno = code;
    return code == 0;
}
