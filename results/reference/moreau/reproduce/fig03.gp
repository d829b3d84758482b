# Draw this figure again, in this folder: gnuplot fig03.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig03.dat'
output_stem = 'fig03'
plot_title = 'After Figure 3 of Moreau (1994): spheres in a cylinder, a meridian slice one ball thick'
plot_note = ''
width = 0.035
floor_z = -0.001
periods = 10
load 'style.gp'
load 'displacements.gp'
