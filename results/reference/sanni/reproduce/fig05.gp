# Draw this figure again, in this folder: gnuplot fig05.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig05.dat'
output_stem = 'fig05'
plot_title = 'After Figure 5 of Sanni et al. (2010): potential and effective contacts while a silo empties'
plot_note = ''
out_20 = 0.361
out_70 = 1.142
load 'style.gp'
load 'contacts.gp'
