/* stickslip: the program. Words to verbs; everything else is in the verbs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/data.h"
#include "harness/process/interrupt.h"
#include "harness/tables/provenance.h"
#include "harness/cli/command.h"
#include "harness/cli/complete.h"
#include "problems/base/names.h"
#include "problems/base/prose.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const ss_command *const commands[] = {
#define X(name) &ss_command_##name,
    SS_COMMAND_LIST(X)
#undef X
};

enum { n_commands = sizeof commands / sizeof commands[0] };

/* Words that are taken for verbs, and what is meant. */
static const char *const nouns[][2] = {
    {"statuses", "plot statuses"}, {"convergence", "plot convergence"},
    {"field", "reproduce field"},  {"solvers", "list solvers"},
    {"problems", "list problems"}, {"estimators", "list estimators"},
    {"columns", "list columns"},   {"sandpile", "grow"},
    {"growing-pile", "grow"}};

static const ss_names verb_names =
    SS_NAMES_OF_POINTERS(commands, "no verb", "'stickslip --help' lists them");

static const ss_command *find_verb(const char *word, ss_error *error)
{
    const ss_command *const verb = ss_names_find(&verb_names, word, NULL);
    ss_papers papers;
    ss_error unread = {.code = SS_ERROR_NONE};
    if (verb != NULL)
        return verb;
    if (ss_papers_read(&papers, &unread) && ss_name_in(word, ss_papers_at, &papers))
        ss_error_set(error, SS_ERROR_USAGE, "no verb '%s'; it is 'stickslip reproduce %s'", word,
                     word);
    for (size_t k = 0; k < sizeof nouns / sizeof *nouns; ++k)
        if (strcmp(word, nouns[k][0]) == 0)
            ss_error_set(error, SS_ERROR_USAGE, "no verb '%s'; it is 'stickslip %s'", word,
                         nouns[k][1]);
    return ss_names_find(&verb_names, word, error);
}

static const char about[] =
    "The bench where solvers for frictional contact are compared: pluggable solvers,\n"
    "a fixed catalogue of problems, one referee. All quantities are in SI units.";

static void print_help(void)
{
    printf("Usage: stickslip VERB [OPTION...]\n\n%s\n\n", about);
    for (size_t k = 0; k < n_commands; ++k)
        printf("  %-10s  %s\n", commands[k]->name, commands[k]->summary);
    printf("\n  stickslip VERB --help  says more, with an example; help VERB is the same\n"
           "  stickslip help --man   prints the man page; it and completion are installed\n"
           "  stickslip --version\n\nExit codes:\n");
#define X(id, exit_code, meaning) printf("  %3d  %s\n", exit_code, meaning);
    SS_ERROR_LIST(X)
#undef X
    printf("  10 to 13  verdicts of `compare` and `judge`: see their --help\n\n"
           "A solver that does not converge is a result (column `status`), not an error.\n");
}

/* The command of a verb and the word after it: `reproduce field` has a table of its own. */
static const ss_command *form_of(const ss_command *verb, const char *word)
{
    const bool other = verb->other != NULL && strcmp(word, verb->other->places) == 0;
    return other ? verb->other : verb;
}

/* For shells: `stickslip complete WORD...`, the words after "stickslip" up to the cursor's; argv
 * begins at "complete". Before the last of them only a verb, or `help`, is understood: who types is
 * not told of mistakes. */
static int complete(int argc, char **argv)
{
    const ss_asked last = {.text = argc > 1 ? argv[argc - 1] : ""};
    const bool of_verb = argc > 2 && (argc > 3 || strcmp(argv[1], "help") != 0);
    const ss_command *const verb = of_verb ? ss_names_find(&verb_names, argv[1], NULL) : NULL;
    if (verb != NULL)
        ss_complete(form_of(verb, argv[2]), (const char *const *)argv + 2, (size_t)argc - 2);
    for (size_t k = 0; !of_verb && k < n_commands; ++k)
        ss_asked_offer(&last, commands[k]->name, commands[k]->summary);
    if (argc < 3)
        ss_asked_offer(&last, "help", "the same as VERB --help");
    return 0;
}

/* Print "stickslip VERB: message" on stderr if there is an error; returns the exit code. */
static int finish(const char *verb, const ss_error *error)
{
    ss_error outcome = *error;
    if ((fflush(stdout) != 0 || ferror(stdout) != 0) && errno != EPIPE) /* `| head` is no fault */
        ss_error_set(&outcome, SS_ERROR_IO, "cannot write standard output: %s", strerror(errno));
    if (outcome.code != SS_ERROR_NONE)
        ss_prose_line(stderr, "stickslip%s%s: %s", verb[0] != '\0' ? " " : "", verb, outcome.text);
    return ss_error_exit_code(outcome.code);
}

/* A standard stream that was closed would give its number to a table, which then gets what is
 * printed: /dev/null takes it, opened so that what failed still fails. */
static void hold_standard_streams(void)
{
    for (int fd = 0; fd <= 2; ++fd)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

/* Freed memory stays with the process and its children. A sparse factorization takes a large block
 * and gives it back; as pages of the kernel's that costs as much again as a small factorization. */
static void keep_freed_memory(void)
{
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

/* At the end: a verb's --help ends the program by itself, and what it printed may be nowhere. */
static void leave_early(int code, void *unused)
{
    (void)unused;
    if (code == 0 && (fflush(stdout) != 0 || ferror(stdout) != 0) && errno != EPIPE) {
        fprintf(stderr, "stickslip: cannot write standard output: %s\n", strerror(errno));
        _exit(ss_error_exit_code(SS_ERROR_IO));
    }
}

/* Do what the verb's words say; argv begins at the verb. */
static int run_verb(int argc, char **argv, ss_error *error)
{
    const char *const word = argv[0];
    const ss_command *const verb = find_verb(word, error);
    if (verb == NULL)
        return finish("", error);
    char name[40]; /* how the verb's own --help and provenance call the program */
    snprintf(name, sizeof name, "stickslip %s", word);
    argv[0] = name;
    const ss_command *const command = form_of(verb, argc > 1 ? argv[1] : "");
    ss_call call = {.argc = argc, .argv = argv};
    if (ss_command_read(&call, command, error))
        command->work(&call, error);
    ss_command_free(&call, command);
    const int code = finish(word, error);
    return code != 0 ? code : call.verdict;
}

int main(int argc, char **argv)
{
    static char help[] = "--help";
    ss_error error = {.code = SS_ERROR_NONE};
    ss_interrupt_install(); /* first: what comes before it ends us by the signal */
    keep_freed_memory();
    hold_standard_streams();
    on_exit(leave_early, NULL);
    gsl_set_error_handler_off();
    if (argc == 3 && strcmp(argv[1], "help") == 0 && strcmp(argv[2], "--man") == 0) {
        ss_manual_print(stdout, about, commands, n_commands, &error);
        return finish("help", &error);
    }
    if (argc > 2 && strcmp(argv[1], "help") == 0) { /* help VERB is VERB --help */
        argv[1] = argv[2];
        argv[2] = help;
        argc = 3;
    }
    const char *const word = argc > 1 ? argv[1] : "";
    if (word[0] == '\0') {
        fprintf(stderr, "stickslip: name a verb; 'stickslip --help' lists them\n");
        return ss_error_exit_code(SS_ERROR_USAGE);
    }
    if (strcmp(word, "complete") == 0)
        return complete(argc - 1, argv + 1);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        print_help();
        return finish("", &error);
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        printf("%s\nLicence GPL-3.0-or-later; it comes with no warranty.\n", ss_provenance_version);
        return finish("", &error);
    }
    return run_verb(argc - 1, argv + 1, &error);
}
