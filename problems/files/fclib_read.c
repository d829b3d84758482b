/* A file is read twice: in a child, whose crash or loop costs nothing (ss_fclib_raw_rehearse), and
 * then here. Between raw and finished stands what needs no HDF5: condensation, the third dimension
 * of plane problems, blocks, and the checks of ss_block_problem_finish.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/fclib.h"

#include "problems/sparse/condense.h"
#include "problems/base/child.h"
#include "problems/files/fclib_raw.h"
#include "problems/files/step_file.h"

#include <signal.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Condense a global problem in place: afterwards it has W and q. */
static bool condense(ss_fclib_raw *raw, ss_error *error)
{
    raw->q = calloc(raw->H.n, sizeof *raw->q);
    if (raw->q == NULL)
        return ss_error_memory(error, "q");
    const ss_global_form global = {&raw->M, &raw->H, raw->f, raw->w};
    return ss_condense(&raw->W, raw->q, &global, error);
}

/* Estimators square velocities, and a solver's r grows with q: neither may vanish or overflow
 * there, or nothing would look like a solution. */
static bool check_size(const double *q, size_t n, ss_error *error)
{
    double largest = 0.0;
    /* q = 0 is a problem, whose solution is 0 */
    for (size_t k = 0; k < n; ++k)
        largest = fmax(largest, fabs(q[k]));
    /* squares of 1e-140 and of 1e140 are well within 1e-308 and 1e308, with room for W
     * and masses */
    return largest == 0.0 || (largest >= 1e-140 && largest <= 1e140) ||
           ss_error_set(error, SS_ERROR_DATA,
                        "q: its largest entry is %g m/s; it must be 1e-140 to 1e140, or squares "
                        "under- or overflow: choose other units",
                        largest);
}

/* triplets of numbers into blocks of 3x3; q, mu and rho_bar beside them; then the checks of
 * every maker */
static bool make_blocks(ss_fclib_problem *out, const ss_fclib_raw *raw, ss_error *error)
{
    ss_block_arrays arrays;
    const size_t n = raw->n_contacts;
    out->blocks = ss_block_problem_from_triplets(&raw->W, raw->dim, &arrays, error);
    if (out->blocks == NULL)
        return false;
    ss_embed_vector(arrays.q, raw->q, n, raw->dim);
    memcpy(arrays.mu, raw->mu, n * sizeof *arrays.mu);
    if (raw->rho_bar != NULL)
        memcpy(arrays.rho_bar, raw->rho_bar, n * sizeof *arrays.rho_bar);
    return check_size(arrays.q, 3 * n, error) && ss_block_problem_finish(out->blocks, error);
}

/* r, u or a guess, with zeros for the third component of a plane problem */
static bool embed(double **out, const double *in, const ss_fclib_raw *raw, ss_error *error)
{
    if (in == NULL)
        return true;
    *out = calloc(3 * raw->n_contacts, sizeof **out);
    if (*out == NULL)
        return ss_error_memory(error, "the solution");
    ss_embed_vector(*out, in, raw->n_contacts, raw->dim);
    return true;
}

/* Texts change hands. */
static void describe(ss_fclib_problem *out, ss_fclib_raw *raw)
{
    /* plain values are copied */
    out->spacedim = (int)raw->dim;
    out->global = raw->global;
    out->own_rho_bar = raw->rho_bar != NULL;
    out->n_guesses = raw->n_guesses;
    out->title = raw->title;
    out->description = raw->description;
    out->math_info = raw->math_info;
    out->provenance = raw->provenance;
    out->state = raw->state;
    raw->title = raw->description = raw->math_info = raw->provenance = raw->state = NULL;
}

/* A step of rigid bodies (step_file.h) as blocks; its impulses are no solution yet to anybody. */
static bool make_of_step(ss_fclib_problem *out, const ss_step_file *step, const char *path,
                         ss_error *error)
{
    ss_posed_step posed = {.memory = NULL};
    const bool made = ss_step_file_check(step, path, error) &&
                      ss_posed_step_create(&posed, step, path, error) &&
                      check_size(posed.problem.q, 3 * posed.problem.n_contacts, error) &&
                      (out->blocks = ss_block_problem_from_body(&posed.problem, error)) != NULL;
    ss_posed_step_free(&posed);
    out->spacedim = 3;
    out->own_rho_bar = out->step = true;
    out->answered =
        step->field[SS_STEP_impulse] != NULL || step->field[SS_STEP_velocity_after] != NULL;
    char **const texts[] = {&out->title, &out->description, &out->math_info, &out->provenance,
                            &out->state};
    bool room = made;
    for (size_t k = 0; room && k < sizeof texts / sizeof texts[0]; ++k)
        room = *texts[k] != NULL || (*texts[k] = strdup("")) != NULL;
    if (room && out->title[0] == '\0' && step->engine != NULL && step->engine[0] != '\0') {
        free(out->title);
        room = (out->title = strdup(step->engine)) != NULL;
    }
    return room || (made && ss_error_memory(error, "the words of '%s'", path));
}

static bool read_json(ss_fclib_problem *out, const char *path, ss_error *error)
{
    ss_step_file step = {.h = 0.0};
    const bool read =
        ss_step_json_read(&step, path, error) && make_of_step(out, &step, path, error);
    ss_step_file_free(&step);
    return read;
}

/* the cause gets the file's name and the group in front: one line, whatever went wrong within */
static bool make_problem(ss_fclib_problem *out, ss_fclib_raw *raw, const char *path,
                         ss_error *error)
{
    /* the parts name no file: their words are caught, and passed on with it */
    ss_error cause = {SS_ERROR_NONE, ""};
    if ((!raw->global || condense(raw, &cause)) && make_blocks(out, raw, &cause) &&
        embed(&out->r, raw->r, raw, &cause) && embed(&out->u, raw->u, raw, &cause) &&
        embed(&out->guess, raw->guess, raw, &cause)) {
        describe(out, raw);
        return true;
    }
    return ss_error_set(error, cause.code, "'%s': /fclib_%s: %s", path,
                        raw->global ? "global" : "local", cause.text);
}

/* The child's report. */
typedef struct report {
    bool made; /* it came to its end, well or with the error */
    ss_error error;
} report;

static int read_and_report(void *shared, void *path)
{
    report *const out = shared;
    ss_fclib_raw raw;
    ss_fclib_raw_read(&raw, path, &out->error);
    ss_fclib_raw_free(&raw);
    out->made = true;
    return 0;
}

/* A loop must end: seconds enough for a slow disk. */
static unsigned patience(const char *path)
{
    struct stat status;
    return 2 + (stat(path, &status) == 0 ? (unsigned)(status.st_size / 20000000) : 0);
}

bool ss_fclib_raw_rehearse(const char *path, ss_error *error)
{
    /* no limit of memory: what is asked for stays in proportion to the file (hdf5_file.h) */
    const ss_child_limits limits = {.cpu_s = patience(path)};
    ss_child_ending ending;
    report *const told = ss_child_share(sizeof *told, error); /* zeros: nothing told yet */
    bool good =
        told != NULL && ss_child_run(&limits, read_and_report, told, (void *)path, &ending, error);
    if (good && !told->made)
        good = ss_error_set(
            error, SS_ERROR_DATA, "'%s' is an HDF5 file, but so corrupt that HDF5 %s on it", path,
            ending.how == SS_CHILD_SIGNALLED && ending.code == SIGXCPU ? "hangs" : "crashes");
    else if (good && told->error.code != SS_ERROR_NONE)
        good = ss_error_set(error, told->error.code, "%s", told->error.text);
    ss_child_unshare(told, sizeof *told);
    return good;
}

bool ss_fclib_read(ss_fclib_problem *out, const char *path, ss_error *error)
{
    ss_fclib_raw raw = {0};
    *out = (ss_fclib_problem){0};
    bool ok;
    if (ss_step_json_is(path))
        ok = read_json(out, path, error);
    else /* loaded here, not in the child alone */
        ok = ss_hdf5_load(error) != NULL && ss_fclib_raw_rehearse(path, error) &&
             ss_fclib_raw_read(&raw, path, error) &&
             (raw.step != NULL ? make_of_step(out, raw.step, path, error)
                               : make_problem(out, &raw, path, error));
    ss_fclib_raw_free(&raw);
    if (!ok)
        ss_fclib_free(out);
    return ok;
}

void ss_fclib_free(ss_fclib_problem *problem)
{
    ss_block_problem_free(problem->blocks);
    free(problem->title);
    free(problem->description);
    free(problem->math_info);
    free(problem->provenance);
    free(problem->state);
    free(problem->r);
    free(problem->u);
    free(problem->guess);
    *problem = (ss_fclib_problem){0};
}
