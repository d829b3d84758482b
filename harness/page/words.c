/* Questions of several parts of a page: is a table there, who made the runs, how is a contender
 * called, may its times be judged?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/label.h"
#include "harness/tables/provenance.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ss_page_has(const ss_page_material *m, const char *file, char path[SS_PATH_SIZE])
{
    return ss_path_join(path, SS_PATH_SIZE, m->folder, file, NULL) && access(path, F_OK) == 0;
}

const char *ss_page_provenance(const ss_page_material *m, const char *key, char text[SS_PAGE_TEXT])
{
    char *const value = m->provenance != NULL ? ss_provenance_value(m->provenance, key) : NULL;
    snprintf(text, SS_PAGE_TEXT, "%s", value != NULL ? value : "");
    free(value);
    return text;
}

void ss_page_plain(char *text, size_t size, const char *words)
{
    snprintf(text, size, "%s", words);
    for (char *at = text; *at != '\0'; ++at)
        if (*at == '`')
            *at = '\'';
}

void ss_page_name(char text[SS_PAGE_LABEL], const char *solver, const char *outer)
{
    char plain[SS_PAGE_LABEL - 2];
    char *const label = ss_label_contender(solver, outer);
    ss_page_plain(plain, sizeof plain, label != NULL ? label : solver);
    snprintf(text, SS_PAGE_LABEL, "`%s`", plain);
    free(label);
}

bool ss_page_new_problem(const ss_page_material *m, size_t row)
{
    size_t k = 0;
    while (strcmp(m->summary.records[k].row.problem, m->summary.records[row].row.problem) != 0)
        ++k;
    return k == row;
}

bool ss_page_times_hold(const ss_page_material *m, char reason[SS_PAGE_LABEL])
{
    ss_accuracy_times times = {.n = 0};
    for (size_t k = 0; k < m->summary.n; ++k)
        ss_accuracy_times_note(&times, &m->summary.records[k].row);
    reason[0] = '\0';
    if (times.least < SS_PAGE_REPEATS)
        snprintf(reason, SS_PAGE_LABEL,
                 times.most < 2 ? "each is of one run" : "some are of fewer than %d runs",
                 SS_PAGE_REPEATS);
    else if (times.widest > SS_PAGE_NOISE)
        snprintf(reason, SS_PAGE_LABEL,
                 "the clock was noisy, quartiles of repeats lie up to %.2g %% apart",
                 100.0 * times.widest);
    return reason[0] == '\0';
}
