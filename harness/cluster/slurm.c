/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cluster/slurm.h"

#include "problems/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- one command ---- */

/* Start argv[0], found along PATH, both of its streams into `fd`; an errno, 0: it runs. Signals
 * that we ignore have their defaults in it. */
static int start(pid_t *pid, const char *const *argv, int fd)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t ignored;
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGXFSZ);
    int failed = posix_spawn_file_actions_init(&files);
    if (failed != 0)
        return failed;
    failed = posix_spawnattr_init(&how);
    if (failed == 0) {
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files, fd, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&files, fd, STDERR_FILENO);
        posix_spawnattr_setsigdefault(&how, &ignored);
        posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
        failed = posix_spawnp(pid, argv[0], &files, &how, (char *const *)(size_t)argv, environ);
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

/* All that comes from `fd`, to be freed; NULL: no memory. */
static char *read_all(int fd)
{
    char *text = NULL, block[4096];
    size_t size = 0;
    ssize_t n = 0;
    FILE *const out = open_memstream(&text, &size);
    while (out != NULL && ((n = read(fd, block, sizeof block)) > 0 || (n < 0 && errno == EINTR)))
        fwrite(block, 1, n > 0 ? (size_t)n : 0, out);
    if (out != NULL && fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Run a command to its end. What it prints, warnings among it, is *text, to be freed. */
static bool ask(char **text, const char *const *argv, ss_error *error)
{
    int pipes[2], status = 0;
    pid_t pid = 0;
    *text = NULL;
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return ss_error_set(error, SS_ERROR_MEMORY, "no pipe for %s: %s", argv[0], strerror(errno));
    const int failed = start(&pid, argv, pipes[1]);
    close(pipes[1]);
    if (failed == 0)
        *text = read_all(pipes[0]);
    close(pipes[0]);
    if (failed != 0)
        return ss_error_set(error, SS_ERROR_UNAVAILABLE, "%s: %s (is Slurm installed here?)",
                            argv[0], strerror(failed));
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (*text == NULL)
        return ss_error_memory(error, "what %s says", argv[0]);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    ss_text_clean(*text);
    (*text)[strcspn(*text, "\n")] = '\0';
    return ss_error_set(error, SS_ERROR_UNAVAILABLE, "%s failed: %s", argv[0],
                        (*text)[0] != '\0' ? *text : "it gave no reason");
}

/* ---- the queue ---- */

bool ss_slurm_lives(const ss_slurm_task *task)
{
    static const char *const ended[] = {"BOOT_FAIL",     "CANCELLED", "COMPLETED",
                                        "DEADLINE",      "FAILED",    "NODE_FAIL",
                                        "OUT_OF_MEMORY", "REVOKED",   "TIMEOUT"};
    bool lives = true;
    for (size_t k = 0; k < sizeof ended / sizeof *ended; ++k)
        lives = lives && strcmp(task->state, ended[k]) != 0;
    return lives;
}

/* A line "OWNER.2.1001|17|5|RUNNING|None"; false: of another, or no such line. Reasons that hold a
 * task say so: JobHeldUser, "launch failed requeued held", JobHoldMaxRequeue. */
static bool read_line(ss_slurm_task *task, const char *line, const char *owner)
{
    const size_t length = strlen(owner);
    size_t index = 0;
    int reason = 0;
    if (strncmp(line, owner, length) != 0 ||
        sscanf(line + length, ".%zu.%zu|%lu|%zu|%23[A-Z_]|%n", &task->submission, &task->first,
               &task->job, &index, task->state, &reason) != 5)
        return false;
    task->task = task->first + index;
    const char *const why = line + length + reason;
    const bool waits = strcmp(task->state, "PENDING") == 0 && reason > 0;
    task->held = waits && (strcasestr(why, "held") != NULL || strcasestr(why, "hold") != NULL);
    task->behind = waits && strncmp(why, "Dependency", strlen("Dependency")) == 0;
    return true;
}

/* Words of the user's environment that would hide jobs: an empty answer would be believed. */
static void unset_filters(void)
{
    static const char *const filters[] = {"SQUEUE_ACCOUNT",   "SQUEUE_LICENSES", "SQUEUE_NAMES",
                                          "SQUEUE_PARTITION", "SQUEUE_QOS",      "SQUEUE_STATES",
                                          "SQUEUE_USERS"};
    for (size_t k = 0; k < sizeof filters / sizeof *filters; ++k)
        unsetenv(filters[k]);
}

/* One line per task of the user's, those of others by their names passed over. */
bool ss_slurm_read(ss_slurm_queue *queue, const char *owner, ss_error *error)
{
    static const char *const argv[] = {"squeue",
                                       "--me",
                                       "--all",
                                       "--noheader",
                                       "--array",
                                       "--states=all",
                                       "--format=%j|%F|%K|%T|%r",
                                       NULL};
    size_t room = 0;
    char *text = NULL;
    *queue = (ss_slurm_queue){.n = 0};
    unset_filters();
    bool ok = ask(&text, argv, error);
    for (char *line = text, *end = NULL; ok && *line != '\0'; line = end) {
        ss_slurm_task task;
        end = line + strcspn(line, "\n");
        if (*end != '\0') /* before scanf, which measures all that follows */
            *end++ = '\0';
        if (read_line(&task, line, owner)) {
            ss_slurm_task *const larger =
                ss_memory_grow(queue->at, &room, queue->n + 1, sizeof *larger);
            ok = larger != NULL || ss_error_memory(error, "the queue");
            queue->at = ok ? larger : queue->at;
            if (ok)
                queue->at[queue->n++] = task;
        }
    }
    free(text);
    return ok;
}

void ss_slurm_free(ss_slurm_queue *queue)
{
    free(queue->at);
    *queue = (ss_slurm_queue){.n = 0};
}

/* ---- what changes it ---- */

bool ss_slurm_array_size(size_t *most, ss_error *error)
{
    static const char *const argv[] = {"scontrol", "show", "config", NULL};
    static const char key[] = "\nMaxArraySize";
    char *text = NULL;
    bool ok = ask(&text, argv, error);
    const char *const at = ok ? strstr(text, key) : NULL;
    ok = ok && ((at != NULL && sscanf(at + sizeof key - 1, " = %zu", most) == 1 && *most > 0) ||
                ss_error_set(error, SS_ERROR_UNAVAILABLE,
                             "scontrol show config names no MaxArraySize above 0: this Slurm takes "
                             "no job arrays"));
    free(text);
    return ok;
}

/* With --parsable sbatch prints "JOB" or "JOB;CLUSTER", perhaps below warnings. */
bool ss_slurm_submit(unsigned long *job, const char *const *argv, ss_error *error)
{
    char *text = NULL;
    *job = 0;
    bool ok = ask(&text, argv, error);
    for (const char *line = text; ok && *line != '\0'; line += *line == '\n') {
        const size_t digits = strspn(line, "0123456789");
        if (digits > 0 && strchr("\n;", line[digits]) != NULL)
            *job = strtoul(line, NULL, 10);
        line += strcspn(line, "\n");
    }
    ok = ok && (*job > 0 || ss_error_set(error, SS_ERROR_UNAVAILABLE, "sbatch names no job: %.*s",
                                         (int)strcspn(text, "\n"), text));
    free(text);
    return ok;
}

/* Array by array: scancel ends all tasks of one. */
bool ss_slurm_cancel(const ss_slurm_queue *queue, ss_error *error)
{
    bool ok = true;
    unsigned long last = 0; /* squeue lists an array's tasks together; twice would do no harm */
    for (size_t k = 0; k < queue->n; ++k) { /* one that is refused may have ended: go on */
        char job[32], *text = NULL;
        const char *const argv[] = {"scancel", job, NULL};
        if (!ss_slurm_lives(&queue->at[k]) || queue->at[k].job == last)
            continue;
        last = queue->at[k].job;
        snprintf(job, sizeof job, "%lu", last);
        ok = ask(&text, argv, error) && ok;
        free(text);
    }
    return ok;
}
