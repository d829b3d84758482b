# statuses.gp - which contacts are open, stick and slide, sweep by sweep, and how many change.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile with two blocks (index 0: contact, first
# sweep, sweep after the last, level 0 open, 1 sticking, 2 sliding; index 1: sweep, contacts that
# changed), n_contacts, n_sweeps, stride (one contact in so many is drawn), output_stem, plot_title.
# Optional: plot_note, a second line under the title.

if (!exists("plot_note")) plot_note = ""
natural_height = 560
text_height = narrow ? 220 : 150
load "style.gp"

# Three levels that a black-and-white printer tells apart: the darker, the more friction does.
array level[3] = ["#f4f4f4", "#9ecae1", "#1f4e79"]
array name[3] = ["open", "sticking", "sliding"]

stats datafile index 1 using 2 nooutput
most = STATS_max
eval share_out(0.66, narrow ? 92 : 72)
set lmargin 9
set rmargin 3
set xrange [0.5:n_sweeps + 0.5]
# Statuses change early: many sweeps are drawn on a logarithmic axis.
if (n_sweeps > 100) { set logscale x }
unset mxtics
unset grid

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot title heading noenhanced

    # A bar covers its sweeps from half a sweep before the first to half a sweep after the last.
    eval upper_panel
    set yrange [n_contacts - 0.5:-0.5]
    set ytics autofreq
    if (n_contacts < (narrow ? 8 : 12)) { set ytics 1 }
    set ylabel "contact"
    unset xlabel
    set format x ""
    set xtics autofreq
    if (n_sweeps < 12) { set xtics 1 }
    unset key
    plot for [k=0:2] datafile index 0 \
        using (($2 + $3) / 2.0 - 0.5):($4 == k ? $1 : NaN):($2 - 0.5):($3 - 0.5): \
              ($1 - stride / 2.0):($1 + stride / 2.0) \
        with boxxyerror fillstyle solid 1.0 border lc rgb level[k + 1] fc rgb level[k + 1] lw 0.5

    eval lower_panel
    set yrange [0:most > 0 ? 1.08 * most : 1]
    set ytics autofreq
    if (most < 5) { set ytics 1 }
    set ylabel "changed"
    set xlabel "sweep" offset 0,0.4
    set format x "%g"
    if (n_sweeps >= 12 && n_sweeps <= 100) { set xtics add ("1" 1) }
    set key at screen 0.5, Y(sheet_height - (narrow ? 24 : 14)) center center horizontal maxcols 3 Left reverse samplen 1 width -2 font small
    plot datafile index 1 using 1:2 with impulses lc rgb "#303030" lw (n_sweeps < 200 ? 2.5 : 1) notitle, \
         for [k=1:3] keyentry with boxes fillstyle solid 1.0 border lc rgb "#303030" fc rgb level[k] title name[k]
    unset multiplot
    set output
}
