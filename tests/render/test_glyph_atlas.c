// SPDX-License-Identifier: MIT
#include <string.h>

#include "render/context.h"
#include "render/font.h"
#include "render/glyph_atlas.h"
#include "test.h"

static bool enter(wafti_context* context) {
    waft_error error = {0};
    const waft_result result = wafti_context_create(WAFT_GRAPHICS_GL, context, &error);
    if (result == WAFT_ERR_MISSING) {
        (void)printf("skipped: %s\n", error.sentence);
        return false;
    }
    return CHECK(result == WAFT_OK) && CHECK(wafti_context_enter(context));
}

// Each glyph gets a place of its own, once, and all of the font fit.
static void every_glyph_has_its_place(void) {
    wafti_context context;
    if (!enter(&context)) {
        return;
    }
    static wafti_glyph_atlas atlas;
    CHECK(wafti_font_count() <= WAFTI_ATLAS_PLACES);
    wafti_glyph_atlas_create(&atlas);
    CHECK(atlas.texture != 0);
    size_t drawn = 0;
    for (size_t i = 0; i < wafti_font_count(); ++i) {
        const wafti_glyph_place* place = wafti_glyph_atlas_get(&atlas, i);
        CHECK(place->advance > 0.0f);
        CHECK(place->blank || place->high.x >= place->low.x);
        CHECK(place->texel.x >= 0.0f && place->texel.x < WAFTI_ATLAS_WIDTH);
        CHECK(place->texel.y >= 0.0f && place->texel.y < WAFTI_ATLAS_HEIGHT);
        drawn += place->blank ? 0 : 1;
    }
    CHECK(drawn > 95);
    const int next[2] = {atlas.next[0], atlas.next[1]};
    CHECK(wafti_glyph_atlas_get(&atlas, 1) == &atlas.places[1]);
    CHECK(memcmp(next, atlas.next, sizeof next) == 0);
    CHECK(glGetError() == GL_NO_ERROR);
    glDeleteTextures(1, &atlas.texture);
    wafti_context_leave(&context);
    wafti_context_destroy(&context);
}

static const test_case cases[] = {
    {"every glyph has its place", every_glyph_has_its_place},
};

TEST_MAIN(cases)
