// SPDX-License-Identifier: MIT
// The transforms of src/math and the methods of src/water in double: include this before any header of theirs and link
// waft-double, as every test program does. The same functions then take and give doubles. They have
// other names in the linker's eyes, so that a program may also hold those of the library; a file
// that needs both calls the double ones through oracle/oracle.h.
#ifndef WAFT_TEST_DOUBLE_H
#define WAFT_TEST_DOUBLE_H

#define WAFTI_REAL_DOUBLE

// NOLINTBEGIN(readability-identifier-naming): these are names of functions
#define wafti_batch_at                wafti_batch_at_double
#define wafti_batch_gather            wafti_batch_gather_double
#define wafti_batch_scatter           wafti_batch_scatter_double
#define wafti_batches_make            wafti_batches_make_double
#define wafti_fft_block_count         wafti_fft_block_count_double
#define wafti_fft_check_lengths       wafti_fft_check_lengths_double
#define wafti_fft_create              wafti_fft_create_double
#define wafti_fft_kernels_choose      wafti_fft_kernels_choose_double
#define wafti_fft_kernels_scalar      wafti_fft_kernels_scalar_double
#define wafti_fft_length_allowed      wafti_fft_length_allowed_double
#define wafti_fft_length_at_least     wafti_fft_length_at_least_double
#define wafti_fft_length_at_most      wafti_fft_length_at_most_double
#define wafti_fft_line_init           wafti_fft_line_init_double
#define wafti_fft_pass_count          wafti_fft_pass_count_double
#define wafti_fft_real_line_init      wafti_fft_real_line_init_double
#define wafti_fft_root                wafti_fft_root_double
#define wafti_fft_rows_in             wafti_fft_rows_in_double
#define wafti_fft_rows_out            wafti_fft_rows_out_double
#define wafti_fft_run                 wafti_fft_run_double
#define wafti_fft_run_block           wafti_fft_run_block_double
#define wafti_fft_work_us             wafti_fft_work_us_double
#define wafti_dct_kernels_choose      wafti_dct_kernels_choose_double
#define wafti_dct_kernels_scalar      wafti_dct_kernels_scalar_double
#define wafti_dct_line_init           wafti_dct_line_init_double
#define wafti_ends_eigenvalue         wafti_ends_eigenvalue_double
#define wafti_ends_gain               wafti_ends_gain_double
#define wafti_spectral_block_count    wafti_spectral_block_count_double
#define wafti_spectral_create         wafti_spectral_create_double
#define wafti_spectral_pass_count     wafti_spectral_pass_count_double
#define wafti_spectral_run_block      wafti_spectral_run_block_double
#define wafti_spectral_room           wafti_spectral_room_double
#define wafti_spectral_work_us        wafti_spectral_work_us_double
#define wafti_columns_method          wafti_columns_method_double
#define wafti_columns_kernels_scalar  wafti_columns_kernels_scalar_double
#define wafti_implicit_method         wafti_implicit_method_double
#define wafti_implicit_rows           wafti_implicit_rows_double
#define wafti_implicit_columns        wafti_implicit_columns_double
#define wafti_implicit_faces          wafti_implicit_faces_double
#define wafti_implicit_job_make       wafti_implicit_job_make_double
#define wafti_implicit_centered       wafti_implicit_centered_double
#define wafti_implicit_explicit       wafti_implicit_explicit_double
#define wafti_implicit_all_open       wafti_implicit_all_open_double
#define wafti_implicit_run            wafti_implicit_run_double
#define wafti_implicit_runs_make      wafti_implicit_runs_make_double
#define wafti_implicit_runs_find      wafti_implicit_runs_find_double
#define wafti_implicit_runs_fix       wafti_implicit_runs_fix_double
#define wafti_implicit_fix_all        wafti_implicit_fix_all_double
#define wafti_implicit_kernels_scalar wafti_implicit_kernels_scalar_double
#define wafti_swe_method              wafti_swe_method_double
#define wafti_swe_prepare             wafti_swe_prepare_double
#define wafti_swe_kernels_scalar      wafti_swe_kernels_scalar_double
#define wafti_control_add             wafti_control_add_double
#define wafti_control_level           wafti_control_level_double
#define wafti_control_level_at        wafti_control_level_at_double
#define wafti_control_patch           wafti_control_patch_double
#define wafti_control_press           wafti_control_press_double
#define wafti_control_release         wafti_control_release_double
#define wafti_tools_brush             wafti_tools_brush_double
#define wafti_tools_fill_ghosts       wafti_tools_fill_ghosts_double
#define wafti_tools_pour              wafti_tools_pour_double
#define wafti_tools_rain              wafti_tools_rain_double
#define wafti_tools_raise_bed         wafti_tools_raise_bed_double
#define wafti_tools_round_bed         wafti_tools_round_bed_double
#define wafti_tools_source            wafti_tools_source_double
#define wafti_tools_sponge            wafti_tools_sponge_double
#define wafti_tools_volume            wafti_tools_volume_double
#define wafti_columns_velocity        wafti_columns_velocity_double
#define wafti_columns_velocity_row    wafti_columns_velocity_row_double
#define wafti_splash_begin            wafti_splash_begin_double
#define wafti_splash_crown            wafti_splash_crown_double
#define wafti_splash_end              wafti_splash_end_double
#define wafti_splash_strayed          wafti_splash_strayed_double
#define wafti_splash_return           wafti_splash_return_double
#define wafti_splash_lend             wafti_splash_lend_double
#define wafti_splash_find             wafti_splash_find_double
#define wafti_splash_init             wafti_splash_init_double
#define wafti_splash_press            wafti_splash_press_double
#define wafti_splash_release          wafti_splash_release_double
#define wafti_splash_state            wafti_splash_state_double
#define wafti_splash_throw            wafti_splash_throw_double
#define wafti_splash_volume           wafti_splash_volume_double
#define wafti_tools_change_depth      wafti_tools_change_depth_double
#define wafti_columns_set_velocity    wafti_columns_set_velocity_double
#define wafti_columns_damp            wafti_columns_damp_double
#define wafti_columns_kinetic         wafti_columns_kinetic_double
#define wafti_columns_state           wafti_columns_state_double
// NOLINTEND(readability-identifier-naming)

#endif // WAFT_TEST_DOUBLE_H
