"""Logging the rule sheets: a `rules` record for each whose sheet or engine is not the one last logged.

Source: docs/formats/rule-sheet.md; regulation F16.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.write_system_record import write_system_record
from games.core.variants import VARIANTS
from games.engine import engine_sha256
from games.models import PublishedSheet


def publish_rules(*, now: datetime) -> list[str]:
    """Log what is new, make it current, and return the games it concerns. Rounds that are open keep their sheet."""
    published = []
    for sheet in VARIANTS:
        document = sheet.document(engine_sha256())
        with transaction.atomic():
            current = PublishedSheet.objects.select_for_update().filter(game=sheet.game, current=True).first()
            if current is not None and current.document == document:
                continue
            record = write_system_record("rules", {"rules": document}, signed_by="rounds", now=now)
            PublishedSheet.objects.filter(game=sheet.game, current=True).update(current=False)
            PublishedSheet.objects.create(
                leaf=record.tip.leaf, game=sheet.game, engine_sha256=engine_sha256(), document=document, current=True
            )
        published.append(sheet.game)
    return published
