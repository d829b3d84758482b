/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/command/process.h"

#include "problems/base/client.h"
#include "problems/base/clock.h"
#include "problems/base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && sizeof(size_t) == 8,
               "the protocol's integers are size_t as it stands in memory");

/* The part of a solved problem that is kept for guesses. */
typedef struct kept {
    ss_told_name *names; /* owned; sorted; NULL: nothing */
    double *r;           /* owned; 3 n, N s; NULL: it has no answer */
    size_t n;
} kept;

struct ss_process {
    ss_words *words; /* owned */
    ss_process_limits limits;
    ss_client client;
    ss_guess guess; /* the steps that are looked back to */
    double until_s; /* wall-clock time of the end of the wait */
    size_t n, step; /* contacts of the problem at hand, and its number from 1 */
    ss_error failed;
    ss_told_name *names;           /* owned; sorted; of this problem */
    double *r;                     /* owned; its answer, for the guesses to come; NULL: none yet */
    kept past[SS_GUESS_PREDICTOR]; /* of the one before, and of the one before that */
};

const char *ss_process_words(const char *name)
{
    const size_t length = strlen(SS_WORDS_COMMAND);
    return strncmp(name, SS_WORDS_COMMAND, length) == 0 ? name + length : NULL;
}

/* ---- its life ---- */

ss_process *ss_process_create(const char *words, const char *log, const ss_process_limits *limits,
                              ss_error *error)
{
    ss_process *const p = calloc(1, sizeof *p);
    if (p == NULL) {
        ss_error_memory(error, "a process");
        return NULL;
    }
    p->limits = *limits;
    p->words = ss_words_split(words, error);
    if (p->words != NULL && ss_words_find_program(p->words, error)) {
        snprintf(p->words->log, sizeof p->words->log, "%s", log);
        return p;
    }
    ss_process_free(p);
    return NULL;
}

void ss_process_free(ss_process *p)
{
    if (p == NULL)
        return;
    ss_client_stop(&p->client, 0.5);
    free(p->words);
    free(p->names);
    free(p->r);
    for (size_t k = 0; k < SS_GUESS_PREDICTOR; ++k) {
        free(p->past[k].names);
        free(p->past[k].r);
    }
    free(p);
}

/* For ss_client: has the process had its time? */
static bool is_late(void *self, double cpu_s)
{
    const ss_process *const p = self;
    (void)cpu_s;
    return ss_wall_time() > p->until_s;
}

static void allow_time(ss_process *p)
{
    p->until_s = ss_wall_time() + p->limits.wait_s;
}

/* Keep and tell an error of the process; other errors (memory) are told as they are. */
static bool fail(ss_process *p, const ss_error *found, ss_error *error)
{
    char when[40] = "at its start";
    if (p->step > 0)
        snprintf(when, sizeof when, "in step %zu", p->step);
    if (p->client.is_over)
        ss_error_set(&p->failed, SS_ERROR_FAILED,
                     "the scene %s did not answer within %g s (wait), %s", p->words->argv[0],
                     p->limits.wait_s, when);
    else if (found->code == SS_ERROR_FAILED || found->code == SS_ERROR_DATA)
        ss_error_set(&p->failed, SS_ERROR_FAILED, "the scene %s, %s: it %s", p->words->argv[0],
                     when, found->text);
    else
        p->failed = *found;
    ss_client_stop(&p->client, 0.0);
    return ss_process_failed(p, error);
}

bool ss_process_failed(const ss_process *p, ss_error *error)
{
    return p->failed.code == SS_ERROR_NONE ||
           ss_error_set(error, p->failed.code, "%s", p->failed.text);
}

bool ss_process_begin(ss_process *p, size_t instance, ss_guess guess, ss_told_scene *scene,
                      ss_error *error)
{
    ss_error found = {.code = SS_ERROR_NONE};
    char line[SS_CLIENT_LINE];
    ss_client *const client = &p->client;
    p->guess = guess;
    p->step = 0;
    client->over = is_late;
    client->self = p;
    client->log_path = p->words->log;
    allow_time(p);
    snprintf(line, sizeof line, "begin %zu\n", instance);
    if (!ss_client_start(client, p->words->argv, &found) ||
        !ss_client_send(client, line, strlen(line), &found) ||
        !ss_client_read_line(client, line, &found) || !ss_told_read_scene(scene, line, &found))
        return fail(p, &found, error);
    if (scene->steps > p->limits.steps)
        scene->steps = p->limits.steps;
    return true;
}

/* ---- a problem ---- */

/* Read the names of contacts, and sort them. */
static bool read_names(ss_process *p, ss_error *error)
{
    long long *const raw = malloc((p->n + 1) * sizeof *raw);
    p->names = malloc((p->n + 1) * sizeof *p->names);
    bool ok = (raw != NULL && p->names != NULL) || ss_error_memory(error, "%zu names", p->n);
    ok = ok && ss_client_read(&p->client, raw, p->n * sizeof *raw, error);
    for (size_t c = 0; ok && c < p->n; ++c)
        p->names[c] = (ss_told_name){raw[c], c};
    free(raw);
    return ok && ss_told_sort_names(p->names, p->n, error);
}

/* Read the arrays behind the line, in the order of the protocol. */
static bool read_arrays(ss_process *p, const ss_told_problem *told, ss_block_arrays *to,
                        ss_error *error)
{
    ss_client *const client = &p->client;
    const size_t n = told->n_contacts, real = sizeof(double);
    return ss_client_read(client, to->row_start, (n + 1) * sizeof(size_t), error) &&
           ss_told_check_rows(to->row_start, told, error) &&
           ss_client_read(client, to->column, told->n_blocks * sizeof(size_t), error) &&
           ss_client_read(client, to->blocks, 9 * told->n_blocks * real, error) &&
           ss_client_read(client, to->q, 3 * n * real, error) &&
           ss_client_read(client, to->mu, n * real, error) &&
           ss_client_read(client, to->rho_bar, n * real, error) &&
           (!told->named || read_names(p, error));
}

/* True where rho_bar came with the problem; some without is an error of the process. */
static bool has_rho_bar(const double *rho_bar, size_t n, bool *own, ss_error *error)
{
    size_t zeros = 0;
    for (size_t c = 0; c < n; ++c)
        zeros += rho_bar[c] == 0.0;
    *own = zeros == 0;
    return zeros == 0 || zeros == n ||
           ss_error_set(error, SS_ERROR_FAILED,
                        "gives rho_bar 0 at %zu of %zu contacts: all or none", zeros, n);
}

static bool receive(ss_process *p, ss_block_problem **blocks, bool *own, ss_error *error)
{
    char line[SS_CLIENT_LINE];
    ss_told_problem told;
    ss_block_arrays arrays;
    if (!ss_client_read_line(&p->client, line, error) || !ss_told_read_problem(&told, line, error))
        return false;
    if (p->guess != SS_GUESS_COLD && !told.named)
        return ss_error_set(error, SS_ERROR_FAILED,
                            "names no contacts: run it cold, without --start and --warm-start");
    p->n = told.n_contacts;
    *blocks = ss_block_problem_create(told.n_contacts, told.n_blocks, &arrays, error);
    return *blocks != NULL && read_arrays(p, &told, &arrays, error) &&
           has_rho_bar(arrays.rho_bar, p->n, own, error) && ss_block_problem_finish(*blocks, error);
}

/* The problem at hand becomes the one before. */
static void age(ss_process *p)
{
    kept *const last = &p->past[0], *const before = &p->past[1];
    if (p->guess == SS_GUESS_PREDICTOR) {
        free(before->names);
        free(before->r);
        *before = *last;
        *last = (kept){.n = 0};
    }
    free(last->names);
    free(last->r);
    *last = (kept){p->names, p->r, p->n};
    p->names = NULL;
    p->r = NULL;
}

ss_block_problem *ss_process_pose(ss_process *p, bool *own_rho_bar, ss_error *error)
{
    ss_error found = {.code = SS_ERROR_NONE};
    ss_block_problem *blocks = NULL;
    if (!ss_process_failed(p, error))
        return NULL;
    age(p);
    ++p->step;
    allow_time(p);
    if (receive(p, &blocks, own_rho_bar, &found))
        return blocks;
    ss_block_problem_free(blocks);
    fail(p, &found, error);
    return NULL;
}

/* ---- r ---- */

/* The impulse of the contact of that name, looked for from *at on, since names ascend; NULL: it has
 * none. */
static const double *find(const kept *past, size_t *at, long long name)
{
    if (past->names == NULL || past->r == NULL)
        return NULL;
    while (*at < past->n && past->names[*at].name < name)
        ++*at;
    return *at < past->n && past->names[*at].name == name ? past->r + 3 * past->names[*at].contact
                                                          : NULL;
}

void ss_process_guess(const ss_process *p, double *r)
{
    size_t at[SS_GUESS_PREDICTOR] = {0};
    for (size_t k = 0; p->names != NULL && k < p->n; ++k) {
        double *const to = r + 3 * p->names[k].contact;
        const double *const last = find(&p->past[0], &at[0], p->names[k].name);
        const double *const before = find(&p->past[1], &at[1], p->names[k].name);
        if (last != NULL && before != NULL)
            ss_guess_extrapolate(to, last, before);
        else if (last != NULL)
            memcpy(to, last, 3 * sizeof *to);
    }
}

void ss_process_remember(ss_process *p, const double *r)
{
    ss_error found = {.code = SS_ERROR_NONE}, told = {.code = SS_ERROR_NONE};
    const size_t size = 3 * p->n * sizeof *r;
    if (p->guess == SS_GUESS_COLD || p->failed.code != SS_ERROR_NONE)
        return;
    double *const room = realloc(p->r, size + sizeof *r);
    if (room != NULL)
        p->r = memcpy(room, r, size);
    else if (!ss_error_memory(&found, "%zu impulses", p->n))
        fail(p, &found, &told);
}

void ss_process_advance(ss_process *p, const double *r)
{
    ss_error found = {.code = SS_ERROR_NONE}, told = {.code = SS_ERROR_NONE};
    char line[SS_CLIENT_LINE];
    const size_t size = 3 * p->n * sizeof *r;
    ss_process_remember(p, r);
    bool ok = p->failed.code == SS_ERROR_NONE;
    if (ok && ss_client_has_more(&p->client))
        ok = ss_error_set(&found, SS_ERROR_FAILED, "writes more than a problem before it has r");
    allow_time(p);
    snprintf(line, sizeof line, "solved %zu\n", 3 * p->n);
    ok = ok && ss_client_send(&p->client, line, strlen(line), &found) &&
         ss_client_send(&p->client, r, size, &found);
    if (!ok && p->failed.code == SS_ERROR_NONE)
        fail(p, &found, &told);
}
