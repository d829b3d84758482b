# Draw this figure again, in this folder: gnuplot fig07-b.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig07-b.dat'
output_stem = 'fig07-b'
plot_title = 'After Figure 7 of Renouf et al. (2009): forces over their mean, biaxial compression'
plot_note = ''
n_runs = 3
array curve[3]
curve[1] = 'a iqs'
curve[2] = 'a rst-0'
curve[3] = 'a rst-0.9'
load 'style.gp'
load 'force_sizes.gp'
