// SPDX-License-Identifier: BSD-3-Clause
#include "Readers.hpp"

ARAIOS_TEST_READERS();
