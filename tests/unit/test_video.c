// SPDX-License-Identifier: MIT
#include "child_fixture.h"

#include <stdlib.h>

enum { WIDTH = 64, HEIGHT = 48, FRAMES = 6 };

#define LAST_ARGUMENT "for last; do :; done; out=${last#file:}; "

typedef struct album {
    char folder[64];
    char name[128];
    int asked;
    int stop_at;      // the picture in which it ends, 0: never
    const char* flag; // a file whose coming ends it, NULL: none
} album;

static const char* name_picture(void* user, int index) {
    album* a = user;
    (void)snprintf(a->name, sizeof(a->name), "%s/p%d.png", a->folder, index);
    a->asked = index + 1;
    return a->name;
}

static bool stop_album(void* user) {
    const album* a = user;
    return (a->stop_at > 0 && a->asked >= a->stop_at) ||
           (a->flag != NULL && access(a->flag, F_OK) == 0);
}

static void draw(const char* path, int32_t width, int32_t height, int shade) {
    static uint8_t pixels[4 * (WIDTH + 2) * (HEIGHT + 2)];
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            uint8_t* pixel = pixels + 4 * ((ptrdiff_t)y * width + x);
            pixel[0] = (uint8_t)(3 * x);
            pixel[1] = (uint8_t)(5 * y);
            pixel[2] = (uint8_t)(40 * shade);
            pixel[3] = 255;
        }
    }
    const int32_t size[2] = {width, height};
    CHECK(waft_png_write_picture(path, pixels, size, 4 * (size_t)width, NULL) == WAFT_OK);
}

static album make_album(scratch* s) {
    album a = {.asked = 0};
    (void)snprintf(a.folder, sizeof(a.folder), "%s", s->path);
    for (int i = 0; i < FRAMES; ++i) {
        draw(name_picture(&a, i), WIDTH, HEIGHT, i);
    }
    return a;
}

static waft_video_def make_def(album* a, const char* program) {
    return (waft_video_def){.program = program,
        .fps = 25.0,
        .frame_count = FRAMES,
        .picture_path = name_picture,
        .stop = stop_album,
        .user = a};
}

// Writes DIR/v.mp4, which held "old" before; what fails must leave that and nothing else.
static waft_result make_video(scratch* s, const waft_video_def* def, waft_error* error) {
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/v.mp4", s->path);
    CHECK(waft_file_write(path, "old", 3, NULL) == WAFT_OK);
    const size_t files = scratch_entry_count(s->path);
    const size_t descriptors = open_descriptors();
    error->sentence[0] = '\0';
    const waft_result result = waft_video_write(path, def, error);
    CHECK(scratch_entry_count(s->path) == files);
    CHECK(open_descriptors() == descriptors);
    CHECK(no_children_left());
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    const bool is_old = size == 3 && memcmp(bytes, "old", 3) == 0;
    CHECK(is_old == (result != WAFT_OK));
    waft_text_free(NULL, bytes);
    return result;
}

static void check_failure(
    scratch* s, const waft_video_def* def, waft_result want, const char* words) {
    waft_error error;
    const waft_result result = make_video(s, def, &error);
    if (!CHECK(result == want) || !CHECK(strstr(error.sentence, words) != NULL)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

static void pictures_go_through_in_order(void) {
    scratch s = scratch_make();
    album a = make_album(&s);
    char program[512];
    (void)snprintf(program, sizeof(program), "%s",
        write_program(&s, "copy", LAST_ARGUMENT "cat > \"$out\"; echo said nothing >/dev/null"));
    const waft_video_def def = make_def(&a, program);
    waft_error error;
    CHECK(make_video(&s, &def, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    size_t total = 0;
    char* video = scratch_read(scratch_file(&s, "v.mp4"), &total);
    size_t place = 0;
    for (int i = 0; i < FRAMES; ++i) {
        size_t size = 0;
        char* picture = scratch_read(name_picture(&a, i), &size);
        CHECK(place + size <= total && memcmp(video + place, picture, size) == 0);
        place += size;
        waft_text_free(NULL, picture);
    }
    CHECK(place == total);
    waft_text_free(NULL, video);
    scratch_remove(&s);
}

static void programs_that_fail(void) {
    scratch s = scratch_make();
    album a = make_album(&s);
    char program[512];
    (void)snprintf(program, sizeof(program), "%s",
        write_program(
            &s, "ill", LAST_ARGUMENT "echo half > \"$out\"; echo 'no codec' >&2; exit 1"));
    waft_video_def def = make_def(&a, program);
    check_failure(&s, &def, WAFT_ERR_IO, "/ill failed: no codec");
    (void)write_program(&s, "ill", "cat >/dev/null; exit 1");
    check_failure(&s, &def, WAFT_ERR_IO, "it did not say why");
    (void)write_program(&s, "ill", "cat >/dev/null");
    check_failure(&s, &def, WAFT_ERR_IO, "wrote nothing");
    (void)write_program(&s, "ill",
        "i=0; while [ $i -lt 1100 ]; do printf '%1000d\\n' $i >&2; i=$((i+1)); done; exit 1");
    check_failure(&s, &def, WAFT_ERR_IO, "/ill failed: ");
    // Ends well, but long before all pictures are read.
    def.frame_count = 20000;
    def.picture_path = name_picture;
    (void)write_program(&s, "ill", LAST_ARGUMENT "echo x > \"$out\"; exit 0");
    for (int i = FRAMES; i < 4000; ++i) {
        char other[512];
        (void)snprintf(other, sizeof(other), "%s/p0.png", s.path);
        CHECK(link(other, name_picture(&a, i)) == 0);
    }
    check_failure(&s, &def, WAFT_ERR_IO, "of 20000 pictures");
    scratch_remove(&s);
}

static void programs_that_are_missing(void) {
    scratch s = scratch_make();
    album a = make_album(&s);
    waft_video_def def = make_def(&a, "waft-no-such-program");
    check_failure(&s, &def, WAFT_ERR_MISSING,
        "a video needs the program waft-no-such-program, which cannot be run: No such file or "
        "directory; install the Debian package ffmpeg");
    const char* old = getenv("PATH");
    char* kept = strdup(old != NULL ? old : "");
    CHECK(setenv("PATH", s.path, 1) == 0);
    def.program = NULL;
    check_failure(&s, &def, WAFT_ERR_MISSING, "needs the program ffmpeg");
    CHECK(setenv("PATH", kept, 1) == 0);
    free(kept);
    scratch_remove(&s);
}

static void stopping(void) {
    scratch s = scratch_make();
    album a = make_album(&s);
    char program[512];
    (void)snprintf(program, sizeof(program), "%s",
        write_program(
            &s, "copy", LAST_ARGUMENT "cat > \"$out\"; touch flag_of_test_video; exec sleep 100"));
    const waft_video_def def = make_def(&a, program);
    a.asked = 0;
    a.stop_at = 3;
    check_failure(&s, &def, WAFT_ERR_IO, "stopped after 2 of 6 pictures");
    // All are sent, but the program works on.
    a.stop_at = 0;
    a.flag = "flag_of_test_video";
    check_failure(&s, &def, WAFT_ERR_IO, "stopped after 6 of 6 pictures");
    CHECK(unlink(a.flag) == 0);
    scratch_remove(&s);
}

static void pictures_that_do_not_fit(void) {
    scratch s = scratch_make();
    album a = make_album(&s);
    char program[512];
    (void)snprintf(
        program, sizeof(program), "%s", write_program(&s, "copy", LAST_ARGUMENT "cat > \"$out\""));
    waft_video_def def = make_def(&a, program);
    draw(name_picture(&a, 4), WIDTH + 2, HEIGHT, 1);
    check_failure(&s, &def, WAFT_ERR_ARGUMENT,
        "p4.png: the picture is 66 x 48, but the video began with 64 x 48");
    draw(name_picture(&a, 0), WIDTH, HEIGHT - 1, 1);
    check_failure(&s, &def, WAFT_ERR_ARGUMENT, "p0.png: the picture is 64 x 47, but a video needs");
    CHECK(waft_file_write(name_picture(&a, 0), "x", 1, NULL) == WAFT_OK);
    check_failure(&s, &def, WAFT_ERR_PARSE, "p0.png: not a PNG file");
    CHECK(unlink(name_picture(&a, 0)) == 0);
    check_failure(&s, &def, WAFT_ERR_IO, "p0.png");
    def.fps = 0.0;
    check_failure(&s, &def, WAFT_ERR_ARGUMENT, "allowed are 0.1 to 1000");
    def.fps = (double)NAN;
    check_failure(&s, &def, WAFT_ERR_ARGUMENT, "allowed are 0.1 to 1000");
    def.fps = 25.0;
    def.frame_count = 0;
    check_failure(&s, &def, WAFT_ERR_ARGUMENT, "at least 1 picture");
    CHECK(waft_video_write(NULL, &def, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_video_write("v.mp4", NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_video_write("no/such/v.mp4",
              &(waft_video_def){
                  .fps = 1.0, .frame_count = 1, .picture_path = name_picture, .user = &a},
              NULL) == WAFT_ERR_IO);
    scratch_remove(&s);
}

// What ffprobe says of the video, "" if it cannot be run.
static void probe(const char* path, char* text, size_t text_size) {
    char command[1024];
    (void)snprintf(command, sizeof(command),
        "ffprobe -v error -count_frames -show_entries stream=codec_name,width,height,pix_fmt,"
        "color_space,color_transfer,r_frame_rate,nb_read_frames -of csv=p=0 '%s' 2>/dev/null",
        path);
    text[0] = '\0';
    FILE* pipe = popen(command, "r");
    if (pipe != NULL) {
        const size_t got = fread(text, 1, text_size - 1, pipe);
        text[got] = '\0';
        (void)pclose(pipe);
    }
}

static void the_real_program(void) {
    if (system("ffmpeg -v error -version >/dev/null 2>&1") != 0) {
        (void)printf("no ffmpeg here\n");
        return;
    }
    scratch s = scratch_make();
    album a = make_album(&s);
    waft_video_def def = make_def(&a, NULL);
    waft_error error;
    char* videos[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    for (int i = 0; i < 2; ++i) {
        if (!CHECK(make_video(&s, &def, &error) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", error.sentence);
        }
        videos[i] = scratch_read(scratch_file(&s, "v.mp4"), &sizes[i]);
    }
    CHECK(sizes[0] == sizes[1] && memcmp(videos[0], videos[1], sizes[0]) == 0);
    waft_text_free(NULL, videos[0]);
    waft_text_free(NULL, videos[1]);
    char said[256];
    probe(scratch_file(&s, "v.mp4"), said, sizeof(said));
    if (said[0] != '\0') {
        CHECK_TEXT(said, "h264,64,48,yuv420p,bt709,iec61966-2-1,25/1,6\n");
    }
    // A damaged picture is for ffmpeg to notice.
    size_t size = 0;
    char* bytes = scratch_read(name_picture(&a, 2), &size);
    memset(bytes + 40, 0, size - 40);
    CHECK(waft_file_write(name_picture(&a, 0), bytes, size, NULL) == WAFT_OK);
    waft_text_free(NULL, bytes);
    def.frame_count = 1;
    check_failure(&s, &def, WAFT_ERR_IO, "ffmpeg failed: ");
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"pictures_go_through_in_order", pictures_go_through_in_order},
    {"programs_that_fail", programs_that_fail},
    {"programs_that_are_missing", programs_that_are_missing},
    {"stopping", stopping},
    {"pictures_that_do_not_fit", pictures_that_do_not_fit},
    {"the_real_program", the_real_program},
};

int main(int argc, char** argv) {
    if (!waft_has("png")) {
        (void)printf("skipped: this build has no PNG\n");
        return 0;
    }
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
