"""Tiles: the tree's hashes in rows of 256.

Level 0 has the leaves' hashes. A hash of level l + 1 is the root of a full tile of level l, and so of 256^(l+1) entries.

Source: docs/formats/log.md, "Tiles"; C2SP tlog-tiles.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from audit.core.tree import Frontier, append
from kernel.refusals import Refusal, RefusalKind

TILE_HEIGHT: Final = 8
TILE_WIDTH: Final = 1 << TILE_HEIGHT
HASH_BYTES: Final = 32
LEVEL_MAX: Final = 63

_LEVEL: Final = re.compile(r"0|[1-9][0-9]?")
_PLACE: Final = re.compile(r"((?:x[0-9]{3}/)*)([0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")
_GROUPS_MAX: Final = 6


class MalformedTile(Refusal):
    """This is not the name of a tile."""

    code, kind = "malformed-tile", RefusalKind.MALFORMED


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """The hashes number 256 `number` to 256 `number` + `width` - 1 of a level. `width` is 1 to 256."""

    level: int
    number: int
    width: int = TILE_WIDTH

    def __post_init__(self) -> None:
        """Refuse what is no tile."""
        assert 0 <= self.level <= LEVEL_MAX
        assert self.number >= 0
        assert 1 <= self.width <= TILE_WIDTH

    @property
    def first(self) -> int:
        """The place of its first hash within the level."""
        return self.number * TILE_WIDTH

    @property
    def end(self) -> int:
        """The place after that of its last hash."""
        return self.first + self.width

    @property
    def entries_end(self) -> int:
        """How many entries a tree has at least that has this tile."""
        return self.end << TILE_HEIGHT * self.level

    @property
    def is_full(self) -> bool:
        """Whether its root stands in the level above."""
        return self.width == TILE_WIDTH

    @property
    def path(self) -> str:
        """The path of its file."""
        whole = f"tile/{self.level}/{number_path(self.number)}"
        return whole if self.is_full else f"{whole}.p/{self.width}"


def number_path(number: int) -> str:
    """Write a number in groups of three digits, all but the last led by `x`: 1234067 is `x001/x234/067`."""
    path = f"{number % 1000:03}"
    while number >= 1000:  # noqa: PLR2004  three digits a group
        number //= 1000
        path = f"x{number % 1000:03}/{path}"
    return path


def tile_at(level: str, place: str) -> Tile:
    """Return the tile of a path `tile/<level>/<place>`. Each tile has one path.

    Raises:
        MalformedTile: it is no such path.
    """
    match = _PLACE.fullmatch(place)
    if match is None or not _LEVEL.fullmatch(level) or int(level) > LEVEL_MAX:
        raise MalformedTile(
            "Nothing was done. A tile is tile/<level>/<number>, such as tile/0/x001/234 or tile/1/000.p/7."
        )
    groups = [*match[1].replace("x", "").split("/")[:-1], match[2]]
    width = int(match[3] or TILE_WIDTH)
    led_by_zero = len(groups) > 1 and groups[0] == "000"
    if len(groups) > _GROUPS_MAX or led_by_zero or (match[3] is not None and width >= TILE_WIDTH):
        raise MalformedTile("Nothing was done. A number has no needless groups, and a partial tile is 1 to 255 wide.")
    return Tile(int(level), int("".join(groups)), width)


def hash_count(level: int, size: int) -> int:
    """Return how many hashes a level has in a tree of `size` entries."""
    return size >> TILE_HEIGHT * level


def levels(size: int) -> range:
    """Return the levels that a tree of `size` entries has."""
    return range(-(-size.bit_length() // TILE_HEIGHT))


def full_tiles(*, before: int, size: int) -> Iterator[Tile]:
    """Yield the full tiles that a tree of `size` entries has and one of `before` entries has not, by level."""
    for level in levels(size):
        for number in range(hash_count(level + 1, before), hash_count(level + 1, size)):
            yield Tile(level, number)


def partial_tiles(size: int) -> Iterator[Tile]:
    """Yield the partial tiles of a tree of `size` entries, by level. A tile of no hashes does not exist."""
    for level in levels(size):
        number, width = divmod(hash_count(level, size), TILE_WIDTH)
        if width:
            yield Tile(level, number, width)


def tile_root(hashes: Iterable[bytes]) -> bytes:
    """Return the root of a full tile, from its 256 hashes."""
    tree = append(Frontier(), hashes)
    assert tree.size == TILE_WIDTH, "only a full tile has its root in the level above"
    return tree.root()
