"""A rule sheet: one game of a family, as data.

Source: docs/formats/rule-sheet.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final, Self

from games.core.action import Action
from games.core.montana.terms import MontanaTerms
from games.core.pot.terms import PotTerms
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet_document import read_integers, read_member, read_texts, require, require_members
from games.core.stake_limits import StakeLimits, read_stakes
from kernel.money import CURRENCIES, MAX_MINOR

Terms = RedDogTerms | MontanaTerms | PotTerms
"""What a family adds to a sheet. A new family joins this union and `_TERMS`."""

_TERMS: Final[Mapping[str, type[Terms]]] = {terms.FAMILY: terms for terms in (RedDogTerms, MontanaTerms, PotTerms)}
_SHUFFLE: Final = "every-round"
_DECKS_MAX: Final = 8
_SEATS_MAX: Final = 10
_KEBAB: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHA256_HEX: Final = re.compile(r"[0-9a-f]{64}")
_MEMBERS: Final = frozenset(
    (
        *("authority", "cur", "decks", "engine_sha256", "family", "game", "labels", "mmd_ms", "rtp", "seats"),
        *("shuffle", "source", "stake_max", "stake_min", "timeout_action", "timeout_ms", "ver"),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rtp:
    """Return to player, exact, under the strategy that wins most: what comes back per unit staked.

    The names are those of the sheet's published `rtp`, where the side bet is `bonus`.
    """

    first_bet: Fraction
    """Per unit of the stake alone: 1 less the house edge."""
    total_wagered: Fraction
    """Per unit of all money staked, raises included: 1 less the element of risk."""
    side_bet: Fraction | None = None
    """Per unit of the side bet alone; None in a game without one."""

    def document(self) -> dict[str, object]:
        """Write each as `[numerator, denominator]` in lowest terms; `bonus` only in a game with a side bet."""
        returns = {"first_bet": self.first_bet, "total_wagered": self.total_wagered}
        if self.side_bet is not None:
            returns["bonus"] = self.side_bet
        return {name: list(rate.as_integer_ratio()) for name, rate in returns.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSheet:
    """The complete rules of a game: together with the cards and the acts they settle a round.

    A sheet is checked once, when it is made. A change of any member is a new `version`.

    Raises:
        MalformedSheet: with the `member` that is wrong.
    """

    game: str
    """The game's name in kebab-case."""
    version: int
    """From 1."""
    currency: str
    """ISO 4217 code of all amounts but those in `stakes`."""
    decks: int
    """Packs of 52 cards, 1 to 8."""
    seats: int
    """Players at one deal, at most."""
    stake_min_minor: int
    """The lowest stake, minor units."""
    stake_max_minor: int
    """The highest stake, minor units, inclusive."""
    timeout_ms: int
    """Length of time after which an undecided round is settled."""
    timeout_action: Action
    """The decision that is then taken."""
    mmd_ms: int
    """How late that settlement may be before it is reported."""
    labels: Mapping[Action, str] = field(hash=False)
    """What the button of each action says."""
    rtp: Rtp
    """The declared return."""
    authority: str
    """Who made the rules."""
    source: tuple[str, ...]
    """The documents that they were read from."""
    terms: Terms
    """What the family adds."""
    stakes: Mapping[str, StakeLimits] = field(default_factory=dict, hash=False)
    """The limits in further currencies in which the game is played, by ISO 4217 code."""

    def __post_init__(self) -> None:
        """Refuse a sheet that cannot be played."""
        require(_KEBAB.fullmatch(self.game) is not None, "game", "is not in kebab-case")
        require(1 <= self.version <= MAX_MINOR, "ver", "counts from 1")
        require(self.currency in CURRENCIES, "cur", "is not a currency of the platform")
        require(1 <= self.decks <= _DECKS_MAX, "decks", "is 1 to 8")
        require(1 <= self.seats <= _SEATS_MAX, "seats", "is 1 to 10")
        require(1 <= self.stake_min_minor <= self.stake_max_minor, "stake_min", "is 1 to stake_max")
        self.terms.require_table(decks=self.decks, seats=self.seats)
        most_minor = self.terms.most_returned_minor(self.stake_max_minor)
        require(most_minor <= MAX_MINOR, "stake_max", "could win more than an amount can say")
        require(1 <= self.timeout_ms <= MAX_MINOR, "timeout_ms", "is at least 1")
        require(1 <= self.mmd_ms <= MAX_MINOR, "mmd_ms", "is at least 1")
        require(self.timeout_action in self.terms.TIMEOUT_ACTIONS, "timeout_action", "does not settle this family")
        require(set(self.labels) == set(self.terms.ACTIONS), "labels", "has one label for each action of the family")
        require(self.currency not in self.stakes, "stakes", "has further currencies, not the sheet's own")
        for code in self.stakes:
            # Refuses limits that a sheet of this currency alone could not have.
            self.in_currency(code)

    @property
    def at_tables(self) -> bool:
        """Whether the game is played at tables of several seats. One of a single seat is played alone."""
        return self.seats > 1

    @property
    def family(self) -> str:
        """The name of the family whose state machine plays this sheet."""
        return self.terms.FAMILY

    def in_currency(self, currency: str) -> Self | None:
        """Return the sheet by which the game is played in a currency; None if it is not offered in it.

        All amounts of that sheet are in that currency, and it has no other. It is not the one that is published.

        Raises:
            MalformedSheet: with the `member` that is wrong in the limits of this currency.
        """
        if currency == self.currency:
            return self
        limits = self.stakes.get(currency)
        if limits is None:
            return None
        return replace(
            self,
            currency=currency,
            stake_min_minor=limits.stake_min_minor,
            stake_max_minor=limits.stake_max_minor,
            terms=self.terms.with_limits(limits),
            stakes={},
        )

    def in_each_currency(self) -> tuple[Self, ...]:
        """Return the sheet as it is played in each of its currencies, its own first."""
        played = (self.in_currency(currency) for currency in self.currencies)
        return tuple(sheet for sheet in played if sheet is not None)

    @property
    def currencies(self) -> tuple[str, ...]:
        """The currencies in which the game is played, the sheet's own first, the others in the order of their codes."""
        return (self.currency, *sorted(self.stakes))

    def document(self, engine_sha256: str) -> dict[str, object]:
        """Write the sheet as the log keeps it, with the digest of the code that plays it (64 hex digits)."""
        return {
            "authority": self.authority,
            "cur": self.currency,
            "decks": self.decks,
            "engine_sha256": engine_sha256,
            "family": self.family,
            "game": self.game,
            "labels": {action.value: label for action, label in self.labels.items()},
            "mmd_ms": self.mmd_ms,
            "rtp": self.rtp.document(),
            "seats": self.seats,
            "shuffle": _SHUFFLE,
            "source": list(self.source),
            "stake_max": self.stake_max_minor,
            "stake_min": self.stake_min_minor,
            **self._stakes_document(),
            "timeout_action": self.timeout_action.value,
            "timeout_ms": self.timeout_ms,
            "ver": self.version,
            **self.terms.document(),
        }

    @classmethod
    def from_document(cls, document: Mapping[str, object]) -> Self:
        """Read a sheet back from the log; the engine's digest is checked for form only.

        Raises:
            MalformedSheet: with the `member` that is wrong.
        """
        terms = _TERMS.get(str(document.get("family")))
        require(terms is not None, "family", "is not a family of this engine")
        assert terms is not None, "an unknown family was refused"
        require_members(document, _MEMBERS | terms.MEMBERS | ({"stakes"} & document.keys()))
        digest = read_member(document, "engine_sha256", str)
        require(_SHA256_HEX.fullmatch(digest) is not None, "engine_sha256", "is not 64 hex digits")
        require(document["shuffle"] == _SHUFFLE, "shuffle", "is every-round")
        return cls(
            game=read_member(document, "game", str),
            version=read_member(document, "ver", int),
            currency=read_member(document, "cur", str),
            decks=read_member(document, "decks", int),
            seats=read_member(document, "seats", int),
            stake_min_minor=read_member(document, "stake_min", int),
            stake_max_minor=read_member(document, "stake_max", int),
            timeout_ms=read_member(document, "timeout_ms", int),
            timeout_action=_action(read_member(document, "timeout_action", str), "timeout_action"),
            mmd_ms=read_member(document, "mmd_ms", int),
            labels=_labels(read_member(document, "labels", dict)),
            rtp=_rtp(read_member(document, "rtp", dict)),
            authority=read_member(document, "authority", str),
            source=read_texts(document, "source"),
            terms=terms.from_document(document),
            stakes=read_stakes(document),
        )

    def _stakes_document(self) -> dict[str, object]:
        limits = [self.stakes[currency].document(currency) for currency in sorted(self.stakes)]
        return {"stakes": limits} if limits else {}


def _action(word: str, name: str) -> Action:
    require(word in set(Action), name, f"{word} is not an action")
    return Action(word)


def _labels(document: Mapping[str, object]) -> dict[Action, str]:
    return {_action(word, "labels"): read_member(document, word, str) for word in document}


def _rtp(document: Mapping[str, object]) -> Rtp:
    require_members(document, {"first_bet", "total_wagered"} | ({"bonus"} & document.keys()), inside="rtp")
    return Rtp(
        first_bet=_fraction(document, "first_bet"),
        total_wagered=_fraction(document, "total_wagered"),
        side_bet=_fraction(document, "bonus") if "bonus" in document else None,
    )


def _fraction(document: Mapping[str, object], name: str) -> Fraction:
    parts = read_integers(document, name)
    require(len(parts) == len(("numerator", "denominator")) and parts[1] > 0, name, "is not a fraction")
    fraction = Fraction(*parts)
    require(fraction.as_integer_ratio() == parts, name, "is not in lowest terms")
    return fraction
