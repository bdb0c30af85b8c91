// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <errno.h>

#include "test.h"

static const char folder[] = "waft_test_directories";

typedef struct seen {
    int count, most;
    bool letters[3];
} seen;

static bool see(void* user, const char* name) {
    seen* s = user;
    if (strlen(name) == 1 && name[0] >= 'a' && name[0] <= 'c') {
        s->letters[name[0] - 'a'] = true;
    }
    return ++s->count < s->most;
}

static void name_of(char path[64], int i) {
    (void)snprintf(path, 64, "%s/%c", folder, 'a' + i);
}

static bool remove_it(void* user, const char* name) {
    (void)user;
    char path[64];
    (void)snprintf(path, sizeof(path), "%s/%.16s", folder, name);
    return wafti_port_remove(path);
}

static void made_visited_removed(void) {
    wafti_port_status status;
    char path[64];
    CHECK(wafti_port_make_directory(folder));
    CHECK(!wafti_port_make_directory(folder) && errno == EEXIST);
    CHECK(wafti_port_status_path(folder, &status) && status.is_directory && !status.is_file);
    for (int i = 0; i < 3; ++i) {
        name_of(path, i);
        const int file = wafti_port_open(path, WAFTI_OPEN_WRITE);
        CHECK(file >= 0 && wafti_port_close(file));
    }
    CHECK(wafti_port_sync_directory(folder));
    seen all = {.most = 100};
    CHECK(wafti_port_visit(folder, see, &all));
    CHECK(all.count == 3 && all.letters[0] && all.letters[1] && all.letters[2]);
    seen few = {.most = 2};
    CHECK(wafti_port_visit(folder, see, &few) && few.count == 2);
    CHECK(!wafti_port_remove_directory(folder)); // it is not empty
    CHECK(wafti_port_visit(folder, remove_it, NULL));
    CHECK(wafti_port_remove_directory(folder));
    CHECK(!wafti_port_exists(folder));
}

static void what_is_not_there(void) {
    seen all = {.most = 100};
    errno = 0;
    CHECK(!wafti_port_visit("waft_test_none", see, &all) && errno == ENOENT);
    CHECK(all.count == 0);
    CHECK(!wafti_port_make_directory("waft_test_none/below") && errno == ENOENT);
    CHECK(!wafti_port_remove_directory("waft_test_none") && errno == ENOENT);
}

static const test_case cases[] = {
    {"made_visited_removed", made_visited_removed},
    {"what_is_not_there", what_is_not_there},
};

TEST_MAIN(cases)
