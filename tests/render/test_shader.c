// SPDX-License-Identifier: MIT
#include "render/shader.h"

#include "render/context.h"
#include "render/shader_texts.h"
#include "test.h"

// Opens a context of its own; false where there is none.
static bool enter(waft_graphics graphics, wafti_context* context) {
    waft_error error = {0};
    const waft_result result = wafti_context_create(graphics, context, &error);
    if (result == WAFT_ERR_MISSING) {
        (void)printf("skipped: %s\n", error.sentence);
        CHECK(strstr(error.sentence, "install") != NULL);
        return false;
    }
    return CHECK(result == WAFT_OK) && CHECK(wafti_context_enter(context));
}

static void leave(wafti_context* context) {
    wafti_context_leave(context);
    wafti_context_destroy(context);
}

static void check_compiles(const char* name, const char* words, bool embedded) {
    wafti_programs programs = {0};
    GLuint program = 0;
    GLuint again = 0;
    waft_error error = {0};
    const wafti_frame frame = {.programs = &programs, .error = &error, .embedded = embedded};
    if (!CHECK(wafti_program_need(&frame, &program, name, "%s", words))) {
        (void)fprintf(
            stderr, "%s, %s with %s: %s\n", name, embedded ? "ES" : "GL", words, error.sentence);
    }
    CHECK(program != 0);
    CHECK(wafti_program_need(&frame, &again, name, "%s", words));
    CHECK(again == program && programs.count == 1);
    wafti_programs_free(&programs);
}

// What some shader needs to be told; the others do not mind.
#define EVERYTHING                                                                                 \
    "SAMPLES=2 TILE=8 MOST_STEPS=64 SOLID SHADOWS "                                                \
    "SEE_THROUGH WAVES=4 SMALL "

static void compile_all(waft_graphics graphics) {
    wafti_context context;
    if (!enter(graphics, &context)) {
        return;
    }
    const bool embedded = graphics == WAFT_GRAPHICS_GLES;
    int programs = 0;
    for (const wafti_shader_text* row = wafti_shader_texts; row->name != NULL; ++row) {
        const char* suffix = strstr(row->name, ".frag");
        char name[64] = "";
        if (suffix != NULL && suffix - row->name < (long)sizeof name) {
            memcpy(name, row->name, (size_t)(suffix - row->name));
            check_compiles(name, EVERYTHING, embedded);
            ++programs;
        }
    }
    CHECK(programs >= 6);
    CHECK(glGetError() == GL_NO_ERROR);
    leave(&context);
}

static void every_file_compiles_in_gl(void) {
    compile_all(WAFT_GRAPHICS_GL);
}

static void every_file_compiles_in_gles(void) {
    compile_all(WAFT_GRAPHICS_GLES);
}

static void variants_of_core_shaders_compile(void) {
    static const struct {
        const char* name;
        const char* words;
    } variants[] = {
        {"mesh", "SOLID"},
        {"mesh", "DEPTH_ONLY"},
        {"mesh", "THIN"},
        {"mesh", "METAL"},
        {"mesh", "THIN SHADOWS"},
        {"mesh", "METAL SHADOWS"},
        {"mesh", "SOLID SMOKE_SHADOW"},
        {"mesh", "THIN SHADOWS SMOKE_SHADOW"},
        {"floor_light", "SHADOWS SMOKE_SHADOW"},
        {"floor", ""},
        {"floor", "GRID"},
        {"floor", "GRID SHADOWS"},
        {"sky", ""},
        {"sky", "SUN"},
        {"resolve", "SAMPLES=1"},
        {"resolve", "SAMPLES=3 VOLUME"},
    };
    for (int embedded = 0; embedded < 2; ++embedded) {
        wafti_context context;
        if (!enter(embedded != 0 ? WAFT_GRAPHICS_GLES : WAFT_GRAPHICS_GL, &context)) {
            return;
        }
        for (size_t i = 0; i < sizeof variants / sizeof variants[0]; ++i) {
            check_compiles(variants[i].name, variants[i].words, embedded != 0);
        }
        leave(&context);
    }
}

static void mistakes_are_reported(void) {
    wafti_context context;
    if (!enter(WAFT_GRAPHICS_GL, &context)) {
        return;
    }
    wafti_programs programs = {0};
    GLuint program = 0;
    waft_error error = {0};
    const wafti_frame frame = {.programs = &programs, .error = &error};
    CHECK(!wafti_program_need(&frame, &program, "nothing", "A"));
    CHECK(error.result == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "'nothing'") != NULL);
    // "mes" starts "mesh" but is not a name.
    CHECK(!wafti_program_need(&frame, &program, "mes", "A"));
    CHECK(error.result == WAFT_ERR_ARGUMENT);
    CHECK(!wafti_program_need(&frame, &program, "sky", "vec3=no GLSL"));
    CHECK(error.result == WAFT_ERR_MISSING);
    CHECK(strstr(error.sentence, "shader") != NULL);
    CHECK(program == 0 && programs.count == 0);
    leave(&context);
}

static const test_case cases[] = {
    {"every file compiles in gl", every_file_compiles_in_gl},
    {"every file compiles in gles", every_file_compiles_in_gles},
    {"variants of core shaders compile", variants_of_core_shaders_compile},
    {"mistakes are reported", mistakes_are_reported},
};

TEST_MAIN(cases)
