# SPDX-License-Identifier: MIT
# Which files of src/port this system takes: WAFT_PORT_SOURCES. Each folder but `none` is a system's own;
# `none` does without what a system lacks.
if(WIN32)
  set(port_files windows/*.c none/child.c)
elseif(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(port_files posix/*.c linux/*.c)
elseif(EMSCRIPTEN)
  set(port_files posix/[^c]*.c posix/clock.c none/*.c)
else()
  set(port_files posix/*.c none/cpus.c none/pages.c)
endif()
list(TRANSFORM port_files PREPEND src/port/)
file(GLOB WAFT_PORT_SOURCES RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS ${port_files})
