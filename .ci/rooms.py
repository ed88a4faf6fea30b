# SPDX-License-Identifier: BSD-3-Clause
"""Reads cmake/AraiosRooms.cmake, the one list of headers. Run as a script, prints where each header
is installed below include/araios.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CALL = re.compile(r"araios_(driver_)?room\((\S+) (\d+)([^)]*)\)")


def read_rooms():
    """Floor and public name of each listed header; floor of each room of the drivers."""
    headers, driver_rooms = {}, {}
    text = (ROOT / "cmake/AraiosRooms.cmake").read_text()
    text = re.sub(r"#.*", "", text)
    for is_driver, folder, floor, names in CALL.findall(text):
        if is_driver:
            driver_rooms[Path(folder).name] = int(floor)
            continue
        is_public = True
        for word in names.split():
            if word in ("PUBLIC", "INSIDE"):
                is_public = word == "PUBLIC"
                continue
            path = f"{folder}/Araios_{word}.hpp"
            # The doors of core/ are rooms of their own, since they stand on several floors.
            room = path if folder == "core" else folder
            name = f"Araios_{word}.hpp" if is_public else f"{Path(folder).name}/Araios_{word}.hpp"
            headers[path] = (room, int(floor), name)
    return headers, driver_rooms


if __name__ == "__main__":
    for _, _, name in read_rooms()[0].values():
        print(f"impl/{name}" if "/" in name else name)
