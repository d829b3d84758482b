# scenes.gp - panels of a scene, seen from the front: x to the right, z up.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile with five blocks a panel, in SI units: round
# bodies (x, z, radius, value), closed outlines (x, z, value), walls (x, z), velocities (x, z, vx,
# vz) and lines of force (x, z, dx, dz, impulse, width 0 to 1, status 0 to 2, the contact's x, z and part
# of E1); behind them all two
# blocks a panel of a crowd: polygons for bodies (x, z, value) and their rims (x, z). In each, later
# lines cover earlier ones. Further n_panels; arrays panel (titles), fill (what the value is: 0 nearness,
# 1 speed, 2 nothing), arrows, forces and residuals (1: drawn); x_low, x_high, z_low, z_high, the window;
# n_classes, 0 or radii told apart by colour, array class_radius (m), for values 0 and 2 k - 1 <= value < k
# is then class k; fastest; cell, the longest arrow in m; size, median radius; largest impulse; step_s, the length of
# the step, by which impulses become forces (0: not known); residual, the largest part of E1; n_open, n_sticking, n_sliding, lines of force; output_stem;
# plot_title.
# Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
if (!exists("residual")) { residual = 0; array residuals[n_panels]; do for [k=1:n_panels] { residuals[k] = 0 } } # older data

tick(v) = 1 / nice(1.0 / v)
larger(a, b) = a > b ? a : b
smaller(a, b) = a < b ? a : b

# All panels show the same window, so that what moved is seen to have moved.
extent = larger(x_high - x_low, z_high - z_low)
unit = extent > 1 ? 1.0 : 1e3
unit_name = extent > 1 ? "m" : "mm"
x_low = unit * (x_low - 0.04 * extent); x_high = unit * (x_high + 0.04 * extent)
z_low = unit * (z_low - 0.04 * extent); z_high = unit * (z_high + 0.04 * extent)

# Points a unit: a wide scene stacks its panels, a tall one sets them side by side, and a column of a
# journal stacks all. A very thin scene gets a wider window.
given = exists("canvas_width")
stacked = n_panels > 1 && (narrow || z_high - z_low < 0.6 * (x_high - x_low))
side_by_side = n_panels > 1 && !stacked
has_scales = 0
do for [k=1:n_panels] { has_scales = has_scales || fill[k] == 1 || arrows[k] || forces[k] || residuals[k] }
between = stacked ? 0 : 72
below = 48 + (has_scales ? 62 : 0) + (n_classes > 0 ? 22 : 0) # a panel: its axis, scales, sizes
widest_panel = given ? (side_by_side ? (sheet_width - 104 - (n_panels - 1) * between) / n_panels : sheet_width - 104) : \
    stacked ? 600.0 : n_panels == 1 ? 480.0 : 330.0
tallest_panel = !exists("canvas_height") ? (stacked ? 300.0 : 560.0) : stacked ? \
    (sheet_height - heading_height - 30 - n_panels * (below + 34)) / n_panels : sheet_height - heading_height - 30 - below
scale = smaller(widest_panel / (x_high - x_low), larger(tallest_panel, 60) / (z_high - z_low))
thin = larger(0, 60 / scale - (x_high - x_low)); x_low = x_low - thin / 2; x_high = x_high + thin / 2
flat = larger(0, 60 / scale - (z_high - z_low)); z_high = z_high + flat
panel_width = scale * (x_high - x_low)
panel_height = scale * (z_high - z_low)

# The sheet, in points from its upper left corner.
column = (has_scales || n_classes > 0) && !narrow ? larger(panel_width, 280) : panel_width
inside = stacked ? column : n_panels * column + (n_panels - 1) * between
natural_width = larger(inside + 104, 460)
step = panel_height + below
panels_height = stacked ? n_panels * step + (n_panels - 1) * 34 : step
natural_height = heading_height + 30 + panels_height
load "style.gp" # for the heading as wide as this
natural_height = heading_height + 30 + panels_height
text_height = natural_height # the height is known, narrow or not
load "style.gp"
head = heading_height + 30

# A force below this part of the largest is not drawn: a line, however thin, would say more than there is.
faint = 0.01
array drawn_of[3] = [0, 0, 0]
do for [q=0:2] {
    do for [k=1:n_panels] {
        if (forces[k] && n_of[q + 1] > 0) { # before any range is set: stats obeys it
            stats datafile index 5 * k - 1 using ($7 == q && $6 >= faint ? 1 : 0) nooutput
            drawn_of[q + 1] = drawn_of[q + 1] + STATS_sum
        }
    }
}

set clip two
set xrange [x_low:x_high]
set yrange [z_low:z_high]
set xtics tick(45.0 / scale) offset 0,0.3
set ytics tick(36.0 / scale)
set xlabel "x (".unit_name.")" offset 0,0.6
set ylabel "z (".unit_name.")" offset 1,0
unset key
unset grid
unset colorbox

# Speeds, and the longest arrow; lines of force as wide as small bodies at most.
speed_power = fastest >= 0.1 || fastest == 0 ? 0 : larger(3 * floor((log10(fastest) + 1) / 3), -12)
speed_unit = 10.0**-speed_power
speed_name = word("pm/s nm/s µm/s mm/s m/s", speed_power / 3 + 5)
arrow_scale = fastest > 0 ? unit * cell / fastest : 0.0
set style arrow 1 head filled size smaller(0.3 * unit * cell, 9 / scale),18,60 lc rgb "#000000" lw 1.1
widest = smaller(larger(0.8 * size * unit * scale, 1.5), 6)
power(p) = 3 * floor((log10(p) + 1e-6) / 3)
loads_per_impulse = step_s > 0 ? 1.0 / step_s : 1.0
si(p) = sprintf("%g %s%s", p / 10.0**power(p), power(p) == 0 || power(p) < -18 || power(p) > 9 ? "" : \
                word("a f p n µ m - k M G", power(p) / 3 + 7), step_s > 0 ? "N" : "N s")
N_WIDTHS = 12
width(c) = larger(1.0 * widest * c / N_WIDTHS, 0.4)

# Sticking is black; sliding has a colour and a white core, so that paper tells them too; open, as
# before the solution, has another. Number 3 is the core.
colour(q) = word("#cc79a7 #000000 #d55e00 #ffffff", q + 1)
part(q) = q == 3 ? 0.35 : 1.0
shown(q, c, status, w) = w >= faint && status == (q == 3 ? 2 : q) && ceil(N_WIDTHS * w) == c && (q < 3 || width(c) > 1.5)

array palette_of[3] = ["0 '#eef3f8', 1 '#78aacd'", "0 '#ffffff', 1 '#4292c6'", "0 '#f2f2f2', 1 '#f2f2f2'"]

# Sizes: a colour a radius, the far ones pale, the near ones strong; light or dark, so that grey paper
# tells them too.
hue(k, part) = word(part == 0 ? "#fff6d5 #eef3f8 #fbe3da #e6dcf0" : part == 1 ? "#fbe7a1 #c6dbec #e9b3a2 #c3aedb" : \
    "#f0c53a #78aacd #a8412a #5a3286", k + (n_classes == 2))
radius_unit = size < 0.1 ? 1e3 : 1.0
class_key = 'set label 50 "radius" at screen X(x), Y(y + y_class) left font small; '. \
    'do for [q=1:n_classes] { set label 50 + q sprintf("%.3g %s", radius_unit * class_radius[q], '. \
    'radius_unit == 1.0 ? "m" : "mm") at screen X(x + 62 + 60 * (q - 1)), Y(y + y_class) left font small '. \
    'point pt 7 ps 1 lc rgb hue(q, fill[k] == 0 ? 2 : 1) offset 0.8,-0.25 }'

# The palette of panel k.
classes_of(near) = n_classes == 0 ? "" : sum_of(near, n_classes)
sum_of(near, n) = n == 0 ? "" : sum_of(near, n - 1).(n > 1 ? ", " : "").sprintf("%g '%s', %g '%s'", n - 1, \
    hue(n, near ? 0 : 1), n < n_classes ? n - 0.01 : n, hue(n, near ? 2 : 1))
palette_for(f) = f != 1 && n_classes > 0 ? classes_of(f == 0) : palette_of[f + 1]

# The scales of panel k, from the upper left corner x, y (points).
speed_scale = 'set colorbox user horizontal origin screen X(x + 54), Y(y + 10) size screen X(150), 1 - Y(9) front; '. \
    'set cbtics nice(fastest * speed_unit / 2.5) scale 0.4 offset 0,0.6 font small; '. \
    'set label 11 "speed" at screen X(x), Y(y + 5) left font small; '. \
    'set label 12 speed_name at screen X(x + 212), Y(y + 5) left font small'
at_rest = 'set label 11 "all bodies are at rest" at screen X(x), Y(y + 5) left font small'
arrow_key = 'set arrow 11 from screen X(x), Y(y + 42) to screen X(x + scale * arrow_scale * v), Y(y + 42) as 1; '. \
    'set label 13 sprintf("%g %s", v * speed_unit, speed_name) '. \
    'at screen X(x + scale * arrow_scale * v + 8), Y(y + 42) left font small'

force_scale = 'p = nice(loads_per_impulse * largest) / (j == 0 ? 1 : j == 1 ? 2 : 10); a = x + 56 + 80 * j; '. \
    'set arrow 20 + j from screen X(a), Y(y + 5) to screen X(a + 18), Y(y + 5) nohead '. \
    'lc rgb "#000000" lw larger(widest * p / (loads_per_impulse * largest), 0.4); '. \
    'set label 20 + j si(p) at screen X(a + 22), Y(y + 5) left font small; '. \
    'set label 19 (step_s > 0 ? "force" : "impulse") at screen X(x), Y(y + 5) left font small; '. \
    'set label 18 sprintf("below %g %% of the largest: not drawn", 100 * faint) at screen X(x), Y(y + 17) left font small tc rgb "#606060"'
# Parts of E1 by decades below the largest: dark and large, to pale and small.
shade(v) = int(v > 0 && residual > 0 ? (v < 1e-6 * residual ? 6 : -log10(v / residual)) : 6)
shades = "0x67000d 0xcb181d 0xfb6a4a 0xfc9272 0xfcbba1 0xfee0d2 0xffffff"
shade_colour(v) = int(word(shades, shade(v) + 1))
shade_size(v) = 1.3 - 0.15 * shade(v)
residual_scale = 'set label 40 "part of E1" at screen X(x), Y(y + 5) left font small; '. \
    'do for [q=0:3] { set label 41 + q "".(q == 0 ? sprintf("%.2g", residual) : sprintf("1e-%d of it", q)) at screen X(x + 76 + 72 * q), Y(y + 5) '. \
    'left font small point pt 7 ps shade_size(residual / 10.0 ** q) lc rgb shade_colour(residual * 0.999 / 10.0 ** q) offset 1,0 }'
no_force = 'set label 19 "no impulse is recorded of this step" at screen X(x), Y(y + 5) left font small'
status_key = 'a = x + (q == 0 ? 180 : q == 1 ? 0 : 90); '. \
    'set arrow 30 + q from screen X(a), Y(y + 30) to screen X(a + 20), Y(y + 30) nohead lc rgb colour(q) lw 4; '. \
    'set arrow 34 + q from screen X(a), Y(y + 30) to screen X(a + 20), Y(y + 30) nohead '. \
    'lc rgb colour(q == 2 ? 3 : q) lw part(3) * 4; '. \
    'set label 30 + q word("open sticking sliding", q + 1) at screen X(a + 24), Y(y + 30) left font small'

# Only where some panel has them: an empty plot would be in the file.
any_residuals = 0
do for [k=1:n_panels] { any_residuals = any_residuals || residuals[k] }
residual_dots = any_residuals ? 'datafile index first + 4 using (residuals[k] && $10 > 0 ? unit * $8 : NaN):(unit * $9):(shade_size($10)):(shade_colour($10)) '. \
    'with points pt 7 ps variable lc rgb variable, '. \
    'datafile index first + 4 using (residuals[k] && shade($10) < 2 ? unit * $8 : NaN):(unit * $9):(shade_size($10)) '. \
    'with points pt 6 ps variable lc rgb "#303030" lw 0.6, ' : ""

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set label 1 heading at screen 0.5, Y(18) center noenhanced
    do for [k=1:n_panels] {
        x = (sheet_width - inside) / 2 + 24 + (stacked ? 0 : (k - 1) * (column + between))
        y = head + (stacked ? (k - 1) * (step + 34) : 0)
        set lmargin at screen X(x + (column - panel_width) / 2)
        set rmargin at screen X(x + (column + panel_width) / 2)
        set tmargin at screen Y(y)
        set bmargin at screen Y(y + panel_height)
        set title panel[k] offset 0,-0.5
        eval "set palette maxcolors ".(fill[k] == 1 ? 8 : 0)." defined (".palette_for(fill[k]).")"
        set cbrange [0:(fill[k] != 1 ? larger(n_classes, 1) : fastest > 0 ? speed_unit * fastest : 1)]
        x = narrow ? larger(sheet_width / 2 - 140, 8) : x + (column - 280) / 2
        y = y + panel_height + 46
        if (fill[k] == 1) { eval (fastest > 0 ? speed_scale : at_rest) }
        if (arrows[k] && fastest > 0) { v = nice(fastest); eval arrow_key }
        if (forces[k]) { eval (largest > 0 ? "do for [j=0:2] { eval force_scale }" : no_force) }
        if (forces[k]) { do for [q=0:2] { if (drawn_of[q + 1] > 0) { eval status_key } } }
        if (residuals[k]) { eval (residual > 0 ? residual_scale : no_force) }
        y_class = has_scales ? 67 : 5
        if (n_classes > 0 && fill[k] != 1) { eval class_key }
        first = 5 * (k - 1); crowd = 5 * n_panels + 2 * (k - 1)
        b = fill[k] == 1 ? speed_unit : 1.0
        plot datafile index first + 2 using (unit * $1):(unit * $2) with lines ls 12, \
            datafile index first + 1 using (unit * $1):(unit * $2):(b * $3) with filledcurves closed \
                fillstyle solid 1.0 noborder lc palette, \
            datafile index first + 1 using (unit * $1):(unit * $2) with lines lc rgb "#303030" lw 0.8, \
            datafile index first using (unit * $1):(unit * $2):(unit * $3):(b * $4) with circles \
                fillstyle solid 1.0 border lc rgb (forces[k] ? "#b0b0b0" : "#303030") lc palette lw 0.5, \
            datafile index crowd using (unit * $1):(unit * $2):(b * $3) with filledcurves closed \
                fillstyle solid 1.0 noborder lc palette, \
            datafile index crowd + 1 using (unit * $1):(unit * $2) with lines lc rgb (forces[k] ? "#b0b0b0" : "#303030") lw 0.4, \
            for [c=1:(forces[k] ? N_WIDTHS : 0)] for [q=0:3] datafile index first + 4 \
                using (shown(q, c, $7, $6) ? unit * $1 : NaN):(unit * $2):(unit * $3):(unit * $4) \
                with vectors nohead lc rgb colour(q) lw part(q) * width(c), \
            @residual_dots \
            datafile index first + 3 using (arrows[k] ? unit * $1 : NaN):(unit * $2): \
                (arrow_scale * $3):(arrow_scale * $4) with vectors arrowstyle 1
        unset label
        unset arrow
        unset colorbox
    }
    unset multiplot
    set output
}
