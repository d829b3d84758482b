/* A word of the command line that is being typed, and the things whose names it may become: P a
 * problem, S a solver, DIR a folder, and so on. complete.c finds the placeholder that the cursor is
 * at, nouns.c prints what it stands for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_COMPLETE_H
#define SS_HARNESS_CLI_COMPLETE_H

#include <stdbool.h>
#include <stddef.h>

/* A word to complete. All texts are borrowed; `kept` and `text` are parts of one word, in this
 * order. */
typedef struct ss_asked {
    const char *text; /* what an answer must begin with */
    const char *kept; /* what stands before it in the word and stays, such as "--solver=sbp," */
    size_t n_kept;
    const char *problem, *solvers; /* what the command line names; NULL: nothing */
    bool grows;                    /* keys are those of the growing pile */
} ss_asked;

/* The same word, of which all before `text`, a place in a->text, stays. */
ss_asked ss_asked_keep(const ss_asked *a, const char *text);

/* Print "WORD<tab>meaning" if the word begins with a->text. */
void ss_asked_offer(const ss_asked *a, const char *word, const char *meaning);

/* Print what a placeholder of `length` characters stands for, such as "S[,S...]" or "text|csv";
 * ":files" and ":folders" where it is a name that the shell knows. */
void ss_asked_answer(const ss_asked *a, const char *placeholder, size_t length);

#endif
