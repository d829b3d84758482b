# The CMake package of solvers that are shared objects:
#
#   find_package(stickslip REQUIRED)
#   stickslip_add_solver(NAME SOURCE...)     # makes NAME.so
#
# Paths are relative to this file: the installed folder may be moved.
get_filename_component(STICKSLIP_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(STICKSLIP_PROGRAM "${STICKSLIP_PREFIX}/bin/stickslip")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()

# The flags of the program's own solvers: the same bits and the same speed.
if(NOT TARGET stickslip::solver)
  add_library(stickslip::solver INTERFACE IMPORTED)
  set_target_properties(stickslip::solver PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${STICKSLIP_PREFIX}/include/stickslip"
    INTERFACE_COMPILE_DEFINITIONS _GNU_SOURCE
    INTERFACE_COMPILE_OPTIONS "-std=c11;-ffp-contract=off;$<$<C_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>")
endif()

function(stickslip_add_solver name)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so" C_VISIBILITY_PRESET hidden
                        POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${name} PRIVATE stickslip::solver m)
endfunction()
