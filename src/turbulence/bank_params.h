// SPDX-License-Identifier: MIT
// Rows of waft_bank_def. All that has a bank of fields takes them from here: a table gives the path and
// the owner.
#ifndef WAFTI_TURBULENCE_BANK_PARAMS_H
#define WAFTI_TURBULENCE_BANK_PARAMS_H

#include <waft/turbulence.h>

#include "param/rows.h"

/// What defaults and checks of banks go by. Their paths begin with "bank[]", in place of which sentences
/// have the bank's name.
extern const wafti_rows wafti_bank_rows;

// NOLINTBEGIN(bugprone-macro-parentheses): a place is no expression
#define WAFTI_BANK_AT(path_, key_, owner_, member_)                                                \
    .shown.path = path_ "." #key_, AT(owner_, waft_bank_def, member_)
#define WAFTI_BANK_LIST(path_, owner_, member_, count_, item_owner_, item_)                        \
    .shown.path = path_ "." #member_,                                                              \
    ITEMS_INSIDE(owner_, waft_bank_def, spectrum.member_, spectrum.count_, item_owner_, item_)
#define WAFTI_BAND_AT(path_, key_) .shown.path = path_ ".bands[]." #key_, AT(BAND, waft_band, key_)
#define WAFTI_POINT_AT(path_, key_)                                                                \
    .shown.path = path_ ".points[]." #key_, AT(SPECTRUM_POINT, waft_spectrum_point, key_)

/// The spectrum of a bank; `usual_` says where the band is if none is given.
#define WAFTI_SPECTRUM_ROWS(path_, owner_, usual_)                                                 \
    {CHOICE(WAFTI_BANK_AT(path_, law, owner_, spectrum.law), "given|kolmogorov|equal|power|table", \
         "given", "energies of bands: as given, mu^(-5/3) or equal; or a power of k, or a table"), \
        VALUES(WAFT_SPECTRUM_GIVEN, WAFT_SPECTRUM_KOLMOGOROV, WAFT_SPECTRUM_EQUAL,                 \
            WAFT_SPECTRUM_POWER, WAFT_SPECTRUM_TABLE)},                                            \
        {ITEMS_IF(WAFTI_BANK_LIST(path_, owner_, bands, band_count, BAND, waft_band),              \
             WAFT_BAND_CAPACITY, "law=given|kolmogorov|equal",                                     \
             "Gaussian bands of wave numbers; none: one of deviation 0.7 " usual_),                \
            .one_of = "wavenumber|scale"},                                                         \
        {NUMBER(REAL, WAFTI_BAND_AT(path_, wavenumber), "", ABOVE(0, 256), "", "",                 \
            "where the band is, cycles across the bank")},                                         \
        {NUMBER(REAL, WAFTI_BAND_AT(path_, scale), "", ABOVE(0, 1e4), "", "",                      \
            "size of its vortices in cells instead")},                                             \
        {NUMBER(REAL, WAFTI_BAND_AT(path_, deviation), "", FROM(0.05, 256), "0.7", "",             \
            "standard deviation of its wave numbers")},                                            \
        {NUMBER(REAL, WAFTI_BAND_AT(path_, energy), "", ABOVE(0, 1e30), "1", "",                   \
            "height of the band, of law given; only ratios matter")},                              \
        {NUMBER(REAL2, WAFTI_BANK_AT(path_, range, owner_, spectrum.range), "", FROM(0, 256),      \
            "[0, 0]", "law=power",                                                                 \
            "least and greatest wave number; 0 means 3 and 0.3 of the bank's size")},              \
        {NUMBER(REAL, WAFTI_BANK_AT(path_, exponent, owner_, spectrum.exponent), "",               \
            FROM(-20, 20), "-1.6666666666666667", "law=power", "of the wave number")},             \
        {ITEMS_IF(WAFTI_BANK_LIST(                                                                 \
                      path_, owner_, points, point_count, SPECTRUM_POINT, waft_spectrum_point),    \
            WAFT_SPECTRUM_POINT_CAPACITY, "law=table",                                             \
            "straight lines in the logarithms through these; nothing outside")},                   \
        {NUMBER(REAL, WAFTI_POINT_AT(path_, wavenumber), "", ABOVE(0, 256), "", "",                \
             "cycles across the bank; they rise"),                                                 \
            REQUIRED("a point needs a wavenumber")},                                               \
    {                                                                                              \
        NUMBER(REAL, WAFTI_POINT_AT(path_, energy), "", ABOVE(0, 1e30), "", "",                    \
            "E there; only ratios matter"),                                                        \
            REQUIRED("a point needs an energy")                                                    \
    }

/// How large the bank is and how its fields are kept.
#define WAFTI_BANK_SIZE_ROWS(path_, owner_, size_, count_)                                         \
    {NUMBER(INT, WAFTI_BANK_AT(path_, size, owner_, size), "", FROM(8, 512), size_, "",            \
        "cells a side: 2^a, 3 2^a or 5 2^a")},                                                     \
    {                                                                                              \
        NUMBER(INT, WAFTI_BANK_AT(path_, count, owner_, count), "", FROM(1, 1000), count_, "",     \
            "fields")                                                                              \
    }
#define WAFTI_BANK_STORAGE_ROW(path_, owner_)                                                      \
    {                                                                                              \
        CHOICE(WAFTI_BANK_AT(path_, storage, owner_, storage), "half|float|none", "half",          \
            "16 or 32 bits a number, or made anew whenever one is needed"),                        \
            VALUES(WAFT_BANK_HALF, WAFT_BANK_FLOAT, WAFT_BANK_NONE)                                \
    }
/// What a switch says that moves fields by chance.
#define WAFTI_BANK_SHIFT                                                                           \
    "move each field by a random number of cells, which hides that it comes again"
// NOLINTEND(bugprone-macro-parentheses)

#endif // WAFTI_TURBULENCE_BANK_PARAMS_H
