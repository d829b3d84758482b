/* The origin of a result, in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/parts.h"

#include "harness/report/sheet.h"
#include "problems/base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* \made{name}: the command that makes a result. */
bool ss_manuscript_made(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    char path[SS_PATH_SIZE];
    if (!ss_manuscript_path(m, path, call->arguments[0], error))
        return false;
    ss_report_latex_words(m->out, ss_manuscript_command(m, call->arguments[0]), false);
    return true;
}

/* \said{name/provenance.txt}{key}: what stands after "KEY: " in what a program wrote down of its
 * run. */
bool ss_manuscript_said(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    char path[SS_PATH_SIZE], *line = NULL;
    const char *const key = call->arguments[1];
    const size_t length = strlen(key);
    ss_error reason = {SS_ERROR_NONE, ""};
    ss_cells_row row = {.macro = call->name, .file = call->arguments[0], .rows = 1, .column = key};
    size_t size = 0;
    if (!ss_manuscript_path(m, path, call->arguments[0], error))
        return false;
    FILE *const in = ss_file_open(path, &reason);
    if (in == NULL)
        return ss_error_set(error, reason.code, "%s; it is made by: %s", reason.text,
                            ss_manuscript_command(m, call->arguments[0]));
    while (row.value == NULL && getline(&line, &size, in) > 0) {
        ++row.line;
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, key, length) == 0 && strncmp(line + length, ": ", 2) == 0)
            row.value = row.printed = line + length + 2;
    }
    const bool found = row.value != NULL;
    if (found) {
        ss_report_latex_words(m->out, row.value, false);
        ss_manuscript_note(m, row);
    }
    free(line);
    fclose(in);
    return found || ss_error_set(error, SS_ERROR_DATA, "%s has no line '%s: '", path, key);
}
