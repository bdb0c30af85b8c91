// SPDX-License-Identifier: MIT
// waft bake field: a bank of random fields from the options of a spectrum.
#ifndef CLI_BAKE_FIELD_H
#define CLI_BAKE_FIELD_H

#include "options.h"

int bake_field(const arguments* args);

#endif // CLI_BAKE_FIELD_H
