# SPDX-License-Identifier: MIT
# What `cmake --install` leaves: libraries, headers, CMake package, waft.pc and waft-render.pc, command,
# man page, completions. Without waft-render its header stays away too.
include(CMakePackageConfigHelpers)
set(WAFT_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/waft)

install(TARGETS waft EXPORT waftTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/waft DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN render.h EXCLUDE)
if(EPOXY_FOUND)
  # A set of its own: who asks for waft alone need not have epoxy.
  install(TARGETS waft-render EXPORT waftRenderTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES include/waft/render.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/waft)
  install(EXPORT waftRenderTargets NAMESPACE waft:: DESTINATION ${WAFT_CMAKE_DIR})
endif()
install(EXPORT waftTargets NAMESPACE waft:: DESTINATION ${WAFT_CMAKE_DIR})
configure_package_config_file(cmake/waftConfig.cmake.in ${CMAKE_BINARY_DIR}/cmake/waftConfig.cmake
  INSTALL_DESTINATION ${WAFT_CMAKE_DIR})
# 0.y may break with y.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/waftConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/waftConfig.cmake
  ${CMAKE_BINARY_DIR}/cmake/waftConfigVersion.cmake DESTINATION ${WAFT_CMAKE_DIR})

# A static library's users must link what it uses; a shared one brings it along.
set(WAFT_PC_REQUIRES)
if(YAML_FOUND)
  list(APPEND WAFT_PC_REQUIRES yaml-0.1)
endif()
if(PNG_FOUND)
  list(APPEND WAFT_PC_REQUIRES libpng)
endif()
if(ZLIB_FOUND)
  list(APPEND WAFT_PC_REQUIRES zlib)
endif()
list(JOIN WAFT_PC_REQUIRES ", " WAFT_PC_REQUIRES)
# The prefix is found from the file's own place, so that --prefix and moved trees work.
file(RELATIVE_PATH WAFT_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" WAFT_PC_UP "${WAFT_PC_UP}")
set(WAFT_PC_PRIVATE "")
set(WAFT_PC_LIBS " -pthread -lm")
if(BUILD_SHARED_LIBS)
  set(WAFT_PC_PRIVATE ".private")
  set(WAFT_PC_LIBS "")
endif()
configure_file(cmake/waft.pc.in ${CMAKE_BINARY_DIR}/cmake/waft.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/cmake/waft.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(EPOXY_FOUND)
  set(WAFT_PC_EPOXY ", epoxy")
  set(WAFT_PC_EPOXY_PRIVATE "")
  if(BUILD_SHARED_LIBS)
    set(WAFT_PC_EPOXY "")
    set(WAFT_PC_EPOXY_PRIVATE " epoxy")
  endif()
  configure_file(cmake/waft-render.pc.in ${CMAKE_BINARY_DIR}/cmake/waft-render.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/cmake/waft-render.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

install(FILES blender/import_waft.py DESTINATION ${CMAKE_INSTALL_DATADIR}/waft/blender)

if(WAFT_CLI)
  install(TARGETS waft-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set(generated)
  foreach(pair "waft.1|man" "waft.bash|completion|bash" "_waft|completion|zsh" "waft.fish|completion|fish")
    string(REPLACE "|" ";" words "${pair}")
    list(POP_FRONT words file)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/share/${file}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/share
      COMMAND waft-cli ${words} > ${CMAKE_BINARY_DIR}/share/${file}
      DEPENDS waft-cli VERBATIM)
    list(APPEND generated ${CMAKE_BINARY_DIR}/share/${file})
  endforeach()
  add_custom_target(waft-share ALL DEPENDS ${generated})
  install(FILES ${CMAKE_BINARY_DIR}/share/waft.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${CMAKE_BINARY_DIR}/share/waft.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME waft)
  install(FILES ${CMAKE_BINARY_DIR}/share/_waft DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${CMAKE_BINARY_DIR}/share/waft.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
