# Draw this figure again, in this folder: gnuplot fig08.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig08.dat'
output_stem = 'fig08'
plot_title = 'After Figure 8 of Dumont, Fortin and Ouafik (2010): a bed of discs in a tilted box while it flows, 0.09 s after it is tilted'
plot_note = ''
n_panels = 2
array panel[2]
array fill[2]
array arrows[2]
array forces[2]
panel[1] = 'velocities'
fill[1] = 1
arrows[1] = 1
forces[1] = 0
panel[2] = 'contact forces, mean of the step'
fill[2] = 2
arrows[2] = 0
forces[2] = 1
x_low = -2.28398734e-06
x_high = 0.0900081327
z_low = -8.91162649e-06
z_high = 0.0393587538 # m
fastest = 0.254628931 # m/s
cell = 0.00375043403
size = 0.00149747195 # m
largest = 0.00161411918 # N s
step_s = 0.0001
n_classes = 0
array n_of[3] = [0, 261, 203]
load 'style.gp'
load 'scenes.gp'
