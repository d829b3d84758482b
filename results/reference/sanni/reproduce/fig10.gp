# Draw this figure again, in this folder: gnuplot fig10.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig10.dat'
output_stem = 'fig10'
plot_title = 'After Figure 10 of Sanni et al. (2010): pressure under a pile of cannonballs'
plot_note = ''
n_runs = 1
array curve[1]
curve[1] = 'square'
load 'style.gp'
load 'pressure.gp'
