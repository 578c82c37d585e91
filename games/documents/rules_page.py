"""The public rules page of a game, made from its sheet: the same facts that the log holds, in two languages."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from games.core.montana.terms import MontanaTerms
from games.core.pot.terms import PotTerms
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import RuleSheet
from games.core.variants import OFFERED
from games.documents import montana, pot, red_dog
from games.documents.family_text import FamilyText
from games.documents.number_text import between, distribution, duration, money_between, percentage
from games.documents.page import Language, Page, Section, Table
from games.documents.titles import authority_of, documents_of, title_of
from games.documents.words import Words, words
from games.laboratory.exact_figures import ExactFigures
from games.laboratory.exact_math import figures_of

_DESCRIBE: Final[Mapping[str, Callable[[RuleSheet, ExactFigures, Language], FamilyText]]] = {
    RedDogTerms.FAMILY: red_dog.describe,
    MontanaTerms.FAMILY: montana.describe,
    PotTerms.FAMILY: pot.describe,
}

_OF_COMPLETE_GAMES: Final = frozenset({"glance", "pay", "dealing", "interruptions"})
"""What nobody knows of a game whose rules are not all known."""


@lru_cache(maxsize=128)
def rules_page(sheet: RuleSheet, language: Language) -> Page:
    """Make the page of a sheet. The figures are counted the first time, which takes a second at most."""
    figures = figures_of(sheet)
    text = family_text_of(sheet, figures, language)
    sentences = words("rules", language)
    contents: Mapping[str, tuple[tuple[str, ...], tuple[Table, ...]]] = {
        "glance": ((), (_glance(sheet, text, language),)),
        "rounds": (text.rounds, ()),
        "pay": (text.pay_notes, text.pay),
        "return": _returned(sheet, figures, text, sentences["return"]),
        "dealing": (text.dealing or tuple(sentences["dealing"]["table" if sheet.at_tables else "shuffled"]), ()),
        "interruptions": (text.interruptions or _waiting(sheet, language), ()),
        "readings": ((sentences["readings"]["before"], *text.readings), ()),
        "sheet": ((sentences["sheet"]["origin"],), (_origin(sheet, language),)),
    }
    return Page(
        language=language,
        title=title_of(sheet, text.name, language),
        notice="" if sheet in OFFERED else sentences["not_offered"],
        sections=tuple(
            Section(id=name, heading=sentences["headings"][name], paragraphs=paragraphs, tables=tables)
            for name, (paragraphs, tables) in contents.items()
            if text.complete or name not in _OF_COMPLETE_GAMES
        ),
    )


def family_text_of(sheet: RuleSheet, figures: ExactFigures, language: Language) -> FamilyText:
    """Return what the sheet's family says of it."""
    return _DESCRIBE[sheet.family](sheet, figures, language)


def _glance(sheet: RuleSheet, text: FamilyText, language: Language) -> Table:
    sentences = words("rules", language)["glance"]
    stakes = " / ".join(
        money_between(played.stake_min_minor, played.stake_max_minor, played.currency, language)
        for played in sheet.in_each_currency()
    )
    rows = (
        (text.stake or sentences["first_bet"], stakes),
        *text.limits,
        (sentences["seats"], between(str(text.seats_min), str(sheet.seats), language)),
        (sentences["packs"], text.packs or str(sheet.decks)),
        (sentences["decide"], duration(sheet.timeout_ms, language)),
    )
    return Table(columns=tuple(sentences["columns"]), rows=rows)


def _returned(
    sheet: RuleSheet, figures: ExactFigures, text: FamilyText, sentences: Words
) -> tuple[tuple[str, ...], tuple[Table, ...]]:
    """Say what comes back, per unit of what, and how rounds end; the outcomes in the order of the telling."""
    paragraphs = text.returned or (sentences["best"].format(text.strategy), sentences["averages"])
    if not text.complete:
        return paragraphs, ()
    ratios = {
        text.stake or sentences["first_bet"]: sheet.rtp.first_bet,
        sentences["total_wagered"]: sheet.rtp.total_wagered,
        sentences["bonus"]: sheet.rtp.side_bet,
    }
    rows = tuple(_return_row(name, ratio) for name, ratio in ratios.items() if ratio is not None)
    outcomes = figures.optimal.outcomes
    ends = {name: outcomes[outcome] for outcome, name in text.outcomes.items() if outcome in outcomes}
    returns = Table(columns=tuple(sentences["columns"]), rows=rows)
    return paragraphs, (returns, distribution(text.outcome_columns or tuple(sentences["outcome_columns"]), ends))


def _return_row(name: str, ratio: Fraction) -> tuple[str, ...]:
    return name, str(ratio), percentage(ratio), percentage(1 - ratio)


def _waiting(sheet: RuleSheet, language: Language) -> tuple[str, ...]:
    filled = {"time": duration(sheet.timeout_ms, language), "default": sheet.labels[sheet.timeout_action]}
    sentences = words("rules", language)["interruptions"]["table" if sheet.at_tables else "waiting"]
    return tuple(sentence.format(**filled) for sentence in sentences)


def _origin(sheet: RuleSheet, language: Language) -> Table:
    sentences = words("rules", language)
    values = {
        "game": sheet.game,
        "version": str(sheet.version),
        "authority": authority_of(sheet, language),
        "source": documents_of(sheet, language),
    }
    rows = tuple((sentences["sheet"][name], value) for name, value in values.items())
    return Table(columns=tuple(sentences["glance"]["columns"]), rows=rows)
