/* The solve of `command:WORDS`: the problem goes out, iterates and the answer come in. Nothing that
 * comes is believed: counts are checked here, and the watch judges r.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/command/command.h"

#include "problems/base/client.h"
#include "problems/contact/operator.h"
#include "solvers/command/body_form.h"
#include "solvers/command/protocol.h"

#include <stdio.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && sizeof(size_t) == 8,
               "the protocol's integers are size_t as it stands in memory");

/* The process, in the workspace, which is kept from problem to problem. */
typedef struct state {
    ss_client client;
    bool bodies; /* it has asked for problems on their bodies */
} state;

static size_t workspace_size(const ss_problem *problem, const void *options)
{
    (void)problem;
    (void)options;
    return sizeof(state);
}

/* Start the process and read its hello; neither is time of the solve. */
static bool start(const ss_outer_task *task, state *s, ss_error *error)
{
    ss_client *const client = &s->client;
    const ss_command_options *const o = task->options;
    char line[SS_CLIENT_LINE];
    ss_reply reply;
    if (!ss_client_start(client, o->argv, error) || !ss_client_read_line(client, line, error) ||
        !ss_reply_parse(&reply, line, 0, error))
        return false;
    ss_client_cpu(client);
    client->waste_s = client->cpu_s;
    s->bodies = reply.bodies;
    return reply.kind == SS_REPLY_HELLO ||
           ss_error_set(error, SS_ERROR_FAILED, "answers before it was asked");
}

/* The problem: a line, then arrays in the order of the protocol. */
static bool send_problem(const ss_outer_task *task, ss_client *client, ss_error *error)
{
    const ss_problem *const problem = task->sweep.problem;
    const ss_block_form *const form = problem->blocks;
    const size_t n = problem->n_contacts, n_blocks = form->row_start[n], real = sizeof(double);
    char line[SS_CLIENT_LINE];
    snprintf(line, sizeof line, "problem %zu %zu %.17g %zu %s\n", n, n_blocks, task->watch.tol,
             task->watch.cap, task->watch.measure != NULL ? task->watch.measure : "none");
    return ss_client_send(client, line, strlen(line), error) &&
           ss_client_send(client, form->row_start, (n + 1) * sizeof(size_t), error) &&
           ss_client_send(client, form->column, n_blocks * sizeof(size_t), error) &&
           ss_client_send(client, form->blocks, 9 * n_blocks * real, error) &&
           ss_client_send(client, problem->q, 3 * n * real, error) &&
           ss_client_send(client, problem->mu, n * real, error) &&
           ss_client_send(client, problem->rho_bar, n * real, error) &&
           ss_client_send(client, task->sweep.r, 3 * n * real, error);
}

/* The same on its bodies, for who has asked. */
static bool send_bodies(const ss_outer_task *task, ss_client *client, ss_error *error)
{
    const ss_problem *const problem = task->posed;
    char line[SS_CLIENT_LINE];
    snprintf(line, sizeof line, "bodies %zu %zu %.17g %zu %s\n", problem->n_contacts,
             ss_operator_moving(problem)->n_bodies, task->watch.tol, task->watch.cap,
             task->watch.measure != NULL ? task->watch.measure : "none");
    return ss_client_send(client, line, strlen(line), error) &&
           ss_body_form_send(client, problem, task->sweep.r, error);
}

/* Show what has come; an answer is the last. */
static ss_seen show(const ss_outer_task *task, const ss_reply *reply, size_t before, double cpu_s)
{
    const bool last = reply->kind == SS_REPLY_ANSWER;
    ss_iterate at = {.task = task,
                     .sweeps = reply->iterations - before,
                     .is_read = true,
                     .outside_s = cpu_s,
                     .is_last = last,
                     .claims = last && reply->converged};
    return task->watch.see(task->watch.self, &at);
}

static void note(const ss_outer_task *task, const ss_reply *reply)
{
    const ss_note_value values[] = {{"iterations", (double)reply->iterations},
                                    {"claims", reply->converged ? 1.0 : 0.0},
                                    {"own_s", reply->time_s}};
    const ss_note answer = {"command", "answer", values, sizeof values / sizeof values[0]};
    ss_outer_note(task, &answer);
}

/* One problem with a process that is ready. */
static bool exchange(const ss_outer_task *task, state *s, ss_error *error)
{
    ss_client *const client = &s->client;
    const bool on_bodies = s->bodies && ss_body_form_has(task->posed);
    const size_t count = 3 * task->sweep.problem->n_contacts;
    char line[SS_CLIENT_LINE];
    size_t before = 0; /* iterations at the last iterate */
    ss_reply reply = {.kind = SS_REPLY_HELLO};
    ss_seen seen = {.stop = false};
    ss_client_cpu(client); /* what it did between two problems is not the solve's */
    client->waste_s = client->cpu_s;
    if (ss_client_has_more(client))
        return ss_error_set(error, SS_ERROR_FAILED, "writes more than its answer");
    if (!(on_bodies ? send_bodies : send_problem)(task, client, error))
        return false;
    while (!seen.stop) {
        if (!ss_client_read_line(client, line, error) ||
            !ss_reply_parse(&reply, line, count, error) || reply.kind == SS_REPLY_HELLO ||
            !ss_client_read(client, task->sweep.r, count * sizeof(double), error))
            return ss_error_set(error, SS_ERROR_FAILED, "says hello twice");
        if (reply.iterations < before)
            return ss_error_set(error, SS_ERROR_FAILED, "counts %zu iterations after %zu",
                                reply.iterations, before);
        if (reply.kind == SS_REPLY_ANSWER)
            note(task, &reply);
        seen = show(task, &reply, before, ss_client_cpu(client));
        before = reply.iterations;
        if (reply.kind == SS_REPLY_ANSWER)
            return true;
        snprintf(line, sizeof line, "%s %.17g\n", seen.stop ? "stop" : "go", seen.value);
        if (!ss_client_send(client, line, strlen(line), error))
            return seen.stop; /* it has ended, and need not know */
    }
    return true;
}

static void solve(const ss_outer_task *task)
{
    const ss_command_options *const o = task->options;
    state *const s = task->workspace;
    ss_client *const client = &s->client;
    ss_error failure = {.code = SS_ERROR_NONE};
    client->over = task->watch.over;
    client->self = task->watch.self;
    client->log_path = o->log;
    bool ok = client->pid != 0 || start(task, s, &failure);
    ok = ok && exchange(task, s, &failure);
    if (ok)
        return;
    const double cpu_s = client->pid != 0 ? ss_client_cpu(client) : 0.0;
    const bool is_over = client->is_over;
    ss_client_stop(client, 0.0);
    if (is_over) { /* no fault of its own: the watch knows why */
        const ss_reply none = {.kind = SS_REPLY_ANSWER};
        show(task, &none, 0, cpu_s);
        return;
    }
    ss_error_set(task->error, SS_ERROR_FAILED, "%s %s", o->argv[0], failure.text);
}

static void close_client(void *workspace)
{
    ss_client_stop(&((state *)workspace)->client, 0.5);
}

const ss_outer_solver ss_outer_command = {
    .name = "command:WORDS",
    .title = "the program that the words start, on frozen problems and scenes",
    .reference = "solvers/command/README.md",
    .needs = SS_NEEDS_BLOCKS | SS_HAS_STATE,
    .options = {.size = sizeof(ss_command_options)},
    .workspace_size = workspace_size,
    .solve = solve,
    .close = close_client,
};
