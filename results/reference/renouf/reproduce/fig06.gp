# Draw this figure again, in this folder: gnuplot fig06.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig06.dat'
output_stem = 'fig06'
plot_title = 'After Figure 6 of Renouf et al. (2009): mean overlap, shear'
plot_note = ''
shown = 'violation_mean'
array curve[3]
curve[1] = 'b iqs'
curve[2] = 'b rst-0'
curve[3] = 'b rst-0.9'
load 'style.gp'
load 'laws.gp'
