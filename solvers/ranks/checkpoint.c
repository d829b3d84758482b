/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/checkpoint.h"

#include "problems/contact/vec3.h"
#include "problems/files/hdf5_file.h"

#include <stdlib.h>
#include <string.h>

#define GROUP "/stickslip/checkpoint"

const char ss_checkpoint_r[] = GROUP "/r";

/* Velocities of the bodies that this rank owns, among those of all ranks: a rank has whole domains,
 * and so a stretch of the step's bodies. Only the rows are to be freed. */
static bool lay_rows(ss_team_rows *rows, int64_t *total, double **own, const ss_part *part,
                     ss_error *error)
{
    const ss_team *const team = &part->team;
    const size_t n = part->posed.form.moving.n_moving - part->n_ghosts;
    int64_t here = (int64_t)n, before = 0;
    MPI_Exscan(&here, &before, 1, MPI_INT64_T, MPI_SUM, team->comm);
    MPI_Allreduce(&here, total, 1, MPI_INT64_T, MPI_SUM, team->comm);
    *own = ss_team_take(6 * n, sizeof **own, error);
    *rows = (ss_team_rows){team->rank == 0 ? 0 : before, n, 6, *own};
    return ss_team_agree(team, *own != NULL, error);
}

/* Those rows from v, or into it. */
static void copy_rows(double *own, double *v, const ss_part *part, bool back)
{
    size_t ghost = 0, k = 0; /* ghosts ascend */
    for (size_t b = 0; b < part->posed.form.moving.n_moving; ++b) {
        if (ghost < part->n_ghosts && part->ghosts[ghost] == b) {
            ++ghost;
            continue;
        }
        memcpy(back ? v + 6 * b : own + 6 * k, back ? own + 6 * k : v + 6 * b, 6 * sizeof *v);
        ++k;
    }
}

bool ss_checkpoint_write(const ss_part *part, const char *path, const ss_checkpoint *at,
                         const double *r, const double *v, ss_error *error)
{
    ss_team_file file;
    ss_team_rows rows;
    int64_t total;
    double *own;
    bool well = lay_rows(&rows, &total, &own, part, error) &&
                ss_team_file_begin(&file, &part->team, path, true, error);
    if (well) {
        copy_rows(own, (double *)v, part, false);
        ss_part_put(part, &file, r, error);
        ss_team_file_group(&file, GROUP);
        ss_team_file_text(&file, GROUP "/solver", at->solver);
        ss_team_file_one(&file, GROUP "/sweeps", H5T_NATIVE_INT64, &at->sweeps);
        ss_team_file_one(&file, GROUP "/e1", H5T_NATIVE_DOUBLE, &at->e1);
        ss_part_put_contacts(part, &file, ss_checkpoint_r, r, error);
        const hid_t table = ss_team_file_table(&file, GROUP "/velocity", H5T_IEEE_F64LE, total, 6);
        ss_team_file_rows(&file, table, &rows);
        ss_team_file_close(table);
        well = ss_team_file_end(&file, error);
    }
    free(own);
    return well;
}

/* Whose it is, how far it came. */
static bool read_words(const ss_h5_file *file, ss_checkpoint *at)
{
    static const char name[] = GROUP "/e1";
    ss_h5_array array = {.columns = 0};
    char *const solver = ss_h5_read_text(file, GROUP "/solver");
    double *e1 = NULL;
    bool well = solver != NULL;
    if (well && strcmp(solver, at->solver) != 0)
        well = ss_error_set(file->error, SS_ERROR_DATA,
                            "%s is a checkpoint of '%s'; this is '%s', which may --start from it",
                            file->path, solver, at->solver);
    well = well && ss_h5_read_integer(file, GROUP "/sweeps", 0, INT64_MAX, &at->sweeps) &&
           ss_h5_array_open(&array, file, name, SS_H5_REAL) &&
           (e1 = ss_h5_array_read(&array, file)) != NULL &&
           (array.n == 1 || ss_h5_refuse(file, name, "it is one number"));
    at->e1 = well ? *e1 : NAN;
    free(solver);
    free(e1);
    ss_h5_array_close(&array);
    return well;
}

static bool read_rows(const ss_h5_file *file, const ss_team_rows *rows, int64_t total, double *own)
{
    static const char name[] = GROUP "/velocity";
    ss_h5_array array = {.columns = 6};
    bool well = ss_h5_array_open(&array, file, name, SS_H5_REAL) &&
                ss_h5_array_expect(&array, file, 6 * (size_t)total,
                                   "bodies of the step that move and touch, 6 each") &&
                ss_h5_array_read_rows(&array, file, (size_t)rows->first, rows->n, own);
    for (size_t k = 0; well && k < 6 * rows->n; ++k)
        if (!isfinite(own[k]))
            well = ss_h5_refuse(file, name, "it has %g, not finite", own[k]);
    ss_h5_array_close(&array);
    return well;
}

bool ss_checkpoint_read(const ss_part *part, const char *path, ss_checkpoint *at, double *v,
                        ss_error *error)
{
    ss_h5_file file;
    ss_team_rows rows;
    int64_t total;
    double *own;
    if (!lay_rows(&rows, &total, &own, part, error)) {
        free(own);
        return false;
    }
    bool well = ss_h5_open(&file, path, error) && read_words(&file, at) &&
                read_rows(&file, &rows, total, own);
    ss_h5_close(&file);
    well = ss_team_agree(&part->team, well, error);
    if (well) {
        copy_rows(own, v, part, true);
        ss_part_fetch(part, v);
    }
    free(own);
    return well;
}
