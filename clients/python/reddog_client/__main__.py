"""`python -m reddog_client`: play and sign from a terminal.

Exit status: 0, 1 if the platform or the client refused, 2 if what the platform shows does not hold, 64 for bad options.
"""

import argparse
import getpass
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Never

from . import commands
from .account import Account
from .errors import ClientError, VerificationError
from .platform_api import PlatformApi
from .player import Player

_REFUSED: Final = 1
_NOT_TRUE: Final = 2
_BAD_OPTIONS: Final = 64


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Never:
        self.print_usage(sys.stderr)
        self.exit(_BAD_OPTIONS, f"{self.prog}: {message}\n")


def main(words: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status."""
    options = _options(words)
    try:
        with Account(options.folder) as account:
            if commands.run_offline(account, options):
                return 0
            url, username = _whereabouts(account, options)
            commands.prepare(account, options)
            with PlatformApi(url) as api:
                player = Player(account, api)
                trust = None if options.trust is None else json.loads(options.trust.read_text())
                player.log_in(username, _password(username), trust=trust)
                commands.run(player, options)
    except VerificationError as error:
        print(f"does not hold: {error}. Nothing was signed. Keep {options.folder}/evidence.jsonl.", file=sys.stderr)
        return _NOT_TRUE
    except ClientError as error:
        print(f"refused: {error}", file=sys.stderr)
        return _REFUSED
    return 0


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="reddog_client", description="A player's client that checks before it signs.")
    parser.add_argument("--folder", type=Path, required=True, help="where keys, state and receipts are kept")
    parser.add_argument("--url", help="of the platform, ending in /api/v1; at the first login")
    parser.add_argument("--username", help="at the first login; the password is REDDOG_PASSWORD, or is asked for")
    parser.add_argument("--trust", type=Path, help="the log's trust.json, had from elsewhere; at the first login")
    commands.add_commands(parser)
    return parser.parse_args(words)


def _whereabouts(account: Account, options: argparse.Namespace) -> tuple[str, str]:
    """Return the platform's address and the user name: as given, or as kept."""
    if account.begun:
        return options.url or account.state.url, options.username or account.state.username
    if not options.url or not options.username:
        raise ClientError("the first login needs --url and --username")
    return options.url, options.username


def _password(username: str) -> str:
    return os.environ.get("REDDOG_PASSWORD") or getpass.getpass(f"Password of {username}: ")


if __name__ == "__main__":
    sys.exit(main())
