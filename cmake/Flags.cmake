# SPDX-License-Identifier: MIT
# Flags of every target of ours, and kernels that are compiled once per instruction set.

# Copies of a function among which the loader chooses: a matter of compiler, linker and C library.
include(CheckCSourceCompiles)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  check_c_source_compiles("__attribute__((target_clones(\"avx2\", \"default\"))) int twice(int x) { return 2 * x; }
    int main(void) { return twice(0); }" WAFT_HAVE_CLONES)
endif()

# waft_set_flags(TARGET): private, so that nothing of it reaches those who link the library.
function(waft_set_flags target)
  set_target_properties(${target} PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
  # The second one is for M_PI in the headers of mingw.
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE _USE_MATH_DEFINES)
  if(WAFT_HAVE_CLONES)
    target_compile_definitions(${target} PRIVATE WAFTI_HAVE_CLONES)
  endif()
  # Clang would fuse multiplications and additions where gcc does not: other bits.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
    -fno-math-errno)
  # isfinite() and its kin in the headers of mingw pass a float through a double.
  if(WIN32)
    target_compile_options(${target} PRIVATE -Wno-float-conversion)
  endif()
  if(WAFT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(WAFT_CHECKED)
    target_compile_definitions(${target} PRIVATE WAFTI_CHECKED)
  endif()
  # Selects vectorise only if a discarded lane may raise; the trap preset must keep them apart.
  if(WAFT_FPTRAP)
    target_compile_options(${target} PRIVATE -ftrapping-math)
  else()
    target_compile_options(${target} PRIVATE -fno-trapping-math)
  endif()
endfunction()

# waft_set_library(TARGET): flags, version, and what a shared library shows. Shared libraries of ours find
# one another beside themselves, wherever the prefix is moved to.
function(waft_set_library target)
  waft_set_flags(${target})
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  if(BUILD_SHARED_LIBS)
    target_compile_definitions(${target} PRIVATE WAFT_BUILDING_SHARED)
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN")
  endif()
endfunction()

# waft_add_kernels(TARGET FILES): each *_simd.c becomes one object per instruction set. Inside,
# WAFTI_KERNEL(name) expands to name_avx2 and so on.
function(waft_add_kernels target files)
  if(NOT files)
    return()
  endif()
  set(sets scalar)
  if(WAFT_SIMD AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND sets sse2)
    # For Windows gcc aligns no stack to 32 bytes, and AVX code of its own making faults (GCC bug 54412).
    if(NOT WIN32)
      list(APPEND sets avx2)
    endif()
    # Much of it is the source of AVX2 once more; loads of sixteen lanes are for the address sanitizer.
    if(NOT WIN32 AND NOT CMAKE_C_FLAGS MATCHES "-fsanitize=(memory|thread)")
      list(APPEND sets avx512)
    endif()
  elseif(WAFT_SIMD AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    list(APPEND sets neon)
  endif()
  set(WAFT_KERNEL_SETS ${sets} PARENT_SCOPE)
  set(flags_avx2 -mavx2 -mfma)
  set(flags_avx512 ${flags_avx2} -mavx512f -mavx512vl -mavx512dq -mavx512bw -mprefer-vector-width=256)
  foreach(set ${sets})
    string(TOUPPER ${set} upper)
    add_library(waft_kernels_${set} OBJECT ${files})
    target_include_directories(waft_kernels_${set} PRIVATE
      ${CMAKE_CURRENT_SOURCE_DIR}/include ${CMAKE_CURRENT_SOURCE_DIR}/src)
    target_compile_definitions(waft_kernels_${set} PRIVATE WAFTI_KERNEL_SET_${upper})
    target_compile_options(waft_kernels_${set} PRIVATE ${flags_${set}})
    waft_set_flags(waft_kernels_${set})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:waft_kernels_${set}>)
    target_compile_definitions(${target} PRIVATE WAFTI_BUILT_${upper})
  endforeach()
endfunction()
