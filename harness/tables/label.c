/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/label.h"

#include "harness/tables/hash.h"
#include "problems/base/options.h"
#include "solvers/choice.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t ss_label_length(const char *list, char separator)
{
    size_t n = 0;
    for (int depth = 0; list[n] != '\0' && (depth > 0 || list[n] != separator); ++n)
        depth += (list[n] == '[') - (list[n] == ']');
    return n;
}

char *ss_label_contender(const char *solver, const char *outer)
{
    const size_t length = strlen(outer);
    const bool has_options = length > 0 && outer[length - 1] == ']';
    char *label = NULL;
    if (length == 0 || strcmp(outer, SS_CHOICE_OUTER_DEFAULT) == 0)
        return strdup(solver);
    return asprintf(&label, "%.*s%slocal=%s]", (int)(length - has_options), outer,
                    has_options ? "," : "[", solver) < 0
               ? NULL
               : label;
}

bool ss_label_is_contender(const char *label, const char *solver, const char *outer)
{
    char *const contender = ss_label_contender(solver, outer);
    const bool is = contender != NULL && strcmp(label, contender) == 0;
    free(contender);
    return is;
}

bool ss_label_in(const char *list, const char *label)
{
    bool in = false;
    for (size_t length; !in && *list != '\0'; list += length + (list[length] == ',')) {
        length = ss_label_length(list, ',');
        in = strlen(label) == length && strncmp(list, label, length) == 0;
    }
    return in;
}

bool ss_label_names(const char *list, const char *solver, const char *outer)
{
    char *const contender = ss_label_contender(solver, outer);
    const bool named =
        ss_label_in(list, solver) || (contender != NULL && ss_label_in(list, contender));
    free(contender);
    return named;
}

char *ss_label_with(const char *label, const char *key, const char *value)
{
    const size_t head = strcspn(label, "["), length = strlen(key);
    const bool brackets = label[head] == '[';
    char *const inside = strdup(label + head + brackets), *text = NULL, *one = NULL;
    size_t size = 0, n = 0;
    FILE *const out = inside != NULL ? open_memstream(&text, &size) : NULL;
    if (out == NULL) {
        free(inside);
        return NULL;
    }
    if (brackets && inside[0] != '\0')
        inside[strlen(inside) - 1] = '\0';
    fprintf(out, "%.*s", (int)head, label);
    if (value != NULL)
        fprintf(out, "%c%s=%s", n++ > 0 ? ',' : '[', key, value);
    for (char *rest = inside[0] != '\0' ? inside : NULL; (one = ss_options_next(&rest)) != NULL;)
        if (strncmp(one, key, length) != 0 || one[length] != '=')
            fprintf(out, "%c%s", n++ > 0 ? ',' : '[', one);
    fputs(n > 0 ? "]" : "", out);
    free(inside);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static bool is_plain(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Bytes of what stands between two words of a question, "-", ".", "=", " " or ", "; else 0. */
static size_t mark_length(const char *at)
{
    const size_t length = at[0] == ',' && at[1] == ' ' ? 2 : strchr("-.= ", at[0]) != NULL;
    return is_plain(at[length]) ? length : 0;
}

void ss_label_file(char name[SS_LABEL_FILE], const char *format, ...)
{
    enum { DIGITS = 8, WORDS = SS_LABEL_FILE - DIGITS - 2 };
    char *label = NULL, hash[SS_HASH_SIZE];
    size_t n = 0;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&label, format, arguments);
    va_end(arguments);
    name[0] = '\0';
    if (length < 0)
        return;
    const char *at = label;
    bool told = is_plain(label[0]);
    for (size_t step; *at != '\0' && n < WORDS; at += step) {
        const bool word = is_plain(*at);
        const size_t mark = word ? 0 : mark_length(at);
        told = told && (word || mark > 0);
        step = mark > 0 ? mark : 1;
        if (word || (n > 0 && name[n - 1] != '-'))
            name[n++] = word ? *at : '-';
    }
    name[n] = '\0';
    if (!told || *at != '\0') {
        ss_hash_text(hash, label, (size_t)length);
        snprintf(name + n, SS_LABEL_FILE - n, "%s%.*s", n > 0 && name[n - 1] == '-' ? "" : "-",
                 (int)DIGITS, hash);
    }
    free(label);
}
