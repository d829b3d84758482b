/* Completion for shells: the words that may stand where the cursor is, from the table of the verb
 * and from what this build has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/complete.h"

#include "harness/cli/command.h"

#include <ctype.h>
#include <string.h>

enum { MAX_PLACES = 16 }; /* words without -- that are looked at; more are passed over */

/* The option that a word names ("--name", "--name=value", "-n"); NULL: it names none. */
static const ss_word_row *find_row(const ss_command *command, const char *word)
{
    const size_t length = strcspn(word, "=");
    for (const ss_word_group *g = command->groups; g->words != NULL; ++g)
        for (size_t k = 0; k < g->n; ++k) {
            const ss_word_row *const row = &g->words[k];
            if (word[0] == '-' && word[1] != '-' && row->key != 0 && word[1] == row->key)
                return row;
            if (length > 2 && strncmp(word, "--", 2) == 0 && strlen(row->name) == length - 2 &&
                strncmp(word + 2, row->name, length - 2) == 0)
                return row;
        }
    return NULL;
}

/* The n-th of the blank-separated words of a line; "" where there are not so many, the last where
 * that may be repeated ("..."). */
static const char *word_at(const char *line, size_t n, size_t *length)
{
    for (;; --n) {
        *length = strcspn(line, " \n");
        if (n == 0 || *length == 0)
            return line;
        const char *const next = line + *length;
        if (*next != ' ') {
            *length = 0;
            return next;
        }
        if (strncmp(next + 1, "[", 1) == 0 && n > 1)
            return line;
        line = next + 1;
    }
}

/* Complete a place, by those lines whose words before it are those that are there. */
static void answer_place(const ss_asked *a, const char *lines, const char *const *before, size_t n)
{
    size_t length = 0;
    for (const char *line = lines; line != NULL && *line != '\0';) {
        bool fits = true;
        for (size_t k = 0; k < n; ++k) {
            const char *const word = word_at(line, k, &length);
            fits = fits && (!islower((unsigned char)*word) || memchr(word, '|', length) != NULL ||
                            (strlen(before[k]) == length && strncmp(before[k], word, length) == 0));
        }
        const char *const word = word_at(line, n, &length);
        if (fits && length > 0 && word[0] != '-')
            ss_asked_answer(a, word, length);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

/* A word that goes to the options: remember what others depend on. */
static void learn(ss_asked *a, const ss_word_row *row, const char *value)
{
    if (strcmp(row->name, "problem") == 0)
        a->problem = value;
    if (strcmp(row->name, "solver") == 0)
        a->solvers = value;
}

/* The words before the last are read as the parser would, but nothing in them is an error. */
void ss_complete(const ss_command *command, const char *const *words, size_t n)
{
    const char *places[MAX_PLACES];
    const ss_word_row *waiting = NULL; /* for its argument */
    size_t n_places = 0;
    ss_asked a = {.text = words[n - 1]};
    const ss_word_row *const solver = find_row(command, "--solver");
    a.grows = solver != NULL && solver->argument[0] == 'G'; /* the placeholder of its solvers */
    for (size_t k = 0; k + 1 < n; ++k) {
        const char *const equals = strchr(words[k], '=');
        const ss_word_row *const row = waiting == NULL ? find_row(command, words[k]) : NULL;
        if (waiting != NULL)
            learn(&a, waiting, words[k]);
        else if (row == NULL && words[k][0] != '-' && n_places < MAX_PLACES)
            places[n_places++] = words[k];
        else if (row != NULL && row->argument != NULL && equals != NULL)
            learn(&a, row, equals + 1);
        const bool attached = row != NULL && words[k][1] != '-' && words[k][2] != '\0';
        waiting = row != NULL && row->argument != NULL && equals == NULL && !attached ? row : NULL;
    }
    const char *const equals = strncmp(a.text, "--", 2) == 0 ? strchr(a.text, '=') : NULL;
    const ss_word_row *const row = equals != NULL ? find_row(command, a.text) : NULL;
    const ss_asked value = ss_asked_keep(&a, equals != NULL ? equals + 1 : a.text);
    if (waiting != NULL)
        ss_asked_answer(&a, waiting->argument, strlen(waiting->argument));
    else if (row != NULL && row->argument != NULL)
        ss_asked_answer(&value, row->argument, strlen(row->argument));
    else if (strcmp(a.text, "-") == 0 || strncmp(a.text, "--", 2) == 0) {
        const ss_asked name = {
            .text = a.text + (a.text[1] == '-' ? 2 : 1), .kept = "--", .n_kept = 2};
        for (const ss_word_group *g = command->groups; g->words != NULL; ++g)
            for (size_t k = 0; k < g->n; ++k)
                ss_asked_offer(&name, g->words[k].name, g->words[k].help);
        ss_asked_offer(&name, "help", "what the verb does, with an example");
    } else if (a.text[0] != '-')
        answer_place(&a, command->places, places, n_places);
}
