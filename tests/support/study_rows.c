/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/study_rows.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

test_study test_study_open(void)
{
    test_study study = {.folder = "/tmp/ss-study-XXXXXX"};
    cr_assert_not_null(mkdtemp(study.folder));
    snprintf(study.path, sizeof study.path, "%s/summary.csv", study.folder);
    study.file = fopen(study.path, "w");
    cr_assert_not_null(study.file);
    ss_summary_header(study.file);
    return study;
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
                            .stop = "eps",
                            .alpha_bound = 8.0 / 7.0};
}

void test_study_add(test_study *study, double value, size_t instance, bool solved, double work)
{
    const ss_summary_row row = test_study_row(value, instance, solved, work);
    ss_summary_write(study->file, &row);
}

void test_study_close(test_study *study)
{
    cr_assert_eq(fclose(study->file), 0);
    study->file = NULL;
}

void test_study_read(test_study *study, ss_study_curves *curves, const char *parameter)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_study_close(study);
    cr_assert(ss_study_curves_read(curves, study->path, parameter, &error), "%s", error.text);
}

char *test_study_text(const test_study *study, const char *name)
{
    char path[512];
    char *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s", study->folder, name);
    FILE *const file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    cr_assert(getdelim(&text, &size, '\0', file) >= 0, "%s is empty", name);
    fclose(file);
    return text;
}

void test_study_remove(const test_study *study)
{
    char path[512];
    DIR *const folder = opendir(study->folder);
    cr_assert_not_null(folder);
    for (const struct dirent *e; (e = readdir(folder)) != NULL;) {
        snprintf(path, sizeof path, "%s/%.255s", study->folder, e->d_name);
        if (e->d_name[0] != '.')
            remove(path);
    }
    closedir(folder);
    cr_expect_eq(remove(study->folder), 0, "something hidden stays in %s", study->folder);
}
