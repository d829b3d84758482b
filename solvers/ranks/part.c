/* A part after it was read: its ghosts, and its impulses to the disk.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/part.h"

#include "problems/base/new_file.h"
#include "problems/base/partial.h"
#include "problems/contact/operator.h"

#include <hdf5.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void ss_part_free(ss_part *part)
{
    ss_posed_step_free(&part->posed);
    free(part->number);
    free(part->domain);
    free(part->mine);
    free(part->ghosts);
    free(part->r);
    PetscFree(part->homes);
    PetscSFDestroy(&part->halo);
    *part = (ss_part){.n_mine = 0};
}

void ss_part_fetch(const ss_part *part, double *v)
{
    MPI_Datatype row = ss_team_row(6);
    ss_team_fetch(part->halo, row, v, v);
    MPI_Type_free(&row);
}

void ss_part_impulse(double p[3], const ss_part *part, size_t c, const double r[3])
{
    ss_rigid_impulse(p, &part->posed.contacts[c], r);
}

void ss_part_components(double r[3], const ss_part *part, size_t c, const double p[3])
{
    const ss_rigid_contact *const contact = &part->posed.contacts[c];
    r[0] = ss_dot(contact->n, p);
    r[1] = ss_dot(contact->t1, p);
    r[2] = ss_dot(contact->t2, p);
}

/* The natural rows of contacts/impulse, to be freed. */
static double *gather_rows(const ss_part *part, const double *r, size_t n_rows, ss_error *error)
{
    const ss_team *const team = &part->team;
    const size_t n = part->posed.problem.n_contacts;
    double *const rows = ss_team_take(3 * n_rows, sizeof *rows, error);
    double *const own = ss_team_take(3 * part->n_mine, sizeof *own, error);
    int64_t *const number = ss_team_take(part->n_mine, sizeof *number, error);
    size_t k = 0;
    const bool well = ss_team_agree(team, rows != NULL && own != NULL && number != NULL, error);
    for (size_t c = 0; well && c < n; ++c)
        if (part->mine[c]) {
            number[k] = part->number[c];
            ss_part_impulse(own + 3 * k++, part, c, r + 3 * c);
        }
    if (well) {
        MPI_Datatype row = ss_team_row(3);
        PetscSF forest = ss_team_reach(team, part->n_contacts, number, k);
        ss_team_bring(forest, row, own, rows, MPI_REPLACE);
        PetscSFDestroy(&forest);
        MPI_Type_free(&row);
    }
    free(own);
    free(number);
    if (well)
        return rows;
    free(rows);
    return NULL;
}

/* A dataset without a time of creation, for equal bytes. */
static hid_t put_dataset(hid_t file, const char *name, hid_t type, hid_t space)
{
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(plan, false);
    const hid_t id = H5Dcreate2(file, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    H5Pclose(plan);
    return id;
}

/* A text as the one rank's word. */
static bool put_text(hid_t file, const char *name, const char *text, const ss_team *team)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(text) + 1);
    const hid_t id = put_dataset(file, name, type, space);
    const bool put = id >= 0 && (team->rank != 0 ||
                                 H5Dwrite(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
    if (id >= 0)
        H5Dclose(id);
    H5Sclose(space);
    H5Tclose(type);
    return put;
}

static bool put_group(hid_t file, const char *name)
{
    const hid_t id = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    return id >= 0 && H5Gclose(id) >= 0;
}

/* The dataset of all ranks' rows, written at once. */
static bool put_rows(hid_t file, const ss_part *part, const double *rows, size_t n_rows)
{
    const hsize_t extent[2] = {(hsize_t)part->n_contacts, 3}, count[2] = {n_rows, 3};
    const hsize_t from[2] = {(hsize_t)ss_team_first(&part->team, part->n_contacts, part->team.rank),
                             0};
    const hid_t space = H5Screate_simple(2, extent, NULL),
                memory = H5Screate_simple(2, count, NULL);
    const hid_t together = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_dxpl_mpio(together, H5FD_MPIO_COLLECTIVE);
    const hid_t id = put_dataset(file, "/stickslip/rigid/contacts/impulse", H5T_IEEE_F64LE, space);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL);
    if (n_rows == 0)
        H5Sselect_none(memory), H5Sselect_none(space);
    const bool put = id >= 0 && H5Dwrite(id, H5T_NATIVE_DOUBLE, memory, space, together, rows) >= 0;
    if (id >= 0)
        H5Dclose(id);
    H5Pclose(together);
    H5Sclose(memory);
    H5Sclose(space);
    return put;
}

static bool write_file(const ss_part *part, const char *hidden, const double *rows, size_t n_rows)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_mpio(access, part->team.comm, MPI_INFO_NULL);
    const hid_t file = H5Fcreate(hidden, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    bool written =
        file >= 0 && put_group(file, "/stickslip") && put_group(file, "/stickslip/rigid") &&
        put_text(file, "/stickslip/rigid/format", ss_step_format, &part->team) &&
        put_group(file, "/stickslip/rigid/contacts") && put_rows(file, part, rows, n_rows);
    if (file >= 0)
        written = H5Fclose(file) >= 0 && written;
    return written;
}

/* Into a hidden file that all ranks write, which one of them then names. */
bool ss_part_write(const ss_part *part, const char *path, const double *r, ss_error *error)
{
    const ss_team *const team = &part->team;
    char hidden[PATH_MAX] = "";
    const size_t n_rows = (size_t)(ss_team_first(team, part->n_contacts, team->rank + 1) -
                                   ss_team_first(team, part->n_contacts, team->rank));
    double *const rows = gather_rows(part, r, n_rows, error);
    bool well = rows != NULL;
    if (well && team->rank == 0)
        well =
            ss_new_file_check(path, error) && ss_partial_name(hidden, sizeof hidden, path, error);
    well = ss_team_agree(team, well, error);
    if (well) {
        MPI_Bcast(hidden, sizeof hidden, MPI_CHAR, 0, team->comm);
        well = write_file(part, hidden, rows, n_rows) ||
               ss_error_set(error, SS_ERROR_IO, "cannot write '%s'", path);
        well = ss_team_agree(team, well, error);
        if (team->rank == 0)
            well = well ? ss_new_file_publish(hidden, path, error) : (remove(hidden), false);
        well = ss_team_agree(team, well, error);
    }
    free(rows);
    return well;
}
