// SPDX-License-Identifier: MIT
#include "run/tables.h"

#include <stdlib.h>

#include "falling_fixture.h"

static void rows_in_creation_order(void) {
    falling f;
    falling_make(&f);
    wafti_text text;
    wafti_text_init(&text, NULL);
    const waft_body_table plain = {.loads = false};
    wafti_body_table_start(&text, plain);
    CHECK_TEXT(
        text.bytes, "time_s,body,name,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,age_s,f_sub,state\n");
    wafti_text_clear(&text);
    wafti_body_table_add(&text, plain, f.world);
    CHECK_TEXT(text.bytes, "0,1,\"\",0,2,0,1,0,0,0,0,0,0,0,0,0,0,0,0\n"
                           "0,2,\"\",0.25,2,0,1,0,0,0,0,0,0,0,0,0,0,0,0\n"
                           "0,3,\"\",0.5,2,0,0.800000012,0.600000024,0,0,0,0,0,0,0,0,0,0,0\n");
    wafti_text_free(&text);
    falling_free(&f);
}

static size_t commas(const char* line) {
    size_t count = 0;
    for (; *line != '\n' && *line != '\0'; ++line) {
        count += *line == ',';
    }
    return count;
}

static void loads_and_noise_on_demand(void) {
    falling f;
    falling_make(&f);
    falling_step(&f, 50);
    wafti_text text;
    wafti_text_init(&text, NULL);
    const waft_body_table all = {.loads = true, .noise = true};
    wafti_body_table_start(&text, all);
    CHECK(strstr(text.bytes, ",state,fx,fy,fz,tx,ty,tz,upx,upy,upz\n") != NULL);
    wafti_body_table_add(&text, all, f.world);
    const char* row = strchr(text.bytes, '\n') + 1;
    CHECK(commas(row) == 18 + 9);
    double numbers[28] = {0.0};
    for (int i = 0; i < 28; ++i) {
        numbers[i] = strtod(row, NULL);
        row = strpbrk(row, ",\n") + 1;
    }
    CHECK_NEAR(numbers[0], 0.2, 1e-9);
    CHECK(numbers[4] < 2.0 && numbers[11] < -0.1); // fallen, falling
    CHECK_NEAR(numbers[16], 0.2, 1e-5);
    CHECK(numbers[20] > 1e-5); // the air holds it up
    wafti_text_free(&text);
    falling_free(&f);
}

static const test_case cases[] = {
    {"rows_in_creation_order", rows_in_creation_order},
    {"loads_and_noise_on_demand", loads_and_noise_on_demand},
};

TEST_MAIN(cases)
