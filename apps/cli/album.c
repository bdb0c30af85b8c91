// SPDX-License-Identifier: MIT
#include "album.h"

#include "exit.h"
#include "units.h"

#include <waft/export.h>

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// frame_000012.png
static bool is_picture_name(const char* name) {
    const size_t digits = strncmp(name, "frame_", 6) == 0 ? strspn(name + 6, "0123456789") : 0;
    return digits >= 6 && strcmp(name + 6 + digits, ".png") == 0;
}

/// Counts the pictures of a folder, and removes them if that is wanted; a folder that is not there has
/// none.
static int count_files(const char* folder, bool remove) {
    DIR* stream = opendir(folder);
    int count = 0;
    for (const struct dirent* entry = NULL; stream != NULL && (entry = readdir(stream)) != NULL;) {
        char path[ALBUM_PATH];
        if (is_picture_name(entry->d_name) &&
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path) {
            ++count;
            if (remove) {
                (void)unlink(path);
            }
        }
    }
    if (stream != NULL) {
        (void)closedir(stream);
    }
    return count;
}

int album_count_pictures(const char* directory) {
    char path[ALBUM_PATH];
    if (waft_run_picture_path(directory, 0, path, sizeof path) != WAFT_OK) {
        return 0;
    }
    cut_file_name(path);
    return count_files(path, false);
}

const char* album_path(album* self, int frame) {
    const album_def* def = &self->def;
    if (def->file != NULL) {
        (void)snprintf(self->path, sizeof self->path, "%s", def->file);
    } else if (def->folder != NULL) {
        (void)snprintf(self->path, sizeof self->path, "%s/frame_%06d.png", def->folder, frame);
    } else if (waft_run_picture_path(def->directory, frame, self->path, sizeof self->path) !=
               WAFT_OK) {
        self->path[0] = '\0';
    }
    return self->path;
}

static int first_due(const album_def* def) {
    return (def->first + def->every - 1) / def->every * def->every;
}

static bool is_due(const album_def* def, int frame) {
    return frame >= def->first && frame <= def->last && frame % def->every == 0;
}

/// Files of ours are whole or not there, but disks fail and people copy: a picture that lacks its
/// head or its end is drawn anew.
static bool is_whole(const char* path) {
    static const char head[] = "\x89PNG\r\n\x1a\n";
    static const char tail[] = "\0\0\0\0IEND\xae\x42\x60\x82";
    char first[sizeof head - 1];
    char last[sizeof tail - 1];
    FILE* file = fopen(path, "rbe");
    if (file == NULL) {
        return false;
    }
    const bool whole =
        fread(first, sizeof first, 1, file) == 1 &&
        fseek(file, -(long)sizeof last, SEEK_END) == 0 && fread(last, sizeof last, 1, file) == 1 &&
        memcmp(first, head, sizeof first) == 0 && memcmp(last, tail, sizeof last) == 0;
    return fclose(file) == 0 && whole;
}

static bool is_missing(album* self, int frame) {
    return self->def.file != NULL ? self->drawn == 0 : !is_whole(album_path(self, frame));
}

/// Takes a member whose value holds no comma out of a JSON text, from `at` on.
static void cut_member(char* at, const char* key) {
    char* member = strstr(at, key);
    const char* comma = member != NULL ? strchr(member, ',') : NULL;
    if (comma != NULL) {
        memmove(member, comma + 1, strlen(comma + 1) + 1);
    }
}

/// All that a picture depends on, but not which pictures are made. Inside JSON strings quotes have a
/// backslash, so a key with its quotes can stand only where it is one.
static waft_result describe_look(const waft_scene* scene, char** out_text, waft_error* out_error) {
    const waft_result result = waft_scene_json(scene, NULL, out_text);
    if (result != WAFT_OK) {
        return error_set(out_error, result, "%s", waft_result_sentence(result));
    }
    char* render = strstr(*out_text, "\"render\":{");
    static const char* const keys[] = {"\"every\":", "\"pictures\":", "\"video\":"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && render != NULL; ++i) {
        cut_member(render, keys[i]);
    }
    return WAFT_OK;
}

typedef enum look_state {
    LOOK_SAME,
    LOOK_OTHER,
    LOOK_NONE, ///< there is no look.txt
} look_state;

static waft_result compare_look(const char* path, const char* head, const char* json,
    look_state* out_state, waft_error* out_error) {
    const size_t limit = (size_t)64 << 20;
    char* text = NULL;
    size_t size = 0;
    struct stat status;
    *out_state = LOOK_NONE;
    if (stat(path, &status) != 0) {
        return WAFT_OK;
    }
    const waft_result result = waft_file_read(path, limit, NULL, &text, &size, out_error);
    if (result == WAFT_OK) {
        const size_t head_length = strlen(head);
        const bool same = strncmp(text, head, head_length) == 0 &&
                          strncmp(text + head_length, json, strlen(json)) == 0 &&
                          strcmp(text + head_length + strlen(json), "\n") == 0;
        *out_state = same ? LOOK_SAME : LOOK_OTHER;
    }
    waft_text_free(NULL, text);
    return result;
}

static waft_result write_look(
    const char* path, const char* head, const char* json, waft_error* out_error) {
    const size_t size = strlen(head) + strlen(json) + 2;
    char* text = malloc(size);
    if (text == NULL) {
        return error_set(out_error, WAFT_ERR_NO_MEMORY, "out of memory for %s", path);
    }
    (void)snprintf(text, size, "%s%s\n", head, json);
    const waft_result result = waft_file_write(path, text, size - 1, out_error);
    free(text);
    return result;
}

/// Pictures that the user may want to keep are not removed unasked: those that are not ours, and a
/// whole album for the sake of a few pictures.
static waft_result check_loss(
    const album* self, const char* folder, look_state state, waft_error* out_error) {
    const int count = count_files(folder, false);
    if (count > 0 && state == LOOK_NONE && self->def.folder != NULL) {
        return error_set(out_error, WAFT_ERR_ARGUMENT,
            "%s holds pictures but no look.txt, so they may not be ours; --force replaces them",
            folder);
    }
    if (count > 0 && self->def.part) {
        return error_set(out_error, WAFT_ERR_ARGUMENT,
            "%s holds %d pictures of another look; write these elsewhere with -o PATH, or --force "
            "removes those",
            folder, count);
    }
    return WAFT_OK;
}

/// Pictures go before the look that no longer fits them: killed in between, those left are still
/// told from the ones to come.
static waft_result settle_look(album* self, const char* folder, waft_error* out_error) {
    char head[96];
    char path[ALBUM_PATH];
    char* json = NULL;
    look_state state = LOOK_NONE;
    // Above the JSON stand program and run, whose identity covers what the scene does not tell: edits, a
    // seed from elsewhere, the contents of files.
    (void)snprintf(
        head, sizeof head, "waft %s, run %016" PRIx64 "\n", waft_version(), self->def.identity);
    if (snprintf(path, sizeof path, "%s/look.txt", folder) >= (int)sizeof path) {
        return error_set(out_error, WAFT_ERR_ARGUMENT, "the path of %s is too long", folder);
    }
    waft_result result = describe_look(self->def.scene, &json, out_error);
    result = result == WAFT_OK ? compare_look(path, head, json, &state, out_error) : result;
    if (result == WAFT_OK && state != LOOK_SAME && !self->def.anew) {
        result = check_loss(self, folder, state, out_error);
    }
    if (result == WAFT_OK && state != LOOK_SAME) {
        self->removed = count_files(folder, true);
        result = count_files(folder, false) == 0
                     ? write_look(path, head, json, out_error)
                     : error_set(out_error, WAFT_ERR_IO,
                           "%s: pictures of another look cannot be removed", folder);
    }
    waft_text_free(NULL, json);
    return result;
}

static waft_result make_folder(const album* self, waft_error* out_error) {
    const char* folder = self->def.folder;
    if (folder == NULL) {
        return waft_run_make_pictures_folder(self->def.directory, out_error);
    }
    return make_directory(folder) ? WAFT_OK
                                  : error_set(out_error, WAFT_ERR_IO, "%s cannot be made: %s",
                                        folder, strerror(errno));
}

static void count_pictures(album* self) {
    for (int frame = first_due(&self->def); frame <= self->def.last; frame += self->def.every) {
        ++self->count;
        if (self->def.anew && self->def.file == NULL) {
            (void)unlink(album_path(self, frame));
        }
        self->kept += is_missing(self, frame) ? 0 : 1;
    }
}

waft_result album_open(
    album* out_album, const album_def* def, artist* hand, waft_error* out_error) {
    *out_album = (album){.def = *def, .hand = hand, .to = -1};
    if (def->file == NULL) {
        char folder[ALBUM_PATH];
        waft_result result = make_folder(out_album, out_error);
        (void)snprintf(folder, sizeof folder, "%s", album_path(out_album, 0));
        cut_file_name(folder);
        result = result == WAFT_OK ? settle_look(out_album, folder, out_error) : result;
        if (result != WAFT_OK) {
            return result;
        }
    }
    count_pictures(out_album);
    return WAFT_OK;
}

int album_missing(const album* self) {
    return self->count - self->kept - self->drawn;
}

static waft_result record(album* self, int frame, const waft_world* world, waft_error* out_error) {
    if (self->to < self->from || frame != self->to + 1) {
        artist_forget(self->hand);
        self->from = frame;
    }
    self->to = frame;
    return artist_record(self->hand, world, out_error);
}

static int past_of(const album* self, int frame) {
    const int history = artist_history(self->hand);
    return frame > history ? frame - history : 0;
}

waft_result album_see(album* self, int frame, const waft_world* world, waft_error* out_error) {
    const double began = wall_time();
    waft_result result = record(self, frame, world, out_error);
    if (result != WAFT_OK || !is_due(&self->def, frame) || self->from > past_of(self, frame) ||
        !is_missing(self, frame)) {
        return result;
    }
    result = artist_draw(self->hand, world, album_path(self, frame), out_error);
    if (result == WAFT_OK) {
        const double ms = 1e3 * (wall_time() - began);
        const double share = 0.1;
        self->draw_ms = self->drawn == 0 ? ms : self->draw_ms + share * (ms - self->draw_ms);
        ++self->drawn;
    }
    return result;
}

/// What album_fill() is given.
typedef struct filling {
    waft_replay* replay;
    bool (*watch)(void* user);
    void* user;
    bool stopped;
} filling;

/// Brings the run to a frame, which may be long in coming.
static waft_result go_to(filling* way, int frame, waft_error* out_error) {
    waft_result result = WAFT_OK;
    for (bool there = false; result == WAFT_OK && !there && !way->stopped;) {
        way->stopped = !way->watch(way->user);
        if (!way->stopped) {
            result = waft_replay_approach(way->replay, frame, &there, out_error);
        }
    }
    return result;
}

/// Goes to a frame by way of the past that its picture shows.
static waft_result approach(album* self, filling* way, int frame, waft_error* out_error) {
    waft_result result = WAFT_OK;
    const int past = past_of(self, frame);
    const bool known = self->to >= self->from && past >= self->from && past <= self->to + 1;
    for (int at = known ? self->to + 1 : past; at <= frame && result == WAFT_OK && !way->stopped;
         ++at) {
        result = go_to(way, at, out_error);
        if (result == WAFT_OK && !way->stopped) {
            result = album_see(self, at, waft_replay_world(way->replay), out_error);
        }
    }
    return result;
}

waft_result album_fill(album* self, waft_replay* replay, bool (*watch)(void* user), void* user,
    bool* out_stopped, waft_error* out_error) {
    filling way = {.replay = replay, .watch = watch, .user = user};
    waft_result result = WAFT_OK;
    for (int frame = first_due(&self->def);
         frame <= self->def.last && result == WAFT_OK && !way.stopped; frame += self->def.every) {
        if (is_missing(self, frame)) {
            result = approach(self, &way, frame, out_error);
        }
    }
    *out_stopped = way.stopped;
    return result;
}

static const char* path_of_index(void* user, int index) {
    album* self = user;
    return album_path(self, first_due(&self->def) + index * self->def.every);
}

waft_result album_video(
    album* self, const char* path, bool (*stop)(void* user), waft_error* out_error) {
    const waft_video_def def = {
        .fps = waft_scene_get_time(self->def.scene).fps / self->def.every,
        .frame_count = self->count,
        .picture_path = path_of_index,
        .stop = stop,
        .user = self,
    };
    return waft_video_write(path, &def, out_error);
}

bool album_forbids_video(const waft_scene* scene, char* out_sentence, size_t size) {
    const waft_look look = waft_scene_look(scene, 0.0);
    const double fps = waft_scene_get_time(scene).fps / waft_scene_pictures(scene).every;
    const int width = look.size[0];
    const int height = look.size[1];
    if (width % 2 != 0 || height % 2 != 0) {
        (void)snprintf(out_sentence, size,
            "a video needs even sides, which %dx%d has not; %dx%d would do", width, height,
            width + width % 2, height + height % 2);
        return true;
    }
    if (fps < 0.1 || fps > 1000.0) {
        (void)snprintf(out_sentence, size,
            "a video has 0.1 to 1000 pictures a second, not %g; change render.every", fps);
        return true;
    }
    return false;
}
