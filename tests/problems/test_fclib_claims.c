/* Files whose HDF5 says what it should not: types, ranks, claims of gigabytes, data elsewhere; and
 * what is wrong with solutions, our own group and global parts.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/fclib.h"
#include "tests/support/files.h"
#include "tests/support/hostile_file.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every test is a process: static data is not shared. */
static char path[128];

static void setup(void)
{
    test_files_begin();
    snprintf(path, sizeof path, "%s", test_path("problem.hdf5"));
}

TestSuite(claims, .init = setup, .fini = test_files_end);

static const char q_name[] = "/fclib_local/vectors/q", p_name[] = "/fclib_local/W/p";

static hid_t local_file(void)
{
    return test_sound_local(path, test_rows);
}

static void expect_file_refused(hid_t file, const char *words)
{
    test_h5_close(file);
    test_expect_refused(path, words);
}

/* A dataset of a shape, not written. `plan` may be H5P_DEFAULT. */
static void declare(hid_t file, const char *name, hid_t type, int rank, const hsize_t *extent,
                    hid_t plan)
{
    test_h5_delete(file, name);
    const hid_t space = rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(rank, extent, NULL);
    const hid_t id = H5Dcreate2(file, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    cr_assert(id >= 0, "%s", name);
    H5Dclose(id);
    H5Sclose(space);
}

Test(claims, wrong_types)
{
    static const char *const reals[] = {"/fclib_local/vectors/q", "/fclib_local/vectors/mu",
                                        "/fclib_local/W/x"};
    static const char *const integers[] = {
        "/fclib_local/spacedim", "/fclib_local/W/m", "/fclib_local/W/n", "/fclib_local/W/nz",
        "/fclib_local/W/nzmax",  "/fclib_local/W/p", "/fclib_local/W/i"};
    for (size_t k = 0; k < sizeof reals / sizeof reals[0]; ++k) {
        hid_t file = local_file();
        test_h5_integers(file, reals[k], test_indices, 6);
        expect_file_refused(file, "its type is not floating point");
        file = local_file();
        test_h5_text(file, reals[k], "six numbers");
        expect_file_refused(file, "its type is not floating point");
    }
    for (size_t k = 0; k < sizeof integers / sizeof integers[0]; ++k) {
        hid_t file = local_file();
        test_h5_reals(file, integers[k], test_values, 1);
        expect_file_refused(file, "its type is not an integer");
        file = local_file();
        test_h5_text(file, integers[k], "3");
        expect_file_refused(file, integers[k]);
    }
    hid_t file = local_file();
    test_h5_integer(file, "/fclib_local/info/title", 3);
    expect_file_refused(file, "info/title: its type is not a text");
    file = local_file();
    test_h5_delete(file, q_name);
    test_h5_group(file, q_name);
    expect_file_refused(file, "vectors/q: it is not a dataset");
    file = local_file();
    test_h5_put(file, q_name, H5T_NATIVE_LDOUBLE, H5T_NATIVE_DOUBLE, test_q, 6);
    expect_file_refused(file, "its type is not floating point");
}

Test(claims, wrong_ranks)
{
    const hsize_t square[2] = {3, 2}, none = 0, seven = 7;
    hid_t file = local_file();
    declare(file, q_name, H5T_IEEE_F64LE, 2, square, H5P_DEFAULT);
    expect_file_refused(file, "vectors/q: it has more than one dimension");
    file = local_file();
    declare(file, "/fclib_local/spacedim", H5T_STD_I32LE, 1, &none, H5P_DEFAULT);
    expect_file_refused(file, "spacedim: 0 numbers where one");
    file = local_file();
    test_h5_integers(file, "/fclib_local/W/m", test_indices, 2);
    expect_file_refused(file, "W/m: 2 numbers where one");
    file = local_file();
    test_h5_reals(file, q_name, test_q, 5);
    expect_file_refused(file, "vectors/q: 5 numbers where W asks for 6");
    file = local_file();
    declare(file, q_name, H5T_IEEE_F64LE, 1, &seven, H5P_DEFAULT);
    expect_file_refused(file, "vectors/q: it was declared but not written");
}

/* Claims of 2 GB and more in a file of a few KB, in all the ways that HDF5 has. */
Test(claims, gigabytes_in_a_small_file)
{
    const hsize_t huge = 268435456, absurd = (hsize_t)1 << 62;
    hid_t file = local_file();
    declare(file, q_name, H5T_IEEE_F64LE, 1, &huge, H5P_DEFAULT);
    expect_file_refused(file, "vectors/q: it claims more bytes than the file has");
    file = local_file();
    declare(file, p_name, H5T_STD_I8LE, 1, &absurd, H5P_DEFAULT);
    expect_file_refused(file, "W/p: it claims more bytes than the file has");
    for (int deflated = 0; deflated < 2; ++deflated) {
        const hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
        const hsize_t small_chunk = 1024, big_chunk = huge;
        H5Pset_chunk(plan, 1, &small_chunk);
        if (deflated)
            H5Pset_deflate(plan, 9);
        file = local_file();
        declare(file, q_name, H5T_IEEE_F64LE, 1, &huge, plan);
        expect_file_refused(file, "vectors/q: it was declared but not written");
        H5Pset_chunk(plan, 1, &big_chunk);
        file = local_file();
        declare(file, q_name, H5T_IEEE_F64LE, 1, &huge, plan);
        expect_file_refused(file, "vectors/q: its chunks are larger than this file can fill");
        H5Pclose(plan);
    }
}

/* The claim repeated in the sizes: m = n = 2^28, W without entries. */
Test(claims, sizes_that_promise_gigabytes)
{
    const int m = 1 << 28;
    const hsize_t huge = (hsize_t)m;
    hid_t file = test_sound_local(path, test_triplets);
    test_h5_integer(file, "/fclib_local/W/m", m);
    test_h5_integer(file, "/fclib_local/W/n", m);
    test_h5_integer(file, "/fclib_local/spacedim", 2);
    declare(file, q_name, H5T_IEEE_F64LE, 1, &huge, H5P_DEFAULT);
    expect_file_refused(file, "vectors/q: it claims more bytes");
    file = test_sound_global(path);
    test_h5_integer(file, "/fclib_global/M/m", INT_MAX);
    test_h5_integer(file, "/fclib_global/M/n", INT_MAX);
    test_h5_integer(file, "/fclib_global/H/m", INT_MAX);
    expect_file_refused(file, "vectors/f: 6 numbers where M asks for 2147483647");
}

/* A zip bomb: 64 MB of zeros that deflate to 64 KB. */
Test(claims, what_unpacks_to_too_much)
{
    const hsize_t n = 8 << 20, chunk = 1 << 18;
    double *const zeros = calloc(n, sizeof *zeros);
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE), file = local_file();
    H5Pset_chunk(plan, 1, &chunk);
    H5Pset_deflate(plan, 9);
    declare(file, q_name, H5T_IEEE_F64LE, 1, &n, plan);
    const hid_t id = H5Dopen2(file, q_name, H5P_DEFAULT);
    cr_assert(H5Dwrite(id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros) >= 0);
    H5Dclose(id);
    H5Pclose(plan);
    free(zeros);
    expect_file_refused(file, "vectors/q: it unpacks to more than a file of this size can hold");
}

Test(claims, data_elsewhere)
{
    const hsize_t six = 6;
    hid_t plan = H5Pcreate(H5P_DATASET_CREATE), file = local_file();
    H5Pset_external(plan, "/etc/passwd", 0, 48);
    declare(file, q_name, H5T_IEEE_F64LE, 1, &six, plan);
    H5Pclose(plan);
    expect_file_refused(file, "vectors/q: its data are in another file");
    plan = H5Pcreate(H5P_DATASET_CREATE);
    const hid_t space = H5Screate_simple(1, &six, NULL);
    H5Pset_virtual(plan, space, "/tmp/other.hdf5", "/q", space);
    file = local_file();
    declare(file, q_name, H5T_IEEE_F64LE, 1, &six, plan);
    H5Pclose(plan);
    H5Sclose(space);
    expect_file_refused(file, "vectors/q: its data are not in this file");
    file = local_file();
    test_h5_delete(file, q_name);
    H5Lcreate_external("/tmp/other.hdf5", "/q", file, q_name, H5P_DEFAULT, H5P_DEFAULT);
    expect_file_refused(file, "vectors/q: it is a link, not data");
    file = local_file();
    test_h5_delete(file, "/fclib_local/W");
    H5Lcreate_soft("/fclib_local", file, "/fclib_local/W", H5P_DEFAULT, H5P_DEFAULT);
    expect_file_refused(file, "it is a link, not data");
    file = local_file();
    test_h5_delete(file, "/fclib_local");
    H5Lcreate_soft("/fclib_local", file, "/fclib_local", H5P_DEFAULT, H5P_DEFAULT);
    expect_file_refused(file, "it is a link, not data");
}

Test(claims, solutions_and_guesses)
{
    hid_t file = local_file();
    test_h5_group(file, "/solution");
    test_h5_reals(file, "/solution/r", test_values, 5);
    expect_file_refused(file, "/solution/r: 5 numbers where the problem asks for 6");
    const double bad[6] = {0, 0, 0, 0, NAN, 0};
    file = local_file();
    test_h5_group(file, "/solution");
    test_h5_reals(file, "/solution/u", bad, 6);
    expect_file_refused(file, "/solution/u: number 4 (from 0)");
    file = local_file();
    test_h5_group(file, "/guesses");
    test_h5_integer(file, "/guesses/number_of_guesses", -1);
    expect_file_refused(file, "number_of_guesses: it is -1");
}

Test(claims, our_own_group)
{
    static const double zero[2] = {1, 0}, negative[2] = {-1, 1}, infinite[2] = {1, INFINITY};
    const double *const bad[3] = {zero, negative, infinite};
    hid_t file = -1;
    for (int k = 0; k < 3; ++k) {
        file = local_file();
        test_h5_group(file, "/stickslip");
        test_h5_reals(file, "/stickslip/rho_bar", bad[k], 2);
        expect_file_refused(file, "/stickslip/rho_bar: ");
    }
    file = local_file();
    test_h5_group(file, "/stickslip");
    test_h5_reals(file, "/stickslip/rho_bar", test_values, 3);
    expect_file_refused(file, "rho_bar: 3 numbers where the number of contacts asks for 2");
}

Test(claims, global_parts)
{
    static const int top[6] = {0, 0, 0, 0, 0, 0};
    hid_t file = test_sound_global(path);
    test_h5_integers(file, "/fclib_global/M/i", top, 6);
    expect_file_refused(file, "/fclib_global: the mass matrix M is singular");
    file = test_sound_global(path);
    test_h5_integers(file, "/fclib_global/M/i", top, 6);
    test_h5_integers(file, "/fclib_global/M/p", top, 6);
    expect_file_refused(file, "/fclib_global: the mass matrix M is singular");
    file = test_sound_global(path);
    test_h5_integer(file, "/fclib_global/H/m", 7);
    expect_file_refused(file, "/fclib_global/H: it has 7 rows where M has 6");
    file = test_sound_global(path);
    test_h5_integer(file, "/fclib_global/M/m", 7);
    expect_file_refused(file, "/fclib_global/M: it is not square: 7 x 6");
    file = test_sound_global(path);
    test_h5_reals(file, "/fclib_global/vectors/w", test_values, 3);
    expect_file_refused(file, "vectors/w: 3 numbers where H asks for 6");
    file = test_sound_global(path);
    test_h5_delete(file, "/fclib_global/vectors/f");
    expect_file_refused(file, "vectors/f: there is no such dataset");
    file = test_sound_global(path);
    test_h5_integers(file, "/fclib_global/H/p", top, 6);
    expect_file_refused(file,
                        "contact 1: W has no diagonal block there"); /* all of H in one column */
}

/* Texts of variable length are left out, control characters cannot reach a terminal. */
Test(claims, texts)
{
    ss_fclib_problem p;
    ss_error error = {SS_ERROR_NONE, ""};
    const char *const words = "variable";
    const hid_t file = local_file(), type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    test_h5_text(file, "/fclib_local/info/title", "a\033[31mred\n\ttitle\177");
    H5Tset_size(type, H5T_VARIABLE);
    const hid_t id = H5Dcreate2(file, "/fclib_local/info/description", type, space, H5P_DEFAULT,
                                H5P_DEFAULT, H5P_DEFAULT);
    cr_assert(H5Dwrite(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &words) >= 0);
    H5Dclose(id);
    H5Sclose(space);
    H5Tclose(type);
    test_h5_close(file);
    cr_assert(ss_fclib_read(&p, path, &error), "%s", error.text);
    cr_expect_str_eq(p.title, "a?[31mred\n\ttitle?");
    cr_expect_str_eq(p.description, "");
    ss_fclib_free(&p);
}
