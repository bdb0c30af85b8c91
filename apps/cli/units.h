// SPDX-License-Identifier: MIT
// Numbers as people type and read them. The command never calls setlocale(), so printf and strtod
// use a decimal point here.
#ifndef CLI_UNITS_H
#define CLI_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Room for any text below.
enum { UNITS_TEXT = 48 };

/// "1.5 MiB".
void format_bytes(char out[UNITS_TEXT], double bytes);

/// "340 ms", "12.5 s", "3 min 20 s", "2 h 5 min".
void format_seconds(char out[UNITS_TEXT], double seconds);

/// The shortest decimal that reads back as the same double; "null" if it is not finite.
void format_json_number(char out[UNITS_TEXT], double value);

/// The same for a float: 4 and not 4.0000001192092896.
void format_json_float(char out[UNITS_TEXT], float value);

/// Decimal digits only, all of `text`, within 64 bits.
bool parse_whole(const char* text, uint64_t* out_value);

/// "2G", "512M", "1.5GiB", "800000": powers of 1024.
bool parse_size(const char* text, uint64_t* out_bytes);

/// A decimal number >= 0 that fills all of `text`.
bool parse_positive(const char* text, double* out_value);

/// The same, also as 1e-6.
bool parse_real(const char* text, double* out_value);

/// "10:20", ":20", "10:" or "7". An end that is left out is -1.
bool parse_frames(const char* text, int* out_first, int* out_last);

/// Monotonic wall time in s.
double wall_time(void);

/// The file of a folder whose name has the form, which ends in %n behind one number: that of the number
/// `wanted`, or of the greatest if that is below 0. Returns the number, -1 if there is none.
int find_numbered(const char* folder, const char* form, int wanted, char* out_name, size_t size);

/// What follows the last slash of a path.
const char* base_name(const char* path);

/// Leaves the folder of a path, "." if it has none. The path has room for that.
void cut_file_name(char* path);

bool is_directory(const char* path);

/// Makes a folder that may be there already. False: errno says why not.
bool make_directory(const char* path);

#endif // CLI_UNITS_H
