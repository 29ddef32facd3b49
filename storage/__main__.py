"""`python -m storage copy FROM TO`: all of a database into another one that is empty.

FROM and TO are files (SQLite) or addresses (postgresql://name:password@host/database).
"""

import argparse
import asyncio
import sys
from os.path import isfile

from storage.copying import copy
from storage.database import is_address
from storage.errors import NotCopied, StoreError


def main(arguments: list[str] | None = None) -> int:
    """The exit code: 0 when all was copied and checked, 1 when nothing was."""
    parser = argparse.ArgumentParser(prog="python -m storage", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("copy", help="copy all, and check counts and hashes")
    one.add_argument("source", metavar="FROM")
    one.add_argument("target", metavar="TO")
    options = parser.parse_args(arguments)
    try:
        if not is_address(options.source) and not isfile(options.source):
            raise NotCopied(f"There is no file {options.source}.")
        asyncio.run(copy(options.source, options.target, print))
    except StoreError as error:
        print(f"Nothing was copied: {error}", file=sys.stderr)
        return 1
    print("All of it was copied, and both were read again and are the same.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
