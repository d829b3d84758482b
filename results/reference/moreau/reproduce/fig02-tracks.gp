# Draw this figure again, in this folder: gnuplot fig02-tracks.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig02-tracks.dat'
output_stem = 'fig02-tracks'
plot_title = 'After Figure 2 of Moreau (1994): the large disc and a small one that began beside it, after each period'
plot_note = ''
width = 0.025
floor_z = -0.00125
periods = 590
load 'style.gp'
load 'tracks.gp'
