# SPDX-License-Identifier: MIT
# Programs that measure ours beside others' libraries: built by ./dev peers alone, never installed.
# FFTW is GPL, so only these may link it.
if(PkgConfig_FOUND)
  pkg_check_modules(FFTWF IMPORTED_TARGET fftw3f)
endif()
if(FFTWF_FOUND)
  add_executable(waft-peer-fft EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/peers/fft.c)
  target_include_directories(waft-peer-fft PRIVATE ${PROJECT_SOURCE_DIR}/src)
  waft_set_flags(waft-peer-fft)
  target_link_libraries(waft-peer-fft PRIVATE waft PkgConfig::FFTWF m)
endif()

find_library(MUJOCO_LIBRARY mujoco)
find_path(MUJOCO_INCLUDE mujoco/mujoco.h)
if(MUJOCO_LIBRARY AND MUJOCO_INCLUDE)
  add_executable(waft-peer-mujoco EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/peers/mujoco.c)
  target_include_directories(waft-peer-mujoco PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_include_directories(waft-peer-mujoco SYSTEM PRIVATE ${MUJOCO_INCLUDE})
  waft_set_flags(waft-peer-mujoco)
  target_link_libraries(waft-peer-mujoco PRIVATE waft ${MUJOCO_LIBRARY} m)
endif()
