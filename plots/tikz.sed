# tikz.sed - what gnuplot's tikz terminal writes, with its texts made TeX: superscripts and subscripts
# of gnuplot's markup become mathematics, TeX's own signs letters. style.gp runs it; the date and the
# trailer go, so that the same figure has the same bytes. SPDX-License-Identifier: GPL-3.0-or-later
/^%% [A-Z][a-z][a-z] [A-Z][a-z][a-z] [0-9 ]*:/d
/^%% gnuplot variables/d
/^\\node\[gp node/!b
# The hold space keeps the line, the pattern space becomes the text alone.
h
s/^\\node\[[^]]*\] at ([-0-9.,]*) {\(.*\)};$/\1/
/^\$[-+0-9.e]*\$$/b join
s/[\\~]/ /g
s/[$&%#]/\\&/g
s/\([A-Za-z0-9]*\)\([_^]\){\([^}]*\)}/\n\1\2[\3]\n/g
s/\([A-Za-z0-9]*\)^2/\n\1^[2]\n/g
s/_\([^[]\)/\\_\1/g
s/\^\([^[]\)/\\textasciicircum{}\1/g
s/\n\([^\n]*\)\[\([^]]*\)\]\n/$\1{\2}$/g
s/\$\([A-Z][A-Z]*[0-9]*\)\([_^]\)/$\\mathrm{\1}\2/g
s/µ/\\textmu{}/g
s/</\\textless{}/g
s/>/\\textgreater{}/g
s/|/\\textbar{}/g
:join
G
s/^\(.*\)\n\(\\node\[[^]]*\] at ([-0-9.,]*) {\).*$/\2\1};/
