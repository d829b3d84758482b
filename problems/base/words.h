/* The words of `command:WORDS`, a process of the user's that solves or poses problems.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_WORDS_H
#define SS_PROBLEMS_BASE_WORDS_H

#include "problems/base/error.h"

#define SS_WORDS_COMMAND "command:"

/* One block of memory with what it points to. */
typedef struct ss_words {
    char **argv;   /* the words, then NULL */
    char log[512]; /* the file for what the process prints; "": none */
} ss_words;

/* Split a text into words by blanks. 'One word', "one word" and one\ word are one; nothing else is
 * special, and no shell sees them. Release with free(). NULL and SS_ERROR_USAGE for no words and
 * for a quote that does not end; SS_ERROR_MEMORY. */
ss_words *ss_words_split(const char *text, ss_error *error);

/* Is the first word a program, by its path or along PATH? SS_ERROR_USAGE if not. */
bool ss_words_find_program(const ss_words *words, ss_error *error);

#endif
