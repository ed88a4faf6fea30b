# SPDX-License-Identifier: BSD-3-Clause
"""What tables and figures call the entries that the records of the drivers hold."""

OWN_LIBRARY = "araios"
# The default method of Araios, by driver, as records name it.
OWN_METHOD = {"spgemm": "kkspgemm", "spmv": "merge_path", "spmm": "rows"}


def entry_name(library, algorithm):
    """The library alone for what a call of Araios runs unless asked otherwise, else both."""
    is_default = (library, algorithm) == (OWN_LIBRARY, OWN_METHOD["spgemm"])
    return library if is_default else f"{library} {algorithm}"
