// SPDX-License-Identifier: MIT
// Whole files: written under a temporary name, synced and renamed; read within a limit.
#ifndef WAFTI_IO_FILE_H
#define WAFTI_IO_FILE_H

#include <waft/base.h>

#include "base/text.h"
#include "port/port.h"

enum { WAFTI_PATH_CAPACITY = WAFTI_PORT_PATH, WAFTI_FILE_BUFFER = 16384 };

/// A path in place, so that files need no memory.
typedef struct wafti_path {
    char text[WAFTI_PATH_CAPACITY];
} wafti_path;

/// Error: WAFT_ERR_IO (too long).
waft_result wafti_path_format(wafti_path* path, waft_error* out_error, const char* format, ...)
    WAFT_PRINTF(3, 4);

/// "DIRECTORY/0123456789abcdef.ENDING" of what is baked from what has that key; false if it is too long. The bits
/// depend on the version and the instruction set as well, and machines that differ may share a folder.
bool wafti_path_baked(wafti_path* path, const char* directory, uint64_t key, const char* ending);

/// A file being written. After a failure, that to open it included, writes do nothing; commit reports it.
typedef struct wafti_file {
    waft_result opened;
    int descriptor; ///< -1 when closed
    int failure;    ///< errno of the first write that failed, 0 if none
    size_t buffered;
    uint64_t sent; ///< bytes that left the buffer
    bool summed;   ///< set it to have the CRC-32 of what is put from then on
    uint32_t sum;
    wafti_path path;
    wafti_path temporary; ///< ".NAME.tmp.PID" in the same directory
    unsigned char buffer[WAFTI_FILE_BUFFER];
} wafti_file;

/// Errors, in `opened`: WAFT_ERR_IO, WAFT_ERR_NO_MEMORY; nothing is then left and nothing needs closing.
void wafti_file_open(wafti_file* file, const char* path, waft_error* out_error);
void wafti_file_put(wafti_file* file, const void* bytes, size_t byte_count);
void wafti_file_put_text(wafti_file* file, const char* text);
void wafti_file_put_u8(wafti_file* file, unsigned char value);
/// Little-endian, whatever the machine.
void wafti_file_put_u32(wafti_file* file, uint32_t value);
void wafti_file_put_u64(wafti_file* file, uint64_t value);
void wafti_file_put_u32s(wafti_file* file, const uint32_t* values, size_t count);
void wafti_file_put_double(wafti_file* file, double value);
void wafti_file_put_floats(wafti_file* file, const float* values, size_t count);
/// Bytes put so far.
uint64_t wafti_file_position(const wafti_file* file);
/// Puts other bytes over those at `position`, all of which were put before.
void wafti_file_patch(wafti_file* file, uint64_t position, const void* bytes, size_t byte_count);
/// Syncs, renames into place, syncs the directory. On an error the temporary is removed and what
/// stood at the path before is as it was.
waft_result wafti_file_commit(wafti_file* file, waft_error* out_error);
/// Closes and removes the temporary. Harmless after commit.
void wafti_file_abort(wafti_file* file);
/// Commits what was made with that result, or aborts and returns it.
waft_result wafti_file_end(wafti_file* file, waft_result made, waft_error* out_error);

/// Writes a text as a whole file; finish frees it too. Errors: those of waft_file_write(), WAFT_ERR_NO_MEMORY for
/// a text that failed.
waft_result wafti_text_write(const wafti_text* text, const char* path, waft_error* out_error);
waft_result wafti_text_finish(wafti_text* text, const char* path, waft_error* out_error);

/// Reads a regular file to its end; *out_sum is the CRC-32 of PNG and zip over all its bytes. Error: WAFT_ERR_IO
/// (not there, no file, cannot be read), with a sentence that names it.
waft_result wafti_file_sum(const char* path, uint32_t* out_sum, waft_error* out_error);

/// Length of the directory part of a path without the last '/', 0 if it has none; "/x" gives 1.
size_t wafti_path_directory_length(const char* path);

#endif // WAFTI_IO_FILE_H
