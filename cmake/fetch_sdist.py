# SPDX-License-Identifier: BSD-3-Clause
"""Saves a source package from pip's configured index: fetch_sdist.py PACKAGE VERSION FILE.

`pip download` does the same, but first installs the package's build dependencies and runs its build
back end, which takes longer than the download. This asks pip's own finder and session instead, so
that index, proxy and certificates are those of pip. They are internal to pip, hence a non-zero exit
code only means: use `pip download`.
"""

import os
import sys

try:
    from pip._internal.commands import create_command
except ImportError as error:
    sys.exit(f"{sys.executable}: {error}")


def main(package: str, version: str, path: str) -> None:
    command = create_command("download")
    options, _ = command.parse_args(["--no-binary", package, "--retries", "2"])
    with command.main_context():
        session = command.get_default_session(options)
        finder = command._build_package_finder(options, session)
        candidates = finder.find_all_candidates(package)
        links = [c.link for c in candidates if str(c.version) == version and not c.link.is_wheel]
        if not links:
            sys.exit(f"{package} {version}: no source package in pip's index")
        print(f"-- Araios: downloading {links[0].filename}", flush=True)
        # Raw bytes: a server may send the archive with a content encoding.
        headers = {"Accept-Encoding": "identity"}
        response = session.get(links[0].url_without_fragment, headers=headers)
        response.raise_for_status()
    partial = path + ".partial"
    with open(partial, "wb") as file:
        file.write(response.content)
    os.replace(partial, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
