/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/collection.h"

#include "harness/tables/output.h"

const char *const ss_export_part_names[SS_EXPORT_PARTS] = {
#define X(id) #id,
    SS_EXPORT_PART_LIST(X)
#undef X
};

void ss_export_part_file(char *text, size_t size, ss_export_part part, size_t step)
{
    snprintf(text, size, "%s-%08zu.vtp", ss_export_part_names[part], step);
}

/* The parts from `first` to before `end`. */
static bool write_one(const ss_export_collection *c, const char *file, ss_export_part first,
                      ss_export_part end, ss_error *error)
{
    ss_output output = {0};
    char part_file[64];
    if (!ss_output_open(&output, c->folder, file, error))
        return false;
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n",
          output.file);
    for (const ss_export_moment *m = c->moments; m < c->moments + c->n; ++m)
        for (ss_export_part part = first; part < end; ++part) {
            if (!m->has[part])
                continue;
            ss_export_part_file(part_file, sizeof part_file, part, m->file_step[part]);
            fprintf(output.file,
                    "<DataSet timestep=\"%.17g\" group=\"\" part=\"%d\" name=\"%s\" "
                    "file=\"%s/%s\"/>\n",
                    m->time_s, (int)(part - first), ss_export_part_names[part], c->name, part_file);
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
        snprintf(file, sizeof file, "%s-%s.pvd", c->name, ss_export_part_names[part]);
        ok = !any || write_one(c, file, part, part + 1, error);
    }
    return ok;
}

void ss_export_name(char name[SS_LABEL_FILE], const char *solver, const ss_summary_row *run)
{
    if (run != NULL && run->run[0] != '\0')
        ss_label_file(name, "%s-%zu-%s-%.8s", run->problem, run->instance, solver, run->run);
    else
        ss_label_file(name, "%s", solver);
}
