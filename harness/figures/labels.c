/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/labels.h"

#include <math.h>
#include <string.h>

typedef struct box {
    double left, right, low, high;
} box;

double ss_figure_label_width(const char *text)
{
    return SS_LABEL_AWAY + 4 + SS_LABEL_LETTER * (double)strlen(text);
}

static box box_of(const ss_figure_label *label, double shift)
{
    const double middle = label->y + shift * SS_LABEL_LINE;
    return (box){label->x + 0.6 * SS_LABEL_AWAY, label->x + ss_figure_label_width(label->text),
                 middle - 0.5 * SS_LABEL_LINE, middle + 0.5 * SS_LABEL_LINE};
}

static bool is_free(const box *b, const ss_figure_label *labels, size_t n_placed,
                    const ss_figure_crowd *crowd)
{
    if (b->right > crowd->width || b->low < 0.0 || b->high > crowd->height)
        return false;
    for (size_t k = 0; k < n_placed; ++k) {
        const box other = box_of(&labels[k], labels[k].shift);
        if (b->left < other.right && other.left < b->right && b->low < other.high &&
            other.low < b->high)
            return false;
    }
    for (size_t k = 0; k < crowd->n_points; ++k) {
        const double *const p = crowd->points[k];
        if (p[0] > b->left && p[0] < b->right && p[1] > b->low && p[1] < b->high)
            return false;
    }
    return true;
}

bool ss_figure_labels_place(ss_figure_label *labels, size_t n, const ss_figure_crowd *crowd)
{
    static const double shifts[] = {0.0, -0.5, 0.5, -1.0, 1.0, -1.5, 1.5, -2.0, 2.0, -2.5, 2.5};
    for (size_t k = 0; k < n; ++k) {
        bool placed = false;
        for (size_t s = 0; !placed && s < sizeof shifts / sizeof *shifts; ++s) {
            const box b = box_of(&labels[k], shifts[s]);
            placed = is_free(&b, labels, k, crowd);
            labels[k].shift = shifts[s];
        }
        if (!placed)
            return false;
    }
    return true;
}
