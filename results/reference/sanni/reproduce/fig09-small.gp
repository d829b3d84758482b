# Draw this figure again, in this folder: gnuplot fig09-small.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig09-small.dat'
output_stem = 'fig09-small'
plot_title = 'After Figure 9 of Sanni et al. (2010): pressure under sand piles of 400 balls'
plot_note = ''
n_runs = 6
array curve[6]
curve[1] = 'point'
curve[2] = 'point'
curve[3] = 'point'
curve[4] = 'point'
curve[5] = 'point'
curve[6] = 'point'
load 'style.gp'
load 'pressure.gp'
