// SPDX-License-Identifier: BSD-3-Clause
// C = A·A for a tridiagonal A by the C interface: by one call, then by a plan that serves several
// sets of values. Each C is right if C·1 = A·(A·1), and has no more entries than was estimated.

#include <araios.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { n = 1000, num_entries = 3 * n - 2 };

static int32_t row_offsets[n + 1], columns[num_entries];
static double values[num_entries], ones[n], once[n], twice[n], found[n];

static void check(int status, const char* call) {
  if (status == ARAIOS_OK) return;
  fprintf(stderr, "%s: %s\n", call, araios_last_error());
  exit(1);
}

static void times(const araios_matrix* a, const double* x, double* y) {
  const double one = 1, zero = 0;
  check(araios_spmv(&one, a, x, &zero, y), "araios_spmv");
}

static int is_right(const char* what, const araios_matrix* a, const araios_matrix* c) {
  int right = 1;
  times(a, ones, once);
  times(a, once, twice);
  times(c, ones, found);
  for (int i = 0; i < n; ++i) right = right && fabs(found[i] - twice[i]) <= 1e-12;
  printf("%s: %s\n", what, right ? "right" : "WRONG");
  return right;
}

int main(void) {
  for (int i = 0; i < n; ++i) {
    ones[i] = 1;
    row_offsets[i + 1] = row_offsets[i];
    for (int column = i > 0 ? i - 1 : 0; column <= i + 1 && column < n; ++column) {
      columns[row_offsets[i + 1]] = column;
      values[row_offsets[i + 1]++] = column == i ? 2 : -1;
    }
  }
  // Other members, the base too, are zero.
  araios_matrix const a = {.num_rows = n, .num_cols = n, .row_offsets = row_offsets,
                           .columns = columns, .values = values, .scalar = ARAIOS_DOUBLE,
                           .offset = ARAIOS_INT32, .ordinal = ARAIOS_INT32};
  check(araios_initialize(0), "araios_initialize");
  printf("Araios %s on %s\n", araios_version(), araios_execution_space());

  araios_bounds bounds;
  check(araios_estimate(&a, &a, NULL, &bounds), "araios_estimate");
  printf("C has at most %lld entries in %lld bytes\n", (long long)bounds.max_entries,
         (long long)bounds.max_result_bytes);

  araios_matrix c = {0};
  check(araios_multiply(&a, &a, NULL, &c), "araios_multiply");
  int right = is_right("whole call", &a, &c) &&
              ((int32_t*)c.row_offsets)[n] <= bounds.max_entries;
  araios_free(&c);

  araios_options* options = NULL;
  check(araios_options_create(&options), "araios_options_create");
  check(araios_options_set(options, "replay", 1), "araios_options_set");
  araios_plan* plan = NULL;
  check(araios_plan_create(&a, &a, options, &plan), "araios_plan_create");
  araios_options_destroy(options);
  check(araios_plan_allocate(plan, &c), "araios_plan_allocate");
  for (int factor = 1; factor <= 3; ++factor) {
    for (int entry = 0; entry < num_entries; ++entry) values[entry] *= factor;
    check(araios_plan_numeric(plan, &a, &a, &c), "araios_plan_numeric");
    right = is_right("plan, new values", &a, &c) && right;
  }
  araios_free(&c);
  araios_plan_destroy(plan);
  check(araios_finalize(), "araios_finalize");
  return right ? 0 : 1;
}
