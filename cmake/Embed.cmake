# SPDX-License-Identifier: MIT
# Appends to the variable `arrays` a C array `symbol` that holds the bytes of a text file and a zero. A changed
# file makes CMake run again.
function(waft_embed arrays symbol file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  set(${arrays} "${${arrays}}static const char ${symbol}[] = {${bytes}0};\n" PARENT_SCOPE)
endfunction()
