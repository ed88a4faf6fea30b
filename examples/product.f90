! SPDX-License-Identifier: BSD-3-Clause
! C = A·A for a tridiagonal A from Fortran: a plan, whose C is in arrays of the program, for several
! sets of values. All indices count from 1. C is right if C·X = A·(A·X) for two columns X.
program product
  use, intrinsic :: iso_c_binding
  use araios
  implicit none

  integer, parameter :: n = 1000
  integer(c_int), target :: row_offsets(n + 1), columns(3*n - 2)
  real(c_double), target :: values(3*n - 2), x(n, 2), once(n, 2), twice(n, 2), found(n, 2)
  integer(c_int), allocatable, target :: c_offsets(:), c_columns(:)
  real(c_double), allocatable, target :: c_values(:)
  type(araios_matrix) :: a, c
  type(c_ptr) :: plan
  integer(c_int64_t) :: num_rows, num_cols, num_entries
  integer :: i, j, entry

  entry = 1
  do i = 1, n
    row_offsets(i) = entry
    do j = max(i - 1, 1), min(i + 1, n)
      columns(entry) = j
      values(entry) = merge(2, -1, i == j)
      entry = entry + 1
    end do
  end do
  row_offsets(n + 1) = entry
  x(:, 1) = 1
  x(:, 2) = [(modulo(i, 7), i=1, n)]

  a%num_rows = n
  a%num_cols = n
  a%row_offsets = c_loc(row_offsets)
  a%columns = c_loc(columns)
  a%values = c_loc(values)
  call check(araios_initialize(0))
  call check(araios_plan_create(a, a, c_null_ptr, plan))
  call check(araios_plan_size(plan, num_rows, num_cols, num_entries))
  allocate (c_offsets(num_rows + 1), c_columns(num_entries), c_values(num_entries))
  c = a
  c%row_offsets = c_loc(c_offsets)
  c%columns = c_loc(c_columns)
  c%values = c_loc(c_values)
  do i = 1, 3
    values = values*i
    call check(araios_plan_numeric(plan, a, a, c))
    call times(a, x, once)
    call times(a, once, twice)
    call times(c, x, found)
    if (any(abs(found - twice) > 1e-12)) error stop 'C is WRONG'
    print '(a, i0, a)', 'C has ', c_offsets(n + 1) - 1, ' entries: right'
  end do
  call araios_plan_destroy(plan)
  call check(araios_finalize())

contains

  subroutine check(status)
    integer(c_int), intent(in) :: status
    if (status /= araios_ok) error stop araios_last_error()
  end subroutine

  subroutine times(matrix, x, y)
    type(araios_matrix), intent(in) :: matrix
    real(c_double), target, contiguous, intent(in) :: x(:, :)
    real(c_double), target, contiguous, intent(inout) :: y(:, :)
    real(c_double), target :: one, zero
    one = 1
    zero = 0
    call check(araios_spmm(c_loc(one), matrix, dense(x), c_loc(zero), dense(y), c_null_ptr))
  end subroutine

  function dense(array) result(matrix)
    real(c_double), target, contiguous, intent(in) :: array(:, :)
    type(araios_dense) :: matrix
    matrix%num_rows = size(array, 1)
    matrix%num_cols = size(array, 2)
    matrix%leading_dimension = size(array, 1)
    matrix%values = c_loc(array)
  end function
end program
