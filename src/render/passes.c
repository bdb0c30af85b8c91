// SPDX-License-Identifier: MIT
#include "render/pass.h"

// Floor and sky come after what may hide them, so that hidden parts cost nothing; lines are blended
// and need them.
const wafti_pass* const wafti_passes[] = {
    &wafti_pass_terrain,
    &wafti_pass_mesh,
    &wafti_pass_particles,
    &wafti_pass_floor,
    &wafti_pass_sky,
    &wafti_pass_lines,
    &wafti_pass_water,
    &wafti_pass_sea,
    &wafti_pass_liquid,
    &wafti_pass_volume,
    &wafti_pass_text,
    NULL,
};
