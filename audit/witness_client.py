"""Ask witnesses to sign a checkpoint, all at once, and wait for no more of them than are needed.

Whatever a witness does, the caller has its answer by the deadline: one that is dead, slow or lets its answer trickle is given
up, and one that answers anything else than the protocol says counts as one that did not sign.

Source: docs/formats/witnesses.md, rules 8 and 9 (C2SP tlog-witness).
"""

import asyncio
import base64
import re
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from urllib.parse import urlsplit

ANSWER_BYTES_MAX: Final = 16_384
_HEAD: Final = re.compile(rb"HTTP/1\.[01] (\d{3})[^\r\n]*\r?\n")
_SIZE: Final = re.compile(r"(0|[1-9][0-9]{0,15})\n")
_SIGNED, _UNKNOWN_KEY, _CONFLICT, _CONTRADICTION = 200, 403, 409, 422


class SignedLines(NamedTuple):
    """It answered with signature lines, which nobody has verified yet."""

    lines: tuple[str, ...]


class SizeElsewhere(NamedTuple):
    """It says that it signed last at another size than it was told, or at this one with another root."""

    size: int


class Contradiction(NamedTuple):
    """It says that the checkpoint does not go on from what it signed."""


class UnknownKey(NamedTuple):
    """It knows none of the keys that signed the checkpoint."""


class Silence(NamedTuple):
    """It did not answer in time, or not as a witness does."""

    why: str


WitnessAnswer = SignedLines | SizeElsewhere | Contradiction | UnknownKey | Silence


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessRequest:
    """What one witness is asked."""

    url: str
    old_size: int
    proof: Sequence[bytes]
    note: str

    @property
    def body(self) -> bytes:
        """Return what is posted."""
        lines = "".join(f"{base64.b64encode(node).decode()}\n" for node in self.proof)
        return f"old {self.old_size}\n{lines}\n{self.note}".encode()


def ask(
    questions: Mapping[str, WitnessRequest], *, seconds: float, enough: Callable[[str, WitnessAnswer], bool]
) -> dict[str, WitnessAnswer]:
    """Ask all at once, and return each answer that came until `enough` of them did, or so many seconds were over.

    Those that had not answered when there was enough are not in the result; those that did not answer in time are silent.
    """
    return asyncio.run(_ask(questions, seconds=seconds, enough=enough))


async def _ask(
    questions: Mapping[str, WitnessRequest], *, seconds: float, enough: Callable[[str, WitnessAnswer], bool]
) -> dict[str, WitnessAnswer]:
    tasks = {asyncio.create_task(_post(question), name=name) for name, question in questions.items()}
    answers: dict[str, WitnessAnswer] = {}
    try:
        async with asyncio.timeout(seconds):
            waiting = tasks
            while waiting:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    answers[task.get_name()] = task.result()
                # Each is looked at, also where the first was enough: its signature is worth having.
                met = [enough(task.get_name(), task.result()) for task in done]
                if any(met):
                    return answers
    except TimeoutError:
        silence = Silence(f"no answer within {seconds:.1f} seconds")
        return {**{task.get_name(): silence for task in tasks}, **answers}
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return answers


def tell_keys(url: str, entries: Sequence[str], *, seconds: float) -> bool:
    """Tell a witness what the root says of the log's keys, and return whether it went by all of it.

    Source: docs/formats/signing-keys.md, rule 8.
    """

    async def tell() -> bool:
        async with asyncio.timeout(seconds):
            return all([(await _exchange(url, "/add-key", entry.encode()))[0] == _SIGNED for entry in entries])

    try:
        return asyncio.run(tell())
    except (OSError, ssl.SSLError, ValueError, asyncio.IncompleteReadError):
        return False


async def _post(question: WitnessRequest) -> WitnessAnswer:
    try:
        status, body = await _exchange(question.url, "/add-checkpoint", question.body)
    except (OSError, ssl.SSLError, ValueError, asyncio.IncompleteReadError) as error:
        return Silence(f"{type(error).__name__}: {error}")
    if status == _SIGNED:
        return SignedLines(tuple(body.split("\n")[:-1]))
    if status == _CONFLICT and (size := _SIZE.fullmatch(body)):
        return SizeElsewhere(int(size[1]))
    if status == _UNKNOWN_KEY:
        return UnknownKey()
    return Contradiction() if status == _CONTRADICTION else Silence(f"it answered {status}")


async def _exchange(url: str, path: str, body: bytes) -> tuple[int, str]:
    parts = urlsplit(url)
    tls = parts.scheme == "https"
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("the policy gives it no URL of http or https")
    port = parts.port or (443 if tls else 80)
    head = (
        f"POST {parts.path.rstrip('/')}{path} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        f"Content-Length: {len(body)}\r\nUser-Agent: reddog-platform\r\nConnection: close\r\n\r\n"
    )
    context = ssl.create_default_context() if tls else None
    reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=context, limit=ANSWER_BYTES_MAX)
    try:
        writer.write(head.encode() + body)
        await writer.drain()
        answer = await _read(reader)
    finally:
        # Not closed gently: a server that does not answer would be waited for.
        writer.transport.abort()
    matched = _HEAD.match(answer)
    if matched is None:
        raise ValueError("it answered with no HTTP")
    headers, blank, content = answer.partition(b"\r\n\r\n")
    if not blank or b"\r\ntransfer-encoding:" in headers.lower():
        raise ValueError("it answered in a form that is not read here")
    length = re.search(rb"\r\ncontent-length: *(\d+)", headers.lower())
    return int(matched[1]), (content[: int(length[1])] if length else content).decode()


async def _read(reader: asyncio.StreamReader) -> bytes:
    """Read until the server closes, and no more than an answer may have."""
    answer = b""
    while part := await reader.read(ANSWER_BYTES_MAX):
        answer += part
        if len(answer) > ANSWER_BYTES_MAX:
            raise ValueError("its answer is too long")
    return answer
