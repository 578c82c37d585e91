"""The gaming day's reports, filed: ordered, carried out, in the log, and the log exported as an auditor gets it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings

from audit.operations.export import export_log
from audit.queries.log import frontier
from games.engine import engine_sha256
from reports.catalogue import CATALOGUE
from reports.core.statuses import OrderStatus
from reports.issuer import Issuer
from reports.operations.generate import generate_report
from reports.operations.order_report import ReportRequest, order_report
from reports.queries.filings import get_file
from reports.queries.orders import get_order
from reports.version import SOFTWARE
from tests import world
from tests.reports.gaming_day_ground import DAY, PROFILE, at
from verifier.audit import AuditRequest, AuditResult, audit
from verifier.export import Export
from verifier.filed.proof import Proof, judge
from verifier.judge import Depth

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from responsible_gaming.core.jurisdiction import Jurisdiction
    from tests.reports.gaming_day_ground import Played

EXPECTED: Final = Path(__file__).parent / "expected"
FORMATS: Final = ("csv", "json", "parquet", "pdf", "xlsx")

_NUMBER: Final = re.compile(r"\b[0-9a-f]{32}\b")
_NAMED: Final = re.compile("(abe|ada|bea|dee|fae)0{29}")
_MADE_AT: Final = at(24, 31)


def ordered(kind: str, **filters: str) -> UUID:
    """Order a report of the day."""
    request = ReportRequest(kind=kind, first=DAY.first, until=DAY.until, actor="operator:ann", filters=filters)
    return order_report(request, zone=DAY.zone, now=_MADE_AT)


def carried_out(order_id: UUID, *, profile: Jurisdiction = PROFILE) -> Mapping[str, bytes]:
    """File a report that was ordered, and return its files by format."""
    issuer = Issuer(operator="Example Casino", origin=settings.REDDOG_LOG_ORIGIN)
    generate_report(order_id, issuer=issuer, jurisdiction=profile, clock=lambda: _MADE_AT)
    assert get_order(order_id).status == OrderStatus.FILED, get_order(order_id).problem
    return {name: get_file(order_id, name).content for name in FORMATS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Auditor:
    """Somebody who has the log and nothing else."""

    request: AuditRequest
    log: AuditResult

    def judge(self, content: bytes) -> Proof:
        """Return what the verifier says of a file, against a log that it has gone through."""
        return judge(content, self.request, log=self.log)


def auditor(folder: Path) -> Auditor:
    """Let the sequencer do its turn, and give the log away."""
    world.run_sequencer(now=at(24, 32))
    export_log(folder)
    request = AuditRequest(export=Export(folder=folder), depth=Depth.FULL, jobs=1)
    return Auditor(request=request, log=audit(request))


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """All reports of the day: `files` by kind and format, `log_size` what they cover."""

    files: Mapping[str, Mapping[str, bytes]]
    played: Played
    log_size: int
    folder: Path
    auditor: Auditor

    def named(self, kind: str) -> bytes:
        """Return a report's CSV file with names in place of what is another number in each run.

        Sessions and payments have the names that the day gave them; events, and what else has a number of its own, are
        numbered as they appear. No figure, instant, account or round is touched.
        """
        text = self.files[kind]["csv"].decode().replace(engine_sha256(), "{engine}")
        for number, name in self.played.names.items():
            text = text.replace(number, f"{{{name}}}")
        others = dict.fromkeys(number for number in _NUMBER.findall(text) if not _NAMED.fullmatch(number))
        for place, number in enumerate(others, start=1):
            text = text.replace(number, f"{{{place}}}")
        text = text.replace(f"\r\nsoftware,{SOFTWARE}\r\n", "\r\nsoftware,{software}\r\n")
        return text.replace(f"\r\nlog.size,{self.log_size}\r\n", "\r\nlog.size,{size}\r\n").encode()


def filed(played: Played, folder: Path) -> Filed:
    """File every report of the catalogue."""
    log_size = frontier().size
    files = {definition.kind: carried_out(ordered(definition.kind), profile=played.profile) for definition in CATALOGUE}
    return Filed(files=files, played=played, log_size=log_size, folder=folder, auditor=auditor(folder))
