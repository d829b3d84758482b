/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/study_rows.h"

#include "harness/judge/study.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
    char folder[64], path[96];
    FILE *file; /* open until test_study_close */
    ss_study_curves curves;
} study;

void test_study_begin(void)
{
    snprintf(study.folder, sizeof study.folder, "/tmp/ss-study-XXXXXX");
    cr_assert_not_null(mkdtemp(study.folder));
    snprintf(study.path, sizeof study.path, "%s/summary.csv", study.folder);
    study.file = fopen(study.path, "w");
    cr_assert_not_null(study.file);
    ss_summary_header(study.file);
}

const char *test_study_folder(void)
{
    return study.folder;
}

const char *test_study_path(void)
{
    return study.path;
}

ss_summary_row test_study_row(double value, size_t instance, bool solved, double work)
{
    static char options[64];
    snprintf(options, sizeof options, "alpha=%.15g,cap=1,tol=1e-12", value);
    return (ss_summary_row){.problem = "balls-4",
                            .instance = instance,
                            .solver = "sbp",
                            .status = solved ? "solved" : "max-sweeps",
                            .sweeps_last = (size_t)(work / 1000.0),
                            .sweeps_total = (size_t)(work / 100.0),
                            .visits_total = (size_t)(work / 2.0),
                            .local_iterations_total = (size_t)(work / 2.0),
                            .cpu_s = work * 1e-7,
                            .e1_last = solved ? 1e-12 : 1.0,
                            .e1_worst = solved ? 1e-9 * (double)instance : 1.0,
                            .outer = "nlgs",
                            .options = options,
                            .parameters = "mu=0.3,steps=10,tol=1e-08,max-sweeps=100,e_n=0,e_t=1,"
                                          "inertia=0.4",
                            .warm_start = "no",
                            .follows = "",
                            .stop = "eps",
                            .alpha_bound = 8.0 / 7.0};
}

void test_study_add_row(const ss_summary_row *row)
{
    ss_summary_write(study.file, row);
}

void test_study_add(double value, size_t instance, bool solved, double work)
{
    const ss_summary_row row = test_study_row(value, instance, solved, work);
    test_study_add_row(&row);
}

void test_study_close(void)
{
    if (study.file != NULL)
        cr_assert_eq(fclose(study.file), 0);
    study.file = NULL;
}

const ss_study_curves *test_study_read(const char *parameter)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_study_close();
    ss_study_curves_free(&study.curves);
    cr_assert(ss_study_curves_read(&study.curves, study.path, parameter, &error), "%s", error.text);
    return &study.curves;
}

void test_study_write(const char *parameter)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_study_close();
    cr_assert(ss_study_write(study.folder, parameter, &error), "%s", error.text);
}

char *test_study_text(const char *name)
{
    char path[512];
    char *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s", study.folder, name);
    FILE *const file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    cr_assert(getdelim(&text, &size, '\0', file) >= 0, "%s is empty", name);
    fclose(file);
    return text;
}

void test_study_says(const char *name, const char *words)
{
    char *const text = test_study_text(name);
    cr_expect(text != NULL && strstr(text, words) != NULL, "%s does not say '%s'", name, words);
    free(text);
}

void test_study_near(double got, double wanted, const char *what)
{
    cr_expect((isnan(got) && isnan(wanted)) || got == wanted ||
                  fabs(got - wanted) <= 1e-12 * fabs(wanted),
              "%s: %.15g, not %.15g", what, got, wanted);
}

void test_study_end(void)
{
    char path[512];
    DIR *const folder = opendir(study.folder);
    cr_assert_not_null(folder);
    test_study_close();
    ss_study_curves_free(&study.curves);
    for (const struct dirent *e; (e = readdir(folder)) != NULL;) {
        snprintf(path, sizeof path, "%s/%.255s", study.folder, e->d_name);
        if (e->d_name[0] != '.')
            remove(path);
    }
    closedir(folder);
    cr_expect_eq(remove(study.folder), 0, "something hidden stays in %s", study.folder);
}
