"""The rules of docs/api.md, "Rules of the interface", hold for all that is published."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest
from drf_spectacular.generators import SchemaGenerator

from kernel.refusals import RefusalKind
from reddog_platform.schema_names import ENUM_NAMES
from tests.api.schema_deviations import DEVIATIONS
from tests.core.test_kernel import refusals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_INSTANT: Final = re.compile(r"\w+_(at|from)")
_DAY: Final = re.compile(r"\w+_(date|day)|birth_date")
_KEBAB: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OTHER_UNITS: Final = re.compile(r"\w*_(ms|millis|minutes|hours)|duration|elapsed|seconds_\w+")

# Paths that end in a plural and are one thing nevertheless, and lists whose noun has no plural.
SINGULAR: Final = frozenset({"rules", "status", "recovery-codes"})
COLLECTIVE: Final = frozenset({"staff"})

# Integers that are no money: counts, numbers of records, versions. Whoever adds one says here that it is none.
NO_MONEY: Final = frozenset(
    {
        *("attempts", "days", "definition", "epoch", "excluded", "lifted", "limit", "log_index", "log_size", "matched"),
        *("minimum", "nonce", "pages", "persons", "points", "recovery_codes_left", "record_seq", "retention_days"),
        *(
            "revision",
            "rounds",
            "rounds_left",
            "rows",
            "rows_added",
            "rows_removed",
            "decimals",
            "rules_version",
            "score",
            "seconds",
            "seq",
            "size",
            "spread",
        ),
        *(
            "active_players",
            "after",
            "asked_seq",
            "burnt",
            "covered_size",
            "decks_known",
            "count",
            "games",
            "good_hands_apart",
            "good_hands_together",
            "hands",
            "late",
            "lost",
            "owed",
            "seat",
            "seats",
            "seats_max",
            "seats_min",
            "seats_taken",
            "spared_apart",
            "spared_together",
            "status",
            "unread",
            "until",
            "version",
        ),
    }
)

# What each thing is not called, and what it is called instead.
ONE_WORD: Final = {
    "ante": "stake",
    "bonus": "side_bet",
    "wagered": "staked",
    "won": "returned",
    "last_log_on": "last_login",
    "last_address": "last_ip_address",
    "state": "status",
    "by": "actor",
    "requested_by": "actor",
}
HAVE_IDS: Final = frozenset({"player", "payment", "session", "round", "order", "filing", "device", "delivery", "table"})
VERBS: Final = frozenset(
    {
        *(
            "accept",
            "acknowledge",
            "act",
            "assess",
            "begin",
            "block",
            "cancel",
            "change",
            "close",
            "confirm",
            "correct",
        ),
        *("create", "deal", "decide", "delete", "enrol", "erase", "exclude", "grant", "import", "issue", "lift"),
        *("offer", "open", "order", "play", "propose", "register", "remove", "renew", "replace", "request", "reset"),
        *("resume", "retry", "review", "set", "start", "unblock", "unlock", "update", "verify", "withdraw"),
    }
)
NO_NOUNS: Final = frozenset({"assess", "cancel", "confirm", "exclude", "lift", "reset", "return", "unblock", "unlock"})
STATUSES: Final = {
    "GET": {"200"},
    "POST": {"201", "202", "204"},
    "PUT": {"200"},
    "DELETE": {"204"},
}
ADJECTIVES: Final = frozenset(
    {"duplicate", "impossible", "malformed", "missing", "outdated", "reused", "unknown", "weak", "wrong"}
)


class Operation(NamedTuple):
    """A method of a path."""

    method: str
    path: str
    schema: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def last(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def answers(self) -> dict[str, Any]:
        """Return the answers that are no problem, by their status."""
        return {status: answer for status, answer in self.schema["responses"].items() if status != "default"}


class Member(NamedTuple):
    """A member of a component, or a parameter of an operation."""

    owner: str
    name: str
    schema: dict[str, Any]

    @property
    def where(self) -> str:
        return f"{self.owner}.{self.name}"

    def is_a(self, type_: str, format_: str | None = None) -> bool:
        return any(
            type_ in ([part["type"]] if isinstance(part.get("type"), str) else part.get("type", ()))
            and part.get("format") == format_
            for part in (self.schema, *(_resolved(choice) for choice in self.choices))
        )

    @property
    def choices(self) -> list[dict[str, Any]]:
        return [choice for key in ("oneOf", "anyOf", "allOf") for choice in self.schema.get(key, ())]


@cache
def published() -> dict[str, Any]:
    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]  # the library has no types here
    schema: dict[str, Any] = generator.get_schema(request=None, public=True)
    return schema


def operations() -> Iterator[Operation]:
    for path, methods in published()["paths"].items():
        for method, schema in methods.items():
            yield Operation(method.upper(), path, schema)


def members() -> Iterator[Member]:
    """Yield every member of every object, and every parameter of a query."""
    for name, component in published()["components"]["schemas"].items():
        for member, schema in component.get("properties", {}).items():
            yield Member(name, member, schema)
    for operation in operations():
        for parameter in operation.schema.get("parameters", ()):
            if parameter["in"] == "query":
                yield Member(operation.name, parameter["name"], parameter["schema"])


def is_collection(operation: Operation) -> bool:
    plural = operation.last.endswith("s") and operation.last not in SINGULAR and "{" not in operation.last
    return operation.method == "GET" and (plural or operation.last in COLLECTIVE)


# --- The rules: each returns where it is not kept -------------------------------------------------------------


def lists() -> Iterator[str]:
    """A list is an object with `items` and `next`."""
    for operation in filter(is_collection, operations()):
        schema = _answer(operation)
        properties = schema.get("properties", {})
        if properties.get("items", {}).get("type") != "array" or not _may_be_null(properties.get("next", {})):
            yield operation.name
    for name, component in published()["components"]["schemas"].items():
        if "items" in component.get("properties", {}) and "next" not in component["properties"]:
            yield name


def instants() -> Iterator[str]:
    """An instant ends in `_at` or `_from`, and so does nothing else. The bounds of an interval are `from` and `to`."""
    for member in members():
        if member.where.startswith("GET ") and member.name in {"from", "to"}:
            continue
        if member.is_a("string", "date-time") != bool(_INSTANT.fullmatch(member.name)):
            yield member.where


def days() -> Iterator[str]:
    """A day of the calendar ends in `_day` or `_date`, and so does nothing else."""
    for member in members():
        if member.is_a("string", "date") != bool(_DAY.fullmatch(member.name)):
            yield member.where


def durations() -> Iterator[str]:
    """A duration is a whole number of seconds, and its name says so."""
    for member in members():
        in_seconds = member.name == "seconds" or member.name.endswith("_seconds")
        if _OTHER_UNITS.fullmatch(member.name) or (in_seconds and not member.is_a("integer")):
            yield member.where


def money() -> Iterator[str]:
    """An amount is a money object; every integer is known to be none."""
    for member in members():
        amount_itself = member.owner.startswith("Money")
        no_money = amount_itself or member.name in NO_MONEY or member.name.endswith("_seconds")
        if (member.is_a("integer") and not no_money) or member.is_a("number"):
            yield member.where


def words() -> Iterator[str]:
    """One word for each thing."""
    for member in members():
        postal = any("Address" in choice.get("$ref", "") for choice in (member.schema, *member.choices))
        if member.name in ONE_WORD or (member.name == "address" and not postal):
            yield member.where


def ids() -> Iterator[str]:
    """An id is `id` in its own object, and `<noun>_id` everywhere else."""
    for member in members():
        own = member.name.endswith("_id") and member.owner.lower().startswith(member.name.removesuffix("_id"))
        if own or (member.name in HAVE_IDS and member.is_a("string")):
            yield member.where


def places() -> Iterator[str]:
    """The place of an id in a path is called `{<noun>_id}`."""
    for path in published()["paths"]:
        for place in re.findall(r"{(\w+)}", path):
            if place in HAVE_IDS:
                yield path


def choices() -> Iterator[str]:
    """The values to choose from are in kebab-case; versions of a format have a slash and a number."""
    for name, component in published()["components"]["schemas"].items():
        values = [value for value in component.get("enum", ()) if isinstance(value, str)]
        if not all(_KEBAB.fullmatch(value.partition("/")[0]) for value in values):
            yield name


def names_of_choices() -> Iterator[str]:
    """Every choice of values is named in the settings: a name that the library makes up changes with other fields."""
    schemas = published()["components"]["schemas"]
    found = {name for name, component in schemas.items() if component.get("enum", [None]) != [None]}
    yield from found ^ ENUM_NAMES.keys()


def paths() -> Iterator[str]:
    """A path is made of nouns in kebab-case."""
    for path in published()["paths"]:
        segments = [segment for segment in path.split("/")[3:] if "{" not in segment]
        if NO_NOUNS & set(segments) or not all(map(_KEBAB.fullmatch, segments)):
            yield path


def statuses() -> Iterator[str]:
    """POST: 201 with what was made, 202 if it is made later, 204 for nothing to show; PUT: 200; DELETE: 204."""
    for operation in operations():
        empty = [status for status, answer in operation.answers.items() if ("content" in answer) == (status == "204")]
        if not set(operation.answers) <= STATUSES[operation.method] or len(operation.answers) != 1 or empty:
            yield operation.name


def operation_ids() -> Iterator[str]:
    """An operationId is a verb and a noun: `list_` and `get_` for GET."""
    for operation in operations():
        verb, _, noun = operation.schema["operationId"].partition("_")
        wanted = {"list"} if is_collection(operation) else {"get"} if operation.method == "GET" else VERBS
        if verb not in wanted or not noun:
            yield operation.name


def closed_requests() -> Iterator[str]:
    """A request has no members but those listed."""
    for operation in operations():
        for content in operation.schema.get("requestBody", {}).get("content", {}).values():
            schema = _resolved(content["schema"])
            if "properties" in schema and schema.get("additionalProperties") is not False:
                yield operation.name


def problems() -> Iterator[str]:
    """Every operation may answer with a problem."""
    for operation in operations():
        answer = operation.schema["responses"].get("default", {})
        if list(answer.get("content", {})) != ["application/problem+json"]:
            yield operation.name


def codes() -> Iterator[str]:
    """A code has its adjective first."""
    for refusal in refusals():
        first, *others = refusal.code.split("-")
        if ADJECTIVES & set(others) and first not in ADJECTIVES:
            yield refusal.code


def malformed() -> Iterator[str]:
    """Whatever is malformed is answered with 400."""
    for refusal in refusals():
        if refusal.code.startswith("malformed-") and refusal.kind is not RefusalKind.MALFORMED:
            yield refusal.code


RULES: Final[tuple[Callable[[], Iterator[str]], ...]] = (
    *(lists, instants, days, durations, money, words, ids, places, choices, names_of_choices, paths, statuses),
    *(operation_ids, closed_requests, problems, codes, malformed),
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_interface_keeps_to_its_rules(rule: Callable[[], Iterator[str]]) -> None:
    # What no longer deviates leaves the table.
    assert set(rule()) == DEVIATIONS.get(rule.__name__, {}).keys()


def test_no_deviation_is_from_a_rule_that_there_is_not() -> None:
    assert DEVIATIONS.keys() <= {rule.__name__ for rule in RULES}


def _answer(operation: Operation) -> dict[str, Any]:
    (answer,) = operation.answers.values()
    (content,) = answer["content"].values()
    return _resolved(content["schema"])


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in schema:
        return schema
    resolved: dict[str, Any] = published()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return resolved


def _may_be_null(schema: dict[str, Any]) -> bool:
    return "null" in schema.get("type", ())
