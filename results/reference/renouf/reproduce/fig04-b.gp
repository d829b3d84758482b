# Draw this figure again, in this folder: gnuplot fig04-b.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig04-b.dat'
output_stem = 'fig04-b'
plot_title = 'After Figure 4 of Renouf et al. (2009): sweeps per step, shear'
plot_note = ''
shown = 'sweeps'
array curve[3]
curve[1] = 'b iqs'
curve[2] = 'b rst-0'
curve[3] = 'b rst-0.9'
load 'style.gp'
load 'laws.gp'
