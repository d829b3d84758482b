/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/stream.h"

#include "harness/tables/csv.h"
#include "problems/base/file.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = SS_CSV_FIELD_MAX + 2 };

/* Read a line without its end; false at the end of the file and at a torn line. */
static bool read_line(ss_stream *s, ss_error *error)
{
    if (fgets(s->line, ROOM, s->file) == NULL)
        return ferror(s->file) &&
               ss_error_set(error, SS_ERROR_DATA, "cannot read '%s': %s", s->path, strerror(errno));
    ++s->n_lines;
    const size_t length = strcspn(s->line, "\n");
    if (s->line[length] != '\n')
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: %s", s->path, s->n_lines,
                            length == ROOM - 1 ? "longer than 1 MiB"
                            : feof(s->file)    ? "torn: the last line does not end"
                                               : "a NUL byte: this is not a text file");
    s->line[length] = '\0';
    return true;
}

/* Cut the next field off *text, in place; quotes around it go, those inside come in pairs. */
static char *next_field(char **text)
{
    char *const field = *text, *from = field, *to = field;
    const bool quoted = *from == '"';
    from += quoted;
    while (*from != '\0' && (quoted ? *from != '"' || from[1] == '"' : *from != ',')) {
        from += quoted && *from == '"';
        *to++ = *from++;
    }
    from += quoted && *from == '"';
    *text = *from == ',' ? from + 1 : NULL;
    *to = '\0';
    return field;
}

/* Find the columns in the header, which is the line at hand. */
static bool find_columns(ss_stream *s, const char *const *columns, size_t n_needed, ss_error *error)
{
    for (s->n = 0; columns[s->n] != NULL; ++s->n)
        s->at[s->n] = SIZE_MAX;
    for (char *rest = s->line; rest != NULL; ++s->n_columns) {
        const char *const name = next_field(&rest);
        for (size_t k = 0; k < s->n; ++k)
            if (strcmp(columns[k], name) == 0)
                s->at[k] = s->n_columns;
    }
    for (size_t k = 0; k < n_needed; ++k)
        if (s->at[k] == SIZE_MAX)
            return ss_error_set(error, SS_ERROR_DATA, "%s, line 1: there is no column '%s'",
                                s->path, columns[k]);
    return true;
}

bool ss_stream_open(ss_stream *s, const char *path, const char *const *columns, size_t n_needed,
                    ss_error *error)
{
    *s = (ss_stream){.path = path, .file = ss_file_open(path, error)};
    if (s->file == NULL)
        return false;
    s->line = malloc(ROOM);
    if (s->line == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "out of memory reading %s", path);
    if (!read_line(s, error))
        return ss_error_set(error, SS_ERROR_DATA, "%s: it is empty, not even a header", path);
    return find_columns(s, columns, n_needed, error);
}

bool ss_stream_next(ss_stream *s, ss_error *error)
{
    size_t n = 0;
    if (!read_line(s, error))
        return false;
    for (char *rest = s->line; rest != NULL; ++n) {
        const char *const field = next_field(&rest);
        for (size_t k = 0; k < s->n; ++k)
            if (s->at[k] == n)
                s->field[k] = field;
    }
    return n == s->n_columns || ss_error_set(error, SS_ERROR_DATA,
                                             "%s, line %zu: %zu fields where the header has "
                                             "%zu",
                                             s->path, s->n_lines, n, s->n_columns);
}

bool ss_stream_real(const ss_stream *s, size_t k, double *value, ss_error *error)
{
    char *end = NULL;
    const char *const text = s->field[k];
    if (text != NULL)
        *value = strtod(text, &end);
    return (text != NULL && end != text && *end == '\0') ||
           ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: '%s' is not a number", s->path,
                        s->n_lines, text != NULL ? text : "");
}

bool ss_stream_count(const ss_stream *s, size_t k, size_t *value, ss_error *error)
{
    const char *const text = s->field[k];
    errno = 0;
    const unsigned long long number = text != NULL ? strtoull(text, NULL, 10) : 0;
    if (text != NULL && text[0] != '\0' && text[strspn(text, "0123456789")] == '\0' &&
        errno != ERANGE && number <= SIZE_MAX) {
        *value = (size_t)number;
        return true;
    }
    return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: '%s' is not a whole number, 0 or more",
                        s->path, s->n_lines, text != NULL ? text : "");
}

void ss_stream_close(ss_stream *s)
{
    if (s->file != NULL)
        fclose(s->file);
    free(s->line);
    *s = (ss_stream){.file = NULL};
}
