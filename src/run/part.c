// SPDX-License-Identifier: MIT
#include "run/part.h"

#include "base/error.h"
#include "io/deflate.h"
#include "io/file.h"
#include "io/little_endian.h"

enum { PIECE = 2048, NUMBER = sizeof(float), CRC = 4 };

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

waft_result wafti_part_write(
    const char* path, const float* numbers, size_t count, waft_error* out_error) {
    wafti_file file;
    const waft_result result = wafti_file_open(&file, path, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    unsigned char piece[PIECE * NUMBER];
    uint32_t crc = 0;
    for (size_t done = 0; done < count;) {
        const size_t some = smaller(PIECE, count - done);
        for (size_t i = 0; i < some; ++i) {
            wafti_put_float(piece + NUMBER * i, numbers[done + i]);
        }
        crc = wafti_block_crc32(crc, piece, NUMBER * some);
        wafti_file_put(&file, piece, NUMBER * some);
        done += some;
    }
    wafti_file_put_u32(&file, crc);
    return wafti_file_commit(&file, out_error);
}

// True if exactly so many bytes came; else the sentence says why not.
static bool take(int file, const char* path, void* bytes, size_t count, waft_error* out_error) {
    const int64_t got = wafti_port_read(file, bytes, count);
    if (got < 0) {
        (void)wafti_fail_errno(out_error, "read", path);
    } else if (got < (int64_t)count) {
        (void)wafti_fail(out_error, WAFT_ERR_IO, "%s is damaged: it is cut", path);
    }
    return got == (int64_t)count;
}

static waft_result read_open(
    int file, const char* path, float* out_numbers, size_t count, waft_error* out_error) {
    unsigned char piece[PIECE * NUMBER];
    uint32_t crc = 0;
    for (size_t done = 0; done < count;) {
        const size_t some = smaller(PIECE, count - done);
        if (!take(file, path, piece, NUMBER * some, out_error)) {
            return WAFT_ERR_IO;
        }
        crc = wafti_block_crc32(crc, piece, NUMBER * some);
        for (size_t i = 0; i < some && out_numbers != NULL; ++i) {
            out_numbers[done + i] = wafti_get_float(piece + NUMBER * i);
        }
        done += some;
    }
    if (!take(file, path, piece, CRC, out_error)) {
        return WAFT_ERR_IO;
    }
    if (wafti_get_u32(piece) != crc || wafti_port_read(file, piece, 1) != 0) {
        return wafti_fail(out_error, WAFT_ERR_IO, "%s is damaged: its checksum is wrong", path);
    }
    return WAFT_OK;
}

waft_result wafti_part_read(
    const char* path, float* out_numbers, size_t count, waft_error* out_error) {
    const int file = wafti_port_open(path, WAFTI_OPEN_FILE);
    if (file < 0) {
        return wafti_fail_errno(out_error, "open", path);
    }
    const waft_result result = read_open(file, path, out_numbers, count, out_error);
    wafti_port_leave(file);
    return result;
}
