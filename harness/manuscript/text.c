/* The origin of a result, in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/parts.h"

#include "harness/report/latex.h"
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

/* Print what stands after "KEY: " in the file, and note it in cells.csv. */
static bool print_line(ss_manuscript *m, FILE *in, const ss_manuscript_call *call)
{
    const char *const key = call->arguments[1];
    const size_t length = strlen(key);
    char *line = NULL;
    size_t size = 0, number = 0;
    bool found = false;
    while (!found && getline(&line, &size, in) > 0) {
        ++number;
        line[strcspn(line, "\n")] = '\0';
        found = strncmp(line, key, length) == 0 && strncmp(line + length, ": ", 2) == 0;
    }
    if (found) {
        const char *const text = line + length + 2;
        ss_report_latex_words(m->out, text, false);
        ss_manuscript_note(m, (ss_cells_row){.macro = call->name,
                                             .file = call->arguments[0],
                                             .line = number,
                                             .rows = 1,
                                             .column = key,
                                             .value = text,
                                             .printed = text});
    }
    free(line);
    return found;
}

/* \said{name/provenance.txt}{key}: a line of what a program wrote down of its run. */
bool ss_manuscript_said(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    char path[SS_PATH_SIZE];
    if (!ss_manuscript_path(m, path, call->arguments[0], error))
        return false;
    ss_error reason = {SS_ERROR_NONE, ""};
    FILE *const in = ss_file_open(path, &reason);
    if (in == NULL)
        return ss_error_set(error, reason.code, "%s; it is made by: %s", reason.text,
                            ss_manuscript_command(m, call->arguments[0]));
    const bool found = print_line(m, in, call);
    fclose(in);
    return found ||
           ss_error_set(error, SS_ERROR_DATA, "%s has no line '%s: '", path, call->arguments[1]);
}
