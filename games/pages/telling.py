"""What a family of games tells about one of its sheets, beyond what all rules pages say."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.pages.page import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A game in the words of its family, in one language. Every text is whole: its figures are filled in.

    `name` is what the game is called, `rounds` tells how a round goes, `pay` what it pays, `strategy` how the return
    is reached that the sheet declares. `outcomes` has a name for each outcome of the records, in the order in which
    they are told. `readings` are the rules that we had to settle ourselves.

    `limits` are further rows of the table of limits. The rest stands in place of what most games have in common,
    where a game has something else to say: `stake` is what its first bet is called, and `returned` what comes back
    where players play each other, which no strategy changes. Of a game that is not `complete` nothing is told that its
    sheet does not say, and no `strategy`.
    """

    name: str
    rounds: tuple[str, ...]
    pay: tuple[Table, ...]
    strategy: str
    outcomes: Mapping[str, str]
    readings: tuple[str, ...]
    pay_notes: tuple[str, ...] = ()
    limits: tuple[tuple[str, str], ...] = ()
    stake: str = ""
    seats_min: int = 1
    packs: str = ""
    returned: tuple[str, ...] = ()
    outcome_columns: tuple[str, ...] = ()
    dealing: tuple[str, ...] = ()
    interruptions: tuple[str, ...] = ()
    complete: bool = True
