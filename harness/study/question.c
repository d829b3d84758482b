/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/question.h"

#include "harness/study/pairs.h"

#include <stdio.h>
#include <string.h>

const ss_study_curve *ss_study_question_first(const ss_study_curves *curves, size_t question,
                                              size_t *n)
{
    const ss_study_curve *first = NULL;
    *n = 0;
    for (size_t k = 0; k < curves->n_curves; ++k) {
        if (curves->curves[k].question != question)
            continue;
        if (first == NULL)
            first = &curves->curves[k];
        ++*n;
    }
    return first;
}

/* Does another question about the same problem have another value for this parameter? */
static bool differs(const ss_study_curves *curves, const ss_study_run *run,
                    const ss_key_value *pair)
{
    for (size_t k = 0; k < curves->n_curves; ++k) {
        const ss_study_run *const other = curves->curves[k].run;
        if (strcmp(other->problem, run->problem) == 0 &&
            !ss_pairs_agree(other->parameters, run->parameters, pair->key, pair->key_length))
            return true;
    }
    return false;
}

static bool key_is(const ss_key_value *pair, const char *key)
{
    return strlen(key) == pair->key_length && memcmp(pair->key, key, pair->key_length) == 0;
}

static void append(char *text, size_t size, const char *prefix, const char *more, size_t length)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%.*s", prefix, (int)length, more);
}

void ss_study_question_title(const ss_study_curves *curves, size_t question, char *text,
                             size_t size)
{
    size_t n = 0;
    const ss_study_run *const run = ss_study_question_first(curves, question, &n)->run;
    const char *list = run->parameters;
    bool outers = false, stops = false, warm = false;
    ss_key_value pair;
    text[0] = '\0';
    append(text, size, "", run->problem, strlen(run->problem));
    while (ss_pairs_next(&list, &pair))
        if (key_is(&pair, "steps") || key_is(&pair, "tol") || differs(curves, run, &pair))
            append(text, size, ", ", pair.key, (size_t)(pair.value + pair.value_length - pair.key));
    for (size_t k = 0; k < curves->n_curves; ++k) {
        const ss_study_run *const other = curves->curves[k].run;
        outers = outers || strcmp(other->outer, run->outer) != 0;
        stops = stops || strcmp(other->stop, run->stop) != 0;
        warm = warm || strcmp(other->warm_start, run->warm_start) != 0;
    }
    if (outers)
        append(text, size, ", outer ", run->outer, strlen(run->outer));
    if (stops)
        append(text, size, ", stop ", run->stop, strlen(run->stop));
    if (warm)
        append(text, size, ", warm start ", run->warm_start, strlen(run->warm_start));
}
