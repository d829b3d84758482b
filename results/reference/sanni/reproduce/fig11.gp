# Draw this figure again, in this folder: gnuplot fig11.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig11.dat'
output_stem = 'fig11'
plot_title = 'After Figure 11 of Sanni et al. (2010): a ball hits a pile of cannonballs'
plot_note = ''
out_20 = -1
out_70 = -1
load 'style.gp'
load 'impact.gp'
