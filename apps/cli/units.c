// SPDX-License-Identifier: MIT
#include "units.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

void format_bytes(char out[UNITS_TEXT], double bytes) {
    static const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t unit = 0;
    while (bytes >= 1023.95 && unit + 1 < sizeof units / sizeof units[0]) {
        bytes /= 1024.0;
        ++unit;
    }
    (void)snprintf(
        out, UNITS_TEXT, "%.*f %s", unit == 0 || bytes >= 99.95 ? 0 : 1, bytes, units[unit]);
}

void format_seconds(char out[UNITS_TEXT], double seconds) {
    if (!(seconds < 1e9)) {
        (void)snprintf(out, UNITS_TEXT, "years");
    } else if (seconds < 0.9995e-3) { // 999.6 us would be rounded to 1e+03
        (void)snprintf(out, UNITS_TEXT, "%.3g us", seconds * 1e6);
    } else if (seconds < 0.9995) {
        (void)snprintf(out, UNITS_TEXT, "%.3g ms", seconds * 1e3);
    } else if (seconds < 59.95) {
        (void)snprintf(out, UNITS_TEXT, "%.3g s", seconds);
    } else if (seconds < 3600.0) {
        const long whole = lround(seconds);
        (void)snprintf(out, UNITS_TEXT, "%ld min %ld s", whole / 60, whole % 60);
    } else {
        const long minutes = lround(seconds / 60.0);
        (void)snprintf(out, UNITS_TEXT, "%ld h %ld min", minutes / 60, minutes % 60);
    }
}

/// True if `text` reads back as the value, of which a float has the precision of one.
static bool reads_back(const char* text, double value, bool is_float) {
    return is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value;
}

static void format_shortest(char out[UNITS_TEXT], double value, bool is_float) {
    if (!isfinite(value)) {
        (void)snprintf(out, UNITS_TEXT, "null");
        return;
    }
    int digits = 1;
    for (; digits <= 17; ++digits) {
        (void)snprintf(out, UNITS_TEXT, "%.*e", digits - 1, value);
        if (reads_back(out, value, is_float)) {
            break;
        }
    }
    // Plain where that is no longer than people like to read; %g alone would write 1000 as 1e+03.
    const int exponent = (int)strtol(strchr(out, 'e') + 1, NULL, 10);
    if (exponent >= -5 && exponent < 16) {
        const int decimals = digits - 1 - exponent;
        (void)snprintf(out, UNITS_TEXT, "%.*f", decimals > 0 ? decimals : 0, value);
    }
}

void format_json_number(char out[UNITS_TEXT], double value) {
    format_shortest(out, value, false);
}

void format_json_float(char out[UNITS_TEXT], float value) {
    format_shortest(out, (double)value, true);
}

bool parse_whole(const char* text, uint64_t* out_value) {
    uint64_t value = 0;
    if (*text == '\0') {
        return false;
    }
    for (; *text != '\0'; ++text) {
        if (!isdigit((unsigned char)*text)) {
            return false;
        }
        const uint64_t digit = (uint64_t)(*text - '0');
        if (value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        value = 10 * value + digit;
    }
    *out_value = value;
    return true;
}

/// The decimal number that `text` starts with. strtod alone would also take "0x10", "nan" and "1e3".
static bool parse_digits(const char* text, double* out_value, char** out_end) {
    *out_value = strtod(text, out_end);
    return isdigit((unsigned char)*text) &&
           strspn(text, "0123456789.") == (size_t)(*out_end - text);
}

bool parse_positive(const char* text, double* out_value) {
    char* end = NULL;
    return parse_digits(text, out_value, &end) && *end == '\0';
}

bool parse_real(const char* text, double* out_value) {
    char* end = NULL;
    *out_value = strtod(text, &end);
    return isdigit((unsigned char)*text) && *end == '\0' && isfinite(*out_value) &&
           strspn(text, "0123456789.eE+-") == strlen(text);
}

bool parse_size(const char* text, uint64_t* out_bytes) {
    char* end = NULL;
    double value = 0.0;
    if (!parse_digits(text, &value, &end)) {
        return false;
    }
    while (*end == ' ') {
        ++end;
    }
    static const char prefixes[] = "KMGTP";
    const char* prefix = *end != '\0' ? strchr(prefixes, toupper((unsigned char)*end)) : NULL;
    if (prefix != NULL) {
        value = ldexp(value, 10 * (int)(prefix - prefixes + 1));
        ++end;
    }
    const bool whole = strcmp(end, "") == 0 || strcmp(end, "B") == 0 || strcmp(end, "iB") == 0;
    if (!whole || !(value >= 1.0 && value < ldexp(1.0, 63))) {
        return false;
    }
    *out_bytes = (uint64_t)value;
    return true;
}

/// Reads `length` digits as a frame number; none is -1.
static bool parse_frame(const char* text, size_t length, int* out_frame) {
    char digits[12];
    uint64_t value = 0;
    (void)snprintf(digits, sizeof digits, "%.*s", (int)length, text);
    if (length > 0 &&
        (length >= sizeof digits || !parse_whole(digits, &value) || value > INT_MAX)) {
        return false;
    }
    *out_frame = length > 0 ? (int)value : -1;
    return true;
}

bool parse_frames(const char* text, int* out_first, int* out_last) {
    const char* colon = strchr(text, ':');
    if (colon == NULL) {
        const bool ok = *text != '\0' && parse_frame(text, strlen(text), out_first);
        *out_last = *out_first;
        return ok;
    }
    return parse_frame(text, (size_t)(colon - text), out_first) &&
           parse_frame(colon + 1, strlen(colon + 1), out_last);
}

double wall_time(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char* base_name(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

void cut_file_name(char* path) {
    char* slash = strrchr(path, '/');
    if (slash != NULL) {
        *slash = '\0';
    } else {
        memcpy(path, ".", 2);
    }
}

bool is_directory(const char* path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool make_directory(const char* path) {
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

int find_numbered(const char* folder, const char* form, int wanted, char* out_name, size_t size) {
    DIR* entries = opendir(folder);
    int found = -1;
    for (struct dirent* entry = NULL; entries != NULL && (entry = readdir(entries)) != NULL;) {
        int number = -1;
        int length = 0;
        if (sscanf(entry->d_name, form, &number, &length) == 1 &&
            length == (int)strlen(entry->d_name) && (wanted < 0 || number == wanted) &&
            number > found) {
            found = number;
            (void)snprintf(out_name, size, "%s", entry->d_name);
        }
    }
    if (entries != NULL) {
        (void)closedir(entries);
    }
    return found;
}
