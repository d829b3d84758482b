/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/hdf5_module.h"

const ss_hdf5 ss_module_hdf5 = {.read = ss_hdf5_read,
                                .write = ss_hdf5_write,
                                .write_global = ss_hdf5_write_global,
                                .write_step = ss_hdf5_write_step};
