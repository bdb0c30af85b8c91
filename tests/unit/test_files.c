// SPDX-License-Identifier: MIT
// What every system must do with files; `./dev ports` runs it for other systems too.
#include "port/port.h"

#include <errno.h>

#include "test.h"

static const char name[] = "waft_test_files.bin";
static const char other[] = "waft_test_files \xC3\xA4\xE2\x82\xAC.bin"; // names are UTF-8

static int made(const char* path) {
    (void)wafti_port_remove(path);
    const int file = wafti_port_open(path, WAFTI_OPEN_WRITE);
    CHECK(file >= 0);
    return file;
}

static void bytes_come_back(void) {
    char text[16] = "";
    const int file = made(name);
    CHECK(wafti_port_write(file, "one\r\n\x1Atwo", 9)); // no letter is changed, none ends the file
    CHECK(wafti_port_write_at(file, "T", 1, 6));
    CHECK(wafti_port_write(file, "!", 1)); // goes on where the first one ended
    CHECK(wafti_port_read_at(file, text, 4, 8) == 2 && memcmp(text, "o!", 2) == 0);
    CHECK(wafti_port_sync(file));
    CHECK(wafti_port_close(file));
    const int again = wafti_port_open(name, WAFTI_OPEN_READ);
    CHECK(wafti_port_read(again, text, sizeof(text)) == 10);
    CHECK(memcmp(text, "one\r\n\x1ATwo!", 10) == 0);
    CHECK(wafti_port_read(again, text, sizeof(text)) == 0);
    CHECK(!wafti_port_write(again, "x", 1)); // it was opened to be read
    wafti_port_leave(again);
    const int third = wafti_port_open(name, WAFTI_OPEN_WRITE);
    CHECK(wafti_port_read(third, text, 3) == 3); // what was there is there
    CHECK(wafti_port_empty(third));
    wafti_port_status status;
    CHECK(wafti_port_status_open(third, &status) && status.is_file && status.size == 0);
    CHECK(wafti_port_close(third));
    CHECK(wafti_port_remove(name));
}

static void errors_have_numbers(void) {
    wafti_port_status status;
    errno = 0;
    CHECK(wafti_port_open("waft_test_none/file", WAFTI_OPEN_FILE) == -1 && errno == ENOENT);
    CHECK(wafti_port_open("waft_test_none/file", WAFTI_OPEN_WRITE) == -1);
    CHECK(!wafti_port_remove("waft_test_none") && errno == ENOENT);
    CHECK(!wafti_port_rename("waft_test_none", name) && errno == ENOENT);
    CHECK(!wafti_port_status_path("waft_test_none", &status) && errno == ENOENT);
    CHECK(!wafti_port_status_link("waft_test_none", &status));
    CHECK(!wafti_port_exists("waft_test_none"));
    wafti_port_touch("waft_test_none");
    wafti_port_announce("waft_test_none");
    CHECK(!wafti_port_exists("waft_test_none"));
    const int file = made(name);
    errno = EXDEV;
    wafti_port_leave(file);
    CHECK(errno == EXDEV);
    CHECK(wafti_port_remove(name));
}

static void names_and_identity(void) {
    const int first = made(name);
    const int second = made(other);
    wafti_port_status a;
    wafti_port_status b;
    wafti_port_status c;
    CHECK(wafti_port_write(second, "abc", 3));
    CHECK(wafti_port_status_open(first, &a) && wafti_port_status_link(name, &b));
    CHECK(wafti_port_status_path(other, &c) && c.size == 3 && c.links == 1 && c.is_file);
    CHECK(a.device == b.device && a.number == b.number);
    CHECK(a.device == c.device && a.number != c.number);
    CHECK(wafti_port_close(first));
    CHECK(wafti_port_close(second));
    wafti_port_touch(other);
    wafti_port_announce(other);
    // The name moves over one that is there.
    CHECK(wafti_port_rename(other, name));
    CHECK(!wafti_port_exists(other) && wafti_port_exists(name));
    CHECK(wafti_port_status_path(name, &b) && b.number == c.number && b.size == 3);
    char real[WAFTI_PORT_PATH];
    char dotted[64];
    (void)snprintf(dotted, sizeof(dotted), "./%s", name);
    CHECK(wafti_port_real_path(dotted, real));
    CHECK(strlen(real) > sizeof(name) && strstr(real, "/./") == NULL);
    CHECK(strcmp(real + strlen(real) - strlen(name), name) == 0);
    CHECK(wafti_port_remove(name));
    CHECK(!wafti_port_real_path(dotted, real));
}

static void one_has_the_lock(void) {
    const int mine = made(name);
    const int another = wafti_port_open(name, WAFTI_OPEN_LOOK);
    CHECK(wafti_port_lock(mine, true) == WAFTI_LOCK_TAKEN);
    CHECK(wafti_port_lock(another, false) == WAFTI_LOCK_BUSY);
    CHECK(wafti_port_write(mine, "x", 1)); // a lock keeps nobody from writing
    CHECK(wafti_port_close(mine));
    CHECK(wafti_port_lock(another, false) == WAFTI_LOCK_TAKEN);
    // Who has a file open does not keep others from removing it.
    CHECK(wafti_port_remove(name));
    wafti_port_leave(another);
    CHECK(!wafti_port_exists(name));
}

static void a_descriptor_that_is_none(void) {
    char text[4];
    errno = 0;
    CHECK(!wafti_port_close(-1) && errno == EBADF);
    CHECK(wafti_port_read(-1, text, 4) == -1);
    CHECK(wafti_port_read_at(-1, text, 4, 0) == -1);
    CHECK(!wafti_port_write(-1, text, 4));
    CHECK(!wafti_port_write_at(-1, text, 4, 0));
    CHECK(!wafti_port_sync(-1));
}

static const test_case cases[] = {
    {"bytes_come_back", bytes_come_back},
    {"errors_have_numbers", errors_have_numbers},
    {"names_and_identity", names_and_identity},
    {"one_has_the_lock", one_has_the_lock},
    {"a_descriptor_that_is_none", a_descriptor_that_is_none},
};

TEST_MAIN(cases)
