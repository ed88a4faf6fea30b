! SPDX-License-Identifier: BSD-3-Clause
! The calls of the Fortran module that the examples leave out, for A = (2 1; 0 3) counted from 1, by
! a library that was built without Matrix Market files.
program calls
  use, intrinsic :: iso_c_binding
  use araios
  implicit none

  integer(c_int), target :: row_offsets(3) = [1, 3, 4], columns(3) = [1, 2, 2]
  real(c_double), target :: values(3) = [2, 1, 3], x(2) = [1, 10], y(2) = [100, 200]
  real(c_double), target :: one = 1, two = 2
  type(araios_matrix) :: a, c
  type(araios_bounds) :: bounds
  type(c_ptr) :: options

  a%num_rows = 2
  a%num_cols = 2
  a%row_offsets = c_loc(row_offsets)
  a%columns = c_loc(columns)
  a%values = c_loc(values)
  call expect(araios_initialize(1) == araios_ok, 'araios_initialize')

  call expect(araios_estimate(a, a, c_null_ptr, bounds) == araios_ok, 'araios_estimate')
  call expect(bounds%work == 4 .and. bounds%max_row_work == 3, 'work')
  call expect(bounds%max_entries == 3 .and. bounds%max_row_entries == 2, 'entries')
  call expect(bounds%max_result_bytes == 3*4 + 3*12, 'bytes')

  call expect(araios_options_create(options) == araios_ok, 'araios_options_create')
  call expect(araios_options_set(options, 'transpose_a'//c_null_char, 1_c_int64_t) == araios_ok, &
              'araios_options_set')
  call expect(araios_spmv_op(c_loc(two), a, c_loc(x), c_loc(one), c_loc(y), options) == araios_ok, &
              'araios_spmv_op')
  call expect(all(abs(y - [104, 262]) < 1e-12), 'y')
  call araios_options_destroy(options)

  call expect(araios_add(c_loc(one), a, c_loc(two), a, c) == araios_ok, 'araios_add')
  call expect(c%base == 1 .and. all(abs(values_of(c) - 3*values) < 1e-12), 'sum')
  call araios_free(c)

  call expect(araios_read_matrix_market('a.mtx'//c_null_char, c) == araios_unsupported, &
              'araios_read_matrix_market')
  call expect(index(araios_last_error(), 'Araios_ENABLE_MATRIX_MARKET=ON') > 0, 'its message')
  call expect(araios_write_matrix_market('a.mtx'//c_null_char, a) == araios_unsupported, &
              'araios_write_matrix_market')
  call expect(araios_finalize() == araios_ok, 'araios_finalize')

contains

  subroutine expect(is_right, what)
    logical, intent(in) :: is_right
    character(*), intent(in) :: what
    if (.not. is_right) error stop what//' is WRONG, last error: '//araios_last_error()
  end subroutine

  function values_of(matrix) result(found)
    type(araios_matrix), intent(in) :: matrix
    real(c_double), pointer :: found(:)
    call c_f_pointer(matrix%values, found, [3])
  end function
end program
