/* Reading files that lie, safely: in a child with little memory, watched.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_HOSTILE_FILE_H
#define SS_TESTS_SUPPORT_HOSTILE_FILE_H

#include "tests/support/hdf5_files.h"

/* Two contacts: W = diag(1 ... 6), q and mu. */
extern const int test_indices[6];   /* 0 ... 5 */
extern const double test_values[6]; /* 1 ... 6 */
extern const double test_q[6], test_mu[2];

/* A sound file of that problem (M = H = W, f = w = q in the global one), open for editing. W has
 * two unused elements. */
hid_t test_sound_local(const char *path, int form);
hid_t test_sound_global(const char *path);

/* Read the file in a child of its own; it must end well, in 20 s of CPU time, silently, without
 * having touched more than 100 MB, and within 1 GB of address space (these two not under a
 * sanitizer). `error` is what the reader said. */
void test_read_safely(ss_error *error, const char *name);

/* The same; it must be refused as SS_ERROR_DATA with the file's name and `words`, on one line. */
void test_expect_refused(const char *name, const char *words);

#endif
