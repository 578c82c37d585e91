"""A player's authenticator: the program on the telephone, and the paper with the recovery codes."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from players.core.totp import code_at, step_at
from players.operations.change_second_factor import confirm_second_factor, offer_second_factor
from players.queries import player
from players.tokens import session_id_of
from tests import world
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from kernel.ids import ChainId
    from players.operations.change_second_factor import Offered


@dataclass(frozen=True, slots=True)
class Authenticator:
    """What shows codes; `text` is the secret as it was typed in."""

    text: str
    recovery_codes: Sequence[str] = ()

    @classmethod
    def of(cls, offered: Offered) -> Self:
        return cls(offered.secret)

    @property
    def secret(self) -> bytes:
        return base64.b32decode(self.text)

    def code(self, *, now: datetime) -> str:
        return code_at(self.secret, step_at(now))

    def wrong_code(self, *, now: datetime) -> str:
        """Return six digits that are right at no step near."""
        near = {code_at(self.secret, step_at(now) + offset) for offset in range(-2, 3)}
        return next(code for code in ("000000", "111111", "222222", "333333", "444444", "555555") if code not in near)


def enrolled(chain: ChainId, *, now: datetime = NOW) -> Authenticator:
    """Give a player a second factor, from a session on a device that is then forgotten."""
    session_id = session_id_of(world.log_in_player(player(chain).username, now=now).token)
    authenticator = Authenticator.of(offer_second_factor(chain, proof=world.proof(), now=now))
    codes = confirm_second_factor(chain, session_id, code=authenticator.code(now=now), now=now)
    return Authenticator(authenticator.text, codes)
