"""manage.py publish_rules: log the keys, the profile and the rule sheets of this installation."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from approvals.core.release import Release, sha256_of
from approvals.operations.announce import announce_first_keys
from approvals.operations.publish_release import publish_release
from approvals.queries.release import ACT, authorisation_of, needs_two, release_of
from audit.queries.announced_keys import unannounced_keys
from games.operations.publish_rules import unpublished_games
from kernel.decimals import percent
from kernel.refusals import Refusal
from responsible_gaming.queries.profiles import is_announced


class Command(BaseCommand):
    """Announce keys, the jurisdiction's terms and rule sheets that the log does not have yet. To be run at every deployment."""

    help = (
        "Log the keys, the profile of REDDOG_JURISDICTION and the rule sheets that the log does not have yet. Once two"
        " administrators have enrolled, they authorise profile and sheets first, by their digest."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would be logged, and the digest")

    def handle(self, *, dry_run: bool, **_: Any) -> None:
        """Write the records and say which."""
        now = datetime.now(UTC)
        if dry_run:
            for line in _plan(release_of(settings.REDDOG_JURISDICTION), now=now):
                self.stdout.write(line)
            return
        keys = 0
        try:
            keys = announce_first_keys(now=now)
            published = publish_release(settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC))
        except Refusal as refusal:
            announced = f" {keys} keys were announced before." if keys else ""
            raise CommandError(f"{refusal.title()}. {refusal.detail}{announced}") from refusal
        self.stdout.write(
            f"Announced {keys} keys and {published.profiles} profiles; published"
            f" {', '.join(published.games) or 'no new rules'}."
        )


def _plan(release: Release, *, now: datetime) -> Iterator[str]:
    # What depends on the release alone comes first: the log's tables may be an older release's.
    profile = release.profile
    yield f"profile  {profile['name']}, version {profile['ver']}, SHA-256 {sha256_of(profile)}"
    yield from (f"sheet    {_sheet_line(sheet)}" for sheet in release.sheets)
    yield f"sha256   {release.sha256}"
    games, has_profile = unpublished_games(), is_announced(settings.REDDOG_JURISDICTION)
    fresh = [*([] if has_profile else ["the profile"]), *games]
    yield f"to log   {', '.join(fresh) or 'nothing: the log has all of it'}"
    unnamed, who = unannounced_keys(), "; two administrators authorise each first" if needs_two() else ""
    yield f"keys     {', '.join(unnamed)} to announce{who}" if unnamed else "keys     none to announce"
    if fresh:
        yield f"who      {_who(release, now=now)}"


def _sheet_line(sheet: Mapping[str, Any]) -> str:
    returns = ", ".join(f"{name} {percent(Fraction(*rate), 4)} %" for name, rate in sheet["rtp"].items())
    return f"{sheet['game']}, version {sheet['ver']}, SHA-256 {sha256_of(sheet)}, RTP {returns}"


def _who(release: Release, *, now: datetime) -> str:
    if not needs_two():
        return "nobody has to authorise it: fewer than two administrators have enrolled, or the database is a demonstration's"
    by = authorisation_of(release.sha256, now=now)
    if by is None:
        return f"two administrators authorise it first: {ACT} with this sha256 (docs/approvals.md)"
    return f"authorised by {by.proposer} and {by.approver}"
