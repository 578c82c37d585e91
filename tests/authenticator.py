"""A player's authenticator: the program on the telephone, and the paper with the recovery codes."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from credentials.core.totp import code_at, step_at
from credentials.owners import staff_owner
from credentials.sealed_totp import draw_secret
from players.operations.change_second_factor import confirm_second_factor, offer_second_factor
from players.queries.accounts import player
from players.tokens import session_id_of
from staff.ceremony_tokens import ceremony_id_of
from staff.models import Member
from staff.operations.check_credentials import StaffCredentials, StaffPlace
from staff.operations.enrol import begin_enrolment, enrol_totp, offer_totp
from staff.operations.store_factor import store_totp
from tests import world
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from credentials.sealed_totp import TotpOffer
    from kernel.ids import ChainId


@dataclass(frozen=True, slots=True)
class Authenticator:
    """What shows codes; `text` is the secret as it was typed in."""

    text: str
    recovery_codes: Sequence[str] = ()

    @classmethod
    def of(cls, offer: TotpOffer) -> Self:
        return cls(offer.text)

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


def enrol_member(username: str, *, now: datetime = NOW) -> None:
    """Give a member of the staff a second factor: enough to count as enrolled."""
    member = Member.objects.get(user__username=username)
    drawn = draw_secret(staff_owner(member.pk), issuer="a test", account=username)
    assert store_totp(member, drawn.sealed, Authenticator(drawn.text).code(now=now), now=now)


def staff_with_totp(username: str, *, now: datetime = NOW) -> Authenticator:
    """Open a staff account with a TOTP factor, and with a session."""
    world.log_in_staff(username, now=now)
    credentials = StaffCredentials(username=username, password=world.PASSWORD, place=StaffPlace(address=world.ADDRESS))
    enrolment = ceremony_id_of(begin_enrolment(credentials, now=now).token)
    authenticator = Authenticator.of(offer_totp(enrolment, now=now))
    codes = enrol_totp(enrolment, authenticator.code(now=now), now=now)
    return Authenticator(authenticator.text, codes)
