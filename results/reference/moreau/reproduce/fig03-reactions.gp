# Draw this figure again, in this folder: gnuplot fig03-reactions.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig03-reactions.dat'
output_stem = 'fig03-reactions'
plot_title = 'After Figure 3 of Moreau (1994): forces of the cylinder on the beads in the course of a period'
plot_note = ''
flies = 1
period = 0.04
leaves = 0.0126030277
lands = 0.0470176382
weight = 0.37291019
periods = 10
load 'style.gp'
load 'reactions.gp'
