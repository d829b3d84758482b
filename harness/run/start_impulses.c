/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/start.h"

#include "harness/tables/csv.h"
#include "harness/tables/output.h"

#include <math.h>
#include <stdlib.h>

/* Names of contacts, and impulses (N s) on their first bodies in the fixed frame; how many lines
 * there are, in each, so that a table that was cut is known. */
static const char *const columns[] = {"a", "b", "feature", "px_ns", "py_ns", "pz_ns", "of"};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

bool ss_start_impulses_write(const ss_scene *scene, const char *folder, const char *name,
                             ss_error *error)
{
    char file[SS_PATH_SIZE];
    ss_output output = {0};
    snprintf(file, sizeof file, "%.*s-impulses.csv", SS_START_NAME, name);
    if (!ss_output_need_folder(folder, "", error) || !ss_output_open(&output, folder, file, error))
        return false;
    for (size_t k = 0; k < COLUMNS; ++k)
        fprintf(output.file, "%s%c", columns[k], k + 1 < COLUMNS ? ',' : '\n');
    for (size_t k = 0; k < scene->n_past; ++k) {
        const ss_past_impulse *const past = &scene->past[k];
        fprintf(output.file, "%u,%u,%u,%.17g,%.17g,%.17g,%zu\n", past->name.a, past->name.b,
                past->name.feature, past->p[0], past->p[1], past->p[2], scene->n_past);
    }
    return ss_output_close(&output, error);
}

/* One line of the table, of a contact of this scene. */
static bool read_one(ss_past_impulse *past, const ss_csv *csv, size_t row, const ss_scene *scene)
{
    ss_error ignored = {.code = SS_ERROR_NONE};
    double number[COLUMNS];
    bool good = true;
    for (size_t k = 0; good && k < COLUMNS; ++k)
        good = ss_csv_real(csv, row, columns[k], &number[k], &ignored) && fabs(number[k]) < 1e100;
    good = good && number[0] >= 0.0 && number[0] < (double)scene->bodies.n_moving &&
           number[1] > number[0] && number[1] < (double)scene->bodies.n && number[2] >= 0.0 &&
           number[2] <= (double)UINT32_MAX && number[6] == (double)csv->n_rows;
    if (good)
        *past = (ss_past_impulse){
            .name = {(uint32_t)number[0], (uint32_t)number[1], (uint32_t)number[2]},
            .p = {number[3], number[4], number[5]}};
    return good;
}

bool ss_start_impulses_read(ss_scene *scene, const char *folder, const char *name)
{
    char file[SS_PATH_SIZE], path[SS_PATH_SIZE];
    ss_error ignored = {.code = SS_ERROR_NONE};
    ss_csv csv = {.n_rows = 0};
    ss_past_impulse *past = NULL;
    snprintf(file, sizeof file, "%.*s-impulses.csv", SS_START_NAME, name);
    bool good = ss_path_join(path, sizeof path, folder, file, &ignored) &&
                ss_csv_read(&csv, path, &ignored) && csv.n_rows > 0;
    if (good)
        past = calloc(csv.n_rows + 1, sizeof *past);
    good = good && past != NULL;
    for (size_t k = 0; good && k < csv.n_rows; ++k)
        good = read_one(&past[k], &csv, k, scene);
    if (good) {
        free(scene->past);
        scene->past = past;
        scene->n_past = csv.n_rows;
    } else {
        free(past);
    }
    ss_csv_free(&csv);
    return good;
}
