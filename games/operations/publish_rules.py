"""Logging the rule sheets: a `rules` record for each whose sheet or engine is not the one last logged.

Source: docs/formats/rule-sheet.md; regulation F16.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from audit.operations.note_event import Noted, note_event
from audit.operations.write_system_record import hold_system_chain, write_system_record
from games.core.odds import exact_rtp, misdeclared
from games.core.sheet import RuleSheet
from games.core.variants import OFFERED
from games.engine import engine_sha256
from games.models import PublishedSheet
from kernel.refusals import Refusal, RefusalKind

Document = Mapping[str, object]


class SheetChanged(Refusal):
    """A published rule sheet was changed under its version."""

    code, kind = "rule-sheet-changed", RefusalKind.CONFLICT


class RtpMisdeclared(Refusal):
    """A rule sheet promises another return than its rules give."""

    code, kind = "rtp-misdeclared", RefusalKind.CONFLICT


def publish_rules(*, now: datetime) -> list[str]:
    """Log what is new, and return the games it concerns. Rounds that are open keep their sheet.

    Raises:
        SheetChanged: nothing was published; an auditor would call the second sheet a forgery of the first.
        RtpMisdeclared: nothing was published; no game is ever offered on a promise that it does not keep.
    """
    with transaction.atomic():
        hold_system_chain()
        before = {sheet.game: _newest(sheet.game) for sheet in OFFERED}
        published = [sheet for sheet in OFFERED if _publish(sheet, before[sheet.game], now)]
        games = [sheet.game for sheet in published]
        if published:
            told = {game: _told(before[game]) for game in games}
            after = {sheet.game: _told(sheet.document(engine_sha256())) for sheet in published}
            note_event(Noted(kind="rules-published", actor="platform", before=told, after=after), now=now)
    return games


def _newest(game: str) -> Document | None:
    found = PublishedSheet.objects.filter(game=game).order_by("-published_seq")
    return found.values_list("document", flat=True).first()


def _told(document: Document | None) -> Document | None:
    """Return what an event tells of a sheet: all else is in its record."""
    return None if document is None else {name: document[name] for name in ("ver", "engine_sha256")}


def _publish(sheet: RuleSheet, newest: Document | None, now: datetime) -> bool:
    document = sheet.document(engine_sha256())
    if newest == document:
        return False
    same_version = PublishedSheet.objects.filter(game=sheet.game, document__ver=sheet.version)
    for known in same_version.values_list("document", flat=True):
        _require_unchanged(sheet, document, known)
    _require_true(sheet)
    record = write_system_record("rules", {"rules": document}, signed_by="rounds", now=now)
    PublishedSheet.objects.create(
        leaf=record.tip.leaf,
        game=sheet.game,
        engine_sha256=engine_sha256(),
        document=document,
        published_seq=record.tip.seq,
    )
    return True


def _require_unchanged(sheet: RuleSheet, document: Document, known: Document) -> None:
    """Let one version differ in the digest of the engine alone."""
    changed = sorted(name for name in document.keys() | known.keys() if document.get(name) != known.get(name))
    changed = [name for name in changed if name != "engine_sha256"]
    if changed:
        raise SheetChanged(
            f"Nothing was published. Version {sheet.version} of {sheet.game} is in the log with another"
            f" {', '.join(changed)}; give the changed sheet the next version.",
            game=sheet.game,
            members=changed,
        )


def _require_true(sheet: RuleSheet) -> None:
    """Hold what the sheet declares against what enumeration gives."""
    if misdeclared([sheet]):
        raise RtpMisdeclared(
            f"Nothing was published. Version {sheet.version} of {sheet.game} declares a return that its rules do not"
            " give; `manage.py par_sheet` computes it.",
            game=sheet.game,
            exact=exact_rtp(sheet).document(),
        )
