/* The runs that failed, each with the command that makes it again: problem, instance, solver,
 * stopping rule and the parameters that are not defaults, from the row; limits of time and memory,
 * which a row does not know, from the command in provenance.txt.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/again.h"
#include "harness/tables/provenance.h"
#include "harness/tables/question.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 50 };

/* A limit that the user gave: "--timeout 10s" or "--timeout=10s" of the command. */
static void print_limit(FILE *out, const char *command, const char *option)
{
    const char *const at = strstr(command, option);
    char word[64];
    const char after = at != NULL ? at[strlen(option)] : '\0';
    if (after != ' ' && after != '=')
        return;
    const char *const value = at + strlen(option) + 1;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(value, " \n"), value);
    fprintf(out, "%s", option);
    ss_provenance_print_word(out, word);
}

char *ss_page_repeat(const ss_page_material *m, const ss_summary_row *row, size_t number)
{
    char command[SS_PAGE_TEXT], *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    ss_again_print(out, row, &(ss_again){.solver = NULL});
    ss_page_provenance(m, "command", command);
    double limit_s; /* of CPU time, which ended the run; a campaign has it in a file */
    if (strstr(command, " --timeout") == NULL &&
        sscanf(row->message, "its %lf s of CPU time", &limit_s) == 1)
        fprintf(out, " --timeout %gs", limit_s);
    print_limit(out, command, " --timeout");
    print_limit(out, command, " --memory");
    fprintf(out, " -o again-%zu", number);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Solvers that differ in the outer one alone have its name in theirs. */
bool ss_page_failures(ss_report_sheet *sheet, const ss_page_material *m, ss_error *error)
{
    ss_label_keys keys = {.instance = false};
    size_t n = 0;
    for (size_t k = 1; k < m->summary.n; ++k)
        ss_label_note(&keys, &m->summary.records[k].row, &m->summary.records[k - 1].row);
    keys.outer = false; /* it is beside the solver */
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        char name[SS_PAGE_LABEL], question[SS_LABEL_SIZE], plain[SS_LABEL_SIZE];
        if (ss_outcome_is_solved(m->summary.records[k].outcome) || n++ >= SHOWN)
            continue;
        if (n == 1)
            ss_report_add(sheet, SS_REPORT_SECTION, "Failures");
        char *const command = ss_page_repeat(m, row, n);
        if (command == NULL)
            return ss_error_memory(error, "the failures");
        ss_page_name(name, row->solver, row->outer);
        ss_label_question(question, sizeof question, row, &keys, ", ");
        ss_page_plain(plain, sizeof plain, question);
        ss_report_add(sheet, SS_REPORT_ITEM, "%s on %s: %s, %zu sweep%s in step %zu (the last)",
                      name, plain, row->status, row->sweeps_last, ss_name_plural(row->sweeps_last),
                      row->steps);
        if (!isnan(row->e1_last)) /* fmax passes over what an older file does not have */
            ss_report_append(sheet, ", E1 %.3g, at worst %.3g", row->e1_last,
                             fmax(row->e1_worst, row->e1_last));
        ss_page_plain(plain, sizeof plain, row->message);
        ss_report_append(sheet, "%s%s. Again: `%s`", plain[0] != '\0' ? ": " : "", plain, command);
        free(command);
    }
    if (n > SHOWN)
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "... and %zu more: rows of `summary.csv` whose status is not `solved`.",
                      n - SHOWN);
    return true;
}
