"""List every round of an interval as a worker does: `python -m benchmarks.list_worker list INTERVAL_AS_JSON`.

Prints the seconds and this process's peak memory after the pages and after each file, and those of the typesetter.
"""

import json
import resource
import sys
import time
from dataclasses import replace
from datetime import date, datetime
from typing import Any, BinaryIO, Final

import django

django.setup()

from benchmarks.figures import peak_mb  # noqa: E402  Django's models need its set-up
from kernel.instants import from_epoch_ms  # noqa: E402  the same
from reports.core.day_zone import DayZone  # noqa: E402
from reports.core.definition import Report  # noqa: E402
from reports.core.period import Period  # noqa: E402
from reports.core.schedule import GRACE  # noqa: E402
from reports.core.statuses import OrderStatus  # noqa: E402
from reports.formats import FORMATS  # noqa: E402
from reports.formats.report_format import Format  # noqa: E402
from reports.issuer import configured_issuer  # noqa: E402  Django's models need its set-up
from reports.models.filings import FiledFile  # noqa: E402  the same
from reports.models.orders import ReportOrder  # noqa: E402  the same
from reports.operations import file_report  # noqa: E402  the same
from reports.operations.generate import generate_report  # noqa: E402  the same
from reports.operations.order_report import ReportRequest, order_report  # noqa: E402  the same
from responsible_gaming.core.jurisdiction import Jurisdiction  # noqa: E402
from responsible_gaming.core.jurisdictions import NEW_JERSEY  # noqa: E402

_BEGAN: Final = time.perf_counter()
_KIND: Final = "large-transactions"


def _listing_all(jurisdiction: Jurisdiction) -> Jurisdiction:
    """Return the jurisdiction for which every wager and every win is a large one."""
    amounts = {code: replace(amounts, large_round_minor=1) for code, amounts in jurisdiction.amounts.items()}
    return replace(jurisdiction, amounts=amounts)


def _sofar() -> dict[str, float]:
    return {"until_s": round(time.perf_counter() - _BEGAN, 1), "peak_mb": peak_mb()}


def _list(what: dict[str, Any]) -> dict[str, object]:
    period = Period(date.fromisoformat(what["first"]), date.fromisoformat(what["until"]), DayZone(what["zone"]))
    now = from_epoch_ms(period.end_ms) + GRACE
    steps: dict[str, object] = {"start": _sofar()}
    # Seconds and memory are noted between the files, and nothing else of the operation changes.
    vars(file_report)["FORMATS"] = tuple(_noted(format_, steps) for format_ in FORMATS)
    request = ReportRequest(
        kind=_KIND, first=period.first, until=period.until, actor="benchmark", filters=what["filters"]
    )
    order = order_report(request, zone=period.zone, now=now)

    def clock() -> datetime:
        return now

    generate_report(order, issuer=configured_issuer(), jurisdiction=_listing_all(NEW_JERSEY), clock=clock)

    stored = ReportOrder.objects.get(id=order)
    assert stored.status == OrderStatus.FILED, stored.problem
    sizes = FiledFile.objects.filter(filing=order).values_list("format", "objects_bytes")
    return {
        "rows": stored.rows,
        "pages": stored.pages,
        "steps": {**steps, "filed": _sofar()},
        "typesetter_mb": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6, 1),
        "files_in_store_mb": {name: round(length / 1e6, 1) for name, length in sizes},
    }


def _noted(format_: Format, steps: dict[str, object]) -> Format:
    def write_to(report: Report, file: BinaryIO) -> None:
        steps[f"before {format_.name}"] = _sofar()
        format_.write_to(report, file)
        print(format_.name, _sofar(), file=sys.stderr, flush=True)
        steps[format_.name] = _sofar()

    return replace(format_, write_to=write_to)


def main() -> None:
    """Run the verb that the command line names."""
    print(json.dumps(_list(json.loads(sys.argv[2]))))


if __name__ == "__main__":
    main()
