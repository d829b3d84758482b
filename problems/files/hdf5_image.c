/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/hdf5_image.h"

#include "problems/base/new_file.h"

#include <stdlib.h>
#include <string.h>

void ss_h5_image_begin(ss_h5_image *out)
{
    const size_t step = (size_t)1 << 20; /* bytes by which it grows */
    ss_h5_quiet_begin(&out->quiet);      /* what fails is in `failed` */
    /* HDF5's core driver: the file lives in memory, and is never stored by HDF5 */
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, step, false);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    out->plan = H5Pcreate(H5P_DATASET_CREATE);
    out->failed = H5Pset_obj_track_times(out->plan, false) < 0;
    /* The name is not used: nothing of it reaches the disk. */
    out->id = H5Fcreate("stickslip.hdf5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    out->failed |= out->id < 0;
    H5Pclose(access);
}

/* nothing is asked of HDF5 after its first failure; the caller looks at `failed` once, at
 * the end */
void ss_h5_put_group(ss_h5_image *out, const char *name)
{
    const hid_t id =
        out->failed ? -1 : H5Gcreate2(out->id, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    out->failed = id < 0 || H5Gclose(id) < 0;
}

/* A dataset of a type on file, a space and a type in memory. Takes `space`. */
static void put(ss_h5_image *out, const char *name, hid_t type, hid_t space, hid_t memory,
                const void *data)
{
    hid_t id = -1; /* no dataset */
    if (!out->failed && space >= 0)
        id = H5Dcreate2(out->id, name, type, space, H5P_DEFAULT, out->plan, H5P_DEFAULT);
    out->failed = id < 0 || H5Dwrite(id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0;
    if (id >= 0)
        out->failed |= H5Dclose(id) < 0;
    if (space >= 0)
        H5Sclose(space);
}

void ss_h5_put_reals(ss_h5_image *out, const char *name, const double *x, size_t n)
{
    const hsize_t extent = n;
    put(out, name, H5T_IEEE_F64LE, H5Screate_simple(1, &extent, NULL), H5T_NATIVE_DOUBLE, x);
}

void ss_h5_put_table(ss_h5_image *out, const char *name, const double *x, size_t n, size_t columns)
{
    const hsize_t extent[2] = {n, columns};
    put(out, name, H5T_IEEE_F64LE, H5Screate_simple(2, extent, NULL), H5T_NATIVE_DOUBLE, x);
}

void ss_h5_put_integers(ss_h5_image *out, const char *name, const int32_t *x, size_t n)
{
    const hsize_t extent = n;
    put(out, name, H5T_STD_I32LE, H5Screate_simple(1, &extent, NULL), H5T_NATIVE_INT32, x);
}

void ss_h5_put_pairs(ss_h5_image *out, const char *name, const int64_t *x, size_t n)
{
    const hsize_t extent[2] = {n, 2};
    put(out, name, H5T_STD_I64LE, H5Screate_simple(2, extent, NULL), H5T_NATIVE_INT64, x);
}

void ss_h5_put_integer(ss_h5_image *out, const char *name, size_t value)
{
    const int32_t x = (int32_t)value;
    ss_h5_put_integers(out, name, &x, 1);
}

void ss_h5_put_text(ss_h5_image *out, const char *name, const char *text)
{
    const char *const characters = text == NULL ? "" : text;
    const hid_t type = H5Tcopy(H5T_C_S1);
    if (H5Tset_size(type, strlen(characters) + 1) < 0)
        out->failed = true;
    put(out, name, type, H5Screate(H5S_SCALAR), type, characters);
    H5Tclose(type);
}

/* The bytes of the file; NULL if HDF5 or malloc fails. The caller frees them. */
static void *take_bytes(ss_h5_image *out, size_t *size)
{
    if (out->failed || H5Fflush(out->id, H5F_SCOPE_GLOBAL) < 0)
        return NULL;
    /* asked twice: how many bytes, then the bytes */
    const ssize_t length = H5Fget_file_image(out->id, NULL, 0);
    void *const bytes = length <= 0 ? NULL : malloc((size_t)length);
    if (bytes == NULL || H5Fget_file_image(out->id, bytes, (size_t)length) == length) {
        *size = length <= 0 ? 0 : (size_t)length;
        return bytes;
    }
    free(bytes);
    return NULL;
}

bool ss_h5_image_end(ss_h5_image *out, const char *path, ss_error *error)
{
    size_t size = 0;
    void *const bytes = take_bytes(out, &size);
    if (out->id >= 0)
        H5Fclose(out->id);
    H5Pclose(out->plan);
    ss_h5_quiet_end(&out->quiet);
    const bool written = bytes != NULL ? ss_new_file_write(path, bytes, size, error)
                                       : ss_error_set(error, SS_ERROR_MEMORY,
                                                      "no memory to make the HDF5 file '%s'", path);
    free(bytes);
    return written;
}
