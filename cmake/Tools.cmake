# SPDX-License-Identifier: MIT
# waft-tools: runs, files of other programs, plots, measurements. A host that simulates needs none of it.
file(GLOB TOOLS_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/bench/*.c
  ${PROJECT_SOURCE_DIR}/src/export/*.c ${PROJECT_SOURCE_DIR}/src/run/*.c)

# Starter scenes are files of scenes/; src/export/starters.c lists them.
set(starter_arrays "")
foreach(kind ocean pond shore surf swell smoke leaf paper dam)
  waft_embed(starter_arrays starter_${kind} ${PROJECT_SOURCE_DIR}/scenes/${kind}.yaml)
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/starters/export/starter_texts.h @ONLY CONTENT "@starter_arrays@")

add_library(waft-tools ${TOOLS_SOURCES})
add_library(waft::tools ALIAS waft-tools)
set_target_properties(waft-tools PROPERTIES EXPORT_NAME tools)
target_include_directories(waft-tools PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/starters)
waft_set_library(waft-tools)
target_link_libraries(waft-tools PUBLIC waft)

# A shared libwaft hides what is not public. What is used of its lower layers, which keep no state, is
# linked into waft-tools once more: from an archive of the same objects, and hidden there too. Public
# functions are those of the shared library, which stands first on the link line.
if(BUILD_SHARED_LIBS)
  add_library(waft-inside STATIC $<TARGET_OBJECTS:waft>)
  set_target_properties(waft-inside PROPERTIES LINKER_LANGUAGE C)
  foreach(set ${WAFT_KERNEL_SETS})
    target_sources(waft-inside PRIVATE $<TARGET_OBJECTS:waft_kernels_${set}>)
  endforeach()
  target_link_libraries(waft-tools PRIVATE $<BUILD_INTERFACE:waft-inside>)
  target_link_options(waft-tools PRIVATE -Wl,--exclude-libs,libwaft-inside.a)
endif()
waft_use_packages(waft-tools)
target_link_libraries(waft-tools PRIVATE Threads::Threads m)
