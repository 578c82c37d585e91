"""manage.py admit_player_key PLAYER_ID --key FILE: let a key in for a player who lost all of them, for two operators."""

import base64
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.core.player_keys import ALGORITHMS
from audit.core.player_signatures import KEY_USES, SignedOver
from audit.management.key_operators import add_operator_arguments, operators_of, player_of
from audit.operations.add_player_key import NewPlayerKey, add_player_key
from kernel.instants import rfc3339
from kernel.refusals import Refusal


class Command(BaseCommand):
    """For players whose keys are all lost, once it is certain who they are."""

    help = "Let a key in that a player's new device made; it may sign 72 hours later. The record names both operators."

    def add_arguments(self, parser: CommandParser) -> None:
        add_operator_arguments(parser)
        parser.add_argument(
            "--key", required=True, type=Path, metavar="FILE", help="JSON of the new device: alg, pub, use and pop"
        )

    def handle(self, *, player_id: str, reason: str, by: list[str], key: Path, **_: object) -> None:
        operators, chain, new = operators_of(by, reason), player_of(player_id), _read(key)
        try:
            changed = add_player_key(chain, new, authority=operators, now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"Key {changed.key.kid} is in; it may sign from {rfc3339(changed.key.lives_from_ms)} on.")


def _read(file: Path) -> NewPlayerKey:
    """Read the body of `POST /api/v1/me/keys`, as a device writes it.

    Raises:
        CommandError: it is none.
    """
    try:
        document: Any = json.loads(file.read_text())
        pop = document["pop"]
        return NewPlayerKey(
            # `index` finds nothing else.
            algorithm=ALGORITHMS[ALGORITHMS.index(document["alg"])],
            public=bytes.fromhex(document["pub"]),
            use=KEY_USES[KEY_USES.index(document["use"])],
            possession=SignedOver(
                signature=base64.b64decode(pop["sig"], validate=True),
                until_ms=int(pop["until"]),
                prev=bytes.fromhex(pop["prev"]),
            ),
        )
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise CommandError(f"{file} holds no new key of a device: {error}. Nothing was changed.") from error
