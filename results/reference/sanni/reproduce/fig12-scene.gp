# Draw this figure again, in this folder: gnuplot fig12-scene.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig12-scene.dat'
output_stem = 'fig12-scene'
plot_title = 'After Figure 12 of Sanni et al. (2010): the Brazil nut, start and end'
plot_note = ''
n_panels = 2
array panel[2]
array fill[2]
array arrows[2]
array forces[2]
array residuals[2]
panel[1] = 'start'
fill[1] = 0
arrows[1] = 0
forces[1] = 0
residuals[1] = 0
panel[2] = 'end'
fill[2] = 0
arrows[2] = 0
forces[2] = 0
residuals[2] = 0
x_low = -4.96479481e-05
x_high = 0.0200697294
z_low = -8.51182808e-05
z_high = 0.0203274765 # m
fastest = 0.18015441 # m/s
cell = 0.0018
size = 0.0009 # m
largest = 0 # N s
step_s = 0.0005
residual = 0
n_classes = 3
array class_radius[3]
class_radius[1] = 0.0008
class_radius[2] = 0.0009
class_radius[3] = 0.001
array n_of[3] = [0, 0, 0]
load 'style.gp'
load 'scenes.gp'
