# Draw this figure again, in this folder: gnuplot fig02.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig02.dat'
output_stem = 'fig02'
plot_title = 'After Figure 2 of Moreau (1994): a large disc among small ones'
plot_note = ''
width = 0.025
floor_z = -0.00125
periods = 16
load 'style.gp'
load 'displacements.gp'
