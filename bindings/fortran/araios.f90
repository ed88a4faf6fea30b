! SPDX-License-Identifier: BSD-3-Clause
! The C interface of Araios for Fortran: araios.h, whose comments hold, as a module.
module araios
  use, intrinsic :: iso_c_binding
  implicit none

  integer(c_int), parameter :: araios_ok = 0
  integer(c_int), parameter :: araios_invalid_argument = 1
  integer(c_int), parameter :: araios_overflow = 2
  integer(c_int), parameter :: araios_wrong_place = 3
  integer(c_int), parameter :: araios_out_of_memory = 4
  integer(c_int), parameter :: araios_unsupported = 5
  integer(c_int), parameter :: araios_not_initialized = 6
  integer(c_int), parameter :: araios_internal_error = 7
  integer(c_int), parameter :: araios_file_error = 8
  integer(c_int), parameter :: araios_complex_file = 9

  integer(c_int32_t), parameter :: araios_float = 1
  integer(c_int32_t), parameter :: araios_double = 2
  integer(c_int32_t), parameter :: araios_complex_float = 3
  integer(c_int32_t), parameter :: araios_complex_double = 4
  integer(c_int32_t), parameter :: araios_int32 = 1
  integer(c_int32_t), parameter :: araios_int64 = 2
  integer(c_int32_t), parameter :: araios_row_major = 1
  integer(c_int32_t), parameter :: araios_column_major = 2

  ! A matrix in compressed rows. Indices count from 1 unless base is set to 0.
  type, bind(c) :: araios_matrix
    integer(c_int64_t) :: num_rows = 0
    integer(c_int64_t) :: num_cols = 0
    type(c_ptr) :: row_offsets = c_null_ptr
    type(c_ptr) :: columns = c_null_ptr
    type(c_ptr) :: values = c_null_ptr
    type(c_ptr) :: owner = c_null_ptr
    integer(c_int32_t) :: scalar = araios_double
    integer(c_int32_t) :: offset = araios_int32
    integer(c_int32_t) :: ordinal = araios_int32
    integer(c_int32_t) :: base = 1
  end type

  ! A dense matrix, by columns unless order is set. For an array of rank 2, leading_dimension is its
  ! first extent.
  type, bind(c) :: araios_dense
    integer(c_int64_t) :: num_rows = 0
    integer(c_int64_t) :: num_cols = 0
    integer(c_int64_t) :: leading_dimension = 0
    type(c_ptr) :: values = c_null_ptr
    integer(c_int32_t) :: scalar = araios_double
    integer(c_int32_t) :: order = araios_column_major
  end type

  ! What a product takes, before it runs.
  type, bind(c) :: araios_bounds
    integer(c_int64_t) :: work = 0
    integer(c_int64_t) :: max_row_work = 0
    integer(c_int64_t) :: max_entries = 0
    integer(c_int64_t) :: max_row_entries = 0
    integer(c_int64_t) :: max_result_bytes = 0
    integer(c_int64_t) :: transposed_bytes = 0
    integer(c_int64_t) :: symbolic_bytes = 0
    integer(c_int64_t) :: numeric_bytes = 0
    integer(c_int64_t) :: min_workspace_bytes = 0
  end type

  interface
    function araios_initialize(threads) bind(c) result(status)
      import :: c_int
      integer(c_int), value :: threads
      integer(c_int) :: status
    end function

    function araios_finalize() bind(c) result(status)
      import :: c_int
      integer(c_int) :: status
    end function

    function araios_options_create(options) bind(c) result(status)
      import :: c_int, c_ptr
      type(c_ptr), intent(out) :: options
      integer(c_int) :: status
    end function

    ! The name ends with c_null_char, as in 'replay'//c_null_char.
    function araios_options_set(options, name, setting) bind(c) result(status)
      import :: c_char, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: setting
      integer(c_int) :: status
    end function

    subroutine araios_options_destroy(options) bind(c)
      import :: c_ptr
      type(c_ptr), value :: options
    end subroutine

    ! options may be c_null_ptr, here and below.
    function araios_multiply(a, b, options, c) bind(c) result(status)
      import :: araios_matrix, c_int, c_ptr
      type(araios_matrix), intent(in) :: a, b
      type(c_ptr), value :: options
      type(araios_matrix), intent(inout) :: c
      integer(c_int) :: status
    end function

    subroutine araios_free(c) bind(c)
      import :: araios_matrix
      type(araios_matrix), intent(inout) :: c
    end subroutine

    function araios_plan_create(a, b, options, plan) bind(c) result(status)
      import :: araios_matrix, c_int, c_ptr
      type(araios_matrix), intent(in) :: a, b
      type(c_ptr), value :: options
      type(c_ptr), intent(inout) :: plan
      integer(c_int) :: status
    end function

    function araios_plan_size(plan, num_rows, num_cols, num_entries) bind(c) result(status)
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(out) :: num_rows, num_cols, num_entries
      integer(c_int) :: status
    end function

    function araios_plan_allocate(plan, c) bind(c) result(status)
      import :: araios_matrix, c_int, c_ptr
      type(c_ptr), value :: plan
      type(araios_matrix), intent(inout) :: c
      integer(c_int) :: status
    end function

    function araios_plan_numeric(plan, a, b, c) bind(c) result(status)
      import :: araios_matrix, c_int, c_ptr
      type(c_ptr), value :: plan
      type(araios_matrix), intent(in) :: a, b, c
      integer(c_int) :: status
    end function

    subroutine araios_plan_destroy(plan) bind(c)
      import :: c_ptr
      type(c_ptr), value :: plan
    end subroutine

    function araios_estimate(a, b, options, bounds) bind(c) result(status)
      import :: araios_bounds, araios_matrix, c_int, c_ptr
      type(araios_matrix), intent(in) :: a, b
      type(c_ptr), value :: options
      type(araios_bounds), intent(inout) :: bounds
      integer(c_int) :: status
    end function

    ! alpha and beta are addresses of scalars, by c_loc.
    function araios_add(alpha, a, beta, b, c) bind(c) result(status)
      import :: araios_matrix, c_int, c_ptr
      type(c_ptr), value :: alpha, beta
      type(araios_matrix), intent(in) :: a, b
      type(araios_matrix), intent(inout) :: c
      integer(c_int) :: status
    end function

    ! All but a are addresses, by c_loc: of scalars and of vectors.
    function araios_spmv(alpha, a, x, beta, y) bind(c) result(status)
      import :: araios_matrix, c_int, c_ptr
      type(c_ptr), value :: alpha, x, beta, y
      type(araios_matrix), intent(in) :: a
      integer(c_int) :: status
    end function

    function araios_spmv_op(alpha, a, x, beta, y, options) bind(c) result(status)
      import :: araios_matrix, c_int, c_ptr
      type(c_ptr), value :: alpha, x, beta, y, options
      type(araios_matrix), intent(in) :: a
      integer(c_int) :: status
    end function

    function araios_spmm(alpha, a, b, beta, c, options) bind(c) result(status)
      import :: araios_dense, araios_matrix, c_int, c_ptr
      type(c_ptr), value :: alpha, beta, options
      type(araios_matrix), intent(in) :: a
      type(araios_dense), intent(in) :: b, c
      integer(c_int) :: status
    end function

    ! The path ends with c_null_char.
    function araios_read_matrix_market(path, a) bind(c) result(status)
      import :: araios_matrix, c_char, c_int
      character(kind=c_char), intent(in) :: path(*)
      type(araios_matrix), intent(inout) :: a
      integer(c_int) :: status
    end function

    function araios_write_matrix_market(path, a) bind(c) result(status)
      import :: araios_matrix, c_char, c_int
      character(kind=c_char), intent(in) :: path(*)
      type(araios_matrix), intent(in) :: a
      integer(c_int) :: status
    end function

    function araios_c_version() bind(c, name='araios_version') result(text)
      import :: c_ptr
      type(c_ptr) :: text
    end function

    function araios_c_execution_space() bind(c, name='araios_execution_space') result(text)
      import :: c_ptr
      type(c_ptr) :: text
    end function

    function araios_c_last_error() bind(c, name='araios_last_error') result(text)
      import :: c_ptr
      type(c_ptr) :: text
    end function
  end interface

  private :: text_of, araios_c_version, araios_c_execution_space, araios_c_last_error

contains

  ! What was wrong with the last call of this thread that failed.
  function araios_last_error() result(text)
    character(:), allocatable :: text
    text = text_of(araios_c_last_error())
  end function

  ! The version of the library.
  function araios_version() result(text)
    character(:), allocatable :: text
    text = text_of(araios_c_version())
  end function

  ! The execution space that multiplies.
  function araios_execution_space() result(text)
    character(:), allocatable :: text
    text = text_of(araios_c_execution_space())
  end function

  function text_of(from) result(text)
    type(c_ptr), intent(in) :: from
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: length
    interface
      pure function strlen(string) bind(c) result(length)
        import :: c_ptr, c_size_t
        type(c_ptr), value, intent(in) :: string
        integer(c_size_t) :: length
      end function
    end interface
    length = int(strlen(from))
    call c_f_pointer(from, letters, [length])
    allocate (character(length) :: text)
    text = transfer(letters, text)
  end function
end module
