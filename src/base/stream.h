// SPDX-License-Identifier: MIT
// One description of a solver's state serves its size, snapshot, restore and hash: the solver passes
// every piece through wafti_stream_bytes() in a fixed order, and the mode decides what happens.
#ifndef WAFTI_BASE_STREAM_H
#define WAFTI_BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wafti_stream_mode {
    WAFTI_STREAM_MEASURE,
    WAFTI_STREAM_SAVE,
    WAFTI_STREAM_SEND,
    WAFTI_STREAM_LOAD,
    WAFTI_STREAM_HASH,
} wafti_stream_mode;

/// Is given bytes that are gone afterwards.
typedef void wafti_take_bytes(void* user, const void* bytes, size_t byte_count);

typedef struct wafti_stream {
    wafti_stream_mode mode;
    unsigned char* bytes; ///< SAVE, SEND and LOAD; LOAD does not write it
    size_t capacity;
    size_t position; ///< bytes passed so far, in every mode
    uint64_t hash;
    bool failed;            ///< SAVE or LOAD ran past the capacity
    wafti_take_bytes* take; ///< SEND
    void* user;
} wafti_stream;

wafti_stream wafti_stream_measure(void);
wafti_stream wafti_stream_save(void* bytes, size_t capacity);
/// Gives what SAVE would write to `take`, in pieces of `capacity` bytes that are gathered in `bytes`.
wafti_stream wafti_stream_send(void* bytes, size_t capacity, wafti_take_bytes* take, void* user);
/// The last piece of SEND, which may be shorter.
void wafti_stream_send_rest(wafti_stream* stream);
wafti_stream wafti_stream_load(const void* bytes, size_t capacity);
wafti_stream wafti_stream_hash(void);

/// Passes `byte_count` bytes at `value` through; LOAD writes them.
void wafti_stream_bytes(wafti_stream* stream, void* value, size_t byte_count);

/// Passes the `width` floats of each of `row_count` rows that are `stride` floats apart: the
/// padding is not state.
void wafti_stream_rows(
    wafti_stream* stream, float* rows, size_t width, size_t row_count, size_t stride);

/// The same for doubles.
void wafti_stream_rows_double(
    wafti_stream* stream, double* rows, size_t width, size_t row_count, size_t stride);

#endif // WAFTI_BASE_STREAM_H
