// SPDX-License-Identifier: MIT
// The transforms of src/math in double: include this before any header of theirs and link
// waft-double, as every test program does. The same functions then take and give doubles. They have
// other names in the linker's eyes, so that a program may also hold those of the library; a file
// that needs both calls the double ones through oracle/oracle.h.
#ifndef WAFT_TEST_DOUBLE_H
#define WAFT_TEST_DOUBLE_H

#define WAFTI_REAL_DOUBLE

// NOLINTBEGIN(readability-identifier-naming): these are names of functions
#define wafti_batch_at             wafti_batch_at_double
#define wafti_batch_gather         wafti_batch_gather_double
#define wafti_batch_scatter        wafti_batch_scatter_double
#define wafti_batches_make         wafti_batches_make_double
#define wafti_fft_block_count      wafti_fft_block_count_double
#define wafti_fft_check_length     wafti_fft_check_length_double
#define wafti_fft_create           wafti_fft_create_double
#define wafti_fft_destroy          wafti_fft_destroy_double
#define wafti_fft_kernels_choose   wafti_fft_kernels_choose_double
#define wafti_fft_kernels_scalar   wafti_fft_kernels_scalar_double
#define wafti_fft_length_allowed   wafti_fft_length_allowed_double
#define wafti_fft_length_at_least  wafti_fft_length_at_least_double
#define wafti_fft_length_at_most   wafti_fft_length_at_most_double
#define wafti_fft_line_init        wafti_fft_line_init_double
#define wafti_fft_pass_count       wafti_fft_pass_count_double
#define wafti_fft_real_line_init   wafti_fft_real_line_init_double
#define wafti_fft_root             wafti_fft_root_double
#define wafti_fft_rows_in          wafti_fft_rows_in_double
#define wafti_fft_rows_out         wafti_fft_rows_out_double
#define wafti_fft_run              wafti_fft_run_double
#define wafti_fft_run_block        wafti_fft_run_block_double
#define wafti_fft_size             wafti_fft_size_double
#define wafti_fft_work_us          wafti_fft_work_us_double
#define wafti_dct_kernels_choose   wafti_dct_kernels_choose_double
#define wafti_dct_kernels_scalar   wafti_dct_kernels_scalar_double
#define wafti_dct_line_init        wafti_dct_line_init_double
#define wafti_ends_eigenvalue      wafti_ends_eigenvalue_double
#define wafti_ends_gain            wafti_ends_gain_double
#define wafti_spectral_block_count wafti_spectral_block_count_double
#define wafti_spectral_create      wafti_spectral_create_double
#define wafti_spectral_destroy     wafti_spectral_destroy_double
#define wafti_spectral_eigenvalues wafti_spectral_eigenvalues_double
#define wafti_spectral_pass_count  wafti_spectral_pass_count_double
#define wafti_spectral_run         wafti_spectral_run_double
#define wafti_spectral_run_block   wafti_spectral_run_block_double
#define wafti_spectral_scale       wafti_spectral_scale_double
#define wafti_spectral_size        wafti_spectral_size_double
#define wafti_spectral_room        wafti_spectral_room_double
#define wafti_spectral_work_us     wafti_spectral_work_us_double
// NOLINTEND(readability-identifier-naming)

#endif // WAFT_TEST_DOUBLE_H
