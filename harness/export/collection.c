/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/collection.h"

#include "harness/process/interrupt.h"
#include "problems/base/memory.h"

static const char *const part_names[SS_EXPORT_PARTS] = {
#define X(id) #id,
    SS_EXPORT_PART_LIST(X)
#undef X
};

static void name_file(char text[64], ss_export_part part, size_t step)
{
    snprintf(text, 64, "%s-%08zu.vtp", part_names[part], step);
}

bool ss_export_collection_begin(ss_export_collection *c, const char *solver,
                                const ss_summary_row *run, bool wanted, ss_error *error)
{
    if (run != NULL && run->run[0] != '\0')
        ss_label_file(c->name, "%s-%zu-%s-%.8s", run->problem, run->instance, solver, run->run);
    else
        ss_label_file(c->name, "%s", solver);
    c->n = 0;
    return !wanted || (ss_path_join(c->folder, sizeof c->folder, c->out, c->name, error) &&
                       ss_output_make_folder(c->folder, error));
}

ss_export_moment *ss_export_collection_add(ss_export_collection *c, size_t step, double time_s,
                                           ss_error *error)
{
    ss_export_moment *const more = ss_memory_grow(c->moments, &c->room, c->n + 1, sizeof *more);
    if (more == NULL) {
        ss_error_memory(error, "%zu moments", c->n + 1);
        return NULL;
    }
    c->moments = more;
    if (ss_interrupted()) {
        ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted; nothing is written");
        return NULL;
    }
    more[c->n] = (ss_export_moment){.step = step, .time_s = time_s};
    return &more[c->n++];
}

bool ss_export_part_write(const ss_export_collection *c, ss_export_moment *moment,
                          ss_export_part part, const ss_vtp *vtp, ss_error *error)
{
    char name[64];
    moment->has[part] = true;
    moment->file_step[part] = moment->step;
    name_file(name, part, moment->step);
    return ss_vtp_write(vtp, c->folder, name, moment->time_s, error);
}

/* The parts from `first` to before `end`. */
static bool write_one(const ss_export_collection *c, const char *file, ss_export_part first,
                      ss_export_part end, ss_error *error)
{
    ss_output output = {0};
    char part_file[64];
    if (!ss_output_open(&output, c->out, file, error))
        return false;
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n",
          output.file);
    for (const ss_export_moment *m = c->moments; m < c->moments + c->n; ++m)
        for (ss_export_part part = first; part < end; ++part) {
            if (!m->has[part])
                continue;
            name_file(part_file, part, m->file_step[part]);
            fprintf(output.file,
                    "<DataSet timestep=\"%.12g\" group=\"\" part=\"%d\" name=\"%s\" "
                    "file=\"%s/%s\"/>\n",
                    m->time_s, (int)(part - first), part_names[part], c->name, part_file);
        }
    fputs("</Collection>\n</VTKFile>\n", output.file);
    return ss_output_publish(&output, error);
}

bool ss_export_collection_write(const ss_export_collection *c, ss_error *error)
{
    char file[SS_PATH_SIZE];
    snprintf(file, sizeof file, "%s.pvd", c->name);
    bool ok = write_one(c, file, 0, SS_EXPORT_PARTS, error);
    for (ss_export_part part = 0; ok && part < SS_EXPORT_PARTS; ++part) {
        bool any = false;
        for (size_t k = 0; k < c->n; ++k)
            any = any || c->moments[k].has[part];
        snprintf(file, sizeof file, "%s-%s.pvd", c->name, part_names[part]);
        ok = !any || write_one(c, file, part, part + 1, error);
    }
    return ok;
}
