# SPDX-License-Identifier: MIT
# Programs that ./dev ports runs on other systems: scenes whose hashes are compared, and the tests of
# src/port.
set(port_tests clock cpus directories files locale pages processes)
set(port_programs ${PROJECT_SOURCE_DIR}/tests/ports/scenes.c)
foreach(name ${port_tests})
  list(APPEND port_programs ${PROJECT_SOURCE_DIR}/tests/unit/test_${name}.c)
endforeach()
foreach(file ${port_programs})
  get_filename_component(name ${file} NAME_WE)
  set(target ports_${name})
  add_executable(${target} ${file})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  waft_set_flags(${target})
  target_link_libraries(${target} PRIVATE waft-tools Threads::Threads m)
  if(EMSCRIPTEN)
    # One file, or else node would fetch the other as a page does.
    target_link_options(${target} PRIVATE -sSINGLE_FILE=1 -sENVIRONMENT=node -sALLOW_MEMORY_GROWTH=1)
  elseif(WIN32)
    target_link_options(${target} PRIVATE -static)
  endif()
endforeach()
