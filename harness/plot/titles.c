/* What figures are called: their runs, problems and titles in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/run/choice.h"
#include "harness/tables/label.h"
#include "harness/tables/pairs.h"
#include "harness/tables/question.h"
#include "problems/files/frozen.h"

#include <stdlib.h>
#include <string.h>

void ss_plot_describe(char *problem, char *parameters, size_t size, const ss_summary_row *run)
{
    ss_problem_choice defaults = {.params = NULL};
    ss_error ignored = {.code = SS_ERROR_NONE};
    char differing[512] = "";
    const char *const file = run != NULL ? ss_frozen_path(run->problem) : NULL;
    problem[0] = '\0';
    if (file != NULL) /* where it lies is the user's business: a figure is sent elsewhere */
        snprintf(problem, size, "%.200s", basename(file));
    else if (run != NULL)
        snprintf(problem, size, "%.200s, instance %zu", run->problem, run->instance);
    if (run != NULL && ss_problem_choice_parse(&defaults, run->problem, &ignored))
        ss_label_differing(differing, sizeof differing, run->parameters, defaults.values, NULL,
                           ", ");
    ss_problem_choice_free(&defaults);
    size_t used = 0;
    parameters[0] = '\0';
    for (const char *at = differing[0] != '\0' ? differing + 2 : ""; *at != '\0' && used + 4 < size;
         ++at)
        used += (size_t)sprintf(parameters + used,
                                *at == '='   ? " = "
                                : *at == ',' ? ", "
                                             : "%c",
                                *at);
}

void ss_plot_name_run(char *label, size_t size, const ss_summary_row *run, const char *solver)
{
    char *const contender = run != NULL ? ss_label_contender(run->solver, run->outer) : NULL;
    snprintf(label, size, "%s", contender != NULL ? contender : solver);
    free(contender);
}

void ss_plot_name_file(char *name, const ss_figure_subject *subject, const char *what)
{
    const ss_summary_row *const run = subject->run;
    const bool stored = run != NULL && run->run[0] != '\0';
    char label[200];
    ss_plot_name_run(label, sizeof label, run, subject->solver);
    ss_label_file(name, "%s-%s-%s%s%.8s", subject->kind->name, label, what, stored ? "-" : "",
                  stored ? run->run : "");
}

void ss_plot_describe_subject(char *title, size_t size, const ss_figure_subject *subject,
                              const char *problem)
{
    char label[200];
    ss_plot_name_run(label, sizeof label, subject->run, subject->solver);
    double h = 0.0;
    int used = snprintf(title, size, "%s of %.200s", subject->kind->title, label);
    if (problem[0] != '\0')
        used += snprintf(title + used, size - (size_t)used, " on %.250s", problem);
    if (subject->run != NULL && ss_frozen_path(subject->run->problem) != NULL)
        return;
    if (subject->kind->starts && subject->step == 0)
        snprintf(title + used, size - (size_t)used, ", at the start");
    else
        used += snprintf(title + used, size - (size_t)used, ", %stime step %zu",
                         subject->kind->starts ? "after " : "", subject->step);
    if (subject->kind->starts && subject->step > 0 && subject->run != NULL &&
        ss_pairs_number(subject->run->parameters, "h", &h))
        snprintf(title + used, size - (size_t)used, ", %.6g s", (double)subject->step * h);
}

ss_figure ss_plot_figure(const ss_plot *p, const char *name, const char *title, const char *note)
{
    return (ss_figure){.folder = p->request->out != NULL ? p->request->out : p->request->folder,
                       .name = name,
                       .title = p->request->title != NULL ? p->request->title : title,
                       .note = note[0] != '\0' ? note : NULL,
                       .scripts = p->scripts,
                       .layout = &p->request->layout};
}
