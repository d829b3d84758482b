# scenes.gp - the balls before and after, seen from the front: x to the right, z up.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile with two blocks (index 0 the start, index 1
# the end) of columns x, y, z, radius in metres, each block sorted from back (large y) to front, so
# that drawing in file order is the painter's algorithm; output_stem; plot_title.
# Optional: plot_note; box_x_min, box_x_max, the walls of the box in metres (floor at z = 0, open
# at the top; equal values: no box, only the floor is drawn).

if (!exists("plot_note")) plot_note = ""
if (!exists("box_x_min")) { box_x_min = 0.0; box_x_max = 0.0 }
mm = 1e3
has_box = box_x_max > box_x_min

# Both panels show the same window, in mm, so that what moved is seen to have moved.
stats datafile using (mm * ($1 - $4)) nooutput; x_low = STATS_min
stats datafile using (mm * ($1 + $4)) nooutput; x_high = STATS_max
stats datafile using (mm * ($3 - $4)) nooutput; z_low = STATS_min < 0 ? STATS_min : 0
stats datafile using (mm * ($3 + $4)) nooutput; z_high = STATS_max
stats datafile using 2 nooutput; y_back = STATS_max; y_front = STATS_min
if (has_box && mm * box_x_min < x_low) { x_low = mm * box_x_min }
if (has_box && mm * box_x_max > x_high) { x_high = mm * box_x_max }
pad = 0.04 * (x_high - x_low > z_high - z_low ? x_high - x_low : z_high - z_low)
x_low = x_low - pad; x_high = x_high + pad; z_low = z_low - pad; z_high = z_high + pad

# A wide scene stacks its panels, a tall one sets them side by side; the canvas follows the scene.
aspect = (z_high - z_low) / (x_high - x_low)
stacked = aspect < 0.6
room(v) = v < 60 ? 60 : v > 560 ? 560 : v
panel_width = stacked ? 600 : room(560 / aspect) > 330 ? 330 : room(560 / aspect)
panel_height = room(panel_width * aspect)
canvas_width = stacked ? panel_width + 120 : 2 * panel_width + 210
if (canvas_width < 460) { canvas_width = 460 }
canvas_height = (stacked ? 2 * panel_height + 100 : panel_height) + 130
load "style.gp"

set size ratio -1
set xrange [x_low:x_high]
set yrange [z_low:z_high]
set xlabel "x (mm)"
set ylabel "z (mm)"
set xtics autofreq
unset key
unset grid
if (panel_height < 120) { set ytics ceil((z_high - z_low) / 2) }
if (panel_width < 200) { set xtics ceil((x_high - x_low) / 3 ) }

# The floor, and the side walls up to the top of the window.
set arrow 1 from (has_box ? mm * box_x_min : x_low), 0 to (has_box ? mm * box_x_max : x_high), 0 \
    nohead ls 12 back
if (has_box) {
    set arrow 2 from mm * box_x_min, 0 to mm * box_x_min, z_high nohead ls 12 back
    set arrow 3 from mm * box_x_max, 0 to mm * box_x_max, z_high nohead ls 12 back
}

# Far balls pale, near balls darker: depth that survives a black-and-white printer.
nearness(y) = y_back > y_front ? (y_back - y) / (y_back - y_front) : 0.5
grey(near, pale, dark) = int(pale + (dark - pale) * near)
shade(y) = 65536 * grey(nearness(y), 238, 120) + 256 * grey(nearness(y), 243, 170) \
    + grey(nearness(y), 248, 205)

array moment[2] = ["start", "end"]
do for [format in "svg pdf"] {
    eval (format eq "svg") ? term_svg : term_pdf
    set output output_stem.".".format
    set multiplot layout (stacked ? 2 : 1), (stacked ? 1 : 2) \
        title plot_title.(plot_note eq "" ? "" : "\n".plot_note) noenhanced
    do for [i=1:2] {
        set title moment[i]
        plot datafile index i - 1 using (mm * $1):(mm * $3):(mm * $4):(shade($2)) \
            with circles fillstyle solid 1.0 border lc rgb "#303030" lc rgb variable lw 0.5
    }
    unset multiplot
    set output
}
