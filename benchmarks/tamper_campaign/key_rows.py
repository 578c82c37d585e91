"""Attacks with records of the log's key: an operator who replaces it, or ends it, otherwise than the root says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from benchmarks.tamper_campaign.owned_log import OperatorKey
from benchmarks.tamper_campaign.rows import Row, draft
from tests.verifier.producer import Draft

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.tamper_campaign.owned_log import OwnedLog


def _record(kind: str, *, of_log: bool, by_root: bool) -> Callable[[OwnedLog], object]:
    """Append a record about the log's key, or about another one of its name, by the root or by the log key itself."""

    def spoil(log: OwnedLog) -> None:
        own = log.keys[log.trust["log"].partition("+")[0]]
        about = own if of_log else OperatorKey(own.name, b"\x06" * 32)
        root = log.keys[log.trust["root"].partition("+")[0]]
        about_it = {"name": own.name, "type": kind, "use": "checkpoints", "vkey": about.vkey, "time": log.now}
        fields = {**draft(log, "key").fields, **about_it}
        log.drafts.append(Draft(fields=fields, signer=root if by_root else own, leaf="5e" * 32))

    return spoil


KEY_ROWS: Final = tuple(
    Row(name=name, expected=frozenset({code}), spoil=spoil)
    for name, code, spoil in (
        ("log key replaced by its own word", "E_KEY", _record("key", of_log=False, by_root=False)),
        ("log key revoked without a successor", "E_KEY", _record("revoke", of_log=True, by_root=True)),
        ("log key that is revoked and was never announced", "E_KEY", _record("revoke", of_log=False, by_root=True)),
        (
            "successor announced, the older key goes on alone",
            "E_CHECKPOINT",
            _record("key", of_log=False, by_root=True),
        ),
    )
)
