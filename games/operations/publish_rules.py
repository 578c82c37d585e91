"""Publish the rule sheets: log a `rules` record for each whose sheet or engine is not the one last logged.

Source: docs/formats/rule-sheet.md; regulation F16.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.operations.write_system_record import lock_system_chain, write_system_records
from games.core.sheet import RuleSheet
from games.core.variants import OFFERED
from games.engine import engine_sha256
from games.laboratory.exact_math import exact_rtp, find_misdeclared
from games.models import PublishedSheet
from games.queries.sheets import documents_of_version, newest_documents
from kernel.refusals import Refusal, RefusalKind
from staff.core.approval import Approval

Document = Mapping[str, object]


class SheetChanged(Refusal):
    """A published rule sheet was changed under its version."""

    code, kind = "rule-sheet-changed", RefusalKind.CONFLICT


class RtpMisdeclared(Refusal):
    """A rule sheet promises another return than its rules give."""

    code, kind = "rtp-misdeclared", RefusalKind.CONFLICT


def publish_rules(*, now: datetime, by: Approval | None = None) -> list[str]:
    """Log what is new, and return its games. Open rounds keep their sheet.

    `by` is who authorised it, None where nobody has to: `approvals/operations/publish_release.py` knows.

    Raises:
        SheetChanged: nothing was published; to an auditor the second sheet would be a forgery of the first.
        RtpMisdeclared: nothing was published.
    """
    with transaction.atomic():
        lock_system_chain()
        before = newest_documents()
        fresh = [sheet for sheet in OFFERED if before.get(sheet.game) != sheet.document(engine_sha256())]
        games = [sheet.game for sheet in fresh]
        if fresh:
            earlier = {game: _event_facts(before.get(game)) for game in games}
            after = {sheet.game: _event_facts(sheet.document(engine_sha256())) for sheet in fresh}
            actor, reason = ("platform", "") if by is None else (by.staff_actor, by.reason)
            event = NewEvent(kind="rules-published", actor=actor, reason=reason, before=earlier, after=after)
            ev = save_event(event, now=now)
            for sheet in fresh:
                if sheet.game in before:
                    _require_unchanged_versions(sheet)
                _require_true(sheet)
            _log(fresh, ev, now)
    return games


def work_out_returns() -> None:
    """Work out what the new sheets return, which takes seconds; `publish_rules` then compares what they declare at once.

    To be called before the clock is read for it.
    """
    fresh = set(unpublished_games())
    find_misdeclared(sheet for sheet in OFFERED if sheet.game in fresh)


def release_documents() -> list[Document]:
    """Return the sheets that this code offers as their records have them, by game, published or not."""
    return [sheet.document(engine_sha256()) for sheet in sorted(OFFERED, key=lambda sheet: sheet.game)]


def unpublished_games() -> list[str]:
    """Return the games of this version whose sheet or engine is not the one last logged, in the order of the code."""
    newest = newest_documents()
    return [sheet.game for sheet in OFFERED if newest.get(sheet.game) != sheet.document(engine_sha256())]


def _event_facts(document: Document | None) -> Document | None:
    """Return what the event shows of a sheet. All else is in the sheet's record."""
    return None if document is None else {name: document[name] for name in ("ver", "engine_sha256")}


def _log(sheets: Sequence[RuleSheet], ev: str, now: datetime) -> None:
    """Log sheets, and store the rows by which they are found."""
    documents = [sheet.document(engine_sha256()) for sheet in sheets]
    fields = [{"rules": document, "ev": ev} for document in documents]
    records = write_system_records("rules", fields, signed_by="rounds", now=now)
    PublishedSheet.objects.bulk_create(
        PublishedSheet(
            leaf=record.tip.leaf,
            game=sheet.game,
            engine_sha256=engine_sha256(),
            document=document,
            published_seq=record.tip.seq,
        )
        for sheet, document, record in zip(sheets, documents, records, strict=True)
    )


def _require_unchanged_versions(sheet: RuleSheet) -> None:
    """Refuse a sheet that was logged under its version with other rules."""
    for published in documents_of_version(sheet.game, sheet.version):
        _require_unchanged(sheet, sheet.document(engine_sha256()), published)


def _require_unchanged(sheet: RuleSheet, document: Document, published: Document) -> None:
    """Refuse a sheet that differs from one of the same version in more than the engine's digest."""
    changed = sorted(name for name in document.keys() | published.keys() if document.get(name) != published.get(name))
    changed = [name for name in changed if name != "engine_sha256"]
    if changed:
        raise SheetChanged(
            f"Nothing was published. Version {sheet.version} of {sheet.game} is in the log with another"
            f" {', '.join(changed)}; give the changed sheet the next version.",
            game=sheet.game,
            members=changed,
        )


def _require_true(sheet: RuleSheet) -> None:
    """Refuse a sheet that declares another return than enumeration gives."""
    if find_misdeclared([sheet]):
        raise RtpMisdeclared(
            f"Nothing was published. Version {sheet.version} of {sheet.game} declares a return that its rules do not"
            " give; `manage.py par_sheet` computes it.",
            game=sheet.game,
            exact=exact_rtp(sheet).document(),
        )
