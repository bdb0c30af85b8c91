// SPDX-License-Identifier: MIT
#include "scene/units.h"

#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/text.h"
#include "scene/words.h"

// Fields are single precision; what is larger has no place in a scene.
#define LARGEST 1e37
enum { LARGEST_EXPONENT = 38 };

typedef struct named_unit {
    const char* name;
    wafti_unit unit;
} named_unit;

// Powers are those of length, time, mass, temperature, angle.
static const named_unit units[] = {
    {"m", {1, 1, {1, 0, 0, 0, 0}}},
    {"cm", {1, 100, {1, 0, 0, 0, 0}}},
    {"mm", {1, 1000, {1, 0, 0, 0, 0}}},
    {"um", {1, 1e6, {1, 0, 0, 0, 0}}},
    {"km", {1000, 1, {1, 0, 0, 0, 0}}},
    {"in", {254, 10000, {1, 0, 0, 0, 0}}},
    {"ft", {3048, 10000, {1, 0, 0, 0, 0}}},
    {"s", {1, 1, {0, 1, 0, 0, 0}}},
    {"ms", {1, 1000, {0, 1, 0, 0, 0}}},
    {"us", {1, 1e6, {0, 1, 0, 0, 0}}},
    {"min", {60, 1, {0, 1, 0, 0, 0}}},
    {"h", {3600, 1, {0, 1, 0, 0, 0}}},
    {"kg", {1, 1, {0, 0, 1, 0, 0}}},
    {"g", {1, 1000, {0, 0, 1, 0, 0}}},
    {"K", {1, 1, {0, 0, 0, 1, 0}}},
    {"rad", {1, 1, {0, 0, 0, 0, 1}}},
    {"deg", {M_PI, 180, {0, 0, 0, 0, 1}}},
    {"Hz", {1, 1, {0, -1, 0, 0, 0}}},
    {"kn", {1852, 3600, {1, -1, 0, 0, 0}}},
    {"N", {1, 1, {1, -2, 1, 0, 0}}},
    {"Pa", {1, 1, {-1, -2, 1, 0, 0}}},
    {"1", {1, 1, {0, 0, 0, 0, 0}}},
};

typedef struct unit_kind {
    int power[WAFTI_DIMENSION_COUNT];
    const char* name;
    const char* example;
} unit_kind;

static const unit_kind kinds[] = {
    {{0, 0, 0, 0, 0}, "a plain number", "0.5"},
    {{1, 0, 0, 0, 0}, "a length", "4 cm"},
    {{0, 1, 0, 0, 0}, "a time", "5 ms"},
    {{0, 0, 1, 0, 0}, "a mass", "2 kg"},
    {{0, 0, 0, 1, 0}, "a temperature", "300 K"},
    {{0, 0, 0, 0, 1}, "an angle", "30 deg"},
    {{2, 0, 0, 0, 0}, "an area", "2 m2"},
    {{3, 0, 0, 0, 0}, "a volume", "2 m3"},
    {{1, -1, 0, 0, 0}, "a speed", "20 cm/s"},
    {{2, -1, 0, 0, 0}, "a viscosity", "1.5e-5 m2/s"},
    {{3, -1, 0, 0, 0}, "a volume flow", "0.2 m3/s"},
    {{0, 0, 0, -1, 0}, "an inverse temperature", "0.0034 1/K"},
    {{1, -2, 0, 0, 0}, "an acceleration", "9.81 m/s2"},
    {{-3, 0, 1, 0, 0}, "a density", "800 kg/m3"},
    {{2, 0, 1, 0, 0}, "a moment of inertia", "1e-6 kg m2"},
    {{0, -1, 1, 0, 0}, "a drag factor", "0.01 kg/s"},
    {{2, -1, 1, 0, 0}, "a damping of turning", "1e-6 kg m2/s"},
    {{0, -1, 0, 0, 0}, "a frequency", "30 Hz"},
    {{0, -1, 0, 0, 1}, "an angular speed", "2 rad/s"},
    {{-1, 0, 0, 0, 1}, "a wavenumber", "2 rad/m"},
    {{-1, 0, 0, 0, 0}, "an inverse length", "2 1/m"},
    {{-1, -1, 0, 0, 0}, "a rate along a line", "200 1/m/s"},
    {{1, -2, 1, 0, 0}, "a force", "2 N"},
    {{-1, -2, 1, 0, 0}, "a pressure", "2 Pa"},
    {{-1, -1, 1, 0, 0}, "a dynamic viscosity", "1e-3 Pa s"},
    {{0, -2, 1, 0, 0}, "a surface tension", "0.07 N/m"},
};

static const named_unit* find_unit(const char* name, size_t length) {
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); ++i) {
        if (strlen(units[i].name) == length && memcmp(units[i].name, name, length) == 0) {
            return &units[i];
        }
    }
    return NULL;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Bytes of the name at `text`: letters, or the digit 1 as in 1/s.
static size_t name_length(const char* text) {
    size_t length = 0;
    while (is_letter(text[length])) {
        ++length;
    }
    return length == 0 && text[0] == '1' ? 1 : length;
}

// The exponent of a factor, up to 4: m, m3, m^3, s-2. Returns the text after it.
static const char* read_exponent(const char* text, int* out_exponent) {
    *out_exponent = 1;
    const char* digits = text + (*text == '^' ? 1 : 0);
    const bool negative = *digits == '-';
    digits += negative ? 1 : 0;
    if (*digits < '1' || *digits > '4') {
        return text;
    }
    *out_exponent = (negative ? -1 : 1) * (*digits - '0');
    return digits + 1;
}

static void multiply(wafti_unit* product, const wafti_unit* factor, int exponent) {
    const int times = exponent < 0 ? -exponent : exponent;
    for (int i = 0; i < times; ++i) {
        product->up *= exponent > 0 ? factor->up : factor->down;
        product->down *= exponent > 0 ? factor->down : factor->up;
    }
    for (int i = 0; i < WAFTI_DIMENSION_COUNT; ++i) {
        product->power[i] += exponent * factor->power[i];
    }
}

bool wafti_unit_parse(
    const char* text, wafti_unit* out_unit, const char** out_bad, size_t* out_bad_length) {
    // With exponents to 4 no product leaves the range of a double, whatever stands in the text.
    enum { MOST_FACTORS = 4 };
    *out_unit = (wafti_unit){.up = 1, .down = 1};
    *out_bad = text;
    *out_bad_length = strlen(text);
    int sign = 1;
    for (int i = 0; *text != '\0'; ++i) {
        const size_t length = name_length(text);
        const named_unit* factor = find_unit(text, length);
        if (factor == NULL || i == MOST_FACTORS) {
            *out_bad = length > 0 ? text : *out_bad;
            *out_bad_length = length > 0 ? length : *out_bad_length;
            return false;
        }
        int exponent = 1;
        text = read_exponent(text + length, &exponent);
        multiply(out_unit, &factor->unit, sign * exponent);
        const bool joined = *text == '/' || *text == '*' || *text == ' ';
        sign = *text == '/' ? -1 : 1;
        text += joined ? 1 : 0;
        if (joined ? *text == '\0' : *text != '\0') {
            return false;
        }
    }
    return true;
}

bool wafti_unit_fits(const wafti_unit* given, const wafti_unit* wanted) {
    for (int i = 0; i < WAFTI_ANGLE; ++i) {
        if (given->power[i] != wanted->power[i]) {
            return false;
        }
    }
    return given->power[WAFTI_ANGLE] == wanted->power[WAFTI_ANGLE] ||
           given->power[WAFTI_ANGLE] == 0;
}

// The unit of a setting; false if it is none.
static bool parse_wanted(const char* wanted, wafti_unit* out_unit) {
    const char* bad = NULL;
    size_t bad_length = 0;
    return wafti_unit_parse(wanted, out_unit, &bad, &bad_length);
}

static const unit_kind* find_kind(const wafti_unit* unit) {
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
        if (memcmp(kinds[i].power, unit->power, sizeof(unit->power)) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

const char* wafti_unit_kind(const wafti_unit* unit) {
    const unit_kind* kind = find_kind(unit);
    return kind != NULL ? kind->name : NULL;
}

static const unit_kind* find_spelled(const char* wanted) {
    // Of the dimension of viscosities, and another thing.
    static const unit_kind flow = {{2, -1, 0, 0, 0}, "a flow across each metre", "0.2 m3/s/m"};
    if (strcmp(wanted, "m3/s/m") == 0) {
        return &flow;
    }
    wafti_unit unit;
    return parse_wanted(wanted, &unit) ? find_kind(&unit) : NULL;
}

const char* wafti_unit_kind_of(const char* wanted) {
    const unit_kind* kind = find_spelled(wanted);
    return kind != NULL ? kind->name : NULL;
}

const char* wafti_unit_example(const char* wanted) {
    const unit_kind* kind = find_spelled(wanted);
    return kind != NULL ? kind->example : NULL;
}

wafti_phrase wafti_unit_names(const char* wanted) {
    const named_unit* own = find_unit(wanted, strlen(wanted));
    if (own == NULL) {
        return wafti_phrase_make("units such as %s", wanted);
    }
    wafti_words names;
    wafti_words_init(&names);
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); ++i) {
        if (memcmp(units[i].unit.power, own->unit.power, sizeof(own->unit.power)) == 0) {
            wafti_words_add(&names, units[i].name, strlen(units[i].name));
        }
    }
    return wafti_words_join(&names, " or ", WAFTI_WORDS_CAPACITY);
}

// A factor of a product: the units of one kind, known by the first of them in the table, to a power.
typedef struct factor {
    size_t unit;
    int exponent;
} factor;

static bool is_same_kind(size_t a, size_t b) {
    return memcmp(units[a].unit.power, units[b].unit.power, sizeof(units[a].unit.power)) == 0;
}

static bool is_one(size_t unit) {
    return units[unit].name[0] == '1';
}

// True for kinds of which one is a power of the other, such as s and Hz; also for 1 and any other.
static bool are_parallel(size_t a, size_t b) {
    const int* p = units[a].unit.power;
    const int* q = units[b].unit.power;
    bool parallel = true;
    for (int i = 0; i < WAFTI_DIMENSION_COUNT; ++i) {
        for (int j = 0; j < i; ++j) {
            parallel = parallel && p[i] * q[j] == p[j] * q[i];
        }
    }
    return parallel;
}

// The next factor, all powers of one kind before the next kind; false after the last.
static bool next_factor(factor* f) {
    enum { LOWEST = -4, HIGHEST = 4 };
    if (f->exponent != 0 && f->exponent < HIGHEST && !is_one(f->unit)) {
        f->exponent += f->exponent == -1 ? 2 : 1;
        return true;
    }
    f->unit += f->exponent == 0 ? 0 : 1;
    for (; f->unit < sizeof(units) / sizeof(units[0]); ++f->unit) {
        size_t first = 0;
        while (!is_same_kind(first, f->unit)) {
            ++first;
        }
        if (first == f->unit) {
            f->exponent = is_one(f->unit) ? 1 : LOWEST;
            return true;
        }
    }
    return false;
}

static void add_power(wafti_text* text, const factor* f, int exponent) {
    bool first = true;
    wafti_text_add(text, "(");
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); ++i) {
        if (is_same_kind(i, f->unit)) {
            wafti_text_format(text, "%s%s", first ? "" : "|", units[i].name);
            first = false;
        }
    }
    wafti_text_add(text, ")");
    if (exponent != 1) {
        wafti_text_format(text, "\\^?%d", exponent);
    }
}

static void add_factor(wafti_text* text, const factor* f, bool first) {
    if (first || f->exponent > 0) {
        wafti_text_add(text, first ? "" : "[ *]");
        add_power(text, f, f->exponent);
        return;
    }
    wafti_text_add(text, "(/");
    add_power(text, f, -f->exponent);
    wafti_text_add(text, "|[ *]");
    add_power(text, f, f->exponent);
    wafti_text_add(text, ")");
}

static void add_if_it_fits(
    wafti_text* text, const wafti_unit* wanted, const factor* factors, size_t count) {
    wafti_unit product = {.up = 1, .down = 1};
    for (size_t i = 0; i < count; ++i) {
        multiply(&product, &units[factors[i].unit].unit, factors[i].exponent);
    }
    if (!wafti_unit_fits(&product, wanted)) {
        return;
    }
    wafti_text_add(text, text->length > 0 && text->bytes[text->length - 1] != '(' ? "|" : "");
    for (size_t i = 0; i < count; ++i) {
        add_factor(text, &factors[i], i == 0);
    }
}

// The products that start with f[0].
static void add_products(wafti_text* text, const wafti_unit* wanted, factor f[3]) {
    const bool one = is_one(f[0].unit);
    add_if_it_fits(text, wanted, f, 1);
    for (f[1] = (factor){0, 0}; next_factor(&f[1]);) {
        // Nothing is gained by m2/m, and a 1 stands only before a '/'.
        if (is_one(f[1].unit) || (one ? f[1].exponent > 0 : are_parallel(f[0].unit, f[1].unit))) {
            continue;
        }
        add_if_it_fits(text, wanted, f, 2);
        if (f[1].exponent == -1) {
            f[2] = f[1];
            add_if_it_fits(text, wanted, f, 3);
        }
        // m3/s/m says more than m2/s does.
        if (f[0].exponent == 3 && f[1].exponent == -1 && !one) {
            f[2] = (factor){f[0].unit, -1};
            add_if_it_fits(text, wanted, f, 3);
        }
        for (f[2] = (factor){0, 0}; one && next_factor(&f[2]);) {
            if (f[2].exponent < 0 && !are_parallel(f[1].unit, f[2].unit)) {
                add_if_it_fits(text, wanted, f, 3);
            }
        }
    }
}

void wafti_unit_add_pattern(wafti_text* text, const char* wanted) {
    wafti_unit unit;
    const bool known = parse_wanted(wanted, &unit);
    WAFT_ASSERT(known);
    (void)known;
    factor f[3] = {{0, 0}};
    wafti_text_add(text, "(");
    while (next_factor(&f[0])) {
        add_products(text, &unit, f);
    }
    wafti_text_add(text, ")");
}

static size_t digits_at(const char* text) {
    return strspn(text, "0123456789");
}

// Bytes of the longest decimal number at the start of `text`; an "e" counts only with digits.
static size_t number_length(const char* text) {
    size_t length = *text == '+' || *text == '-' ? 1 : 0;
    const size_t whole = digits_at(text + length);
    length += whole;
    size_t fraction = 0;
    if (text[length] == '.') {
        fraction = digits_at(text + length + 1);
        length += 1 + fraction;
    }
    if (whole + fraction == 0) {
        return 0;
    }
    if (text[length] == 'e' || text[length] == 'E') {
        const size_t sign = text[length + 1] == '+' || text[length + 1] == '-' ? 1 : 0;
        const size_t exponent = digits_at(text + length + 1 + sign);
        length += exponent > 0 ? 1 + sign + exponent : 0;
    }
    return length;
}

// Power of ten just above the number; saturates. A number is refused by it before
// the C library reads it, since overflow there would trap in a host that traps.
static int decimal_exponent(const char* text, size_t length) {
    enum { FAR = 100000 };
    const char* end = text + length;
    text += *text == '+' || *text == '-' ? 1 : 0;
    text += strspn(text, "0");
    const size_t whole = digits_at(text);
    text += whole;
    size_t zeros = 0;
    if (*text == '.') {
        zeros = whole == 0 ? strspn(text + 1, "0") : 0;
        text += 1 + digits_at(text + 1);
    }
    int exponent = 0;
    if (text < end) {
        const bool negative = text[1] == '-';
        text += 1 + (negative || text[1] == '+' ? 1 : 0);
        for (; text < end && exponent < FAR; ++text) {
            exponent = exponent * 10 + (*text - '0');
        }
        exponent = negative ? -exponent : exponent;
    }
    return exponent + (whole < FAR ? (int)whole : FAR) - (zeros < FAR ? (int)zeros : FAR);
}

wafti_quantity_status wafti_quantity_read(
    const char* text, const char* wanted, wafti_quantity* out_quantity) {
    *out_quantity = (wafti_quantity){0};
    const size_t length = number_length(text);
    if (length == 0) {
        return WAFTI_QUANTITY_NO_NUMBER;
    }
    double number = 0.0;
    if (decimal_exponent(text, length) > LARGEST_EXPONENT ||
        !wafti_parse_double(text, length, &number)) {
        return WAFTI_QUANTITY_TOO_LARGE;
    }
    const char* unit_text = text + length + strspn(text + length, " ");
    out_quantity->has_unit = *unit_text != '\0';
    if (!wafti_unit_parse(
            unit_text, &out_quantity->unit, &out_quantity->bad, &out_quantity->bad_length)) {
        return WAFTI_QUANTITY_UNKNOWN_UNIT;
    }
    wafti_unit target;
    const bool known = parse_wanted(wanted, &target);
    WAFT_ASSERT(known);
    if (out_quantity->has_unit && known && !wafti_unit_fits(&out_quantity->unit, &target)) {
        return WAFTI_QUANTITY_WRONG_KIND;
    }
    out_quantity->value = number * out_quantity->unit.up / out_quantity->unit.down;
    return fabs(out_quantity->value) < LARGEST ? WAFTI_QUANTITY_OK : WAFTI_QUANTITY_TOO_LARGE;
}
