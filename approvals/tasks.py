"""The tasks of what nobody does alone."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from celery import shared_task
from django.conf import settings

from approvals.queries.exclusion_list import authorised_list
from responsible_gaming.operations.import_exclusions import ImportOrder, import_exclusions


@shared_task(name="responsible_gaming.import_exclusions")
def import_exclusions_task(**_: object) -> str:
    """Import the national exclusion list that `REDDOG_EXCLUSION_LIST` names. It is safe to run this task twice.

    Whom it would free stays bound until two operators have authorised the file. If the file is missing or refused, the task
    fails and the list stays in force. `manage.py doctor` reports it.
    """
    if not settings.REDDOG_EXCLUSION_LIST:
        return "no list is configured"
    order = ImportOrder(
        actor="platform",
        reason="the nightly import",
        authorised=authorised_list(now=datetime.now(UTC)),
        by_itself=True,
    )
    with Path(settings.REDDOG_EXCLUSION_LIST).open("rb") as file:
        done = import_exclusions(
            file, order=order, jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC)
        )
    withheld = f", {done.withheld} persons wait for two operators (sha256 {done.sha256})" if done.withheld else ""
    return f"{done.persons} persons, {done.excluded} players excluded, {done.lifted} let go{withheld}"
