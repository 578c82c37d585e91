"""A par sheet as a person reads it: what `games.laboratory.par_sheet` writes for programs, on a page.

Source: docs/formats/par-sheet.md.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from games.core.montana.poker import Category
from games.core.montana.terms import MontanaTerms
from games.core.pot.terms import PotTerms
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import RuleSheet
from games.core.variants import OFFERED
from games.documents.family_text import FamilyText
from games.documents.number_text import distribution, money, percentage
from games.documents.page import Language, Page, Section, Table
from games.documents.rules_page import family_text_of
from games.documents.titles import authority_of, documents_of, title_of
from games.documents.words import words
from games.laboratory.exact_figures import ExactFigures, StrategyResult
from games.laboratory.par_sheet import CONFIDENCE_ROUNDS, combined_rtp, confidence_band, maximum_win, sheet_sha256
from kernel.decimals import fixed, significant, square_root

_DIGITS: Final = 6
_PERCENT_PLACES: Final = 4
_AMOUNT: Final = "_minor"
_UNITS: Final = (
    "All figures are exact, by enumeration. Edges are per unit of the first bet and per unit of all money wagered,"
    " raises included; standard deviations are per unit of the first bet."
)
_CONFIDENCE: Final = (
    "After so many rounds of equal first bets, played best, the measured return per unit of the first bets lies"
    " in this band in 95 of 100 samples: the exact return, less and plus 1.96 standard deviations of one round"
    " divided by the square root of the number of rounds. The band is that of a normal distribution, which a"
    " small number of rounds with rare large wins does not yet follow."
)

_FURTHER: Final[Mapping[str, str]] = {
    RedDogTerms.FAMILY: (
        "By the spread of the first two cards, played best. Expectations are per unit of the first bet."
    ),
    MontanaTerms.FAMILY: (
        "By the number of unseen cards that the hand beats: what each decision is worth, per unit of the first bet."
    ),
    PotTerms.FAMILY: (
        "One turn from fresh packs, by the spread of the first two cards. Expectations are per unit of the raise, where"
        " the pot caps nothing. Above the pots named, the smallest raise is worth more than to go down, and a call more"
        " than to take."
    ),
}
"""What the figures in a family's own tables are counted in."""


def par_page(sheet: RuleSheet, figures: ExactFigures, *, engine_sha256: str) -> Page:
    """Make the page, in English: identity, paytable, strategy, edges by policy, distributions, further tables.

    Where players play each other nobody's policy has an edge, and the page has none.
    """
    text = family_text_of(sheet, figures, Language.EN)
    return Page(
        language=Language.EN,
        title=f"PAR sheet: {title_of(sheet, text.name, Language.EN)}, version {sheet.version}",
        sections=tuple(_sections(sheet, figures, text, engine_sha256)),
        notice="" if sheet in OFFERED else words("rules", Language.EN)["not_offered"],
    )


def _sections(sheet: RuleSheet, figures: ExactFigures, text: FamilyText, engine_sha256: str) -> Iterator[Section]:
    yield Section(id="game", heading="Game", tables=(_identity(sheet, text, engine_sha256),))
    if text.pay:
        yield Section(id="pay", heading="Paytable", paragraphs=text.pay_notes, tables=text.pay)
    yield from _among_players(figures, text) if text.returned else _against_the_house(sheet, figures, text)
    if figures.side_bet:
        yield _bonus(figures.side_bet)
    if sheet.rtp.side_bet is not None:
        yield _combined(sheet.rtp.first_bet, sheet.rtp.side_bet)
    if text.complete:
        for name, table in figures.tables.items():
            yield from _further(name, table, sheet)
    yield Section(id="rounds", heading="The rules in words", paragraphs=text.rounds)


def _against_the_house(sheet: RuleSheet, figures: ExactFigures, text: FamilyText) -> Iterator[Section]:
    optimal = figures.optimal
    yield Section(
        id="return",
        heading="Return and house edge",
        paragraphs=(f"Optimal strategy: {text.strategy}", _UNITS),
        tables=(_policies(figures.policies), _exactly(optimal)),
    )
    yield Section(
        id="outcomes",
        heading="Outcomes, optimal strategy",
        tables=(distribution(("outcome", "chance, exactly", "in percent"), _spaced(optimal.outcomes)),),
    )
    yield _maximum_win(sheet, figures)
    yield _confidence(optimal)
    net = {significant(result, _DIGITS): chance for result, chance in sorted(optimal.net.items())}
    yield Section(
        id="net",
        heading="Net result in first bets, optimal strategy",
        tables=(distribution(("net result", "chance, exactly", "in percent"), net),),
    )


def _maximum_win(sheet: RuleSheet, figures: ExactFigures) -> Section:
    """Show the most that one round can win, by any policy and at the highest bets."""
    first_bet = maximum_win(figures.policies)
    rows = [
        ("the first bet, raised", significant(first_bet), money(int(first_bet * sheet.stake_max_minor), sheet.currency))
    ]
    terms = sheet.terms
    if isinstance(terms, MontanaTerms) and terms.side_bet_scale is not None:
        scale, most_minor = terms.side_bet_scale, terms.side_bet_max_minor
        side_bet = maximum_win({scale: figures.side_bet[scale]})
        rows.append(("the bonus bet", significant(side_bet), money(int(side_bet * most_minor), sheet.currency)))
    return Section(
        id="maximum_win",
        heading="Maximum win of one round",
        paragraphs=("Net of what was staked, in units of the bet, and in money at the highest bet.",),
        tables=(Table(columns=("bet", "units", "at the highest bet"), rows=tuple(rows)),),
    )


def _confidence(play: StrategyResult) -> Section:
    """Show how far the measured return may lie from the exact one by chance alone."""
    rows = tuple(
        (f"{rounds:,}", *(f"{percentage(bound, _PERCENT_PLACES)}" for bound in confidence_band(play, rounds=rounds)))
        for rounds in CONFIDENCE_ROUNDS
    )
    return Section(
        id="confidence",
        heading="Confidence band of the measured return",
        paragraphs=(_CONFIDENCE,),
        tables=(Table(columns=("rounds", "from", "to"), rows=rows),),
    )


def _combined(first_bet: Fraction, side_bet: Fraction) -> Section:
    """Show the return of stake and bonus bet together. Means add up, whatever the two have to do with each other."""
    ratios = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2))
    returns = {ratio: combined_rtp(first_bet, side_bet, ratio=ratio) for ratio in ratios}
    rows = tuple(
        (str(ratio), str(rtp), percentage(rtp, _PERCENT_PLACES), percentage(1 - rtp, _PERCENT_PLACES))
        for ratio, rtp in returns.items()
    )
    return Section(
        id="combined",
        heading="First bet and bonus bet together",
        paragraphs=("Per unit of first bet and bonus bet together, by the size of the bonus bet in first bets.",),
        tables=(Table(columns=("bonus bet, in first bets", "RTP, exactly", "RTP", "house edge"), rows=rows),),
    )


def _among_players(figures: ExactFigures, text: FamilyText) -> Iterator[Section]:
    best = (f"Best for a turn alone: {text.strategy}",) if text.complete else ()
    yield Section(id="return", heading="Return", paragraphs=(*text.returned, *best))
    chances = {sentences: figures.optimal.outcomes[outcome] for outcome, sentences in text.outcomes.items()}
    yield Section(id="outcomes", heading="First two cards", tables=(distribution(text.outcome_columns, chances),))


def _identity(sheet: RuleSheet, text: FamilyText, engine_sha256: str) -> Table:
    limits = (money(amount, sheet.currency) for amount in (sheet.stake_min_minor, sheet.stake_max_minor))
    known_figures = {
        "packs of 52 cards": text.packs or str(sheet.decks),
        "seats, at most": str(sheet.seats),
        text.stake or "first bet": " to ".join(dict.fromkeys(limits)),
    }
    rows = {
        "game": sheet.game,
        "family": sheet.family,
        "rule sheet, SHA-256": sheet_sha256(sheet, engine_sha256),
        "engine, SHA-256": engine_sha256,
        "authority": authority_of(sheet, Language.EN),
        "documents": documents_of(sheet, Language.EN),
        **(known_figures if text.complete else {}),
    }
    return Table(columns=("figure", "value"), rows=tuple(rows.items()))


def _policies(policies: Mapping[str, StrategyResult]) -> Table:
    columns = ("policy", "edge, first bet", "edge, all wagered", "RTP, first bet", "mean wagered", "standard deviation")
    rows = (
        (
            name,
            percentage(1 - play.rtp.first_bet, _PERCENT_PLACES),
            percentage(1 - play.rtp.total_wagered, _PERCENT_PLACES),
            percentage(play.rtp.first_bet, _PERCENT_PLACES),
            significant(play.staked, _DIGITS),
            square_root(play.variance, _DIGITS),
        )
        for name, play in policies.items()
    )
    return Table(columns=columns, rows=tuple(rows))


def _exactly(play: StrategyResult) -> Table:
    exact = {
        "house edge, first bet": 1 - play.rtp.first_bet,
        "house edge, all wagered": 1 - play.rtp.total_wagered,
        "RTP, first bet": play.rtp.first_bet,
        "RTP, all wagered": play.rtp.total_wagered,
        "mean wagered": play.staked,
        "variance": play.variance,
    }
    rows = tuple((name, str(value), significant(value)) for name, value in exact.items())
    return Table(columns=("optimal strategy", "exactly", "decimal"), rows=rows)


def _bonus(bonus: Mapping[str, StrategyResult]) -> Section:
    """Show every scale's edge; the chances of the categories, the strongest first, are the same by all of them."""
    rows = tuple(
        (
            name,
            percentage(1 - play.rtp.first_bet, _PERCENT_PLACES),
            str(1 - play.rtp.first_bet),
            square_root(play.variance, _DIGITS),
        )
        for name, play in bonus.items()
    )
    counted = next(iter(bonus.values())).outcomes
    chances = {category.value: counted[category] for category in reversed(Category)}
    return Section(
        id="bonus",
        heading="Bonus bet",
        paragraphs=("Per unit of the bonus bet.",),
        tables=(
            Table(columns=("scale", "house edge", "exactly", "standard deviation"), rows=rows),
            distribution(("category", "chance, exactly", "in percent"), _spaced(chances)),
        ),
    )


def _further(name: str, table: object, sheet: RuleSheet) -> Iterator[Section]:
    """Show a family's own table whose rows all have the same members; what is of another shape is for programs."""
    if not isinstance(table, Mapping) or not all(isinstance(row, Mapping) for row in table.values()):
        return
    members = tuple(dict.fromkeys(member for row in table.values() for member in row))
    rows = tuple(
        (str(key), *(_cell(member, row.get(member), sheet) for member in members)) for key, row in table.items()
    )
    columns = tuple(member.removesuffix(_AMOUNT).replace("_", " ") for member in (name, *members))
    yield Section(
        id=name,
        heading=columns[0].capitalize(),
        paragraphs=(_FURTHER[sheet.family],),
        tables=(Table(columns=columns, rows=rows),),
    )


def _cell(member: str, value: object, sheet: RuleSheet) -> str:
    """Write an amount as money, a share or an expectation with six places, and nothing where there is nothing."""
    if not isinstance(value, str | int):
        return ""
    if member.endswith(_AMOUNT):
        # Rounded down: a whole amount is above a bound where it is above the whole part of it.
        return money(int(Fraction(value)), sheet.currency)
    return fixed(Fraction(value), _DIGITS)


def _spaced(chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {name.replace("_", " "): chance for name, chance in chances.items()}
