# Draw this figure again, in this folder: gnuplot fig08-a.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig08-a.dat'
output_stem = 'fig08-a'
plot_title = 'After Figure 8 of Renouf et al. (2009): directions of the contacts, shear'
plot_note = ''
n_runs = 3
array curve[3]
curve[1] = 'b iqs'
curve[2] = 'b rst-0'
curve[3] = 'b rst-0.9'
load 'style.gp'
load 'directions.gp'
