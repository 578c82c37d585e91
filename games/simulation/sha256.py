"""SHA-256 and HMAC of many messages at once, one in each column of an array of bytes.

Source: FIPS 180-4, section 6.2; RFC 2104.
"""

from math import isqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.simulation.compiled import compiled

Bytes: TypeAlias = NDArray[np.uint8]
"""One row a byte, one column a message; all messages are of the same length."""
Words: TypeAlias = NDArray[np.uint32]

DIGEST_BYTES: Final = 32
WIDTH: Final = 64
"""The number of columns must be a multiple of this, which is how many are computed at a time."""

_BLOCK_BYTES: Final = 64
_BLOCK_WORDS: Final = 16
_WORD_BITS: Final = 32
_WORD_BYTES: Final = 4
_ROUNDS: Final = 64
_VARIABLES: Final = 8
_LENGTH_BYTES: Final = 8
_INNER_PAD: Final = np.uint8(0x36)
_OUTER_PAD: Final = np.uint8(0x5C)


def _primes(count: int) -> list[int]:
    primes: list[int] = []
    candidate = 2
    while len(primes) < count:
        if all(candidate % prime for prime in primes):
            primes.append(candidate)
        candidate += 1
    return primes


def _cube_root(number: int) -> int:
    """Return the whole part of the cube root, by bisection."""
    low, high = 0, 1 << -(-number.bit_length() // 3)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= number else (low, middle - 1)
    return low


_FRACTION: Final = 2**_WORD_BITS - 1
_START: Final = np.array([isqrt(prime << 64) & _FRACTION for prime in _primes(_VARIABLES)], np.uint32)
"""The first 32 bits of the fractions of the square roots of the first 8 primes."""
_CONSTANTS: Final = np.array([_cube_root(prime << 96) & _FRACTION for prime in _primes(_ROUNDS)], np.uint32)
"""The same of the cube roots of the first 64 primes."""


def sha256(messages: Bytes) -> Bytes:
    """Return the digest of each column."""
    return _finished(_started(messages.shape[1]), messages, absorbed=0)


class Hmac:
    """HMAC-SHA-256 with a key of 32 bytes in each column; the key is hashed once for all messages."""

    def __init__(self, keys: Bytes) -> None:
        """Hash the padded keys."""
        assert len(keys) == DIGEST_BYTES, "a key is a digest"
        self._inner, self._outer = (self._padded(keys, pad) for pad in (_INNER_PAD, _OUTER_PAD))

    def digest(self, *parts: Bytes) -> Bytes:
        """Return the HMAC of each column, where `parts` are put one below the other."""
        inner = _finished(self._inner.copy(), np.concatenate(parts), absorbed=_BLOCK_BYTES)
        return _finished(self._outer.copy(), inner, absorbed=_BLOCK_BYTES)

    @staticmethod
    def _padded(keys: Bytes, pad: np.uint8) -> Words:
        block = np.full((_BLOCK_BYTES, keys.shape[1]), pad)
        block[:DIGEST_BYTES] ^= keys
        state = _started(keys.shape[1])
        _absorb(state, block)
        return state


def _started(columns: int) -> Words:
    assert columns % WIDTH == 0, "the columns are a multiple of WIDTH"
    return np.repeat(_START[:, np.newaxis], columns, axis=1)


def _finished(state: Words, messages: Bytes, *, absorbed: int) -> Bytes:
    """Absorb the rest of each message, whose first `absorbed` bytes are in `state`, and return the digests."""
    length, columns = messages.shape
    blocks = -(-(length + 1 + _LENGTH_BYTES) // _BLOCK_BYTES)
    padded = np.zeros((blocks * _BLOCK_BYTES, columns), np.uint8)
    padded[:length] = messages
    padded[length] = 0x80
    bits = (8 * (absorbed + length)).to_bytes(_LENGTH_BYTES, "big")
    padded[-_LENGTH_BYTES:] = np.frombuffer(bits, np.uint8)[:, np.newaxis]
    _absorb(state, padded)
    return _in_bytes(state)


@compiled
def _absorb(state: Words, messages: Bytes) -> None:
    """Absorb whole blocks, one stripe of `WIDTH` columns after another, so that all work stays in the nearest cache."""
    schedule = np.empty((_ROUNDS, WIDTH), np.uint32)
    work = np.empty((_VARIABLES, WIDTH), np.uint32)
    for left in range(0, messages.shape[1], WIDTH):
        for top in range(0, messages.shape[0], _BLOCK_BYTES):
            _expand(schedule, messages, top, left)
            _compress(state, left, schedule, work)


@compiled
def _in_bytes(state: Words) -> Bytes:
    digests = np.empty((DIGEST_BYTES, state.shape[1]), np.uint8)
    for row in range(DIGEST_BYTES):
        words, digest = state[row // _WORD_BYTES], digests[row]
        shift = np.uint32(24 - 8 * (row % _WORD_BYTES))
        for i in range(words.size):
            digest[i] = np.uint8(words[i] >> shift)
    return digests


@compiled
def _expand(schedule: Words, messages: Bytes, top: int, left: int) -> None:
    for t in range(_BLOCK_WORDS):
        # Rows are named before the loop, so that the compiler sees that their items are adjacent in memory.
        row, words = top + _WORD_BYTES * t, schedule[t]
        first, second = messages[row, left : left + WIDTH], messages[row + 1, left : left + WIDTH]
        third, fourth = messages[row + 2, left : left + WIDTH], messages[row + 3, left : left + WIDTH]
        for i in range(WIDTH):
            high = (np.uint32(first[i]) << np.uint32(24)) | (np.uint32(second[i]) << np.uint32(16))
            words[i] = high | (np.uint32(third[i]) << np.uint32(8)) | np.uint32(fourth[i])
    for t in range(_BLOCK_WORDS, _ROUNDS):
        for i in range(WIDTH):
            x, y = schedule[t - 15, i], schedule[t - 2, i]
            early = _rotated(x, 7) ^ _rotated(x, 18) ^ np.uint32(x >> np.uint32(3))
            late = _rotated(y, 17) ^ _rotated(y, 19) ^ np.uint32(y >> np.uint32(10))
            schedule[t, i] = np.uint32(schedule[t - 16, i] + early + schedule[t - 7, i] + late)


@compiled
def _compress(state: Words, left: int, schedule: Words, work: Words) -> None:
    for j in range(_VARIABLES):
        row, copy = state[j, left : left + WIDTH], work[j]
        for i in range(WIDTH):
            copy[i] = row[i]
    for t in range(0, _ROUNDS, _VARIABLES):
        for i in range(WIDTH):
            a, b, c, d = work[0, i], work[1, i], work[2, i], work[3, i]
            e, f, g, h = work[4, i], work[5, i], work[6, i], work[7, i]
            # Eight rounds at a time: after them each variable is back in its place, so none has to be moved.
            d, h = _round(a, b, c, d, e, f, g, h, np.uint32(_CONSTANTS[t] + schedule[t, i]))
            c, g = _round(h, a, b, c, d, e, f, g, np.uint32(_CONSTANTS[t + 1] + schedule[t + 1, i]))
            b, f = _round(g, h, a, b, c, d, e, f, np.uint32(_CONSTANTS[t + 2] + schedule[t + 2, i]))
            a, e = _round(f, g, h, a, b, c, d, e, np.uint32(_CONSTANTS[t + 3] + schedule[t + 3, i]))
            h, d = _round(e, f, g, h, a, b, c, d, np.uint32(_CONSTANTS[t + 4] + schedule[t + 4, i]))
            g, c = _round(d, e, f, g, h, a, b, c, np.uint32(_CONSTANTS[t + 5] + schedule[t + 5, i]))
            f, b = _round(c, d, e, f, g, h, a, b, np.uint32(_CONSTANTS[t + 6] + schedule[t + 6, i]))
            e, a = _round(b, c, d, e, f, g, h, a, np.uint32(_CONSTANTS[t + 7] + schedule[t + 7, i]))
            work[0, i], work[1, i], work[2, i], work[3, i] = a, b, c, d
            work[4, i], work[5, i], work[6, i], work[7, i] = e, f, g, h
    for j in range(_VARIABLES):
        row, change = state[j, left : left + WIDTH], work[j]
        for i in range(WIDTH):
            row[i] += change[i]


@compiled
def _round(  # noqa: PLR0913, PLR0917  the eight variables of the standard, and what the round adds
    a: np.uint32,
    b: np.uint32,
    c: np.uint32,
    d: np.uint32,
    e: np.uint32,
    f: np.uint32,
    g: np.uint32,
    h: np.uint32,
    added: np.uint32,
) -> tuple[np.uint32, np.uint32]:
    """Return the new values of d and h."""
    from_e = np.uint32(h + (_rotated(e, 6) ^ _rotated(e, 11) ^ _rotated(e, 25)) + (g ^ (e & (f ^ g))) + added)
    from_a = np.uint32((_rotated(a, 2) ^ _rotated(a, 13) ^ _rotated(a, 22)) + ((a & b) ^ (c & (a ^ b))))
    return np.uint32(d + from_e), np.uint32(from_e + from_a)


@compiled
def _rotated(word: np.uint32, bits: int) -> np.uint32:
    return np.uint32((word >> np.uint32(bits)) | (word << np.uint32(_WORD_BITS - bits)))
