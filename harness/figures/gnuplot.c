/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/gnuplot.h"

#include "harness/process/interrupt.h"
#include "harness/tables/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_NOT_STARTED = 127 }; /* the shell's convention */

/* Is there a program `name` in the folder that the first `length` bytes of `entry` name? An empty
 * entry of PATH means the working directory. */
static bool found_in(const char *entry, size_t length, const char *name)
{
    char path[SS_PATH_SIZE];
    const int n = length == 0 ? snprintf(path, sizeof path, "./%s", name)
                              : snprintf(path, sizeof path, "%.*s/%s", (int)length, entry, name);
    struct stat status;
    return n > 0 && (size_t)n < sizeof path && stat(path, &status) == 0 &&
           S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

static bool on_path(const char *name)
{
    const char *entry = getenv("PATH");
    while (entry != NULL) {
        const size_t length = strcspn(entry, ":");
        if (length < SS_PATH_SIZE && found_in(entry, length, name))
            return true;
        entry = entry[length] == ':' ? entry + length + 1 : NULL;
    }
    return false;
}

bool ss_gnuplot_require(ss_error *error)
{
    if (on_path("gnuplot"))
        return true;
    return ss_error_set(error, SS_ERROR_UNAVAILABLE,
                        "gnuplot, which draws the figures, is not on PATH; "
                        "on Debian: apt-get install gnuplot-nox");
}

/* In the child: become gnuplot, complaining into `complaints`. Does not return. */
static void become_gnuplot(const char *folder, const char *script, int complaints)
{
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    /* A signal that we ignore would stay ignored across exec. */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 &&
        dup2(complaints, STDERR_FILENO) >= 0 && chdir(folder) == 0 && setenv("LC_ALL", "C", 1) == 0)
        execlp("gnuplot", "gnuplot", "--default-settings", script, (char *)NULL);
    _exit(EXIT_NOT_STARTED);
}

/* Keep the first `size` - 1 bytes of the stream and read the rest too, lest the child block. */
static void read_all(int fd, char *text, size_t size)
{
    size_t used = 0;
    char rest[512];
    for (;;) {
        const bool keep = used + 1 < size;
        const ssize_t n =
            keep ? read(fd, text + used, size - 1 - used) : read(fd, rest, sizeof rest);
        if (n == 0 || (n < 0 && errno != EINTR))
            break;
        if (n > 0 && keep)
            used += (size_t)n;
    }
    text[used] = '\0';
}

static int wait_for(pid_t child)
{
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
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

static bool judge_end(int status, char *complaints, const char *script, ss_error *error)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (ss_interrupted())
        return ss_error_set(error, SS_ERROR_INTERRUPTED, "stopped while drawing %.200s", script);
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NOT_STARTED)
        return ss_error_set(error, SS_ERROR_UNAVAILABLE, "gnuplot could not be started");
    if (WIFSIGNALED(status))
        return ss_error_set(error, SS_ERROR_UNAVAILABLE, "gnuplot died of signal %d drawing %.200s",
                            WTERMSIG(status), script);
    return ss_error_set(error, SS_ERROR_UNAVAILABLE, "gnuplot failed on %.100s: %.300s", script,
                        reason_in(complaints));
}

bool ss_gnuplot_run(const char *folder, const char *script, ss_error *error)
{
    char complaints[4096];
    int ends[2];
    if (!ss_gnuplot_require(error))
        return false;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return ss_error_set(error, SS_ERROR_INTERNAL, "cannot make a pipe: %s", strerror(errno));
    const pid_t child = fork();
    if (child == 0)
        become_gnuplot(folder, script, ends[1]);
    close(ends[1]);
    if (child > 0)
        read_all(ends[0], complaints, sizeof complaints);
    close(ends[0]);
    if (child < 0)
        return ss_error_set(error, SS_ERROR_INTERNAL, "cannot start gnuplot: no new process");
    return judge_end(wait_for(child), complaints, script, error);
}
