/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/ranks_command.h"

#include "harness/process/interrupt.h"
#include "harness/run/ending.h"
#include "harness/tables/home.h"
#include "solvers/outer/nlgs_ranks.h"

#include <errno.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char ss_over_ranks_packages[] = "libpetsc-real-dev libhdf5-openmpi-dev openmpi-bin";

/* The program, which is built and installed beside this one. */
static bool find_program(char path[PATH_MAX], ss_error *error)
{
    char *const own = ss_home_program(NULL);
    const int n = own != NULL ? snprintf(path, PATH_MAX, "%s/stickslip-ranks", dirname(own)) : -1;
    free(own);
    if (n > 0 && n < PATH_MAX && access(path, X_OK) == 0)
        return true;
    return ss_error_set(error, SS_ERROR_UNAVAILABLE,
                        "--ranks: stickslip-ranks is not in this build; install %s, then "
                        "configure and build anew",
                        ss_over_ranks_packages);
}

bool ss_over_ranks_available(ss_error *error)
{
    char path[PATH_MAX];
    return find_program(path, error);
}

ss_words *ss_ranks_launcher(const char *launcher, ss_error *error)
{
    size_t n = 0;
    ss_words *const words = ss_words_split(
        launcher != NULL ? launcher
        : geteuid() == 0 ? "mpirun --allow-run-as-root --oversubscribe --bind-to none"
                         : "mpirun --oversubscribe --bind-to none",
        error);
    while (words != NULL && words->argv[n] != NULL)
        ++n;
    if (words != NULL && n <= SS_RANKS_LAUNCHER_WORDS && ss_words_find_program(words, error))
        return words;
    if (n > SS_RANKS_LAUNCHER_WORDS)
        ss_error_set(error, SS_ERROR_USAGE, "--launcher has %zu words; at most %d", n,
                     SS_RANKS_LAUNCHER_WORDS);
    free(words);
    return NULL;
}

bool ss_ranks_check(const ss_run *run, const ss_choice *solver, size_t n, ss_error *error)
{
    const ss_ranks_cut *const cut = solver->options;
    if (ss_choice_is_shared(solver))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--ranks: %s is a shared object, which ranks do not load",
                            solver->label);
    if (n > cut->domains)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--ranks=%zu: a rank has whole domains, of which there are %zu; set "
                            "%s[domains=%zu] or more",
                            n, cut->domains, solver->outer->name, n);
    return strcmp(run->stop->name, "e1") == 0 ||
           ss_error_set(error, SS_ERROR_USAGE, "--ranks: ranks stop by e1, not --stop=%s",
                        run->stop->name);
}

static void add(ss_ranks_command *c, const char *word)
{
    if (c->n + 1 < SS_RANKS_WORDS)      /* all have room: at most 40 are the launcher's */
        c->argv[c->n++] = (char *)word; /* as execvp has it: they are only read */
}

void ss_ranks_command_add(ss_ranks_command *command, const char *const words[], size_t n)
{
    for (size_t k = 0; k < n; ++k)
        add(command, words[k]);
}

bool ss_ranks_command_begin(ss_ranks_command *command, const char *launcher, size_t n,
                            const char *report, ss_error *error)
{
    ss_ranks_command *const c = command;
    *c = (ss_ranks_command){.n = 0};
    snprintf(c->report, sizeof c->report, "%s", report);
    if (!find_program(c->program, error))
        return false;
    c->launcher = ss_ranks_launcher(launcher, error);
    if (c->launcher == NULL)
        return false;
    for (char **word = c->launcher->argv; *word != NULL; ++word)
        add(c, *word);
    snprintf(c->ranks, sizeof c->ranks, "%zu", n);
    const char *const words[] = {"-n", c->ranks, c->program, "--report", c->report};
    ss_ranks_command_add(c, words, sizeof words / sizeof *words);
    return true;
}

void ss_ranks_command_free(ss_ranks_command *command)
{
    free(command->launcher);
    *command = (ss_ranks_command){.n = 0};
}

/* In the child: become the launcher. One thread a rank; ranks that share a core give way. */
static int become(void *shared, void *context)
{
    ss_ranks_command *const c = context;
    (void)shared;
    setenv("OMP_NUM_THREADS", "1", 1);
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
    execvp(c->argv[0], c->argv);
    fprintf(stderr, "cannot start %s: %s\n", c->argv[0], strerror(errno));
    return 127;
}

bool ss_ranks_command_run(ss_ranks_command *command, const ss_run_limits *limits, bool short_one,
                          ss_child_ending *ending, ss_error *error)
{
    ss_ranks_command *const c = command;
    const double limit_s = limits->timeout_s;
    const ss_child_limits of_child = {.wall_s = limit_s > 0.0 ? ss_ending_wall_s(limit_s) : 0.0,
                                      .address_bytes = limits->memory_bytes,
                                      .sealed = true};
    bool told = short_one;
    ss_child child;
    c->argv[c->n] = NULL;
    remove(c->report); /* that of a run that was killed */
    if (!ss_child_start(&child, &of_child, become, NULL, c, error))
        return false;
    while (!ss_child_ended(&child)) {
        if (ss_interrupted_twice())
            ss_child_kill(&child);
        else if (ss_interrupted() && !told)
            told = kill(child.pid, SIGUSR1) == 0;
        ss_child_wait(&child, 1, 0.1);
    }
    const bool finished = ss_child_finish(&child, error);
    *ending = child.ending;
    return finished;
}

const char *ss_ranks_command_said(const ss_child_ending *ending)
{
    static const char name[] = "stickslip-ranks: ";
    const char *const said = strstr(ending->message, name);
    return said != NULL ? said + strlen(name) : NULL;
}
