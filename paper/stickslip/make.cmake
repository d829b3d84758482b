# The paper: cmake -DPROGRAM=... -DSOURCE=... -DRESULTS=... -DOUT=... -P make.cmake
#
# Fills the manuscript in this folder from result files (`stickslip manuscript`) and sets it with
# LaTeX: OUT/stickslip.pdf, or a message that says what is missing, and no PDF.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set(packages "latexmk texlive-latex-recommended")
file(REMOVE_RECURSE ${OUT})

# The lines of a log that tell something, without those that LaTeX writes always.
function(complain log)
  file(STRINGS ${log} lines REGEX "^!|^l\\.[0-9]|undefined|Overfull|I (found|couldn)|Warning--")
  foreach(line IN LISTS lines)
    message("  ${line}")
  endforeach()
endfunction()

execute_process(
  COMMAND ${PROGRAM} manuscript ${SOURCE}/paper/stickslip --results dumont=${RESULTS} --out ${OUT}
  WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "the paper is not made: the line above says what is missing")
endif()
file(COPY ${SOURCE}/paper/refs.bib DESTINATION ${OUT})

find_program(LATEXMK latexmk HINTS ENV PATH NO_DEFAULT_PATH)
find_program(PDFLATEX pdflatex HINTS ENV PATH NO_DEFAULT_PATH)
find_program(KPSEWHICH kpsewhich HINTS ENV PATH NO_DEFAULT_PATH)
if(PDFLATEX AND KPSEWHICH)
  execute_process(COMMAND ${KPSEWHICH} booktabs.sty OUTPUT_VARIABLE booktabs)
endif()
if(NOT LATEXMK OR NOT PDFLATEX OR NOT booktabs)
  message("LaTeX is missing; on Debian: apt-get install --no-install-recommends ${packages}\n"
    "What it would read is written: ${OUT}/stickslip.tex, its figures, and cells.csv, which says "
    "where every number is from.")
  message(FATAL_ERROR "no PDF without LaTeX")
endif()
execute_process(
  COMMAND ${LATEXMK} -pdf -interaction=nonstopmode -halt-on-error stickslip.tex
  WORKING_DIRECTORY ${OUT} RESULT_VARIABLE failed OUTPUT_FILE ${OUT}/latexmk.txt
  ERROR_FILE ${OUT}/latexmk.txt)
if(failed)
  foreach(log stickslip.log stickslip.blg)
    if(EXISTS ${OUT}/${log})
      complain(${OUT}/${log})
    endif()
  endforeach()
  file(REMOVE ${OUT}/stickslip.pdf)
  message(FATAL_ERROR "LaTeX failed: ${OUT}/stickslip.log, ${OUT}/latexmk.txt")
endif()
complain(${OUT}/stickslip.log)
message("${OUT}/stickslip.pdf")
