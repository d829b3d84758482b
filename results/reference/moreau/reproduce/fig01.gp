# Draw this figure again, in this folder: gnuplot fig01.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig01.dat'
output_stem = 'fig01'
plot_title = 'After Figure 1 of Moreau (1994): equal beads between glass plates'
plot_note = ''
width = 0.075
floor_z = -0.0015
periods = 50
load 'style.gp'
load 'displacements.gp'
