/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/scene_run.h"

#include "harness/run/choice.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

static void read_back(ss_csv *table, FILE *file, const char *path)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert_eq(fclose(file), 0);
    cr_assert(ss_csv_read(table, path, &error), "%s", error.text);
    unlink(path);
}

static FILE *scratch(char path[32])
{
    strcpy(path, "/tmp/ss_test_scenes.XXXXXX");
    const int descriptor = mkstemp(path);
    cr_assert(descriptor >= 0);
    return fdopen(descriptor, "w");
}

void test_run_scene(test_run *f, const char *problem, const char *const *settings,
                    const char *solver, bool warm)
{
    ss_error error = {SS_ERROR_NONE, ""};
    char paths[3][32];
    ss_problem_choice choice;
    static ss_summary_row result;
    ss_choice local = test_choice(solver);
    cr_assert(ss_problem_choice_parse(&choice, problem, &error), "%s", error.text);
    for (; settings != NULL && *settings != NULL; ++settings)
        cr_assert(ss_problem_choice_set_list(&choice, *settings, &error), "%s", error.text);
    FILE *const history = scratch(paths[0]), *const bodies = scratch(paths[1]),
                *const observables = scratch(paths[2]);
    ss_history_header(history);
    ss_bodies_header(bodies);
    ss_observables_header(observables);
    const ss_run run = {.problem = &choice,
                        .stop = &ss_estimator_eps,
                        .solver = &local,
                        .guess = warm ? SS_GUESS_WARM : SS_GUESS_COLD,
                        .observers.rows = {[SS_RUN_HISTORY] = history,
                                           [SS_RUN_BODIES] = bodies,
                                           [SS_RUN_OBSERVABLES] = observables}};
    cr_assert(ss_run_problem(&run, &result, &error), "%s", error.text);
    read_back(&f->history, history, paths[0]);
    read_back(&f->bodies, bodies, paths[1]);
    read_back(&f->observables, observables, paths[2]);
    snprintf(f->status, sizeof f->status, "%s", result.status);
    f->sweeps_last = result.sweeps_last;
    f->sweeps_total = result.sweeps_total;
    ss_problem_choice_free(&choice);
    ss_choice_free(&local);
}

void test_run_free(test_run *f)
{
    ss_csv_free(&f->history);
    ss_csv_free(&f->bodies);
    ss_csv_free(&f->observables);
}

double test_number(const ss_csv *table, size_t row, const char *column)
{
    ss_error error = {SS_ERROR_NONE, ""};
    double value = NAN;
    cr_assert(ss_csv_real(table, row, column, &value, &error), "%s", error.text);
    return value;
}

double test_largest_miss(const test_run *f, const char *name, size_t first)
{
    const ss_csv *const table = &f->observables;
    double largest = -1.0;
    for (size_t row = 0; row < table->n_rows; ++row)
        if (strcmp(ss_csv_text(table, row, "name"), name) == 0 &&
            test_number(table, row, "step") >= (double)first)
            largest = fmax(
                largest, fabs(test_number(table, row, "value") - test_number(table, row, "exact")));
    cr_assert(largest >= 0.0, "no rows of %s", name);
    return largest;
}
