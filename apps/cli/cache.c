// SPDX-License-Identifier: MIT
#include "cache.h"

#include "units.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PATH = 4096 };

// Room for some banks of fields, of which one of 128^3 cells takes 300 MiB, and any number of hulls.
static const uint64_t most_bytes = UINT64_C(1) << 31;

/// $XDG_CACHE_HOME/waft, else ~/.cache/waft.
static char* default_folder(void) {
    const char* base = getenv("XDG_CACHE_HOME");
    const char* home = getenv("HOME");
    char* path = NULL;
    int length = -1;
    if (base != NULL && base[0] == '/') {
        length = asprintf(&path, "%s/waft", base);
    } else if (home != NULL && home[0] == '/') {
        length = asprintf(&path, "%s/.cache/waft", home);
    }
    return length >= 0 ? path : NULL;
}

/// Makes a folder and those above it.
static bool make_folders(char* path) {
    for (char* slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = make_directory(path);
        *slash = '/';
        if (!made) {
            return false;
        }
    }
    return make_directory(path);
}

/// Whether we gave a file its name: 16 hexadecimal digits and .whull or .wbank. Others in the folder are
/// not ours to count or to remove.
static bool is_baked(const char* name) {
    enum { DIGITS = 16 };
    return strspn(name, "0123456789abcdef") == DIGITS &&
           (strcmp(name + DIGITS, ".whull") == 0 || strcmp(name + DIGITS, ".wbank") == 0);
}

/// Bytes of all that is baked, and the file that was used longest ago: a use sets its time of change.
static uint64_t measure(const char* folder, char out_oldest[MOST_PATH]) {
    uint64_t total = 0;
    time_t oldest = 0;
    DIR* entries = opendir(folder);
    out_oldest[0] = '\0';
    for (struct dirent* entry = NULL; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char path[MOST_PATH];
        struct stat status;
        if (!is_baked(entry->d_name) ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= MOST_PATH ||
            stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
            continue;
        }
        total += (uint64_t)status.st_size;
        if (out_oldest[0] == '\0' || status.st_mtime < oldest) {
            oldest = status.st_mtime;
            memcpy(out_oldest, path, strlen(path) + 1);
        }
    }
    if (entries != NULL) {
        (void)closedir(entries);
    }
    return total;
}

static void drop_oldest(const char* folder) {
    enum { MOST_DROPS = 1000 };
    char oldest[MOST_PATH];
    for (int i = 0; i < MOST_DROPS && measure(folder, oldest) > most_bytes; ++i) {
        if (oldest[0] == '\0' || unlink(oldest) != 0) {
            return;
        }
    }
}

char* cache_folder(const arguments* args) {
    const char* wish = arguments_value(args, "cache");
    char* path = wish != NULL ? strdup(wish) : default_folder();
    if (path != NULL && (path[0] == '\0' || !make_folders(path))) {
        free(path);
        return NULL;
    }
    if (path != NULL) {
        drop_oldest(path);
    }
    return path;
}
