# Draw this figure again, in this folder: gnuplot fig08-layers.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig08-layers.dat'
output_stem = 'fig08-layers'
plot_title = 'After Figure 8 of Dumont, Fortin and Ouafik (2010): a bed of discs in a tilted box while it flows, by layers'
plot_note = ''
n_runs = 3
array curve[3]
curve[1] = 'flow'
curve[2] = 'flow'
curve[3] = 'flow'
load 'style.gp'
load 'layers.gp'
