# SPDX-License-Identifier: MIT
# The renderer: a library of its own, so that OpenGL stays out of libwaft. It uses the public headers
# of waft alone.
file(GLOB RENDER_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/render/*.c)
file(GLOB RENDER_SHADERS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/render/shaders/*.glsl)

# Shaders become byte arrays in one C file; each is found by its file name without .glsl.
set(shader_arrays "")
set(shader_rows "")
foreach(file ${RENDER_SHADERS})
  get_filename_component(name ${file} NAME_WLE)
  string(MAKE_C_IDENTIFIER ${name} symbol)
  waft_embed(shader_arrays ${symbol} ${file})
  string(APPEND shader_rows "    {\"${name}\", ${symbol}},\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/render/shader_texts.c @ONLY CONTENT
[=[#include "render/shader_texts.h"

@shader_arrays@
const wafti_shader_text wafti_shader_texts[] = {
@shader_rows@    {0, 0},
};
]=])

add_library(waft-render ${RENDER_SOURCES} ${PROJECT_BINARY_DIR}/render/shader_texts.c)
add_library(waft::render ALIAS waft-render)
set_target_properties(waft-render PROPERTIES EXPORT_NAME render)
target_include_directories(waft-render PRIVATE ${PROJECT_SOURCE_DIR}/src)
waft_set_library(waft-render)
if(EMSCRIPTEN)
  target_compile_definitions(waft-render PRIVATE WAFTI_RENDER_ES)
endif()
target_link_libraries(waft-render PUBLIC waft PRIVATE PkgConfig::WAFT_PC_EPOXY m ${CMAKE_DL_LIBS})
