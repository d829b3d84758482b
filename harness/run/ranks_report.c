/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/ranks_report.h"

#include "problems/base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ss_ranks_report_read(const char *path, ss_ranks_row *row, char **text)
{
    const ss_table *const table = ss_rows_find("ranks");
    size_t size, n = 0;
    *text = ss_file_read(path, &size, NULL);
    char *rest = *text, *line;
    while (rest != NULL && (line = strsep(&rest, "\n")) != NULL) {
        char *const value = strchr(line, ' ');
        if (value != NULL)
            *value = '\0';
        for (size_t k = 0; value != NULL && k < table->n_fields; ++k) {
            const ss_field *const field = &table->fields[k];
            void *const to = (char *)row + field->offset;
            if (strcmp(field->name, line) != 0)
                continue;
            if (field->kind == SS_FIELD_TEXT)
                *(const char **)to = value + 1;
            else if (field->kind == SS_FIELD_REAL)
                *(double *)to = strtod(value + 1, NULL);
            else
                *(size_t *)to = (size_t)strtod(value + 1, NULL);
            ++n;
        }
    }
    remove(path);
    return n > 0 && row->ranks > 0;
}
