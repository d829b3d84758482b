/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/command/told.h"

#include "problems/base/client.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const char *line, const char *wanted, ss_error *error)
{
    char shown[80];
    snprintf(shown, sizeof shown, "%s", line);
    ss_text_clean(shown);
    return ss_error_set(error, SS_ERROR_FAILED, "writes '%s' where '%s' should be", shown, wanted);
}

/* Move *at behind `word` and the blank after it. False, with the error, where the line is not of
 * that word. */
static bool take_word(const char **at, const char *word, const char *wanted, ss_error *error)
{
    const char *const line = *at;
    const size_t length = strlen(word);
    if (strncmp(line, "error", 5) == 0 && (line[5] == ' ' || line[5] == '\0')) {
        char text[SS_CLIENT_LINE];
        snprintf(text, sizeof text, "%s", line + 5 + strspn(line + 5, " "));
        ss_text_clean(text);
        return ss_error_set(error, SS_ERROR_FAILED, "gives up: %s", text);
    }
    if (strncmp(line, word, length) != 0 || line[length] != ' ')
        return refuse(line, wanted, error);
    *at = line + length + 1;
    return true;
}

/* A decimal count of at most `most`, and the blank behind it if `more` is to come. */
static bool take_count(const char **at, size_t *count, size_t most, bool more)
{
    char *end = NULL;
    if (**at < '0' || **at > '9' || strspn(*at, "0123456789") > 18)
        return false;
    *count = (size_t)strtoull(*at, &end, 10);
    *at = end + (more && *end == ' ');
    return *count <= most && (!more || *end == ' ');
}

bool ss_told_read_scene(ss_told_scene *scene, const char *line, ss_error *error)
{
    static const char wanted[] = "scene 1 STEPS H";
    const char *at = line;
    char *end = NULL;
    size_t version = 0;
    *scene = (ss_told_scene){.steps = 0};
    if (!take_word(&at, "scene", wanted, error))
        return false;
    if (!take_count(&at, &version, 1000000, true))
        return refuse(line, wanted, error);
    if (version != SS_SCENE_PROTOCOL)
        return ss_error_set(error, SS_ERROR_FAILED, "speaks version %zu of the protocol, not %d",
                            version, SS_SCENE_PROTOCOL);
    if (!take_count(&at, &scene->steps, 1000000000, true) || scene->steps == 0)
        return refuse(line, wanted, error);
    scene->h = strtod(at, &end);
    return (end != at && *end == '\0' && isfinite(scene->h) && scene->h >= 0.0) ||
           refuse(line, wanted, error);
}

bool ss_told_read_problem(ss_told_problem *problem, const char *line, ss_error *error)
{
    static const char wanted[] = "problem N K named|unnamed";
    const char *at = line;
    *problem = (ss_told_problem){.n_contacts = 0};
    if (!take_word(&at, "problem", wanted, error))
        return false;
    if (!take_count(&at, &problem->n_contacts, SS_TOLD_MOST_CONTACTS, true) ||
        !take_count(&at, &problem->n_blocks, SS_TOLD_MOST_BLOCKS, true))
        return refuse(line, wanted, error);
    problem->named = strcmp(at, "named") == 0;
    if (!problem->named && strcmp(at, "unnamed") != 0)
        return refuse(line, wanted, error);
    return problem->n_blocks >= problem->n_contacts ||
           ss_error_set(error, SS_ERROR_FAILED,
                        "writes a problem of %zu contacts with %zu blocks: each has a diagonal one",
                        problem->n_contacts, problem->n_blocks);
}

bool ss_told_check_rows(const size_t *row_start, const ss_told_problem *told, ss_error *error)
{
    const size_t n = told->n_contacts;
    if (row_start[0] != 0 || row_start[n] != told->n_blocks)
        return ss_error_set(error, SS_ERROR_FAILED,
                            "writes row_start from %zu to %zu, not from 0 to K = %zu", row_start[0],
                            row_start[n], told->n_blocks);
    for (size_t c = 0; c < n; ++c)
        if (row_start[c + 1] < row_start[c])
            return ss_error_set(error, SS_ERROR_FAILED,
                                "writes row_start %zu after %zu at contact %zu", row_start[c + 1],
                                row_start[c], c);
    return true;
}

static int compare(const void *left, const void *right)
{
    const ss_told_name *const a = left, *const b = right;
    return (a->name > b->name) - (a->name < b->name);
}

bool ss_told_sort_names(ss_told_name *names, size_t n, ss_error *error)
{
    qsort(names, n, sizeof *names, compare);
    for (size_t k = 1; k < n; ++k)
        if (names[k].name == names[k - 1].name)
            return ss_error_set(error, SS_ERROR_FAILED, "gives two contacts the name %lld",
                                names[k].name);
    return true;
}
