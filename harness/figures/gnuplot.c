/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"

#include "harness/process/interrupt.h"
#include "harness/tables/output.h"
#include "problems/base/child.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_NOT_STARTED = 127 }; /* the shell's convention */

/* An empty entry of PATH means the working directory. */
bool ss_figure_require_gnuplot(ss_error *error)
{
    for (const char *entry = getenv("PATH"); entry != NULL;) {
        const size_t length = strcspn(entry, ":");
        char path[SS_PATH_SIZE];
        struct stat status;
        const int n = snprintf(path, sizeof path, "%.*s/gnuplot", length > 0 ? (int)length : 1,
                               length > 0 ? entry : ".");
        if (length < sizeof path && n > 0 && (size_t)n < sizeof path && stat(path, &status) == 0 &&
            S_ISREG(status.st_mode) && access(path, X_OK) == 0)
            return true;
        entry = entry[length] == ':' ? entry + length + 1 : NULL;
    }
    return ss_error_set(error, SS_ERROR_UNAVAILABLE,
                        "gnuplot, which draws the figures, is not on PATH; "
                        "on Debian: apt-get install gnuplot-nox");
}

/* The gnuplot that the child turns into. */
typedef struct order {
    const char *folder, *script;
} order;

static int become_gnuplot(void *shared, void *context)
{
    const order *const o = context;
    (void)shared;
    /* A signal that we ignore would stay ignored across exec. */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    if (chdir(o->folder) == 0 && setenv("LC_ALL", "C", 1) == 0)
        execlp("gnuplot", "gnuplot", "--default-settings", o->script, (char *)NULL);
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

bool ss_figure_run_gnuplot(const char *folder, const char *script, ss_error *error)
{
    /* Figures of what was complete are drawn after a request to stop, too. */
    const ss_child_limits limits = {.stop = ss_interrupted() ? NULL : ss_interrupted};
    order o = {folder, script};
    ss_child_ending ending;
    if (!ss_figure_require_gnuplot(error) ||
        !ss_child_run(&limits, become_gnuplot, NULL, &o, &ending, error))
        return false;
    if (ending.how == SS_CHILD_EXITED && ending.code == 0)
        return true;
    if (ending.how == SS_CHILD_EXITED && ending.code == EXIT_NOT_STARTED)
        return ss_error_set(error, SS_ERROR_UNAVAILABLE, "gnuplot could not be started");
    if (ending.how == SS_CHILD_SIGNALLED)
        return ss_error_set(error, SS_ERROR_UNAVAILABLE, "gnuplot died of signal %d drawing %s",
                            ending.code, script);
    return ss_error_set(error, SS_ERROR_UNAVAILABLE, "gnuplot failed on %s: %s", script,
                        reason_in(ending.message));
}
