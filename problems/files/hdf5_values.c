/* Reading of datasets that problems/files/hdf5_file.c has checked.
 *
 * The datasets are open and checked; what can still fail is the reading itself (a filter that is
 * not there, chunks that do not unpack), and what the numbers are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/hdf5_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { longest_text = 64 << 10 };

bool ss_h5_array_expect(const ss_h5_array *array, const ss_h5_file *file, size_t n,
                        const char *reason)
{
    if (array->scalar)
        return ss_h5_refuse(file, array->name, "it is a scalar, not an array");
    return array->n == n || ss_h5_refuse(file, array->name, "%zu numbers where %s asks for %zu",
                                         array->n, reason, n);
}

static bool refuse_data(const ss_h5_array *array, const ss_h5_file *file)
{
    return ss_h5_refuse(file, array->name,
                        "its data cannot be read (truncated, corrupt or of a filter "
                        "that HDF5 lacks)");
}

static hid_t type_of(const ss_h5_array *array)
{
    return array->kind == SS_H5_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
}

bool ss_h5_array_read_rows(const ss_h5_array *array, const ss_h5_file *file, size_t row,
                           size_t n_rows, void *values)
{
    const size_t columns = array->columns > 1 ? array->columns : 1;
    if (n_rows == 0)
        return true;
    const hid_t space = H5Dget_space(array->id);
    const bool table = H5Sget_simple_extent_ndims(space) == 2; /* else flat */
    const hsize_t from[2] = {table ? row : row * columns, 0};
    const hsize_t count[2] = {table ? n_rows : n_rows * columns, columns};
    const hid_t memory = H5Screate_simple(table ? 2 : 1, count, NULL);
    const bool read = array->id > 0 && memory >= 0 &&
                      H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL) >= 0 &&
                      H5Dread(array->id, type_of(array), memory, space, H5P_DEFAULT, values) >= 0;
    if (memory >= 0)
        H5Sclose(memory);
    if (space >= 0)
        H5Sclose(space);
    return read || refuse_data(array, file);
}

void *ss_h5_array_read(const ss_h5_array *array, const ss_h5_file *file)
{
    const hid_t type = type_of(array);
    void *const values = calloc(array->n + 1, 8); /* either type; zeros where HDF5 reads short */
    if (values == NULL) {
        ss_error_memory(file->error, "%zu numbers of '%s'", array->n, file->path);
        return NULL;
    }
    if (array->n == 0 || H5Dread(array->id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0)
        return values;
    refuse_data(array, file);
    free(values);
    return NULL;
}

/* inf and NaN are refused by the number of the entry, so that the user finds it */
static bool all_finite(const ss_h5_file *file, const char *name, const double *values, size_t n)
{
    for (size_t k = 0; k < n; ++k)
        if (!isfinite(values[k]))
            return ss_h5_refuse(file, name, "number %zu (from 0) is %g, not finite", k, values[k]);
    return true;
}

double *ss_h5_read_reals(const ss_h5_file *file, const char *name, size_t n, const char *reason)
{
    ss_h5_array array = {0};
    double *values = NULL; /* owned here until it is known to be finite */
    if (ss_h5_array_open(&array, file, name, SS_H5_REAL) &&
        ss_h5_array_expect(&array, file, n, reason))
        values = ss_h5_array_read(&array, file);
    ss_h5_array_close(&array);
    if (values == NULL || all_finite(file, name, values, n))
        return values;
    free(values);
    return NULL;
}

bool ss_h5_read_integer(const ss_h5_file *file, const char *name, int64_t min, int64_t max,
                        int64_t *value)
{
    ss_h5_array array = {0};
    int64_t *values = NULL;
    bool ok = ss_h5_array_open(&array, file, name, SS_H5_INTEGER);
    /* a scalar has n = 1, as an array of one number */
    if (ok && array.n != 1)
        ok = ss_h5_refuse(file, name, "%zu numbers where one is asked for", array.n);
    if (ok)
        ok = (values = ss_h5_array_read(&array, file)) != NULL;
    if (ok && (values[0] < min || values[0] > max))
        ok = ss_h5_refuse(file, name, "it is %" PRId64 ", not within %" PRId64 " to %" PRId64,
                          values[0], min, max);
    if (ok)
        *value = values[0];
    free(values);
    ss_h5_array_close(&array);
    return ok;
}

/* no text of a file may move a terminal's cursor; line ends and tabs stay */
static void remove_controls(char *text)
{
    for (; *text != '\0'; ++text)
        if (((unsigned char)*text < ' ' && *text != '\n' && *text != '\t') || *text == 0x7f)
            *text = '?';
}

/* Read a text of fixed length, `type` being its type on file. */
static char *read_fixed(const ss_h5_array *array, const ss_h5_file *file, hid_t type)
{
    const size_t size = H5Tget_size(type); /* bytes, a NUL among them or not */
    if (size == 0 || size > longest_text) {
        ss_h5_refuse(file, array->name, "the text is longer than 64 KiB");
        return NULL;
    }
    char *const text = calloc(size + 1, 1);
    if (text == NULL) {
        ss_error_memory(file->error, "a text of '%s'", file->path);
        return NULL;
    }
    if (H5Dread(array->id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0) {
        ss_h5_refuse(file, array->name, "the text cannot be read");
        free(text);
        return NULL;
    }
    remove_controls(text);
    return text;
}

/* what a file without that text is taken to say */
static char *empty_text(const ss_h5_file *file)
{
    char *const text = calloc(1, 1);
    if (text == NULL)
        ss_error_memory(file->error, "a text of '%s'", file->path);
    return text;
}

char *ss_h5_read_text(const ss_h5_file *file, const char *name)
{
    ss_h5_array array = {0};
    char *text = NULL;
    if (!ss_h5_exists(file, name))
        return empty_text(file);
    if (ss_h5_array_open(&array, file, name, SS_H5_TEXT)) {
        const hid_t type = H5Dget_type(array.id);
        /* a text of variable length is not read: see hdf5_file.h */
        text = H5Tis_variable_str(type) > 0 ? empty_text(file) : read_fixed(&array, file, type);
        H5Tclose(type);
    }
    ss_h5_array_close(&array);
    return text;
}
