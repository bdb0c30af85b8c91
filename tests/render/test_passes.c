// SPDX-License-Identifier: MIT
#include "render/pass.h"

#include "test.h"

static void every_pass_can_be_made_and_unmade(void) {
    int count = 0;
    for (; wafti_passes[count] != NULL; ++count) {
        const wafti_pass* pass = wafti_passes[count];
        CHECK(pass->size > 0);
        CHECK(pass->prepare != NULL);
        CHECK(pass->create == NULL || pass->destroy != NULL); // what is made is unmade
        CHECK((pass->casts == NULL) == (pass->shadow == NULL));
        for (int i = 0; i < count; ++i) {
            CHECK(wafti_passes[i] != pass);
        }
    }
    CHECK(count >= 3);
    CHECK(count <= 16); // the renderer has room for so many
}

// What may hide the floor and the sky is drawn before them.
static void the_sky_comes_after_what_hides_it(void) {
    int mesh = -1;
    int floor_at = -1;
    int sky = -1;
    for (int i = 0; wafti_passes[i] != NULL; ++i) {
        mesh = wafti_passes[i] == &wafti_pass_mesh ? i : mesh;
        floor_at = wafti_passes[i] == &wafti_pass_floor ? i : floor_at;
        sky = wafti_passes[i] == &wafti_pass_sky ? i : sky;
    }
    CHECK(mesh >= 0 && mesh < floor_at);
    CHECK(floor_at < sky);
}

static const test_case cases[] = {
    {"every pass can be made and unmade", every_pass_can_be_made_and_unmade},
    {"the sky comes after what hides it", the_sky_comes_after_what_hides_it},
};

TEST_MAIN(cases)
