/* A libFuzzer target for the reader of FCLIB files (preset `fuzz`, into build-fuzz/):
 *
 *     cmake --preset fuzz && cmake --build --preset fuzz
 *     build-fuzz/fuzz_fclib -max_len=16384 -rss_limit_mb=1024 FOLDER tests/corpus/fclib
 *
 * New inputs are kept in FOLDER. Whatever the bytes are, the reader must either give a problem on
 * which u = W r + q can be computed, or say what is wrong.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/fclib.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the reader promises: see ss_block_problem_finish. */
static void check_problem(const ss_fclib_problem *f)
{
    const ss_problem *const p = ss_block_problem_view(f->blocks);
    const ss_block_form *const form = p->block;
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    ss_error error = {SS_ERROR_NONE, ""};
    ss_fclib_problem problem;
    const int fd = memfd_create("fuzz", MFD_CLOEXEC); /* a new inode: HDF5 remembers open ones */
    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (ss_fclib_read(&problem, path, &error)) {
        check_problem(&problem);
        ss_fclib_free(&problem);
    } else if (error.code == SS_ERROR_NONE || strstr(error.text, path) == NULL)
        abort();
    close(fd);
    return 0;
}
