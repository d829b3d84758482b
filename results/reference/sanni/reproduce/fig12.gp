# Draw this figure again, in this folder: gnuplot fig12.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig12.dat'
output_stem = 'fig12'
plot_title = 'After Figure 12 of Sanni et al. (2010): the Brazil nut, heights of the three sizes'
plot_note = ''
out_20 = -1
out_70 = -1
load 'style.gp'
load 'classes.gp'
