// SPDX-License-Identifier: MIT
#include "scratch.h"

#include <locale.h>

static void files_and_times(void) {
    scratch s = scratch_make();
    const waft_pvd_entry entries[] = {{0.0, "vti/a_000000.vti"}, {0.1, "vti/a&b.vti"}};
    (void)setlocale(LC_NUMERIC, "de_DE.UTF-8"); // where it is there, a comma
    CHECK(waft_pvd_write(scratch_file(&s, "a.pvd"), entries, 2, NULL) == WAFT_OK);
    (void)setlocale(LC_NUMERIC, "C");
    char* text = scratch_read(scratch_file(&s, "a.pvd"), NULL);
    CHECK_TEXT(text, "<?xml version=\"1.0\"?>\n"
                     "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
                     "<Collection>\n"
                     "<DataSet timestep=\"0\" part=\"0\" file=\"vti/a_000000.vti\"/>\n"
                     "<DataSet timestep=\"0.1\" part=\"0\" file=\"vti/a&amp;b.vti\"/>\n"
                     "</Collection>\n</VTKFile>\n");
    waft_text_free(NULL, text);
    CHECK(waft_pvd_write(scratch_file(&s, "empty.pvd"), NULL, 0, NULL) == WAFT_OK);
    scratch_remove(&s);
}

static void refusals(void) {
    const waft_pvd_entry no_file = {0.0, NULL};
    const waft_pvd_entry no_time = {NAN, "a"};
    waft_error error;
    CHECK(waft_pvd_write(NULL, &no_file, 0, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_pvd_write("a.pvd", NULL, 1, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_pvd_write("a.pvd", &no_file, 1, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "a.pvd: entry 0 has no file or a time that is not finite");
    CHECK(waft_pvd_write("a.pvd", &no_time, 1, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_pvd_write("no/such/folder/a.pvd", NULL, 0, &error) == WAFT_ERR_IO);
}

static const test_case cases[] = {
    {"files_and_times", files_and_times},
    {"refusals", refusals},
};

TEST_MAIN(cases)
