// SPDX-License-Identifier: MIT
// A video by way of ffmpeg, which reads the pictures from us and writes into our temporary.
#include "base/error.h"
#include "base/text.h"
#include "io/file.h"
#include "io/png.h"
#include "port/child.h"

#include <waft/export.h>

#include <errno.h>
#include <math.h>
#include <string.h>

// A picture of 16384 x 16384 that does not compress at all.
#define LARGEST_PICTURE ((size_t)2200 << 20)

static const char* program_of(const waft_video_def* def) {
    return def->program != NULL ? def->program : "ffmpeg";
}

static waft_result check_def(const char* path, const waft_video_def* def, waft_error* out_error) {
    if (!isfinite(def->fps) || def->fps < 0.1 || def->fps > 1000.0) {
        char number[32];
        (void)wafti_format_double(number, def->fps);
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a video is to have %s pictures a second; allowed are 0.1 to 1000", path, number);
    }
    if (def->frame_count < 1) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a video needs at least 1 picture, not %d", path, def->frame_count);
    }
    return WAFT_OK;
}

// One video being made.
typedef struct making {
    const char* path;
    const waft_video_def* def;
    waft_error* error;
    wafti_child child;
    uint32_t sides[2]; // of the first picture
    int sent;          // pictures that ffmpeg took
} making;

static waft_result check_sides(
    making* m, int index, const char* name, const char* bytes, size_t byte_count) {
    uint32_t sides[2] = {0, 0};
    if (!wafti_png_sides(bytes, byte_count, sides)) {
        return wafti_fail(m->error, WAFT_ERR_PARSE, "%s: not a PNG file", name);
    }
    if (index == 0) {
        memcpy(m->sides, sides, sizeof(sides));
    }
    if (sides[0] != m->sides[0] || sides[1] != m->sides[1]) {
        return wafti_fail(m->error, WAFT_ERR_ARGUMENT,
            "%s: the picture is %u x %u, but the video began with %u x %u", name,
            (unsigned)sides[0], (unsigned)sides[1], (unsigned)m->sides[0], (unsigned)m->sides[1]);
    }
    // Colour is kept for every second pixel along each side.
    if (sides[0] % 2 != 0 || sides[1] % 2 != 0) {
        return wafti_fail(m->error, WAFT_ERR_ARGUMENT,
            "%s: the picture is %u x %u, but a video needs even sides", name, (unsigned)sides[0],
            (unsigned)sides[1]);
    }
    return WAFT_OK;
}

// *out_more is false when ffmpeg reads no more; why is for its end to tell.
static waft_result send_picture(making* m, int index, bool* out_more) {
    const char* name = m->def->picture_path(m->def->user, index);
    if (name == NULL) {
        return wafti_fail(
            m->error, WAFT_ERR_ARGUMENT, "%s: picture %d has no path", m->path, index);
    }
    char* bytes = NULL;
    size_t count = 0;
    waft_result result = waft_file_read(name, LARGEST_PICTURE, NULL, &bytes, &count, m->error);
    result = result == WAFT_OK ? check_sides(m, index, name, bytes, count) : result;
    if (result == WAFT_OK) {
        *out_more = wafti_child_send(&m->child, bytes, count);
    }
    waft_text_free(NULL, bytes);
    return result;
}

static waft_result fail_stopped(const making* m) {
    return wafti_fail(m->error, WAFT_ERR_IO, "%s: stopped after %d of %d pictures", m->path,
        m->sent, m->def->frame_count);
}

static waft_result send_pictures(making* m) {
    waft_result result = WAFT_OK;
    bool more = true;
    while (m->sent < m->def->frame_count && more && result == WAFT_OK) {
        const bool stopped = m->def->stop != NULL && m->def->stop(m->def->user);
        result = stopped ? fail_stopped(m) : send_picture(m, m->sent, &more);
        m->sent += result == WAFT_OK && more;
    }
    return result;
}

static waft_result fail_start(const making* m, int code) {
    const char* program = program_of(m->def);
    const bool missing = code == ENOENT || code == ENOTDIR || code == EACCES;
    if (missing) {
        char reason[128];
        wafti_port_error_text(code, reason, sizeof(reason));
        return wafti_fail(m->error, WAFT_ERR_MISSING,
            "%s: a video needs the program %s, which cannot be run: %s; install the Debian package "
            "ffmpeg",
            m->path, program, reason);
    }
    errno = code;
    return wafti_fail_errno(m->error, "run", program);
}

// What ffmpeg made of the pictures, once all are sent or it reads no more.
static waft_result judge(making* m, const wafti_file* file) {
    const char* program = program_of(m->def);
    wafti_port_status status;
    switch (wafti_child_finish(&m->child)) {
    case WAFTI_CHILD_STOPPED:
        return fail_stopped(m);
    case WAFTI_CHILD_BADLY:
        return wafti_fail(m->error, WAFT_ERR_IO, "%s: %s failed: %s", m->path, program,
            m->child.word_count > 0 ? m->child.words : "it did not say why");
    case WAFTI_CHILD_WELL:
        break;
    }
    if (m->sent < m->def->frame_count) {
        return wafti_fail(m->error, WAFT_ERR_IO, "%s: %s ended after %d of %d pictures", m->path,
            program, m->sent, m->def->frame_count);
    }
    if (!wafti_port_status_path(file->temporary.text, &status) || status.size == 0) {
        return wafti_fail(m->error, WAFT_ERR_IO, "%s: %s wrote nothing", m->path, program);
    }
    return WAFT_OK;
}

// The pictures are sRGB. Without a matrix of its own ffmpeg would take that of standard television
// while players take that of high definition, and greens would shift. The number of threads is
// fixed since it shows in the bits; 180 pictures of 1280 x 720 took 20 s with four on two busy cores,
// 26 s with two, 39 s with one.
enum { MOST_ARGUMENTS = 48 };

static const char color_filter[] =
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int+bitexact,"
    "format=yuv420p";

static void list_arguments(
    const char** arguments, const char* program, const char* fps, const char* output) {
    const char* const list[] = {program, "-nostdin", "-hide_banner", "-v", "error", "-y",
        // in
        "-f", "image2pipe", "-c:v", "png", "-framerate", fps, "-i", "pipe:0",
        // between
        "-vf", color_filter,
        // out
        "-an", "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-threads", "4", "-colorspace",
        "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1", "-color_range", "tv",
        "-flags:v", "+bitexact", "-fflags", "+bitexact", "-map_metadata", "-1", "-movflags",
        "+faststart", "-f", "mp4", output};
    _Static_assert(sizeof(list) / sizeof(list[0]) < MOST_ARGUMENTS, "no room for the arguments");
    memcpy(arguments, list, sizeof(list));
}

static waft_result start(making* m, const wafti_file* file) {
    wafti_path output;
    char fps[32];
    const char* arguments[MOST_ARGUMENTS] = {NULL};
    char* plain[MOST_ARGUMENTS];
    // With a protocol the name is taken as it is, whatever characters it has.
    const waft_result result =
        wafti_path_format(&output, m->error, "file:%s", file->temporary.text);
    if (result != WAFT_OK) {
        return result;
    }
    (void)wafti_format_double(fps, m->def->fps);
    list_arguments(arguments, program_of(m->def), fps, output.text);
    // POSIX wants them without const for the sake of old code; nobody writes to them.
    memcpy(plain, arguments, sizeof(plain));
    m->child = (wafti_child){.stop = m->def->stop, .user = m->def->user};
    const int code = wafti_child_start(&m->child, plain);
    return code == 0 ? WAFT_OK : fail_start(m, code);
}

waft_result waft_video_write(const char* path, const waft_video_def* def, waft_error* out_error) {
    if (path == NULL || def == NULL || def->picture_path == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_video_write: a pointer is NULL");
    }
    waft_result result = check_def(path, def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    // Ours is open and locked while ffmpeg writes the same file by name: a sweep leaves it alone.
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    making m = {.path = path, .def = def, .error = out_error};
    result = file.opened == WAFT_OK ? start(&m, &file) : file.opened;
    if (result == WAFT_OK) {
        result = send_pictures(&m);
        result = result == WAFT_OK ? judge(&m, &file) : result;
        wafti_child_abort(&m.child);
    }
    return wafti_file_end(&file, result, out_error);
}
