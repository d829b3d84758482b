# Draw this figure again, in this folder: gnuplot fig03-a.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig03-a.dat'
output_stem = 'fig03-a'
plot_title = 'After Figure 3 of Renouf et al. (2009): compacity, biaxial compression'
plot_note = ''
shown = 'compacity'
array curve[3]
curve[1] = 'a iqs'
curve[2] = 'a rst-0'
curve[3] = 'a rst-0.9'
load 'style.gp'
load 'laws.gp'
