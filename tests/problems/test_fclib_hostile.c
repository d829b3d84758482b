/* Files that lie: each is one clear message with the file and the dataset, in a second, in little
 * memory, with nothing on stderr.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/fclib.h"
#include "tests/support/files.h"
#include "tests/support/hostile_file.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Every test is a process: static data is not shared. */
static char path[128];

static void setup(void)
{
    test_files_begin();
    snprintf(path, sizeof path, "%s", test_path("problem.hdf5"));
}

TestSuite(hostile, .init = setup, .fini = test_files_end);

/* A sound local file of two contacts, open for editing. */
static hid_t local_file(int form)
{
    return test_sound_local(path, form);
}

static hid_t global_file(void)
{
    return test_sound_global(path);
}

static void expect_file_refused(hid_t file, const char *words)
{
    test_h5_close(file);
    test_expect_refused(path, words);
}

static void write_text(const char *characters)
{
    FILE *const file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(characters, file);
    fclose(file);
}

Test(hostile, the_sound_files_are_sound)
{
    ss_error error = {SS_ERROR_NONE, ""};
    static const int forms[3] = {test_triplets, test_columns, test_rows};
    for (int k = 0; k < 3; ++k) {
        test_h5_close(local_file(forms[k]));
        test_read_safely(&error, path);
        cr_expect_eq(error.code, SS_ERROR_NONE, "%s", error.text);
    }
    test_h5_close(global_file());
    test_read_safely(&error, path);
    cr_expect_eq(error.code, SS_ERROR_NONE, "%s", error.text);
}

Test(hostile, files_that_are_none)
{
    test_expect_refused(test_folder(), "it is a folder");
    test_expect_refused("/tmp/ss_no_such_file.hdf5", "No such file");
    test_expect_refused("", "No such file");
    test_expect_refused("/dev/zero", "not a regular file");
    write_text("");
    test_expect_refused(path, "not an HDF5 file");
    write_text("title,value\nno,hdf5\n");
    test_expect_refused(path, "not an HDF5 file");
    remove(path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    test_expect_refused(path, "not a regular file");
}

Test(hostile, unreadable)
{
    test_h5_close(local_file(test_rows));
    cr_assert_eq(chmod(path, 0), 0);
    if (access(path, R_OK) == 0) /* root reads everything: become nobody */
        cr_assert(chmod(test_folder(), 0755) == 0 && seteuid(65534) == 0);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_fclib_problem p;
    cr_expect_not(ss_fclib_read(&p, path, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "Permission denied") != NULL, "%s",
              error.text);
    cr_assert(seteuid(getuid()) == 0);
}

/* Every length of a file: refused below its full one. */
Test(hostile, truncated)
{
    struct stat status;
    test_h5_close(local_file(test_rows));
    cr_assert_eq(stat(path, &status), 0);
    for (off_t size = status.st_size - 1; size > 0; size -= 1 + status.st_size / 40) {
        cr_assert_eq(truncate(path, size), 0);
        test_expect_refused(path, size > 8 ? "truncated or corrupt" : "not an HDF5 file");
    }
}

Test(hostile, no_problem_inside)
{
    hid_t file = test_h5_create(path);
    expect_file_refused(file, "none of /fclib_local, /fclib_global");
    static const char *const needed[] = {
        "/fclib_local/spacedim",   "/fclib_local/W",         "/fclib_local/W/m",
        "/fclib_local/W/n",        "/fclib_local/W/nz",      "/fclib_local/W/nzmax",
        "/fclib_local/W/p",        "/fclib_local/W/i",       "/fclib_local/W/x",
        "/fclib_local/vectors/mu", "/fclib_local/vectors/q", "/fclib_local/vectors"};
    for (size_t k = 0; k < sizeof needed / sizeof needed[0]; ++k) {
        file = local_file(test_rows);
        test_h5_delete(file, needed[k]);
        expect_file_refused(file, needed[k]);
    }
}

/* A single number changed: dataset, value, words of the message. */
typedef struct integer_case {
    const char *name;
    int value;
    const char *words;
} integer_case;

Test(hostile, sizes_that_disagree)
{
    static const integer_case cases[] = {
        {"/fclib_local/spacedim", 0, "spacedim: it is 0"},
        {"/fclib_local/spacedim", 4, "spacedim: it is 4"},
        {"/fclib_local/spacedim", 2, "mu: 2 numbers where the number of contacts asks for 3"},
        {"/fclib_local/W/m", 5, "/fclib_local/W/p: 7 numbers where m + 1 asks for 6"},
        {"/fclib_local/W/m", -6, "W/m: it is -6"},
        {"/fclib_local/W/m", INT_MAX, "where m + 1 asks for 2147483648"},
        {"/fclib_local/W/n", 5, "index 5 (from 0) is 5, not within 0 to 4"},
        {"/fclib_local/W/n", 9, "it is not square: 6 x 9"},
        {"/fclib_local/W/n", INT_MIN, "W/n: it is -2147483648"},
        {"/fclib_local/W/nz", -3, "W/nz: it is -3"},
        {"/fclib_local/W/nz", 9, "nz = 9 is more than nzmax = 8"},
        {"/fclib_local/W/nz", 6, "W/p: 7 numbers where the matrix has 6 entries"},
        {"/fclib_local/W/nzmax", 3, "it ends with 6, more than nzmax = 3"},
        {"/fclib_local/W/nzmax", INT_MAX, "8 numbers where the matrix has 6 entries"},
        {"/fclib_local/W/nzmax", -1, "W/nzmax: it is -1"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        const hid_t file = local_file(test_rows);
        test_h5_integer(file, cases[k].name, cases[k].value);
        expect_file_refused(file, cases[k].words);
    }
}

Test(hostile, columns_and_triplets_that_disagree)
{
    hid_t file = local_file(test_columns);
    test_h5_integer(file, "/fclib_local/W/n", 4);
    expect_file_refused(file, "W/p: 7 numbers where n + 1 asks for 5");
    file = local_file(test_triplets);
    test_h5_integer(file, "/fclib_local/W/nz", 7);
    expect_file_refused(file, "not finite"); /* an unused element is used */
    file = local_file(test_triplets);
    test_h5_integers(file, "/fclib_local/W/p", test_indices, 5);
    expect_file_refused(file, "W/p: 5 numbers where the matrix has 6 entries and nzmax = 8");
    file = local_file(test_triplets);
    test_h5_integer(file, "/fclib_local/W/m", 4);
    expect_file_refused(file, "W/i: index 4 (from 0) is 4");
    file = local_file(test_triplets);
    test_h5_integer(file, "/fclib_local/W/n", 4);
    expect_file_refused(file, "W/p: index 4 (from 0) is 4");
}

/* An integer array changed at one place. */
typedef struct place_case {
    const char *name;
    int place, value;
    const char *words;
} place_case;

Test(hostile, indices_out_of_range)
{
    static const place_case cases[] = {
        {"/fclib_local/W/i", 5, 6, "W/i: index 5 (from 0) is 6, not within 0 to 5"},
        {"/fclib_local/W/i", 0, -1, "W/i: index 0 (from 0) is -1"},
        {"/fclib_local/W/i", 2, INT_MAX, "W/i: index 2 (from 0) is 2147483647"},
        {"/fclib_local/W/p", 0, 1, "W/p: it starts with 1"},
        {"/fclib_local/W/p", 3, 0, "W/p: number 3 (from 0) is less"},
        {"/fclib_local/W/p", 3, 1, "W/p: number 3 (from 0) is less"},
        {"/fclib_local/W/p", 3, INT_MAX, "W/p: number 4 (from 0) is less"},
        {"/fclib_local/W/p", 6, 9, "W/p: it ends with 9, more than nzmax = 8"},
        {"/fclib_local/W/p", 0, INT_MIN, "W/p: it starts with -2147483648"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        int x[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        const hid_t file = local_file(test_rows);
        x[cases[k].place] = cases[k].value;
        test_h5_integers(file, cases[k].name, x, strchr(cases[k].words, 'p') ? 7 : 8);
        expect_file_refused(file, cases[k].words);
    }
}

/* A real array changed at one place. */
Test(hostile, numbers_that_are_none)
{
    static const struct {
        const char *name;
        double value;
        const char *words;
    } cases[] = {
        {"/fclib_local/W/x", NAN, "W/x: number 0 (from 0) is"},
        {"/fclib_local/W/x", INFINITY, "W/x: number 0 (from 0) is inf"},
        {"/fclib_local/W/x", 0.0, "contact 0: W_nn of its diagonal block is not positive"},
        {"/fclib_local/W/x", -1.0, "contact 0: W_nn of its diagonal block is not positive"},
        {"/fclib_local/W/x", 1e-310, "contact 0: W_nn of its diagonal block is not positive"},
        {"/fclib_local/vectors/q", NAN, "vectors/q: number 0 (from 0) is"},
        {"/fclib_local/vectors/q", -INFINITY, "vectors/q: number 0 (from 0) is -inf"},
        {"/fclib_local/vectors/mu", NAN, "vectors/mu: number 0 (from 0) is"},
        {"/fclib_local/vectors/mu", -0.3, "vectors/mu: mu of contact 0 (from 0) is -0.3"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        double x[8] = {1, 1, 1, 1, 1, 1, 1, 1};
        const hid_t file = local_file(test_rows);
        const char what = strrchr(cases[k].name, '/')[1];
        x[0] = cases[k].value;
        test_h5_reals(file, cases[k].name, x, what == 'x' ? 8 : what == 'q' ? 6 : 2);
        expect_file_refused(file, cases[k].words);
    }
}

/* A block that pushes back along n, and gives way along t1 and t2. */
Test(hostile, a_block_that_gives_way)
{
    static const double x[8] = {1, -1, -1, 1, 1, 1, 1, 1};
    const hid_t file = local_file(test_rows);
    test_h5_reals(file, "/fclib_local/W/x", x, 8);
    expect_file_refused(file, "contact 0: the trace of its diagonal block is not positive");
}

Test(hostile, a_contact_without_a_diagonal_block)
{
    static const int row[] = {0, 1, 2}, col[] = {0, 1, 2};
    const test_matrix W = {6, 6, 3, 0, row, col, test_values};
    test_local_file(path, 3, &W, test_triplets, test_q, test_mu);
    test_expect_refused(path, "/fclib_local: contact 1: W has no diagonal block there");
}

Test(hostile, no_contacts)
{
    const test_matrix W = {0, 0, 0, 0, test_indices, test_indices, test_values};
    test_local_file(path, 3, &W, test_triplets, test_q, test_mu);
    test_expect_refused(path, "no contacts");
}

Test(hostile, bilateral_parts)
{
    static const char *const matrices[] = {"/fclib_local/V", "/fclib_local/R"};
    const test_matrix V = {6, 1, 1, 0, test_indices, test_indices, test_values};
    for (int k = 0; k < 2; ++k) {
        const hid_t file = local_file(test_rows);
        test_h5_matrix(file, matrices[k], &V, test_rows);
        expect_file_refused(file, "bilateral parts");
    }
    hid_t file = local_file(test_rows);
    test_h5_reals(file, "/fclib_local/vectors/s", test_values, 1);
    expect_file_refused(file, "bilateral parts");
    file = global_file();
    test_h5_matrix(file, "/fclib_global/G", &V, test_triplets);
    expect_file_refused(file, "bilateral parts");
    file = global_file();
    test_h5_reals(file, "/fclib_global/vectors/b", test_values, 1);
    expect_file_refused(file, "bilateral parts");
}

/* G and b of no columns are none. */
Test(hostile, empty_bilateral_parts_are_none)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const test_matrix G = {6, 0, 0, 0, test_indices, test_indices, test_values};
    const hid_t file = global_file();
    test_h5_matrix(file, "/fclib_global/G", &G, test_triplets);
    test_h5_reals(file, "/fclib_global/vectors/b", test_values, 0);
    test_h5_close(file);
    test_read_safely(&error, path);
    cr_expect_eq(error.code, SS_ERROR_NONE, "%s", error.text);
}

/* The fuzzer's finds: HDF5 1.10.8 itself crashes on one of them. */
static void ends_well(const char *name)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_read_safely(&error, name);
    cr_expect(error.code == SS_ERROR_NONE || error.code == SS_ERROR_DATA, "%s", error.text);
}

Test(hostile, corpus_of_the_fuzzer)
{
    cr_expect(test_each_file(SS_SOURCE_DIR "/tests/corpus/fclib", ends_well) > 0);
#if !H5_VERSION_GE(1, 10, 9)
    test_expect_refused(SS_SOURCE_DIR "/tests/corpus/fclib/crashes-hdf5.hdf5", "HDF5 crashes");
#endif
}
