// SPDX-License-Identifier: MIT
// Quantities with units: "4 cm", "20 km/h", "9.81 m/s2".
#ifndef WAFTI_SCENE_UNITS_H
#define WAFTI_SCENE_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "scene/phrase.h"

typedef enum wafti_dimension {
    WAFTI_LENGTH,
    WAFTI_TIME,
    WAFTI_MASS,
    WAFTI_TEMPERATURE,
    WAFTI_ANGLE,
    WAFTI_DIMENSION_COUNT,
} wafti_dimension;

/// A unit is value * up / down in SI. Two factors, since 7 / 1000 is the double nearest to 0.007
/// and 7 * 0.001 need not be.
typedef struct wafti_unit {
    double up, down;
    int power[WAFTI_DIMENSION_COUNT];
} wafti_unit;

/// Reads products such as "kg/m3", "1/s", "N m", "m^2"; the empty text is a plain number.
/// On failure *out_bad and *out_bad_length are the part that is not a unit.
bool wafti_unit_parse(
    const char* text, wafti_unit* out_unit, const char** out_bad, size_t* out_bad_length);

/// True if a value in `given` can stand for one in `wanted`. An angle may be left out, so that 1/m
/// is a wavenumber as rad/m is.
bool wafti_unit_fits(const wafti_unit* given, const wafti_unit* wanted);

/// "a length", "a speed"; "a plain number" without dimension; NULL if the kind has no name.
const char* wafti_unit_kind(const wafti_unit* unit);

/// The same for a setting whose unit is written `wanted`: one dimension may be that of several kinds,
/// as m2/s of viscosities and, written m3/s/m, of flows. "a plain number" for "".
const char* wafti_unit_kind_of(const char* wanted);

/// A value one might write for such a setting, "4 cm"; NULL if the kind has no name.
const char* wafti_unit_example(const char* wanted);

/// "m, cm, mm, um, km, in or ft", or "units such as m/s".
wafti_phrase wafti_unit_names(const char* wanted);

/// Adds a regular expression for the units that fit `wanted`, made from the table of units. It has all
/// products of two units of different kinds, and "1/m/s", "m/s/s" and "m3/s/m"; of rarer ones, such as
/// "kg m/s2/N", the reader knows more.
void wafti_unit_add_pattern(wafti_text* text, const char* wanted);

typedef enum wafti_quantity_status {
    WAFTI_QUANTITY_OK,
    WAFTI_QUANTITY_NO_NUMBER,    ///< does not start with a decimal number
    WAFTI_QUANTITY_TOO_LARGE,    ///< beyond 1e37
    WAFTI_QUANTITY_UNKNOWN_UNIT, ///< `bad` says which part
    WAFTI_QUANTITY_WRONG_KIND,   ///< `unit` says which it is
} wafti_quantity_status;

typedef struct wafti_quantity {
    double value; ///< SI
    bool has_unit;
    wafti_unit unit;
    const char* bad;
    size_t bad_length;
} wafti_quantity;

/// Reads a number, or a number and a unit that fits the SI unit `wanted` ("" for none).
wafti_quantity_status wafti_quantity_read(
    const char* text, const char* wanted, wafti_quantity* out_quantity);

#endif // WAFTI_SCENE_UNITS_H
