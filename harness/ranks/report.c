/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/ranks/report.h"

#include "harness/process/cpu_time.h"
#include "harness/tables/provenance.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* A number of each rank, over all of them. */
typedef struct over {
    double sum, most;
} over;

static over over_ranks(const ss_team *team, double x)
{
    over all;
    MPI_Allreduce(&x, &all.sum, 1, MPI_DOUBLE, MPI_SUM, team->comm);
    MPI_Allreduce(&x, &all.most, 1, MPI_DOUBLE, MPI_MAX, team->comm);
    return all;
}

/* Machines that the ranks are on. */
static int count_nodes(const ss_team *team)
{
    MPI_Comm node;
    int place, n;
    MPI_Comm_split_type(team->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &place);
    MPI_Comm_free(&node);
    place = place == 0;
    MPI_Allreduce(&place, &n, 1, MPI_INT, MPI_SUM, team->comm);
    return n;
}

enum { MODEL = 96 };

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The models of the ranks' CPUs, each once, on rank 0; to be freed. */
static char *list_machines(const ss_team *team)
{
    char own[MODEL] = "", *text = NULL;
    size_t size = 0;
    char(*const all)[MODEL] = team->rank == 0 ? calloc((size_t)team->size, MODEL) : NULL;
    ss_provenance_cpu(own, sizeof own);
    int well = team->rank != 0 || all != NULL;
    MPI_Bcast(&well, 1, MPI_INT, 0, team->comm);
    if (!well) {
        free(all);
        return NULL;
    }
    MPI_Gather(own, MODEL, MPI_CHAR, all, MODEL, MPI_CHAR, 0, team->comm);
    FILE *const out = all != NULL ? open_memstream(&text, &size) : NULL;
    if (out != NULL) {
        qsort(all, (size_t)team->size, MODEL, compare);
        for (int k = 0; k < team->size; ++k)
            if (k == 0 || strcmp(all[k], all[k - 1]) != 0)
                fprintf(out, "%s%s", k == 0 ? "" : "; ", all[k]);
        fclose(out);
    }
    free(all);
    return text;
}

static void print_problem(FILE *out, const ss_ranks_report *r)
{
    const ss_part *const part = r->part;
    fprintf(out, "status %s\nsweeps %zu\ne1 %.17g\n", r->status, r->sweeps, r->look->e1);
    fprintf(out, "open %" PRId64 "\nsticking %" PRId64 "\nsliding %" PRId64 "\n", r->look->open,
            r->look->sticking, r->look->sliding);
    fprintf(out, "contacts %" PRId64 "\nbodies %" PRId64 "\n", part->n_contacts, part->n_bodies);
    fprintf(out, "ranks %d\ndomains %zu\n", part->team.size, part->n_domains);
}

/* Contacts, ghosts and what goes between ranks. */
static void print_shares(FILE *out, const ss_ranks_report *r)
{
    const ss_part *const part = r->part;
    const ss_team *const team = &part->team;
    const ss_ranks_iteration *const solver = r->solver;
    const over contacts = over_ranks(team, (double)part->posed.problem.n_contacts);
    const over ghosts = over_ranks(team, (double)part->n_ghosts);
    const over sent = over_ranks(team, (double)solver->n_sent);
    const over rounds = over_ranks(team, (double)solver->n_rounds);
    const over visits = over_ranks(team, solver->work != NULL ? (double)solver->work->visits : 0.0);
    fprintf(out, "colours %u\n", solver->n_colours);
    fprintf(out, "copies %.0f\nghosts %.0f\n", contacts.sum - (double)part->n_contacts, ghosts.sum);
    fprintf(out, "balance %.4f\n", contacts.most * team->size / contacts.sum);
    fprintf(out, "bytes_sweep %.0f\nrounds_sweep %.0f\n", sent.sum, rounds.most);
    fprintf(out, "bytes_look %.0f\nvisits %.0f\n", 48.0 * ghosts.sum, visits.sum);
}

/* Machines, times and memory. */
static void print_costs(FILE *out, const ss_ranks_report *r)
{
    const ss_team *const team = &r->part->team;
    struct rusage usage = {0};
    getrusage(RUSAGE_SELF, &usage);
    const over cpu = over_ranks(team, ss_process_cpu_time());
    const over solve = over_ranks(team, r->solve_cpu_s);
    const over memory = over_ranks(team, 1024.0 * (double)usage.ru_maxrss);
    char *const machines = list_machines(team);
    fprintf(out, "nodes %d\n", count_nodes(team));
    fprintf(out, "machines %s\n", machines != NULL ? machines : "unknown");
    fprintf(out, "read_s %.6g\nwall_s %.6g\n", r->read_s, r->wall_s);
    fprintf(out, "solve_cpu_s %.6g\nsolve_cpu_most_s %.6g\n", solve.sum, solve.most);
    fprintf(out, "cpu_s %.6g\ncpu_most_s %.6g\n", cpu.sum, cpu.most);
    fprintf(out, "memory_bytes %.0f\nmemory_most_bytes %.0f\n", memory.sum, memory.most);
    free(machines);
}

char *ss_ranks_report_print(const ss_ranks_report *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size); /* on all ranks, which add up on the way */
    if (!ss_team_agree(&r->part->team, out != NULL, &(ss_error){.code = SS_ERROR_NONE})) {
        if (out != NULL)
            fclose(out);
        free(text);
        return NULL;
    }
    print_problem(out, r);
    print_shares(out, r);
    print_costs(out, r);
    if (fclose(out) == 0 && r->part->team.rank == 0)
        return text;
    free(text);
    return NULL;
}
