// SPDX-License-Identifier: MIT
#include "solid/solid_params.h"

#define SOLID(key_, member_) .shown.path = "solids[]." #key_, AT(SOLID, waft_solid_def, member_)
#define SOLID_KEY(key_, member_)                                                                   \
    .shown.path = "solids[].poses[]." #key_, AT(SOLID_KEY, waft_solid_key, member_)

static const wafti_param name[] = {
    {NUMBER(TEXT, SOLID(name, name), "", FROM(1, 31), "", "", "what it is called")},
};

static const wafti_param key[] = {
    {NUMBER(REAL, SOLID_KEY(time, time), "s", FROM(0, 1e6), "", "", "when it is there"),
        REQUIRED("a pose needs a time")},
    {NUMBER(REAL3, SOLID_KEY(at, pose.position), "m", PLACE, "", "", "where it is then"),
        REQUIRED("a pose needs a place, such as at: [0.5, 0.2, 0.5]")},
};

static const wafti_param ease[] = {
    {CHOICE(SOLID_KEY(ease, ease), "linear|step|smooth", "linear",
         "how it goes on to the next; step stays, smooth sets off and arrives at rest"),
        VALUES(WAFT_EASE_LINEAR, WAFT_EASE_STEP, WAFT_EASE_SMOOTH)},
    {CHOICE(SOLID(slip, no_slip), "free|none", "free",
         "free lets fluids glide along it, none makes them stick"),
        VALUES(false, true)},
    {SWITCH(SOLID(displace, displace), "false",
        "take away the liquid that it covers at the start; else that is an error")},
    {SOLID(felt_by, felt_by), ROW(WORDS, "", "[smoke, liquid, bodies]", "smoke|liquid|bodies", "",
                                  "who meets it; others pass through")},
};

const wafti_rows wafti_solid_rows[] = {ROWS_OF(name), ROWS_OF(key), ROWS_OF(ease)};
