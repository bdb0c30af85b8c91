// SPDX-License-Identifier: MIT
#include "render/water_uniforms.h"

// Water absorbs most what it scatters least, so its colour also says what it takes; the mean over
// the colours is one over the clarity.
static waft_vec3 absorption(const waft_look* look) {
    const float color[3] = {look->water_color.x, look->water_color.y, look->water_color.z};
    float rate[3];
    float sum = 0.0f;
    const float most = fmaxf(fmaxf(color[0], color[1]), fmaxf(color[2], 1e-3f));
    for (int i = 0; i < 3; ++i) {
        rate[i] = powf(most / fmaxf(color[i], 0.02f * most), 0.5f);
        sum += rate[i];
    }
    const float scale = 3.0f / (sum * look->water_clarity);
    return (waft_vec3){rate[0] * scale, rate[1] * scale, rate[2] * scale};
}

// The second layer of ripples drifts 2.1 times as far: after so many tiles both stand as at first.
static const double whole_tiles = 60.0;

wafti_water_uniforms wafti_water_uniforms_make(
    const wafti_frame* frame, waft_bounds block, const wafti_ripples* ripples) {
    const waft_look* look = &frame->drawing->look;
    // A ripple of an eighth of the tile in deep water: speed sqrt(g L / 2 pi).
    const float speed = sqrtf(9.81f * ripples->tile / 8.0f / 6.2831853f);
    const double way = frame->drawing->time * (double)(speed / ripples->tile);
    return (wafti_water_uniforms){
        .absorption = absorption(look),
        // The colour is that of deep water seen obliquely, where light and ray die out together.
        .scatter = waft_vec3_scale(look->water_color, 1.4f),
        .block = block,
        .ripple = {1.0f / ripples->tile, ripples->slope * look->ripples,
            (float)fmod(-way * (double)ripples->wind.x, whole_tiles),
            (float)fmod(-way * (double)ripples->wind.y, whole_tiles)},
    };
}

void wafti_water_uniforms_set(
    GLuint program, const wafti_frame* frame, const wafti_water_uniforms* uniforms) {
    const waft_draw_water* drawn = frame->drawing->water;
    glUseProgram(program);
    wafti_gl_set_vec3(program, "absorption", uniforms->absorption);
    wafti_gl_set_vec3(program, "scatter", uniforms->scatter);
    wafti_gl_set_vec3(program, "block_low", uniforms->block.low);
    wafti_gl_set_vec3(program, "block_high", uniforms->block.high);
    glUniform4fv(glGetUniformLocation(program, "ripple"), 1, uniforms->ripple);
    wafti_gl_set_float(program, "foam_white", frame->drawing->look.foam);
    wafti_gl_set_float(program, "still_level", drawn != NULL ? drawn->still_level : 0.0f);
    wafti_gl_set_unit(program, "detail", WAFTI_UNIT_DETAIL);
}

bool wafti_water_look_check(const wafti_frame* frame) {
    const waft_look* look = &frame->drawing->look;
    const waft_draw_water* drawn = frame->drawing->water;
    const float shares[] = {
        look->water_color.x, look->water_color.y, look->water_color.z, look->foam, look->ripples};
    if (drawn != NULL && !isfinite(drawn->still_level)) {
        return wafti_frame_refuse(frame, "water.still_level must be finite");
    }
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; ++i) {
        if (!(shares[i] >= 0.0f && shares[i] <= 1.0f)) {
            return wafti_frame_refuse(frame, "look.water_color, foam and ripples must be 0 to 1");
        }
    }
    return look->water_clarity > 0.0f ||
           wafti_frame_refuse(frame, "look.water_clarity must be above 0");
}
