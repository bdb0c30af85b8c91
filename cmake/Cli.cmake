# SPDX-License-Identifier: MIT
# The command. All of it but the artist is the same with and without waft-render.
file(GLOB CLI_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/cli/*.c)
list(FILTER CLI_SOURCES EXCLUDE REGEX "/artist[^/]*\\.c$")
add_library(waft-cli-common OBJECT ${CLI_SOURCES})
waft_set_flags(waft-cli-common)
target_link_libraries(waft-cli-common PRIVATE waft-tools)

# waft_add_command(TARGET ARTIST)
function(waft_add_command target artist)
  add_executable(${target} $<TARGET_OBJECTS:waft-cli-common> ${PROJECT_SOURCE_DIR}/apps/cli/${artist})
  waft_set_flags(${target})
  target_link_libraries(${target} PRIVATE waft-tools m)
endfunction()

if(WAFT_HAVE_EPOXY)
  waft_add_command(waft-cli artist.c)
  target_link_libraries(waft-cli PRIVATE waft-render)
  if(WAFT_TESTS)
    # What a build without waft-render says is tested in a build that has it.
    waft_add_command(waft-without-render artist_none.c)
    set_target_properties(waft-without-render PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  endif()
else()
  waft_add_command(waft-cli artist_none.c)
endif()
set_target_properties(waft-cli PROPERTIES OUTPUT_NAME waft)
