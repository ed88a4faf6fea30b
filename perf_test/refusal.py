# SPDX-License-Identifier: BSD-3-Clause
"""How the scripts of this folder fail: an exit code and a message."""

USAGE = 2


class Refusal(Exception):
    """A reason not to start or not to continue, with its exit code."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
