/* The words of the command line as tables: a verb lists its options and places. Reading them,
 * --help, the man page and completion are made of these tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_COMMAND_H
#define SS_HARNESS_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/* Words that may be repeated, in their order. */
typedef struct ss_word_list {
    const char **values; /* owned array of words borrowed from argv */
    const char **keys;   /* the same: what a word sets ("tol" of --tol); NULL: the value says it */
    size_t n;
} ss_word_list;

typedef enum ss_word_kind {
    SS_WORD_TEXT, /* const char *: the last one given */
    SS_WORD_FLAG, /* bool */
    SS_WORD_LIST, /* ss_word_list: all that are given */
    SS_WORD_SET   /* the same, and the option's name is the key */
} ss_word_kind;

/* One option. */
typedef struct ss_word_row {
    const char *name;
    int key;              /* its letter; 0: none */
    const char *argument; /* name of its argument for --help; NULL for a flag */
    const char *help;
    ss_word_kind kind;
    size_t offset; /* of its field in the struct of its group */
} ss_word_row;

#define SS_TEXT(type, field, name, key, argument, help)                                            \
    {                                                                                              \
        name, key, argument, help, SS_WORD_TEXT, offsetof(type, field)                             \
    }
#define SS_SWITCH(type, field, name, key, help)                                                    \
    {                                                                                              \
        name, key, NULL, help, SS_WORD_FLAG, offsetof(type, field)                                 \
    }
#define SS_LIST(type, field, name, key, argument, help)                                            \
    {                                                                                              \
        name, key, argument, help, SS_WORD_LIST, offsetof(type, field)                             \
    }
#define SS_SET(type, field, name, argument, help)                                                  \
    {                                                                                              \
        name, 0, argument, help, SS_WORD_SET, offsetof(type, field)                                \
    }

/* Options that belong together, and the struct that they fill. */
typedef struct ss_word_group {
    const ss_word_row *words;
    size_t n;
    void *values;
} ss_word_group;

#define SS_GROUP(words, values)                                                                    \
    {                                                                                              \
        (words), sizeof(words) / sizeof((words)[0]), (values)                                      \
    }

enum { SS_MAX_GROUPS = 6, SS_MAX_PLACES = 3, SS_MAX_NEEDED = 4 };

/* A command line: what may stand on it, and where it goes. */
typedef struct ss_command {
    const char *places; /* the words without --, for --help; NULL: none */
    const char *doc;
    ss_word_group groups[SS_MAX_GROUPS + 1];
    const char **place[SS_MAX_PLACES];      /* where those words go, in order; NULL: no more */
    ss_word_list *rest;                     /* where more of them go; NULL: nowhere */
    size_t n_needed;                        /* so many of them must be there, */
    const char *ask;                        /* or this is said */
    const char **needed[SS_MAX_NEEDED + 1]; /* options that must be there */
} ss_command;

/* Asked of a verb by its last word, instead of anything else: the verb's section of the man page;
 * what may stand in the place of the word before. */
#define SS_ASK_MANUAL     "--man"
#define SS_ASK_COMPLETION "--complete"

#endif
