/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A limit written in decimal includes itself: |1.01 - 1| <= 0.01 fails in binary without it. */
static const double rounding = 1e-12;

static const char *const verdict_words[] = {
#define X(id, word) word,
    SS_VERDICT_LIST(X)
#undef X
};

static const char *const kind_words[] = {
#define X(id, word) word,
    SS_VERDICT_KIND_LIST(X)
#undef X
};

const char *ss_verdict_word(ss_verdict verdict)
{
    return verdict_words[verdict];
}

static ss_verdict judge_ratio(const ss_verdict_rule *rule, double paper, double ours)
{
    if (!(paper > 0.0) || !(ours > 0.0) || isinf(paper) || isinf(ours))
        return SS_VERDICT_DIFFERS;
    const double ratio = ours / paper;
    const double factor = ratio > 1.0 ? ratio : paper / ours;
    if (fabs(ratio - 1.0) <= rule->match + rounding)
        return SS_VERDICT_MATCH;
    return factor <= rule->within * (1.0 + rounding) ? SS_VERDICT_WITHIN : SS_VERDICT_DIFFERS;
}

static ss_verdict judge_absolute(const ss_verdict_rule *rule, double ours)
{
    if (fabs(ours) <= rule->match)
        return SS_VERDICT_MATCH;
    return fabs(ours) < rule->within ? SS_VERDICT_WITHIN : SS_VERDICT_DIFFERS;
}

ss_verdict ss_verdict_judge(const ss_verdict_rule *rule, double paper, double ours)
{
    if (isnan(ours))
        return SS_VERDICT_MISSING;
    if (rule->kind == SS_VERDICT_KIND_NONE)
        return SS_VERDICT_BESIDE;
    if (isnan(paper))
        return SS_VERDICT_MISSING;
    return rule->kind == SS_VERDICT_KIND_RATIO ? judge_ratio(rule, paper, ours)
                                               : judge_absolute(rule, ours);
}

const ss_verdict_rule *ss_verdict_find(const ss_verdict_rules *rules, const char *id)
{
    for (size_t k = 0; k < rules->n_rules; ++k)
        if (strcmp(rules->rules[k].id, id) == 0)
            return &rules->rules[k];
    return NULL;
}

static bool bad_rule(const ss_csv *file, size_t row, const char *what, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: %s", file->path,
                        file->lines[row + 1], what);
}

static bool read_kind(const ss_csv *file, size_t row, ss_verdict_kind *kind, ss_error *error)
{
    const char *word = ss_csv_text(file, row, "kind");
    for (size_t k = 0; k < SS_N_VERDICT_KINDS; ++k)
        if (strcmp(word, kind_words[k]) == 0) {
            *kind = (ss_verdict_kind)k;
            return true;
        }
    return bad_rule(file, row, "the kind of a rule is ratio, absolute or none", error);
}

static bool read_rule(ss_verdict_rules *rules, size_t row, ss_error *error)
{
    const ss_csv *file = &rules->file;
    ss_verdict_rule rule = {.id = ss_csv_text(file, row, "rule"),
                            .reference = ss_csv_text(file, row, "reference"),
                            .description = ss_csv_text(file, row, "description")};
    if (rule.id[0] == '\0' || ss_verdict_find(rules, rule.id) != NULL)
        return bad_rule(file, row, "a rule needs a name of its own", error);
    if (!read_kind(file, row, &rule.kind, error) ||
        !ss_csv_real(file, row, "match", &rule.match, error) ||
        !ss_csv_real(file, row, "within", &rule.within, error))
        return false;
    const double least = rule.kind == SS_VERDICT_KIND_RATIO ? 1.0 : 0.0;
    if (!(rule.match >= 0.0) || !(rule.within >= least) || isinf(rule.match) || isinf(rule.within))
        return bad_rule(file, row, "match is at least 0, within a factor of at least 1", error);
    rules->rules[rules->n_rules++] = rule;
    return true;
}

static bool check_columns(const ss_csv *file, ss_error *error)
{
    static const char *const columns[] = {"rule",   "kind",      "match",
                                          "within", "reference", "description"};
    for (size_t k = 0; k < sizeof columns / sizeof *columns; ++k)
        if (file->n_rows > 0 && ss_csv_text(file, 0, columns[k]) == NULL)
            return ss_error_set(error, SS_ERROR_DATA, "%.300s, line 1: no column %s", file->path,
                                columns[k]);
    return true;
}

bool ss_verdict_read(ss_verdict_rules *rules, const char *path, ss_error *error)
{
    *rules = (ss_verdict_rules){0};
    bool ok = ss_csv_read(&rules->file, path, error) && check_columns(&rules->file, error);
    if (!ok)
        goto out;
    rules->rules = calloc(rules->file.n_rows + 1, sizeof *rules->rules);
    ok = rules->rules != NULL;
    if (!ok)
        ss_error_set(error, SS_ERROR_MEMORY, "out of memory for the rules");
    for (size_t row = 0; ok && row < rules->file.n_rows; ++row)
        ok = read_rule(rules, row, error);
out:
    if (!ok)
        ss_verdict_free(rules);
    return ok;
}

void ss_verdict_free(ss_verdict_rules *rules)
{
    free(rules->rules);
    ss_csv_free(&rules->file);
    *rules = (ss_verdict_rules){0};
}
