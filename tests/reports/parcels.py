"""Parcels for tests of deliveries: the files of a filing, without the filing."""

from __future__ import annotations

import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

from reports.delivery.backend import Parcel, ParcelFile

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER: Final = TemporaryDirectory()
FILING: Final = UUID("01936a5e-0000-7000-8000-000000000001")
CSV: Final = "taxable-revenue_2026-11-20_2026-11-20_r1.csv"
PDF: Final = "taxable-revenue_2026-11-20_2026-11-20_r1.pdf"
NOTE: Final = "taxable-revenue_2026-11-20_2026-11-20_r1.note"
MEDIA_TYPES: Final = {CSV: "text/csv", PDF: "application/pdf", NOTE: "text/plain"}
# Bytes that a careless transport changes: line feeds, what is no UTF-8, more than one packet or buffer holds.
FILES: Final = {
    CSV: "report,Taxable revenue\r\noperator,Spielbank Zürich\r\n".encode(),
    PDF: b"%PDF-1.7\n\x00\xff\xfe\r\n--boundary\n" + bytes(range(256)) * 800,
    NOTE: "{}\n\n— casino.example/log AAAA\n".encode(),
}


def parcel(files: Mapping[str, bytes] = FILES) -> Parcel:
    """Return a parcel of files that are on the disk until this process ends."""
    return Parcel(
        filing=FILING,
        title="Taxable revenue, 2026-11-20, revision 1",
        files={name: kept(content, MEDIA_TYPES[name]) for name, content in files.items()},
    )


def kept(content: bytes, media_type: str) -> ParcelFile:
    path = Path(_FOLDER.name) / uuid4().hex
    path.write_bytes(content)
    return ParcelFile(path, media_type, hashlib.sha256(content).hexdigest(), len(content))
