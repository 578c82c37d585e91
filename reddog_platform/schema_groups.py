"""Who uses which path: the groups in which the interface's description lists them."""

from typing import Any, Final

_ACCOUNT: Final = "Players: account"
_PLAY: Final = "Players: play alone"
_TABLES: Final = "Players: play at tables"
_MONEY: Final = "Players: money"
_PROTECTION: Final = "Players: limits and breaks"
_PROOFS: Final = "Everybody: proofs"
_LOG_IN: Final = "Staff: log in and accounts"
_CASES: Final = "Staff: players and cases"
_HOUSE: Final = "Staff: the house"
_REPORTS: Final = "Staff: reports"

_DESCRIPTIONS: Final = {
    _ACCOUNT: "Register, log in, prove who one is, keep keys, read messages, take one's data, close the account.",
    _PLAY: "Games, rules, seeds, rounds and receipts.",
    _TABLES: "Live tables: seats, stakes, values, decisions and the stream of events.",
    _MONEY: "Balance, deposits and withdrawals.",
    _PROTECTION: "Limits, time-outs, self-exclusion and the reality check.",
    _PROOFS: "The log as anybody may read and check it, and the documents that players consent to.",
    _LOG_IN: "Sessions, second factors and accounts of the staff, and what two of them approve.",
    _CASES: "Players, their reviews, cases and disputes.",
    _HOUSE: "Tables, switches, payments, events and the release.",
    _REPORTS: "The figures of the day; order, follow, download and deliver reports.",
}
"""In the order in which the page shows them."""

_GROUPS: Final = {
    "log": _PROOFS,
    "documents": _PROOFS,
    "games": _PLAY,
    "epochs": _PLAY,
    "rounds": _PLAY,
    "records": _PLAY,
    "tables": _TABLES,
    "me/stakes": _TABLES,
    "wallet": _MONEY,
    "payment-methods": _MONEY,
    "deposits": _MONEY,
    "withdrawals": _MONEY,
    "me/limits": _PROTECTION,
    "me/bet-limit": _PROTECTION,
    "me/exclusion": _PROTECTION,
    "me/session": _PROTECTION,
    "ops/sessions": _LOG_IN,
    "ops/enrolments": _LOG_IN,
    "ops/password": _LOG_IN,
    "ops/factors": _LOG_IN,
    "ops/factor-challenges": _LOG_IN,
    "ops/staff": _LOG_IN,
    "ops/proposals": _LOG_IN,
    "ops/players": _CASES,
    "ops/player-searches": _CASES,
    "ops/person-searches": _CASES,
    "ops/rounds": _CASES,
    "ops/act-reviews": _CASES,
    "ops/cases": _CASES,
    "ops/disputes": _CASES,
    "ops/markers": _CASES,
    "ops/person-reviews": _CASES,
    "ops/exclusion-list": _CASES,
    "ops/figures": _REPORTS,
    "ops/reports": _REPORTS,
    "ops": _HOUSE,
}
"""The groups by the first two words of a path, or by its first. What is not here is the account's."""


def group_paths(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Give every operation of the schema its group, and the schema its list of groups."""
    for path, methods in result["paths"].items():
        words = path.removeprefix("/api/v1/").split("/")
        group = _GROUPS.get("/".join(words[:2])) or _GROUPS.get(words[0], _ACCOUNT)
        for operation in methods.values():
            operation["tags"] = [group]
    result["tags"] = [{"name": name, "description": text} for name, text in _DESCRIPTIONS.items()]
    return result
