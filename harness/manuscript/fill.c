/* Filling in a manuscript: its texts, and the macros in them.
 *
 *     text of a .tex ---> copy_piece: comments, commands of LaTeX, letters, as they stand
 *                    ---> read_call, macro->fill: prints in its place, notes in cells.csv
 *
 * All files and cells.csv are written hidden, and published when every one is whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/parts.h"

#include "harness/figures/figure.h"
#include "harness/tables/new_folder.h"
#include "harness/tables/record.h"
#include "problems/base/file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A macro: its name, how many arguments in braces it has, and what it does. */
static const struct macro {
    const char *name;
    size_t n_arguments;
    ss_manuscript_macro *fill;
} macros[] = {
    {"cell", 3, ss_manuscript_cell},       {"median", 3, ss_manuscript_statistic},
    {"least", 3, ss_manuscript_statistic}, {"largest", 3, ss_manuscript_statistic},
    {"total", 3, ss_manuscript_statistic}, {"rowcount", 2, ss_manuscript_count},
    {"ratio", 4, ss_manuscript_ratio},     {"rows", 3, ss_manuscript_list},
    {"pivot", 4, ss_manuscript_pivot},     {"papertable", 2, ss_manuscript_paper_table},
    {"plotted", 2, ss_manuscript_plotted}, {"drawn", 3, ss_manuscript_drawn},
    {"made", 1, ss_manuscript_made},       {"said", 2, ss_manuscript_said},
};

/* The text between `open` and `close` at the beginning of the text, braces within in pairs, as
 * one line, to be freed; *after: behind it. NULL: it has no end, or there is no memory. */
static char *group(const char *text, char open, char close, const char **after)
{
    size_t depth = 0, k = 1;
    if (text[0] != open)
        return NULL;
    for (; text[k] != '\0' && (depth > 0 || text[k] != close); ++k)
        depth += text[k] == '{' ? 1 : text[k] == '}' ? (size_t)-1 : 0;
    char *const copy = text[k] != '\0' ? strndup(text + 1, k - 1) : NULL;
    *after = text + k + 1;
    for (char *c = copy; c != NULL && *c != '\0'; ++c)
        *c = *c == '\n' ? ' ' : *c;
    return copy;
}

/* Read a call from the text behind its name; NULL: it is not whole. */
static const char *read_call(const char *text, const struct macro *macro, ss_manuscript_call *call)
{
    *call = (ss_manuscript_call){.name = macro->name};
    call->option = text[0] == '[' ? group(text, '[', ']', &text) : strdup("");
    bool ok = call->option != NULL;
    for (size_t k = 0; ok && k < macro->n_arguments; ++k) {
        call->arguments[k] = group(text + strspn(text, " \n"), '{', '}', &text);
        ok = call->arguments[k] != NULL;
    }
    return ok ? text : NULL;
}

/* Fill in the macro whose arguments begin at *text, and go behind them. */
static bool fill_macro(ss_manuscript *m, const struct macro *macro, const char **text,
                       ss_error *error)
{
    ss_manuscript_call call;
    ss_error reason = {SS_ERROR_NONE, ""};
    const char *const end = read_call(*text, macro, &call);
    const bool ok = end != NULL
                        ? macro->fill(m, &call, &reason)
                        : ss_error_set(&reason, SS_ERROR_DATA,
                                       "\\%s needs %zu arguments in braces, each with its end",
                                       macro->name, macro->n_arguments);
    if (!ok)
        ss_error_set(error, reason.code, "%s, line %zu: %s", m->file, m->line, reason.text);
    for (; ok && *text < end; ++*text)
        m->line += **text == '\n';
    free(call.option);
    for (size_t k = 0; k < SS_MANUSCRIPT_ARGUMENTS; ++k)
        free(call.arguments[k]);
    return ok;
}

/* Copy what LaTeX is to read as it is: a comment to the end of its line, a command of its own with
 * its name, a letter. */
static const char *copy_piece(ss_manuscript *m, const char *at, size_t name)
{
    const size_t length = *at == '%'    ? strcspn(at, "\n")
                          : *at == '\\' ? 1 + (name > 0 ? name : 1)
                                        : 1;
    for (size_t k = 0; k < length && *at != '\0'; ++k, ++at) {
        fputc(*at, m->out);
        m->line += *at == '\n';
    }
    return at;
}

/* Fill in a text, piece by piece, as long as its macros are right. */
static bool fill_text(ss_manuscript *m, const char *text, ss_error *error)
{
    const size_t n_macros = sizeof macros / sizeof *macros;
    bool ok = true;
    while (ok && *text != '\0') {
        size_t name = 0, k = 0;
        while (*text == '\\' && isalpha((unsigned char)text[1 + name]))
            ++name;
        while (k < n_macros &&
               (strlen(macros[k].name) != name || strncmp(macros[k].name, text + 1, name) != 0))
            ++k;
        if (k == n_macros) {
            text = copy_piece(m, text, name);
            continue;
        }
        text += 1 + name;
        ok = fill_macro(m, &macros[k], &text, error);
    }
    return ok;
}

/* Fill one .tex into the hidden file of `o`. */
static bool fill_file(ss_manuscript *m, const char *name, ss_output *o, ss_error *error)
{
    char path[SS_PATH_SIZE];
    size_t size = 0;
    char *const text = ss_path_join(path, sizeof path, m->job->source, name, error)
                           ? ss_file_read(path, &size, error)
                           : NULL;
    bool ok = text != NULL &&
              (text[0] != '\0' ||
               ss_error_set(error, SS_ERROR_DATA, "%s: there is nothing in it", path)) &&
              ss_output_open(o, m->job->folder, name, error);
    if (ok) {
        m->file = name;
        m->line = 1;
        m->out = o->file;
        fputs("% Filled in by stickslip; the numbers and where they are from: cells.csv.\n",
              m->out);
        ok = fill_text(m, text, error);
    }
    free(text);
    return ok;
}

static int is_tex(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 4 && strcmp(entry->d_name + length - 4, ".tex") == 0;
}

/* Fill all files; they appear together when every one is whole. */
static bool fill_all(ss_manuscript *m, ss_error *error)
{
    struct dirent **files = NULL;
    const int n = scandir(m->job->source, &files, is_tex, alphasort);
    ss_output *const outputs = n > 0 ? calloc((size_t)n, sizeof *outputs) : NULL;
    bool ok = outputs != NULL ||
              ss_error_set(error, SS_ERROR_DATA, "%s has no .tex file", m->job->source);
    for (int k = 0; ok && k < n; ++k)
        ok = fill_file(m, files[k]->d_name, &outputs[k], error);
    for (int k = 0; ok && k < n; ++k)
        ok = ss_output_close(&outputs[k], error);
    ok = ok && ss_output_close(&m->trace, error);
    for (int k = 0; k < n; ++k) {
        if (outputs != NULL)
            ss_output_discard(&outputs[k]);
        free(files[k]);
    }
    free(outputs);
    free(files);
    return ok;
}

bool ss_manuscript_write(const ss_manuscript_job *job, size_t *n_values, ss_error *error)
{
    char sources[SS_PATH_SIZE];
    ss_new_folder place;
    ss_manuscript_job hidden = *job;
    ss_manuscript m = {.job = &hidden};
    bool ok = ss_new_folder_begin(&place, job->folder, error);
    hidden.folder = place.hidden;
    ok = ok && ss_path_join(sources, sizeof sources, job->source, "sources.csv", error) &&
         ss_csv_read(&m.sources, sources, error) &&
         ss_record_require(&m.sources, "name,folder,command", error) &&
         (job->frames || ss_figure_require_gnuplot(error)) &&
         ss_output_open(&m.trace, hidden.folder, "cells.csv", error);
    if (ok) {
        ss_cells_header(m.trace.file);
        ok = fill_all(&m, error) && ss_new_folder_finish(&place, error);
    }
    ss_output_discard(&m.trace);
    ss_new_folder_discard(&place);
    ss_manuscript_free_tables(&m);
    *n_values = m.n_values;
    return ok;
}
