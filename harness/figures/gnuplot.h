/* Running gnuplot as a child process: no shell, none of the user's settings, and its complaint
 * turned into one line for the user.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_GNUPLOT_H
#define SS_HARNESS_FIGURES_GNUPLOT_H

#include "problems/base/error.h"

/* True if gnuplot can be found on PATH; else SS_ERROR_UNAVAILABLE, naming the package to install.*/
bool ss_gnuplot_require(ss_error *error);

/* Run `gnuplot SCRIPT` with `folder` as its working directory and wait for its end.
 * SS_ERROR_UNAVAILABLE if it cannot be started or fails, with the line of its stderr that says why;
 * SS_ERROR_INTERRUPTED if a request to stop (harness/process/interrupt.h) ended it;
 * SS_ERROR_INTERNAL if no process or pipe can be made. What it wrote into the folder is the
 * caller's to judge: gnuplot leaves empty files behind when it fails, and ends well on a full disk.
 */
bool ss_gnuplot_run(const char *folder, const char *script, ss_error *error);

#endif
