/* The order of the checks is that of what each needs: the name (hard links alone), the dataset's
 * header, its rank and extent, its type, and where its data lie. The first that fails is the reason
 * in the error; no memory is asked for before all have passed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/hdf5_file.h"

#include "problems/base/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { longest_name = 255 };

void ss_h5_quiet_begin(ss_h5_quiet *quiet)
{
    /* After some files its handler at exit loops and prints so. All that we open we close. */
    H5dont_atexit();
    H5Eget_auto2(H5E_DEFAULT, &quiet->print, &quiet->data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

void ss_h5_quiet_end(const ss_h5_quiet *quiet)
{
    H5Eset_auto2(H5E_DEFAULT, quiet->print, quiet->data);
}

bool ss_h5_refuse(const ss_h5_file *file, const char *dataset, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return ss_error_set(file->error, SS_ERROR_DATA, "'%s': %s: %s", file->path, dataset, text);
}

/* Look at the file as a file: its size, and that reading it cannot block. */
static bool look(ss_h5_file *file)
{
    struct stat status;
    FILE *const opened = ss_file_open(file->path, file->error);
    if (opened == NULL)
        return false;
    file->size = fstat(fileno(opened), &status) == 0 ? (uint64_t)status.st_size : 0;
    fclose(opened);
    return true;
}

/* Without locks: a file is read also where the file system has none, or another program has it. */
static hid_t open_quietly(const char *path)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
#if H5_VERSION_GE(1, 10, 7)
    H5Pset_file_locking(access, false, true);
#endif
    const hid_t id = H5Fopen(path, H5F_ACC_RDONLY, access);
    H5Pclose(access);
    return id;
}

bool ss_h5_open(ss_h5_file *file, const char *path, ss_error *error)
{
    *file = (ss_h5_file){.id = H5I_INVALID_HID, .path = path, .error = error};
    ss_h5_quiet_begin(&file->quiet);
    if (!look(file))
        return false;
    if (H5Fis_hdf5(path) <= 0)
        return ss_error_set(error, SS_ERROR_DATA, "'%s' is not an HDF5 file", path);
    file->id = open_quietly(path);
    return file->id >= 0 || ss_error_set(error, SS_ERROR_DATA,
                                         "'%s' is an HDF5 file, but truncated or corrupt", path);
}

void ss_h5_close(ss_h5_file *file)
{
    if (file->id >= 0)
        H5Fclose(file->id);
    file->id = H5I_INVALID_HID;
    ss_h5_quiet_end(&file->quiet);
}

/* Walk down an absolute name: 1 if it exists by hard links alone, 0 if it does not exist, -1 if a
 * soft or external link is on the way, which could lead anywhere. */
static int walk(const ss_h5_file *file, const char *name)
{
    char prefix[longest_name + 1]; /* HDF5 looks at one link at a time */
    size_t length = 0;             /* of the prefix: /a, /a/b, ... */
    if (strlen(name) > longest_name)
        return 0;
    while (name[length] != '\0') {
        H5L_info_t link;
        length += 1 + strcspn(name + length + 1, "/");
        memcpy(prefix, name, length);
        prefix[length] = '\0';
        if (H5Lexists(file->id, prefix, H5P_DEFAULT) <= 0 ||
            H5Lget_info(file->id, prefix, &link, H5P_DEFAULT) < 0)
            return 0;
        if (link.type != H5L_TYPE_HARD)
            return -1;
    }
    return 1;
}

bool ss_h5_exists(const ss_h5_file *file, const char *name)
{
    return walk(file, name) != 0;
}

bool ss_h5_is_within(const ss_h5_file *file, const char *group)
{
    return walk(file, group) >= 0 || ss_h5_refuse(file, group, "it is a link, not data");
}

bool ss_h5_is_unwritten(const ss_h5_file *file, const char *name)
{
    const hid_t id = walk(file, name) == 1 ? H5Dopen2(file->id, name, H5P_DEFAULT) : -1;
    if (id < 0)
        return false;
    const bool unwritten = H5Dget_storage_size(id) == 0;
    H5Dclose(id);
    return unwritten;
}

/* NULL, or why a type is not one of those that SS_H5_INTEGER, REAL and TEXT admit */
static const char *type_fault(hid_t type, ss_h5_kind kind)
{
    const H5T_class_t class = H5Tget_class(type);
    if (kind == SS_H5_TEXT)
        return class == H5T_STRING ? NULL : "its type is not a text";
    if (kind == SS_H5_REAL)
        return H5Tequal(type, H5T_IEEE_F64LE) > 0 || H5Tequal(type, H5T_IEEE_F64BE) > 0 ||
                       H5Tequal(type, H5T_IEEE_F32LE) > 0 || H5Tequal(type, H5T_IEEE_F32BE) > 0
                   ? NULL
                   : "its type is not floating point of 32 or 64 bits";
    const size_t size = H5Tget_size(type);
    const bool plain = class == H5T_INTEGER && size <= 8 && H5Tget_precision(type) == 8 * size;
    return plain ? NULL : "its type is not an integer of 8 to 64 bits";
}

/* compressed data: claims are compared with what a file of this size can unpack to */
static const char *chunk_fault(const ss_h5_file *file, hid_t id, hid_t plan, uint64_t bytes,
                               size_t type_size)
{
    hsize_t extent[2] = {1, 1}; /* elements of one, in each dimension */
    /* bytes that the file may unpack to: index arrays of real files shrink 50 times; constant ones
     * more, but they are short */
    const uint64_t limit = ((uint64_t)16 << 20) + 100 * file->size;
    const uint64_t stored = H5Dget_storage_size(id);
    const int rank = H5Pget_chunk(plan, 2, extent);
    const uint64_t most = limit / type_size;
    if (rank < 1 || rank > 2 || extent[0] == 0 || extent[0] > most || extent[1] > most / extent[0])
        return "its chunks are larger than this file can fill";
    if (stored > file->size)
        return "it claims more bytes than the file has";
    if (H5Pget_nfilters(plan) == 0)
        return stored < bytes ? "it was declared but not written whole" : NULL;
    if (stored == 0 && bytes > 0)
        return "it was declared but not written";
    return bytes > limit ? "it unpacks to more than a file of this size can hold" : NULL;
}

/* NULL, or what is wrong with where the data of a dataset lie. */
static const char *storage_fault(const ss_h5_file *file, hid_t id, uint64_t n, size_t type_size)
{
    const char *fault = NULL; /* the first one */
    const hid_t plan = H5Dget_create_plist(id);
    if (plan < 0)
        return "its storage cannot be understood";
    const H5D_layout_t layout = H5Pget_layout(plan);
    const uint64_t bytes = n * type_size; /* n < 2^57: see array_fault */
    const haddr_t offset = layout == H5D_CONTIGUOUS ? H5Dget_offset(id) : 0;
    if (layout == H5D_CHUNKED)
        fault = chunk_fault(file, id, plan, bytes, type_size);
    else if (layout != H5D_CONTIGUOUS && layout != H5D_COMPACT)
        fault = "its data are not in this file";
    else if (layout == H5D_CONTIGUOUS && H5Pget_external_count(plan) != 0)
        fault = "its data are in another file";
    else if (bytes > file->size)
        fault = "it claims more bytes than the file has";
    else if (bytes > 0 && H5Dget_storage_size(id) < bytes)
        fault = "it was declared but not written";
    else if (bytes > 0 && (offset == HADDR_UNDEF || offset > file->size - bytes))
        fault = "its data lie beyond the end of the file";
    H5Pclose(plan);
    return fault;
}

/* NULL, or what is wrong with an open dataset: shape, type, then where its data lie */
static const char *array_fault(ss_h5_array *array, const ss_h5_file *file, hid_t type, hid_t space)
{
    hsize_t extents[2] = {1, 1};
    const int rank = H5Sget_simple_extent_ndims(space);
    const H5S_class_t class = H5Sget_simple_extent_type(space);
    if (type < 0 || space < 0 || rank < 0 || (class != H5S_SIMPLE && class != H5S_SCALAR))
        return "its type or shape cannot be understood";
    if (rank > (array->columns > 1 ? 2 : 1))
        return array->columns > 1 ? "it has more than two dimensions"
                                  : "it has more than one dimension";
    if (rank > 0 && H5Sget_simple_extent_dims(space, extents, NULL) != rank)
        return "its extent cannot be understood";
    if (rank == 2 && extents[1] != array->columns)
        return "its rows are of another length";
    if (extents[0] > INT64_MAX / 4096)
        return "it claims more bytes than the file has";
    const hsize_t extent = extents[0] * extents[1];
    const char *const fault = type_fault(type, array->kind);
    if (fault != NULL)
        return fault;
    if (array->kind == SS_H5_TEXT && extent != 1)
        return "it is not one text";
    /* so that no product with the size of an element overflows */
    if (extent > INT64_MAX / 64)
        return "it claims more bytes than the file has";
    array->n = (size_t)extent;
    array->scalar = rank == 0;
    return storage_fault(file, array->id, extent, H5Tget_size(type));
}

/* Open the object of that name if it is a dataset within the file. */
static hid_t open_dataset(const ss_h5_file *file, const char *name)
{
    const int found = walk(file, name);
    if (found == 1) {
        const hid_t id = H5Dopen2(file->id, name, H5P_DEFAULT);
        if (id < 0)
            ss_h5_refuse(file, name, "it is not a dataset, or its header is corrupt");
        return id;
    }
    ss_h5_refuse(file, name, found == 0 ? "there is no such dataset" : "it is a link, not data");
    return H5I_INVALID_HID;
}

bool ss_h5_array_open(ss_h5_array *array, const ss_h5_file *file, const char *name, ss_h5_kind kind)
{
    *array = (ss_h5_array){
        .id = open_dataset(file, name), .name = name, .kind = kind, .columns = array->columns};
    if (array->id < 0)
        return false;
    /* the checks look at headers alone: no data has been read, no memory asked for */
    const hid_t type = H5Dget_type(array->id), space = H5Dget_space(array->id);
    const char *const fault = array_fault(array, file, type, space);
    if (type >= 0)
        H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    return fault == NULL || ss_h5_refuse(file, name, "%s", fault);
}

void ss_h5_array_close(ss_h5_array *array)
{
    if (array->id > 0)
        H5Dclose(array->id);
    array->id = H5I_INVALID_HID;
}
