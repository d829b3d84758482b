/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/grid.h"

#include "harness/tables/label.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bounds of what a slip of the fingers may ask of memory; a plan takes 100 000 runs (plan.c). */
enum { MAX_POINTS = 10000, MAX_INSTANCES = 1000000, MAX_PRODUCT = 1000000 };

bool ss_campaign_texts_add(ss_campaign_texts *texts, ss_error *error, const char *format, ...)
{
    va_list words;
    char **const larger = reallocarray(texts->at, texts->n + 2, sizeof *larger);
    if (larger == NULL)
        return ss_error_memory(error, "a list of texts");
    texts->at = larger;
    va_start(words, format);
    const bool printed = vasprintf(&larger[texts->n], format, words) >= 0;
    va_end(words);
    texts->n += printed;
    larger[texts->n] = NULL;
    return printed || ss_error_memory(error, "a list of texts");
}

void ss_campaign_texts_free(ss_campaign_texts *texts)
{
    for (size_t k = 0; k < texts->n; ++k)
        free(texts->at[k]);
    free(texts->at);
    *texts = (ss_campaign_texts){.n = 0};
}

bool ss_campaign_texts_split(ss_campaign_texts *texts, const char *text, ss_error *error)
{
    for (const char *at = text;; ++at) {
        const size_t length = ss_label_length(at, ',');
        if (length == 0)
            return ss_error_set(error, SS_ERROR_USAGE, "'%s' holds an empty entry", text);
        if (!ss_campaign_texts_add(texts, error, "%.*s", (int)length, at))
            return false;
        at += length;
        if (*at == '\0')
            return true;
    }
}

/* FROM:TO:KIND:N taken apart. */
typedef struct range {
    double from, to;
    bool logarithmic;
    size_t n;
} range;

static bool parse_range(range *r, const char *grid)
{
    char *end = NULL;
    r->from = strtod(grid, &end);
    if (end == grid || *end != ':')
        return false;
    const char *const second = end + 1;
    r->to = strtod(second, &end);
    if (end == second || (strncmp(end, ":log:", 5) != 0 && strncmp(end, ":lin:", 5) != 0))
        return false;
    r->logarithmic = end[2] == 'o';
    const char *const count = end + 5;
    r->n = strtoul(count, &end, 10); /* far above the limit when it overflows */
    return isdigit((unsigned char)*count) && *end == '\0' && r->n >= 2 && r->n <= MAX_POINTS &&
           isfinite(r->from) && isfinite(r->to) &&
           (!r->logarithmic || (r->from > 0.0 && r->to > 0.0));
}

bool ss_campaign_grid_expand(ss_campaign_texts *values, const char *owner, const char *grid,
                             ss_error *error)
{
    range r;
    if (strchr(grid, ':') == NULL)
        return ss_campaign_texts_add(values, error, "%s", grid);
    if (!parse_range(&r, grid))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s: '%s' must be a value, FROM:TO:lin:N or FROM:TO:log:N "
                            "(2 <= N <= %d; log: above 0)",
                            owner, grid, (int)MAX_POINTS);
    for (size_t k = 0; k < r.n; ++k) {
        const double s = (double)k / (double)(r.n - 1);
        const double value = r.logarithmic ? exp(log(r.from) + s * (log(r.to) - log(r.from)))
                                           : r.from + s * (r.to - r.from);
        if (!ss_campaign_texts_add(values, error, "%.6g", value))
            return false;
    }
    return true;
}

/* Values that follow "KEY=" in `list`, up to the next "KEY=" or the end; returns what is left. */
static const char *expand_values(ss_campaign_texts *values, const char *owner, const char *list,
                                 ss_error *error)
{
    for (const char *at = list;;) {
        char grid[128];
        const size_t length = strcspn(at, ",");
        snprintf(grid, sizeof grid, "%.*s", (int)length, at);
        if (length == 0 || length >= sizeof grid) {
            ss_error_set(error, SS_ERROR_USAGE, "%s: a value is empty or too long: '%s'", owner,
                         list);
            return NULL;
        }
        if (!ss_campaign_grid_expand(values, owner, grid, error))
            return NULL;
        at += length;
        if (*at == '\0')
            return at;
        ++at;
        if (memchr(at, '=', strcspn(at, ",")) != NULL)
            return at;
    }
}

bool ss_campaign_grid_expand_list(ss_campaign_texts *heads, const char *owner, const char *list,
                                  ss_error *error)
{
    bool ok = true;
    for (const char *at = list; ok && *at != '\0';) {
        char key[64];
        ss_campaign_texts values = {.n = 0}, product = {.n = 0}; /* heads x values */
        const size_t length = strcspn(at, "=,");
        if (at[length] != '=' || length == 0 || length >= sizeof key)
            return ss_error_set(error, SS_ERROR_USAGE, "%s: '%s' must be KEY=VALUE", owner, at);
        snprintf(key, sizeof key, "%.*s", (int)length, at);
        at = expand_values(&values, owner, at + length + 1, error);
        ok = at != NULL &&
             (heads->n * values.n <= MAX_PRODUCT ||
              ss_error_set(error, SS_ERROR_USAGE, "the grid of %s makes more than %d combinations",
                           key, (int)MAX_PRODUCT));
        for (size_t h = 0; ok && h < heads->n; ++h)
            for (size_t v = 0; ok && v < values.n; ++v)
                ok = ss_campaign_texts_add(&product, error, "%s%s%s=%s", heads->at[h],
                                           heads->at[h][0] != '\0' ? "," : "", key, values.at[v]);
        ss_campaign_texts_free(&values);
        ss_campaign_texts_free(heads);
        *heads = product;
    }
    return ok;
}

bool ss_campaign_grid_expand_choice(ss_campaign_texts *choices, const char *text, ss_error *error)
{
    const size_t name_length = strcspn(text, "["), length = strlen(text);
    if (name_length == length)
        return ss_campaign_texts_add(choices, error, "%s", text);
    if (text[length - 1] != ']')
        return ss_error_set(error, SS_ERROR_USAGE, "'%s' lacks its closing ']'", text);
    ss_campaign_texts heads = {.n = 0}, list = {.n = 0};
    bool ok = ss_campaign_texts_add(&heads, error, "%s", "") &&
              ss_campaign_texts_add(&list, error, "%.*s", (int)(length - name_length - 2),
                                    text + name_length + 1) &&
              ss_campaign_grid_expand_list(&heads, text, list.at[0], error);
    for (size_t k = 0; ok && k < heads.n; ++k)
        ok = ss_campaign_texts_add(choices, error, "%.*s[%s]", (int)name_length, text, heads.at[k]);
    ss_campaign_texts_free(&list);
    ss_campaign_texts_free(&heads);
    return ok;
}

/* A number of an instance list, which *at moves past. */
static bool take_number(const char **at, unsigned long *number)
{
    char *end = NULL;
    *number = isdigit((unsigned char)**at) ? strtoul(*at, &end, 10) : 0;
    if (*number < 1 || *number > 1000000000ul)
        return false;
    *at = end;
    return true;
}

bool ss_campaign_grid_instances(unsigned long **instances, size_t *n, const char *text,
                                ss_error *error)
{
    bool ok = true;
    *instances = NULL;
    *n = 0;
    for (const char *at = text; ok; ++at) { /* "K" or "K-L" */
        unsigned long first = 0, last = 0;
        ok = take_number(&at, &first);
        last = first;
        if (ok && *at == '-') {
            ++at;
            ok = take_number(&at, &last);
        }
        ok =
            ok && (*at == ',' || *at == '\0') && last >= first && last - first < MAX_INSTANCES - *n;
        unsigned long *const larger =
            ok ? reallocarray(*instances, *n + last - first + 1, sizeof *larger) : NULL;
        ok = larger != NULL;
        if (ok)
            *instances = larger;
        for (unsigned long k = first; ok && k <= last; ++k)
            larger[(*n)++] = k;
        if (ok && *at == '\0')
            return true;
    }
    free(*instances);
    *instances = NULL;
    return ss_error_set(error, SS_ERROR_USAGE,
                        "instances '%s' must be like 3, 1-10 or 1,3,5-8, from 1 on", text);
}
