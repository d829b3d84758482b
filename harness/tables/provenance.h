/* The origin of a result: program, build and machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_PROVENANCE_H
#define SS_HARNESS_TABLES_PROVENANCE_H

#include "problems/base/error.h"

#include <stdio.h>

/* "stickslip 0.1.0 (commit ...)". */
extern const char ss_provenance_version[];

/* The identity of the build, in a line: version, commit, a hash of the changes since if there are
 * any, compiler and flags. Two builds of one identity give equal results on equal machines; without
 * git the commit is "unknown", and different sources look alike. */
extern const char ss_provenance_build[];

/* Print version, command line, compiler, flags, libraries, date (UTC, ISO 8601), CPU, load averages
 * (1, 5 and 15 minutes), host name and system, a line "KEY: VALUE" each. argv[0] is "stickslip
 * VERB"; the other words are quoted for a shell where it takes that. */
void ss_provenance_print(FILE *out, int argc, char *const *argv);

/* Print a blank and the word as a shell takes it: quoted where a character means something there,
 * as $'...' of bash where it has a line break, another control character or a backtick. */
void ss_provenance_print_word(FILE *out, const char *word);

/* The model of the CPU, or "unknown", cut to `size` bytes. */
void ss_provenance_cpu(char *text, size_t size);

/* The machine that a run is made on. */
typedef struct ss_machine {
    char
        text[200]; /* model of the CPU and its instruction sets: "Xeon Gold 6226R [avx avx2 fma]" */
    double load;   /* average of the last minute, processes; NAN: not known */
} ss_machine;

/* This one, now. */
void ss_machine_look(ss_machine *machine);

/* The text behind "KEY: " on the first such line of the text, to be freed; NULL: no line, or no
 * memory. */
char *ss_provenance_value(const char *text, const char *key);

/* Write provenance.txt into `folder`: what ss_provenance_print prints, and `facts`, more lines
 * "KEY: VALUE" or "". SS_ERROR_IO. */
bool ss_provenance_write(const char *folder, int argc, char *const *argv, const char *facts,
                         ss_error *error);

#endif
