"""Publish what a release has and the log has not: the terms of protection and the rule sheets, in one transaction.

The system chain is locked until the transaction ends, so that of two hosts the second finds everything published.

Source: docs/approvals.md, "A release's rules"; docs/adr/0060-a-release-is-authorised.md; regulation F45.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from approvals.queries.release import ACT, authorisation_of, needs_two, release_of
from audit.operations.write_system_record import lock_system_chain
from games.operations.publish_rules import publish_rules, unpublished_games, work_out_returns
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.operations.publish_profile import publish_profile
from responsible_gaming.queries.profiles import is_announced
from staff.core.approval import Approval


class PublicationNotAuthorised(Refusal):
    """Two administrators have not authorised this release's rules."""

    code, kind = "publication-not-authorised", RefusalKind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What the log got."""

    profiles: int
    games: list[str]


def publish_release(jurisdiction: Jurisdiction, *, clock: Callable[[], datetime]) -> Published:
    """Publish what is new, and return it. Where the log has everything, nobody has to authorise it.

    The clock is read when the chain is locked and the returns are known: an event that is dated seconds before it is
    written is listed late, and a record is refused.

    Raises:
        PublicationNotAuthorised: nothing was published. With `act` and the `sha256` to propose.
        SheetChanged, RtpMisdeclared: nothing was published.
    """
    with transaction.atomic():
        lock_system_chain()
        if is_announced(jurisdiction) and not unpublished_games():
            return Published(profiles=0, games=[])
        work_out_returns()
        now = clock()
        by = _authorised(jurisdiction, now=now) if needs_two() else None
        return Published(
            profiles=publish_profile(jurisdiction, by=by, now=now),
            games=publish_rules(by=by, now=now),
        )


def _authorised(jurisdiction: Jurisdiction, *, now: datetime) -> Approval:
    sha256 = release_of(jurisdiction).sha256
    by = authorisation_of(sha256, now=now)
    if by is None:
        raise PublicationNotAuthorised(
            "No profile and no rule sheet was published. Two administrators authorise them first: one proposes"
            f" {ACT} with sha256 {sha256}, the other approves it (docs/approvals.md). Then run this again within seven"
            " days. `manage.py publish_rules --dry-run` lists what has this digest.",
            act=ACT,
            sha256=sha256,
        )
    return by
