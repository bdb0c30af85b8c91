// SPDX-License-Identifier: MIT
#include "info_mesh.h"

#include "exit.h"
#include "report.h"
#include "units.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static FILE* open_file(const arguments* args, const char* path, int* out_code) {
    FILE* file = fopen(path, "rb");
    *out_code = EXIT_OK;
    if (file == NULL) {
        *out_code = errno == ENOMEM ? fail_memory(args->command->name)
                                    : fail(EXIT_USAGE, args->command->name, "%s cannot be read: %s",
                                          path, strerror(errno));
    }
    return file;
}

typedef struct mesh_counts {
    uint64_t vertices, faces;
} mesh_counts;

/// Counts lines by their first word. Lines may be of any length, so a line is never held as a whole.
static mesh_counts count_obj(FILE* file) {
    mesh_counts counts = {0};
    int before = '\n';
    int word = '\n'; // the line's first character while it may be a word of one letter
    for (int c = getc(file); c != EOF; c = getc(file)) {
        if (before == '\n') {
            word = c;
        } else {
            const bool ends = c == ' ' || c == '\t';
            counts.vertices += ends && word == 'v';
            counts.faces += ends && word == 'f';
            word = '\n';
        }
        before = c;
    }
    return counts;
}

int info_obj(const arguments* args, const char* path) {
    int code = EXIT_OK;
    FILE* file = open_file(args, path, &code);
    if (file == NULL) {
        return code;
    }
    const mesh_counts counts = count_obj(file);
    const bool lost = ferror(file) != 0;
    (void)fclose(file);
    if (lost || counts.vertices == 0) {
        return fail(EXIT_USAGE, args->command->name,
            lost ? "%s cannot be read to its end" : "%s is no OBJ mesh: it has no vertices", path);
    }
    report facts = report_begin(arguments_has(args, OPTION_JSON), "mesh", path);
    report_whole(&facts, "vertices", counts.vertices);
    report_whole(&facts, "faces", counts.faces);
    report_end(&facts);
    return EXIT_OK;
}

/// The next line of the header without its end; false if there is none, or none that short.
static bool read_line(FILE* file, char* line, int size) {
    if (fgets(line, size, file) == NULL || strchr(line, '\n') == NULL) {
        return false;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

/// Reads the header up to end_header. False if it is not one.
static bool read_ply_header(FILE* file, mesh_counts* out_counts) {
    enum { LINES_MOST = 1000 };
    char line[512];
    *out_counts = (mesh_counts){0};
    if (!read_line(file, line, sizeof line) || strcmp(line, "ply") != 0) {
        return false;
    }
    for (int i = 0; i < LINES_MOST && read_line(file, line, sizeof line); ++i) {
        if (strcmp(line, "end_header") == 0) {
            return true;
        }
        static const char vertex[] = "element vertex ";
        static const char face[] = "element face ";
        const bool is_vertex = strncmp(line, vertex, sizeof vertex - 1) == 0;
        const bool is_face = strncmp(line, face, sizeof face - 1) == 0;
        if (is_vertex && !parse_whole(line + sizeof vertex - 1, &out_counts->vertices)) {
            return false;
        }
        if (is_face && !parse_whole(line + sizeof face - 1, &out_counts->faces)) {
            return false;
        }
    }
    return false;
}

int info_ply(const arguments* args, const char* path) {
    int code = EXIT_OK;
    FILE* file = open_file(args, path, &code);
    if (file == NULL) {
        return code;
    }
    mesh_counts counts;
    const bool good = read_ply_header(file, &counts);
    (void)fclose(file);
    if (!good) {
        return fail(EXIT_USAGE, args->command->name,
            "%s: the header of the PLY file is cut or wrong", path);
    }
    report facts = report_begin(
        arguments_has(args, OPTION_JSON), counts.faces > 0 ? "mesh" : "particles", path);
    report_whole(&facts, counts.faces > 0 ? "vertices" : "particles", counts.vertices);
    if (counts.faces > 0) {
        report_whole(&facts, "faces", counts.faces);
    }
    report_end(&facts);
    return EXIT_OK;
}
