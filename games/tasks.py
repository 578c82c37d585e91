"""What the worker does for games."""

from datetime import UTC, datetime
from functools import partial

from celery import shared_task

from games.operations.expire import expire_rounds


@shared_task(name="games.expire_rounds")
def expire_rounds_task(**_: object) -> int:
    """Settle rounds that are past their time-out. Running twice, or late, does the same."""
    return expire_rounds(clock=partial(datetime.now, UTC))
