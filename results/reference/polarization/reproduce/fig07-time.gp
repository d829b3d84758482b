# Draw this figure again, in this folder: gnuplot fig07-time.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig07-time.dat'
output_stem = 'fig07-time'
plot_title = 'After Figure 7 of Dumont, Fortin and Ouafik (2010): polarization of the walls of a silo whose floor is lowered'
plot_note = ''
out_20 = -1
out_70 = -1
load 'style.gp'
load 'polarization.gp'
