"""The public rules page of a game, made from its sheet: the same facts that the log holds, in two languages."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from games.core.montana.terms import MontanaTerms
from games.core.pot.terms import PotTerms
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import RuleSheet
from games.laboratory.exact_figures import ExactFigures
from games.laboratory.exact_math import figures_of
from games.pages import montana, pot, red_dog
from games.pages.figures import distribution, duration, money, percentage
from games.pages.page import Language, Page, Section, Table
from games.pages.telling import Telling
from games.pages.words import Words, words

_TELL: Final[Mapping[str, Callable[[RuleSheet, ExactFigures, Language], Telling]]] = {
    RedDogTerms.FAMILY: red_dog.tell,
    MontanaTerms.FAMILY: montana.tell,
    PotTerms.FAMILY: pot.tell,
}

_OF_COMPLETE_GAMES: Final = frozenset({"pay", "dealing", "interruptions"})


@lru_cache(maxsize=128)
def rules_page(sheet: RuleSheet, language: Language) -> Page:
    """Make the page of a sheet. The figures are counted the first time, which takes a second at most."""
    figures = figures_of(sheet)
    telling = telling_of(sheet, figures, language)
    told = words("rules", language)
    contents: Mapping[str, tuple[tuple[str, ...], tuple[Table, ...]]] = {
        "glance": ((), (_glance(sheet, telling, language),)),
        "rounds": (telling.rounds, ()),
        "pay": (telling.pay_notes, telling.pay),
        "return": _returned(sheet, figures, telling, told["return"]),
        "dealing": (telling.dealing or tuple(told["dealing"]["table" if sheet.seats > 1 else "shuffled"]), ()),
        "interruptions": (telling.interruptions or _waiting(sheet, language), ()),
        "readings": ((told["readings"]["before"], *telling.readings), ()),
        "sheet": ((told["sheet"]["origin"],), (_origin(sheet, told),)),
    }
    return Page(
        language=language,
        title=told["title"].format(name=telling.name, game=sheet.game),
        sections=tuple(
            Section(id=name, heading=told["headings"][name], paragraphs=paragraphs, tables=tables)
            for name, (paragraphs, tables) in contents.items()
            if telling.complete or name not in _OF_COMPLETE_GAMES
        ),
    )


def telling_of(sheet: RuleSheet, figures: ExactFigures, language: Language) -> Telling:
    """Let the sheet's family tell it."""
    return _TELL[sheet.family](sheet, figures, language)


def _glance(sheet: RuleSheet, telling: Telling, language: Language) -> Table:
    told = words("rules", language)["glance"]
    least, most = money(sheet.stake_min_minor, sheet.currency), money(sheet.stake_max_minor, sheet.currency)
    rows = (
        (telling.stake or told["first_bet"], _between(least, most, told)),
        *telling.limits,
        (told["seats"], _between(str(telling.seats_min), str(sheet.seats), told)),
        (told["packs"], telling.packs or str(sheet.decks)),
        (told["decide"], duration(sheet.timeout_ms, language)),
    )
    return Table(columns=tuple(told["columns"]), rows=rows)


def _between(least: str, most: str, told: Words) -> str:
    return least if least == most else str(told["between"].format(least, most))


def _returned(
    sheet: RuleSheet, figures: ExactFigures, telling: Telling, told: Words
) -> tuple[tuple[str, ...], tuple[Table, ...]]:
    """Say what comes back, per unit of what, and how rounds end; the outcomes in the order of the telling."""
    paragraphs = telling.returned or (told["best"].format(telling.strategy), told["averages"])
    if not telling.complete:
        return paragraphs, ()
    shares = {
        telling.stake or told["first_bet"]: sheet.rtp.first_bet,
        told["total_wagered"]: sheet.rtp.total_wagered,
        told["bonus"]: sheet.rtp.side_bet,
    }
    rows = tuple(_return_row(name, share) for name, share in shares.items() if share is not None)
    outcomes = figures.optimal.outcomes
    ends = {name: outcomes[outcome] for outcome, name in telling.outcomes.items() if outcome in outcomes}
    returns = Table(columns=tuple(told["columns"]), rows=rows)
    return paragraphs, (returns, distribution(telling.outcome_columns or tuple(told["outcome_columns"]), ends))


def _return_row(name: str, share: Fraction) -> tuple[str, ...]:
    return name, str(share), percentage(share), percentage(1 - share)


def _waiting(sheet: RuleSheet, language: Language) -> tuple[str, ...]:
    filled = {"time": duration(sheet.timeout_ms, language), "default": sheet.labels[sheet.timeout_action]}
    told = words("rules", language)["interruptions"]["table" if sheet.seats > 1 else "waiting"]
    return tuple(sentence.format(**filled) for sentence in told)


def _origin(sheet: RuleSheet, told: Words) -> Table:
    values = {
        "game": sheet.game,
        "version": str(sheet.version),
        "authority": sheet.authority,
        "source": ", ".join(sheet.source),
    }
    rows = tuple((told["sheet"][name], value) for name, value in values.items())
    return Table(columns=tuple(told["glance"]["columns"]), rows=rows)
