/* The verb `catalogue`: the problems of the FCLIB library by name, and which of them a folder has.
 *
 * The library is 7.9 GB that nobody can ship; its index is, and says of any file what it is. A
 * campaign that names a family reads the same index (campaign/files.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/files.h"
#include "harness/catalogue/library.h"
#include "harness/cli/words.h"
#include "harness/process/progress.h"
#include "harness/report/sheet.h"
#include "problems/base/names.h"
#include "problems/files/frozen.h"

#include <stdlib.h>
#include <string.h>

/* A family, or `verify` and a folder; nothing: all families. */
typedef struct words {
    ss_word_list places;
    bool json;
} words;

static const ss_word_row own[] = {
    SS_SWITCH(words, json, "json", 0, "Print it for programs: the table `families` or `files`"),
};

enum { SHOWN = 10 }; /* files that are named of those that are not the library's */

static const ss_report_column families[] = {{"family", SS_REPORT_LEFT, false},
                                            {"problems", SS_REPORT_RIGHT, false},
                                            {"here", SS_REPORT_RIGHT, true},
                                            {"MB", SS_REPORT_RIGHT, false}};

/* The end of the family that begins with file k. */
static size_t family_end(const ss_library *library, size_t k)
{
    const size_t length = ss_library_family_length(&library->files[k]);
    size_t end = k;
    while (end < library->n && ss_library_family_length(&library->files[end]) == length &&
           strncmp(library->files[end].path, library->files[k].path, length) == 0)
        ++end;
    return end;
}

/* A row per family; `here` are the files that a folder has, NULL: of no folder. */
static void add_families(ss_report_sheet *sheet, const ss_library *library, const bool *here)
{
    SS_REPORT_COLUMNS(sheet, "families", families);
    for (size_t k = 0, end; k < library->n; k = end) {
        double bytes = 0.0;
        size_t n = 0;
        end = family_end(library, k);
        for (size_t i = k; i < end; ++i) {
            bytes += (double)library->files[i].bytes;
            n += here != NULL && here[i];
        }
        if (here != NULL && n == 0)
            continue;
        ss_report_add(sheet, SS_REPORT_CELL, "%.*s",
                      (int)ss_library_family_length(&library->files[k]), library->files[k].path);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", end - k);
        if (here != NULL)
            ss_report_add(sheet, SS_REPORT_CELL, "%zu", n);
        else
            ss_report_cells(sheet, "", NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%.1f", bytes / 1e6);
    }
}

/* All families, and what there is to know of them. */
static bool list_families(ss_report_sheet *sheet, const ss_library *library, ss_error *error)
{
    (void)error;
    add_families(sheet, library, NULL);
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "%zu problems of the FCLIB library, May 2024; those of RollingGlobal have five "
                  "components per contact and are not read. The files are yours to fetch: "
                  "github.com/FrictionalContactLibrary/fclib-library",
                  library->n);
    return true;
}

/* The files of the families of that name. */
static bool list_files(ss_report_sheet *sheet, const ss_library *library, const char *name,
                       ss_error *error)
{
    static const ss_report_column columns[] = {{"file", SS_REPORT_LEFT, false},
                                               {"bytes", SS_REPORT_RIGHT, false},
                                               {"sha256", SS_REPORT_LEFT, false}};
    size_t n = 0;
    SS_REPORT_COLUMNS(sheet, "files", columns);
    for (size_t k = 0; k < library->n; ++k) {
        if (!ss_library_in_family(&library->files[k], name))
            continue;
        ss_report_cells(sheet, library->files[k].path, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", library->files[k].bytes);
        ss_report_cells(sheet, library->files[k].sha256, NULL);
        ++n;
    }
    return n > 0 || ss_error_set(error, SS_ERROR_USAGE,
                                 "no family '%s' in the FCLIB library; 'stickslip catalogue' lists "
                                 "them",
                                 name);
}

/* ---- verify ---- */

static const char *const standing_words[SS_LIBRARY_STANDINGS] = {"known", "moved", "changed",
                                                                 "unknown"};

/* The folder's files against the library. */
typedef struct survey {
    const ss_library *library;
    const char *folder;
    bool *here; /* library->n; owned */
    bool whole; /* for programs: a row for every such file */
    size_t count[SS_LIBRARY_STANDINGS];
    ss_report_sheet *sheet;
} survey;

/* A row for a file that is not the library's at its place. */
static void add_odd(survey *s, const char *below, ss_library_standing standing,
                    const ss_library_file *which)
{
    if (standing == SS_LIBRARY_KNOWN || (!s->whole && s->count[standing] > SHOWN))
        return;
    ss_report_cells(s->sheet, below, standing_words[standing], which != NULL ? which->path : "",
                    NULL);
}

/* Hash each file and note what it is. */
static bool survey_files(survey *s, const ss_campaign_texts *files, ss_error *error)
{
    static const ss_report_column columns[] = {{"file", SS_REPORT_LEFT, false},
                                               {"it is", SS_REPORT_LEFT, false},
                                               {"in the library", SS_REPORT_LEFT, false}};
    ss_progress progress;
    bool ok = true;
    ss_progress_begin(&progress, "hashing", files->n, (double)files->n);
    SS_REPORT_COLUMNS(s->sheet, "files", columns);
    for (size_t k = 0; ok && k < files->n; ++k) {
        const char *const path = ss_frozen_path(files->at[k]);
        const char *below = path + strlen(s->folder);
        ss_library_standing standing;
        const ss_library_file *which = NULL;
        while (*below == '/') /* "lib" and "lib/" are one folder */
            ++below;
        ok = ss_library_identify(s->library, path, below, &standing, &which, error);
        if (!ok)
            break;
        ++s->count[standing];
        if (standing == SS_LIBRARY_KNOWN || standing == SS_LIBRARY_MOVED)
            s->here[which - s->library->files] = true;
        add_odd(s, below, standing, which);
        ss_progress_update(&progress,
                           (ss_progress_state){.work_done = (double)(k + 1), .done = k + 1});
    }
    ss_progress_end(&progress);
    return ok;
}

/* What a folder has of the library, and what it has that is not of it. */
static bool verify(ss_report_sheet *sheet, const ss_library *library, const words *w,
                   ss_error *error)
{
    const char *const folder = w->places.values[1];
    survey s = {.library = library,
                .folder = folder,
                .here = calloc(library->n + 1, sizeof *s.here),
                .whole = w->json,
                .sheet = sheet};
    ss_campaign_texts files = {.n = 0};
    bool ok = s.here != NULL || ss_error_memory(error, "the library");
    ok = ok && ss_campaign_files_in(&files, folder, error) && survey_files(&s, &files, error);
    if (ok && files.n == 0)
        ok = ss_error_set(error, SS_ERROR_DATA, "%s has no *.hdf5", folder);
    if (ok) {
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "%zu file%s: %zu known, %zu moved, %zu changed, %zu unknown", files.n,
                      ss_name_plural(files.n), s.count[SS_LIBRARY_KNOWN], s.count[SS_LIBRARY_MOVED],
                      s.count[SS_LIBRARY_CHANGED], s.count[SS_LIBRARY_UNKNOWN]);
        for (int k = SS_LIBRARY_MOVED; k < SS_LIBRARY_STANDINGS; ++k)
            if (!s.whole && s.count[k] > SHOWN)
                ss_report_add(sheet, SS_REPORT_REMARK, "%zu more files are %s", s.count[k] - SHOWN,
                              standing_words[k]);
        if (s.count[SS_LIBRARY_KNOWN] + s.count[SS_LIBRARY_MOVED] > 0)
            add_families(sheet, library, s.here);
    }
    ss_campaign_texts_free(&files);
    free(s.here);
    return ok;
}

/* What the places ask for. */
static bool catalogue(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    const char *const first = w->places.n > 0 ? w->places.values[0] : NULL;
    /* no family is called verify: families are folders of the library */
    const bool verifies = first != NULL && strcmp(first, "verify") == 0;
    ss_library library;
    ss_report_sheet sheet = {.text = NULL};
    bool done = true;
    if (w->places.n != (first == NULL ? 0 : verifies ? 2 : 1))
        done = ss_error_set(error, SS_ERROR_USAGE,
                            "it is 'catalogue', 'catalogue FAMILY' or 'catalogue verify FOLDER'");
    done = ss_library_read(&library, error) && done;
    if (done && verifies)
        done = verify(&sheet, &library, w, error);
    else if (done)
        done = first != NULL ? list_files(&sheet, &library, first, error)
                             : list_families(&sheet, &library, error);
    done =
        done && ss_report_print(&sheet, w->json ? &ss_report_json : &ss_report_text, stdout, error);
    ss_report_free(&sheet);
    ss_library_free(&library);
    return done;
}

const ss_command ss_command_catalogue = {
    .name = "catalogue",
    .summary = "the FCLIB library by name, and what a folder has of it",
    .places = "[FAMILY | verify FOLDER]",
    .doc =
        "List the families of the FCLIB library, or the files of one, with bytes and SHA-256; or "
        "compare the FCLIB files in a folder, and in those below it, with that index: known, "
        "moved (a problem of the library under another name), changed (its name, other bytes), "
        "unknown. A campaign takes a family by name, `family:Capsules`, from the folder that "
        "STICKSLIP_FCLIB names; where files are missing it says how many, and `family:Capsules,"
        "partial` takes those that are there.",
    .after = "Examples:\n  stickslip catalogue\n  stickslip catalogue Local/siconos/Capsules\n"
             "  stickslip catalogue verify fclib-library",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(0, offsetof(words, places)),
    .is_list = true,
    .size = sizeof(words),
    .work = catalogue};
