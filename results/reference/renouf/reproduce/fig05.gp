# Draw this figure again, in this folder: gnuplot fig05.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig05.dat'
output_stem = 'fig05'
plot_title = 'After Figure 5 of Renouf et al. (2009): mean overlap, biaxial compression'
plot_note = ''
shown = 'violation_mean'
array curve[3]
curve[1] = 'a iqs'
curve[2] = 'a rst-0'
curve[3] = 'a rst-0.9'
load 'style.gp'
load 'laws.gp'
