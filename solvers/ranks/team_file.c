/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/team_file.h"

#include "problems/base/new_file.h"
#include "problems/base/partial.h"

#include <stdio.h>
#include <string.h>

bool ss_team_file_begin(ss_team_file *file, const ss_team *team, const char *path, bool replaces,
                        ss_error *error)
{
    bool well = true;
    *file = (ss_team_file){.team = team, .path = path, .replaces = replaces, .id = H5I_INVALID_HID};
    if (team->rank == 0) {
        ss_partial_sweep_of(path);
        well = (replaces || ss_new_file_check(path, error)) &&
               ss_partial_name(file->hidden, sizeof file->hidden, path, error);
    }
    if (!ss_team_agree(team, well, error))
        return false;
    MPI_Bcast(file->hidden, sizeof file->hidden, MPI_CHAR, 0, team->comm);
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_mpio(access, team->comm, MPI_INFO_NULL);
    file->id = H5Fcreate(file->hidden, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    well = ss_team_agree(
        team, file->id >= 0 || ss_error_set(error, SS_ERROR_IO, "cannot write '%s'", path), error);
    if (!well && file->id >= 0)
        H5Fclose(file->id);
    if (!well && team->rank == 0)
        remove(file->hidden);
    return well;
}

void ss_team_file_group(ss_team_file *file, const char *name)
{
    const hid_t id = H5Gcreate2(file->id, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (id < 0 || H5Gclose(id) < 0)
        file->failed = true;
}

/* A dataset without a time of creation, for equal bytes. */
static hid_t make_dataset(hid_t file, const char *name, hid_t type, hid_t space)
{
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(plan, false);
    const hid_t id = H5Dcreate2(file, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    H5Pclose(plan);
    return id;
}

void ss_team_file_one(ss_team_file *file, const char *name, hid_t type, const void *value)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t id = make_dataset(file->id, name, type, space);
    if (id < 0 ||
        (file->team->rank == 0 && H5Dwrite(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) < 0))
        file->failed = true;
    if (id >= 0)
        H5Dclose(id);
    H5Sclose(space);
}

void ss_team_file_text(ss_team_file *file, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text) + 1);
    ss_team_file_one(file, name, type, text);
    H5Tclose(type);
}

hid_t ss_team_file_table(ss_team_file *file, const char *name, hid_t type, int64_t total,
                         size_t each)
{
    const hsize_t extent[2] = {(hsize_t)total, each};
    const hid_t space = H5Screate_simple(each > 1 ? 2 : 1, extent, NULL);
    const hid_t table = make_dataset(file->id, name, type, space);
    H5Sclose(space);
    file->failed = file->failed || table < 0;
    return table;
}

void ss_team_file_rows(ss_team_file *file, hid_t table, const ss_team_rows *rows)
{
    const hsize_t from[2] = {(hsize_t)rows->first, 0}, count[2] = {rows->n, rows->each};
    const hid_t memory = H5Screate_simple(rows->each > 1 ? 2 : 1, count, NULL),
                space = H5Dget_space(table);
    const hid_t together = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_dxpl_mpio(together, H5FD_MPIO_COLLECTIVE);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL);
    if (rows->n == 0)
        H5Sselect_none(memory), H5Sselect_none(space);
    if (H5Dwrite(table, H5T_NATIVE_DOUBLE, memory, space, together, rows->values) < 0)
        file->failed = true;
    H5Pclose(together);
    H5Sclose(memory);
    H5Sclose(space);
}

void ss_team_file_close(hid_t table)
{
    if (table >= 0)
        H5Dclose(table);
}

bool ss_team_file_end(ss_team_file *file, ss_error *error)
{
    const ss_team *const team = file->team;
    bool well = H5Fclose(file->id) >= 0 && !file->failed;
    if (!well && error->code == SS_ERROR_NONE)
        ss_error_set(error, SS_ERROR_IO, "cannot write '%s'", file->path);
    well = ss_team_agree(team, well, error);
    if (team->rank == 0 && well)
        well = ss_new_file_publish(file->hidden, file->path, file->replaces, error);
    else if (team->rank == 0)
        remove(file->hidden);
    return ss_team_agree(team, well, error);
}
