# Draw this figure again, in this folder: gnuplot fig07-a.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig07-a.dat'
output_stem = 'fig07-a'
plot_title = 'After Figure 7 of Renouf et al. (2009): directions of the contacts, biaxial compression'
plot_note = ''
n_runs = 3
array curve[3]
curve[1] = 'a iqs'
curve[2] = 'a rst-0'
curve[3] = 'a rst-0.9'
load 'style.gp'
load 'directions.gp'
