# Draw this figure again, in this folder: gnuplot fig03-b.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig03-b.dat'
output_stem = 'fig03-b'
plot_title = 'After Figure 3 of Renouf et al. (2009): compacity, shear'
plot_note = ''
shown = 'compacity'
array curve[3]
curve[1] = 'b iqs'
curve[2] = 'b rst-0'
curve[3] = 'b rst-0.9'
load 'style.gp'
load 'laws.gp'
