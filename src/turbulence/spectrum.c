// SPDX-License-Identifier: MIT
// Spectra as they are asked for. Zhao, Yuan & Chen 2010, eqs. 9 and 10.
#include "turbulence/spectrum.h"

#include <math.h>

static const char* const law_words[] = {"given", "kolmogorov", "equal", "power", "table"};

const char* waft_spectrum_law_word(waft_spectrum_law law) {
    const size_t index = (size_t)law;
    return index < sizeof(law_words) / sizeof(law_words[0]) ? law_words[index] : NULL;
}

waft_spectrum_def waft_spectrum_def_default(void) {
    return waft_bank_def_default().spectrum;
}

static bool has_bands(const waft_spectrum_def* def) {
    return def->law <= WAFT_SPECTRUM_EQUAL;
}

wafti_spectrum wafti_spectrum_resolve(const waft_spectrum_def* def, int32_t size, int dimensions) {
    wafti_spectrum spectrum = {.size = size, .dimensions = dimensions, .def = *def};
    waft_spectrum_def* own = &spectrum.def;
    for (size_t i = 0; has_bands(own) && i < own->band_count; ++i) {
        waft_band* band = &own->bands[i];
        if (!(band->wavenumber > 0.0)) {
            band->wavenumber = 0.5 * size * sqrt((double)dimensions) / band->scale;
        }
        if (own->law == WAFT_SPECTRUM_KOLMOGOROV) {
            band->energy = pow(band->wavenumber, -5.0 / 3.0);
        } else if (own->law == WAFT_SPECTRUM_EQUAL) {
            band->energy = 1.0;
        }
    }
    own->range[0] = own->range[0] > 0.0 ? own->range[0] : 3.0;
    own->range[1] = own->range[1] > 0.0 ? own->range[1] : 0.3 * size;
    return spectrum;
}

static double bands_at(const waft_spectrum_def* def, double k) {
    double sum = 0.0;
    for (size_t i = 0; i < def->band_count; ++i) {
        const double t = (k - def->bands[i].wavenumber) / def->bands[i].deviation;
        sum += def->bands[i].energy * exp(-0.5 * t * t);
    }
    return sum;
}

// From 0 at -1/2 to 1 at 1/2.
static double edge(double t) {
    return t <= -0.5 ? 0.0 : t >= 0.5 ? 1.0 : 0.5 + 0.5 * sin(M_PI * t);
}

static double table_at(const waft_spectrum_def* def, double k) {
    const waft_spectrum_point* p = def->points;
    if (k < p[0].wavenumber || k > p[def->point_count - 1].wavenumber) {
        return 0.0;
    }
    size_t i = 1;
    while (i + 1 < def->point_count && p[i].wavenumber < k) {
        ++i;
    }
    const double t = log(k / p[i - 1].wavenumber) / log(p[i].wavenumber / p[i - 1].wavenumber);
    return p[i - 1].energy * pow(p[i].energy / p[i - 1].energy, t);
}

double wafti_spectrum_at(const wafti_spectrum* spectrum, double k) {
    const waft_spectrum_def* def = &spectrum->def;
    switch (def->law) {
    case WAFT_SPECTRUM_POWER: {
        const double weight = edge(k - def->range[0]) * edge(def->range[1] - k);
        return weight > 0.0 ? weight * pow(k, def->exponent) : 0.0;
    }
    case WAFT_SPECTRUM_TABLE:
        return table_at(def, k);
    default:
        return bands_at(def, k);
    }
}

// Of all of a band, the share below k.
static double band_below(const waft_band* band, double k) {
    return 0.5 * erfc((band->wavenumber - k) / (band->deviation * M_SQRT2));
}

static wafti_spectrum_loss bands_loss(const wafti_spectrum* spectrum) {
    const waft_spectrum_def* def = &spectrum->def;
    const double top = 0.5 * spectrum->size - 0.5;
    wafti_spectrum_loss loss = {.below_band = -1, .above_band = -1};
    double total = 0.0;
    double most_above = 0.0;
    for (size_t i = 0; i < def->band_count; ++i) {
        const waft_band* band = &def->bands[i];
        const double energy = band->energy * band->deviation;
        const double below = band_below(band, 0.5);
        const double above = energy * (1.0 - band_below(band, top));
        total += energy;
        loss.below += energy * below;
        loss.above += above;
        if (below > loss.below_worst) {
            loss.below_worst = below;
            loss.below_band = (int)i;
        }
        if (above > most_above) {
            most_above = above;
            loss.above_band = (int)i;
        }
    }
    loss.below /= total;
    loss.above /= total;
    return loss;
}

wafti_spectrum_loss wafti_spectrum_find_loss(const wafti_spectrum* spectrum) {
    const waft_spectrum_def* def = &spectrum->def;
    if (has_bands(def)) {
        return bands_loss(spectrum);
    }
    const bool power = def->law == WAFT_SPECTRUM_POWER;
    const double from = power ? def->range[0] - 0.5 : def->points[0].wavenumber;
    const double to = power ? def->range[1] + 0.5 : def->points[def->point_count - 1].wavenumber;
    const double top = 0.5 * spectrum->size - 0.5;
    wafti_spectrum_loss loss = {.below_band = -1, .above_band = -1};
    double total = 0.0;
    enum { STEPS = 20000 };
    for (int i = 0; i < STEPS; ++i) {
        // Steps of equal ratio, so that steep spectra have enough of them at their low end.
        const double ratio = to / from;
        const double k = from * pow(ratio, (i + 0.5) / STEPS);
        const double energy = wafti_spectrum_at(spectrum, k) * k * log(ratio) / STEPS;
        total += energy;
        loss.below += k < 0.5 ? energy : 0.0;
        loss.above += k > top ? energy : 0.0;
    }
    loss.below = total > 0.0 ? loss.below / total : 1.0;
    loss.above = total > 0.0 ? loss.above / total : 1.0;
    loss.below_worst = loss.below;
    return loss;
}
