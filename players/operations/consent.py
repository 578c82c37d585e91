"""Agree to documents, and withdraw an agreement that is not mandatory.

Source: docs/rules/accounts.md, clauses AC-3 to AC-5; regulation F21.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from uuid_utils.compat import uuid7

from audit.operations.append import bump_version
from kernel.cte import Cte, values
from kernel.ids import ChainId
from players.core.consents import read, require_versions, written
from players.core.legal_documents import Document
from players.models import Consent, Player


def consent_cte(given: Mapping[str, str], documents: Sequence[Document], *, now: datetime) -> Cte:
    """Store the consents of a registration. The versions are the current ones."""
    rows = [
        (uuid7(), document.kind.value, document.version, document.sha256)
        for document in documents
        if document.kind in given
    ]
    return Cte(
        "consents",
        "INSERT INTO players_consent (id, chain, kind, version, sha256, given, at)"
        " SELECT c.id, head.chain, c.kind, c.version, c.sha256, true, %s::timestamptz FROM head,"
        f" {values('(%s::uuid, %s::text, %s::text, %s::text)', len(rows))} AS c (id, kind, version, sha256)",
        (now, *(value for row in rows for value in row)),
    )


def change_consents(
    chain: ChainId, versions: Mapping[str, str | None], documents: Sequence[Document], *, now: datetime
) -> None:
    """Agree to the current version of some documents, by kind. None withdraws an agreement that is not mandatory.

    A consent that is already as requested stays as it is.

    Raises:
        OutdatedConsent: with the versions that are `current`; nothing was changed.
    """
    given = {kind: version for kind, version in versions.items() if version is not None}
    require_versions(given, documents, nothing_done="Nothing was changed.")
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(chain=chain)
        agreed = read(player.consents)
        for document in documents:
            kind = document.kind.value
            if kind not in versions or versions[kind] == agreed.get(kind):
                continue
            assert kind in given or not document.mandatory, "what is required is not taken back"
            _keep(player, document, given=kind in given, now=now)
            agreed.pop(kind, None)
            agreed |= {kind: document.version} if kind in given else {}
        player.consents = written(agreed)
        player.save(update_fields=["consents"])
        bump_version(chain)


def _keep(player: Player, document: Document, *, given: bool, now: datetime) -> None:
    Consent.objects.create(
        id=uuid7(),
        player=player,
        kind=document.kind.value,
        version=document.version,
        sha256=document.sha256,
        given=given,
        at=now,
    )
