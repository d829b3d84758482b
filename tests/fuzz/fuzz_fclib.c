/* A libFuzzer target for the reader of FCLIB files (preset `fuzz`, into build-fuzz/):
 *
 *     cmake --preset fuzz && cmake --build --preset fuzz
 *     build-fuzz/fuzz_fclib -max_len=16384 -rss_limit_mb=1024 -detect_leaks=0 \
 *         FOLDER tests/corpus/fclib
 *
 * With SS_FUZZ_UNGUARDED=1 in the environment files are read in this process alone, without the
 * rehearsal that keeps HDF5's own crashes away: slower to find faults of ours among HDF5's (use
 * -fork=1 -ignore_crashes=1 and look at the stacks), but nothing is hidden.
 *
 * (Leaks are looked for when the process ends; after each input it is slow, since HDF5 keeps
 * lists.) New inputs are kept in FOLDER. Whatever the bytes are, the reader must either give a
 * problem on which u = W r + q can be computed, or say what is wrong.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/fclib_raw.h"
#include "problems/files/fclib.h"
#include "tests/fuzz/fuzz_file.h"

#include <hdf5.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

const char *__asan_default_options(void);
const char *__lsan_default_options(void);

/* Corrupt headers make HDF5 1.10.8 ask for exabytes, and take no for an answer. A small quarantine
 * keeps the process small, which is forked for each input. */
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1:quarantine_size_mb=8";
}

const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}

/* They also make it leak. Handles that we forgot are counted below instead. */
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5";
}

/* The reader's promise: see ss_block_problem_finish. */
static void check_problem(const ss_fclib_problem *f)
{
    const ss_problem *const p = ss_block_problem_view(f->blocks);
    const ss_block_form *const form = p->blocks;
    for (size_t c = 0; c < p->n_contacts; ++c) {
        if (!(p->W_cc[9 * c] > 0.0) || !(p->mu[c] >= 0.0) || !(p->rho_bar[c] > 0.0))
            abort();
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            if (form->column[k] >= p->n_contacts)
                abort();
    }
    if (p->n_contacts == 0 || f->title == NULL || (f->spacedim != 2 && f->spacedim != 3))
        abort();
}

/* Read in this process, for coverage, through HDF5 and our checks; the verdict must be `expected`.
 */
static void read_here(const char *path, const ss_error *expected)
{
    ss_fclib_raw raw;
    ss_error error = {SS_ERROR_NONE, ""};
    const bool ok = ss_fclib_raw_read(&raw, path, &error);
    ss_fclib_raw_free(&raw);
    if (ok != (error.code == SS_ERROR_NONE) || (!ok && strstr(error.text, path) == NULL) ||
        H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) != 0)
        abort();
    if (expected != NULL && error.code != expected->code)
        abort();
}

/* The whole reader, on a file that is known to be sound or at least whole. */
static void read_all(const char *path)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_fclib_problem problem;
    if (ss_fclib_read(&problem, path, &error)) {
        check_problem(&problem);
        ss_fclib_free(&problem);
    } else if (error.code == SS_ERROR_NONE || strstr(error.text, path) == NULL)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    ss_error verdict = {SS_ERROR_NONE, ""};
    H5dont_atexit(); /* where it loops, after some files */
    fuzz_file_make(path, data,
                   size); /* HDF5 resolves names: no memfd; an inode open twice is one */
    if (getenv("SS_FUZZ_UNGUARDED") != NULL)
        read_here(path, NULL);
    else if (ss_fclib_raw_rehearse(path, &verdict))
        read_all(path);
    else if (strstr(verdict.text, "so corrupt that HDF5") == NULL)
        read_here(path, &verdict);
    unlink(path);
    return 0;
}
