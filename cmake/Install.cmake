# SPDX-License-Identifier: MIT
# What `cmake --install` leaves: libraries, headers, CMake package, files for pkg-config, command, man
# page, completions. Without waft-render its header stays away too.
#
# A build makes one kind of library. The files that describe a kind bear its name, so that a static and
# a shared build can be installed into one prefix, one after the other.
include(CMakePackageConfigHelpers)
set(WAFT_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/waft)
set(WAFT_KIND static)
if(BUILD_SHARED_LIBS)
  set(WAFT_KIND shared)
endif()

# Each library is a set of its own: who asks for waft alone need not have what the others use.
install(TARGETS waft EXPORT waft-${WAFT_KIND}-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT waft-${WAFT_KIND}-targets NAMESPACE waft:: DESTINATION ${WAFT_CMAKE_DIR})
install(TARGETS waft-tools EXPORT waft-tools-${WAFT_KIND}-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT waft-tools-${WAFT_KIND}-targets NAMESPACE waft:: DESTINATION ${WAFT_CMAKE_DIR})
install(DIRECTORY include/waft DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN render.h EXCLUDE)
if(WAFT_HAVE_EPOXY)
  install(TARGETS waft-render EXPORT waft-render-${WAFT_KIND}-targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT waft-render-${WAFT_KIND}-targets NAMESPACE waft:: DESTINATION ${WAFT_CMAKE_DIR})
  install(FILES include/waft/render.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/waft)
endif()
configure_package_config_file(cmake/waftConfig.cmake.in ${PROJECT_BINARY_DIR}/cmake/waftConfig.cmake
  INSTALL_DESTINATION ${WAFT_CMAKE_DIR} NO_SET_AND_CHECK_MACRO)
configure_file(cmake/waft-${WAFT_KIND}.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/waft-${WAFT_KIND}.cmake @ONLY)
# 0.y may break with y.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/waftConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/waftConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/waft-${WAFT_KIND}.cmake
  ${PROJECT_BINARY_DIR}/cmake/waftConfigVersion.cmake DESTINATION ${WAFT_CMAKE_DIR})

# What a static library uses is linked by its users: `pkg-config --static` tells them.
set(WAFT_PC_REQUIRES)
if(WAFT_HAVE_YAML)
  list(APPEND WAFT_PC_REQUIRES yaml-0.1)
endif()
if(WAFT_HAVE_PNG)
  list(APPEND WAFT_PC_REQUIRES libpng)
endif()
if(WAFT_HAVE_ZLIB)
  list(APPEND WAFT_PC_REQUIRES zlib)
endif()
list(JOIN WAFT_PC_REQUIRES ", " WAFT_PC_REQUIRES)
# The prefix is found from the file's own place, so that --prefix and moved trees work.
file(RELATIVE_PATH WAFT_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" WAFT_PC_UP "${WAFT_PC_UP}")
set(WAFT_PC_FILES waft waft-tools)
if(WAFT_HAVE_EPOXY)
  list(APPEND WAFT_PC_FILES waft-render)
endif()
foreach(name ${WAFT_PC_FILES})
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/cmake/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/${name}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

install(FILES blender/import_waft.py DESTINATION ${CMAKE_INSTALL_DATADIR}/waft/blender)

if(WAFT_CLI)
  install(TARGETS waft-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(BUILD_SHARED_LIBS)
    file(RELATIVE_PATH to_libraries /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
    set_target_properties(waft-cli PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
  endif()
  set(generated)
  foreach(pair "waft.1|man" "waft.bash|completion|bash" "_waft|completion|zsh" "waft.fish|completion|fish")
    string(REPLACE "|" ";" words "${pair}")
    list(POP_FRONT words file)
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/share/${file}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/share
      COMMAND waft-cli ${words} > ${PROJECT_BINARY_DIR}/share/${file}
      DEPENDS waft-cli VERBATIM)
    list(APPEND generated ${PROJECT_BINARY_DIR}/share/${file})
  endforeach()
  add_custom_target(waft-share ALL DEPENDS ${generated})
  install(FILES ${PROJECT_BINARY_DIR}/share/waft.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_BINARY_DIR}/share/waft.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME waft)
  install(FILES ${PROJECT_BINARY_DIR}/share/_waft DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${PROJECT_BINARY_DIR}/share/waft.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
