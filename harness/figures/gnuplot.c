/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"

#include "harness/process/interrupt.h"
#include "harness/tables/output.h"
#include "problems/base/child.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_NOT_STARTED = 127 }; /* the shell's convention */

/* An empty entry of PATH means the working directory. */
bool ss_figure_has_program(const char *name)
{
    for (const char *entry = getenv("PATH"); entry != NULL;) {
        const size_t length = strcspn(entry, ":");
        char path[SS_PATH_SIZE];
        struct stat status;
        const int n = snprintf(path, sizeof path, "%.*s/%s", length > 0 ? (int)length : 1,
                               length > 0 ? entry : ".", name);
        if (length < sizeof path && n > 0 && (size_t)n < sizeof path && stat(path, &status) == 0 &&
            S_ISREG(status.st_mode) && access(path, X_OK) == 0)
            return true;
        entry = entry[length] == ':' ? entry + length + 1 : NULL;
    }
    return false;
}

bool ss_figure_require_gnuplot(ss_error *error)
{
    return ss_figure_has_program("gnuplot") ||
           ss_error_set(error, SS_ERROR_UNAVAILABLE,
                        "gnuplot, which draws the figures, is not on PATH; "
                        "on Debian: apt-get install gnuplot-nox");
}

/* The program that the child turns into. */
typedef struct order {
    const char *folder;
    const char *const *arguments;
} order;

static int become_program(void *shared, void *context)
{
    const order *const o = context;
    (void)shared;
    /* A signal that we ignore would stay ignored across exec. */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    if (chdir(o->folder) == 0 && setenv("LC_ALL", "C", 1) == 0)
        execvp(o->arguments[0], (char *const *)(uintptr_t)o->arguments);
    return EXIT_NOT_STARTED;
}

/* The line of gnuplot's stderr that tells the reason: the first `"file" line 3: what` that is no
 * warning, else the first that is not blank. Cuts `text` at the end of that line. */
static const char *reason_in(char *text)
{
    char *first = NULL;
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        if (strstr(line, "\" line ") != NULL && strstr(line, "warning:") == NULL)
            return line;
        if (first == NULL && line[strspn(line, " \t")] != '\0')
            first = line;
        line = end != NULL ? end + 1 : NULL;
    }
    return first != NULL ? first : "it gave no reason";
}

bool ss_figure_run_program(const char *folder, const char *const *arguments, const char *what,
                           ss_error *error)
{
    /* Figures of what was complete are drawn after a request to stop, too. */
    const ss_child_limits limits = {.stop = ss_interrupted() ? NULL : ss_interrupted};
    const char *const program = arguments[0];
    order o = {folder, arguments};
    ss_child_ending ending;
    if (!ss_child_run(&limits, become_program, NULL, &o, &ending, error))
        return false;
    if (ending.how == SS_CHILD_EXITED && ending.code == 0)
        return true;
    if (ending.how == SS_CHILD_EXITED && ending.code == EXIT_NOT_STARTED)
        return ss_error_set(error, SS_ERROR_UNAVAILABLE, "%s could not be started", program);
    if (ending.how == SS_CHILD_SIGNALLED)
        return ss_error_set(error, SS_ERROR_UNAVAILABLE, "%s died of signal %d drawing %s", program,
                            ending.code, what);
    return ss_error_set(error, SS_ERROR_UNAVAILABLE, "%s failed on %s: %s", program, what,
                        reason_in(ending.message));
}

bool ss_figure_run_gnuplot(const char *folder, const char *script, ss_error *error)
{
    const char *const arguments[] = {"gnuplot", "--default-settings", script, NULL};
    return ss_figure_require_gnuplot(error) &&
           ss_figure_run_program(folder, arguments, script, error);
}
