# stress.gp - meshed bodies: the largest shear stress in the plane, and the pressure.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile with a paragraph a quadrilateral, its closed
# outline: x, z in m, shear stress and pressure in its middle in Pa; x_low, x_high, z_low, z_high, the
# window in m; shear_max, pressure_max, the largest of their magnitudes; output_stem, plot_title.
# Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
extent = x_high - x_low > z_high - z_low ? x_high - x_low : z_high - z_low
unit = extent > 1 ? 1.0 : 1e3
unit_name = extent > 1 ? "m" : "mm"
pad = 0.03 * extent
stacked = exists("canvas_width") && canvas_width < 480
panel_width = stacked ? 300.0 : 320.0
panel_height = panel_width * (z_high - z_low + 2 * pad) / (x_high - x_low + 2 * pad)
below = 84.0 # its axis and its scale
natural_width = (stacked ? 1 : 2) * (panel_width + 84) + 20
natural_height = 40 + (stacked ? 2 : 1) * (panel_height + below + 14)
load "style.gp"
natural_height = heading_height + 40 + (stacked ? 2 : 1) * (panel_height + below + 14)
text_height = natural_height
load "style.gp"

set xrange [unit * (x_low - pad):unit * (x_high + pad)]
set yrange [unit * (z_low - pad):unit * (z_high + pad)]
set xlabel "x (".unit_name.")" offset 0,0.6
set ylabel "z (".unit_name.")" offset 1,0
unset key
unset grid
power(p) = p > 0 ? 3 * floor((log10(p) + 1e-6) / 3) : 0
si(q) = q < -9 || q > 12 ? sprintf("10^{%d} Pa", q) : word("nPa µPa mPa Pa kPa MPa GPa TPa", q / 3 + 4)
array largest[2] = [shear_max, pressure_max]
array name[2] = ["largest shear stress", "pressure"]

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set label 1 heading at screen 0.5, Y(18) center noenhanced
    do for [k=1:2] {
        x = 64 + (stacked ? 0 : (k - 1) * (panel_width + 84))
        y = heading_height + 30 + (stacked ? (k - 1) * (panel_height + below + 14) : 0)
        set lmargin at screen X(x)
        set rmargin at screen X(x + panel_width)
        set tmargin at screen Y(y)
        set bmargin at screen Y(y + panel_height)
        q = power(largest[k])
        high = largest[k] > 0 ? largest[k] / 10.0**q : 1
        set title name[k]." (".si(q).")" offset 0,-0.5
        if (k == 1) {
            set palette maxcolors 10 defined (0 '#ffffff', 0.5 '#9ecae1', 1 '#08306b')
            set cbrange [0:high]
        } else { # pulled bodies are of the other colour
            set palette maxcolors 11 defined (-1 '#d55e00', 0 '#ffffff', 1 '#08306b')
            set cbrange [-high:high]
        }
        set colorbox user horizontal origin screen X(x), Y(y + panel_height + 66) \
            size screen X(panel_width), 1 - Y(9) front
        set cbtics nice(high / 2.5) scale 0.4 offset 0,0.6 font small
        plot datafile using (unit * $1):(unit * $2):((k == 1 ? $3 : $4) / 10.0**q) with filledcurves closed \
                fillstyle solid 1.0 noborder lc palette, \
            datafile using (unit * $1):(unit * $2) with lines lc rgb "#606060" lw 0.3
        unset label
    }
    unset multiplot
    set output
}
