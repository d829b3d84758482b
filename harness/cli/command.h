/* A verb of the command line as a table: its words, its help, and the function that does its work.
 *
 *     main                    finds the command by the first word
 *       ss_command_read       argv to the verb's struct, by the tables; answers --help itself
 *       command->work         the verb: what is left to understand (names of solvers, files, what
 *         ss_x_...            goes with what), then its room does the work and knows no words
 *       ss_command_free       the struct and its lists
 *     help --man, complete    walk the same tables (manual.c, complete.c) and call no verb
 *
 * A table is there for good; the struct that it fills lives in the call, and its texts are those of
 * argv. A row says of what kind its word is, so that what one word can get wrong is told here, by
 * one message, before any work: a verb sees numbers and times, not texts. So a room can be called
 * by a test, or by another room, as it is by the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_COMMAND_H
#define SS_HARNESS_CLI_COMMAND_H

#include "problems/base/error.h"

#include <stddef.h>
#include <stdio.h>

/* Words that may be repeated, in their order. */
typedef struct ss_word_list {
    const char **values; /* owned array of words borrowed from argv */
    const char **keys;   /* the same: what a word sets ("tol" of --tol); NULL: the value says it */
    size_t n;
} ss_word_list;

/* The field that a word fills. But for lists a word that comes twice must be the same. */
typedef enum ss_word_kind {
    SS_WORD_TEXT,   /* const char * */
    SS_WORD_CHOICE, /* const char *: one of the words in the row's argument, "html|markdown" */
    SS_WORD_COUNT,  /* size_t, from `least` to `most`; 0 may stand for: not given */
    SS_WORD_TIME,   /* double, s, above 0: "60s", "2m" */
    SS_WORD_MEMORY, /* size_t, bytes; the word is in MiB */
    SS_WORD_FLAG,   /* bool */
    SS_WORD_LIST,   /* ss_word_list: all that are given */
    SS_WORD_SET     /* the same, and the option's name is the key */
} ss_word_kind;

/* One option. */
typedef struct ss_word_row {
    const char *name;
    int key;              /* its letter; 0: none */
    const char *argument; /* name of its argument for --help; NULL for a flag */
    const char *help;
    ss_word_kind kind;
    size_t offset;      /* of its field in the struct of its group */
    size_t least, most; /* of a count */
} ss_word_row;

#define SS_WORD(kind, type, field, name, key, argument, help)                                      \
    {                                                                                              \
        name, key, argument, help, SS_WORD_##kind, offsetof(type, field), 0, 0                     \
    }
#define SS_TEXT(type, field, name, key, argument, help)                                            \
    SS_WORD(TEXT, type, field, name, key, argument, help)
#define SS_SWITCH(type, field, name, key, help) SS_WORD(FLAG, type, field, name, key, NULL, help)
#define SS_LIST(type, field, name, key, argument, help)                                            \
    SS_WORD(LIST, type, field, name, key, argument, help)
#define SS_SET(type, field, name, argument, help) SS_WORD(SET, type, field, name, 0, argument, help)
#define SS_NUMBER(type, field, name, key, argument, least, most, help)                             \
    {                                                                                              \
        name, key, argument, help, SS_WORD_COUNT, offsetof(type, field), least, most               \
    }

/* The most that a count can be (ss_parse_count): what no row needs to bound. */
enum { SS_WORD_MOST = 1000000000 };

/* Options that belong together, and where their struct begins in that of the verb. */
typedef struct ss_word_group {
    const ss_word_row *words; /* NULL: past the last group */
    size_t n, offset;
} ss_word_group;

#define SS_GROUP(words, offset)                                                                    \
    {                                                                                              \
        (words), sizeof(words) / sizeof((words)[0]), (offset)                                      \
    }

/* One command line that was understood. */
typedef struct ss_call {
    void *words;       /* the struct of the verb; owned */
    ss_word_list rest; /* words behind --, for who takes them; owned */
    int argc;
    char **argv; /* as it came, for provenance.txt; argv[0] is "stickslip VERB" */
    int verdict; /* the exit code where there is no error: of `compare` and `judge`, else 0 */
} ss_call;

/* Six groups are those of `run`, and one ends the list. */
enum { SS_MAX_GROUPS = 6, SS_MAX_PLACES = 3, SS_MAX_NEEDED = 4 };

/* A verb. The places are words without --: the k-th is a text at place[k] of the struct. */
typedef struct ss_command ss_command;
struct ss_command {
    const char *name, *summary;
    const char *places;             /* for --help, a line a form; NULL: none */
    const char *doc, *after;        /* what it does, above the options; examples, below them */
    void (*print_names)(FILE *out); /* prints lines above `after`; NULL: none */
    ss_word_group groups[SS_MAX_GROUPS + 1];
    size_t place[SS_MAX_PLACES], n_places;
    size_t n_optional; /* so many of the last places may be missing */
    bool is_list;      /* the one place is an ss_word_list, of one word or more */
    bool takes_rest;   /* more words behind -- are another program's */
    const char *ask;   /* said where a place is missing; NULL: all are optional */
    const char *needed[SS_MAX_NEEDED + 1]; /* names of options that must be there */
    size_t size;                           /* of the struct, */
    const void *defaults;                  /* which begins as a copy of this one; NULL: all zero */
    bool (*work)(ss_call *call,
                 ss_error *error); /* the error is told, and the exit code, by main */
    const ss_command *other;       /* takes over where the first word is its `places`: */
                                   /* `reproduce field`; NULL: none */
};

/* The n places of a command, each an offset; what its struct begins as. */
#define SS_PLACES(n, ...) .n_places = (n), .place = {__VA_ARGS__}
#define SS_WORDS(type, ...)                                                                        \
    .size = sizeof(type), .defaults = &(const type)                                                \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

/* All of them, in the order of --help. */
#define SS_COMMAND_LIST(X)                                                                         \
    X(list)                                                                                        \
    X(catalogue)                                                                                   \
    X(describe)                                                                                    \
    X(run)                                                                                         \
    X(check)                                                                                       \
    X(judge)                                                                                       \
    X(judge_step)                                                                                  \
    X(grow)                                                                                        \
    X(freeze)                                                                                      \
    X(convert)                                                                                     \
    X(reproduce)                                                                                   \
    X(campaign)                                                                                    \
    X(sweep)                                                                                       \
    X(status)                                                                                      \
    X(cancel)                                                                                      \
    X(collect)                                                                                     \
    X(merge)                                                                                       \
    X(task)                                                                                        \
    X(plot)                                                                                        \
    X(export)                                                                                      \
    X(report)                                                                                      \
    X(manuscript)                                                                                  \
    X(recommend)                                                                                   \
    X(profile)                                                                                     \
    X(rates)                                                                                       \
    X(diagnose)                                                                                    \
    X(compare)                                                                                     \
    X(baseline)                                                                                    \
    X(budget)                                                                                      \
    X(arms)                                                                                        \
    X(agree)                                                                                       \
    X(record)                                                                                      \
    X(noise)                                                                                       \
    X(bench)                                                                                       \
    X(new_solver)                                                                                  \
    X(new_scene)

#define X(name) extern const ss_command ss_command_##name;
SS_COMMAND_LIST(X)
#undef X
extern const ss_command ss_command_field; /* `reproduce field`, with options of its own */

/* Read argv into a new struct of the call. Ends the program after --help (exit code 0), for words
 * that the tables do not hold or that are missing (that of SS_ERROR_USAGE), and without memory
 * (that of SS_ERROR_MEMORY). SS_ERROR_USAGE for a word that is not of its kind. Free the call in
 * any case. */
bool ss_command_read(ss_call *call, const ss_command *command, ss_error *error);
void ss_command_free(ss_call *call, const ss_command *command);

/* ---- what else is made of the tables ---- */

/* The text around the options: "WHAT IT DOES\vEXAMPLES", to be freed. NULL: no memory. */
char *ss_command_doc(const ss_command *command);

/* Print the man page; the n commands follow `about`, what the program is. SS_ERROR_MEMORY. */
bool ss_manual_print(FILE *out, const char *about, const ss_command *const *commands, size_t n,
                     ss_error *error);

/* Print what may stand in the place of the last of the words (n > 0), after the others: a line
 * each, "WORD<tab>meaning", or ":files" and ":folders" for names that the shell knows. An option's
 * argument and a place are completed by their placeholder: P problems, S solvers, DIR folders, and
 * so on; lower-case words stand for themselves. The scripts in harness/cli/shell/ ask and show. */
void ss_complete(const ss_command *command, const char *const *words, size_t n);

#endif
