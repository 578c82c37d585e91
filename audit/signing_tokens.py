"""Signing keys in tokens: hardware modules and smart cards that sign by PKCS #11, and give their keys to nobody.

The key's file says where the key is, and is no secret. One thread of the process asks the module, because a module that hangs
cannot be interrupted: whoever needs a signature waits two seconds at most, and is then refused. A signature that comes later
is dropped. Nothing was written by then, so nothing is half done.

Every signature is verified before it is used: what a broken or exchanged token signs never comes into the log.

Source: docs/formats/keys.md, "Keys in tokens"; docs/adr/0085-keys-in-tokens.md.
"""

import os
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

import structlog
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings

from audit.key_encryption import KeyFileRefused
from audit.token_session import KeyPlace, TokenFault, TokenSessions
from kernel import canonical_json
from kernel.refusals import Refusal, RefusalKind

KEY_FILE_VERSION: Final = "reddog-token-key/1"
PATIENCE_SECONDS: Final = 2.0
"""So long a caller waits for the token."""
DRAWING_SECONDS: Final = 30.0
"""So long a command waits for a key to be drawn or destroyed, which no player waits for."""
_PAUSE_SECONDS: Final = 1.0
"""So long after a fault the token is not asked again: whoever comes is refused at once."""
_RETRY_AFTER_SECONDS: Final = 5
_TRIAL: Final = b"reddog-token-trial/1\n"
"""What is signed to see that a key is the one that it is said to be. No note and no record begins so."""

_Answer = TypeVar("_Answer")
_log = structlog.get_logger("audit.signing_tokens")


class SigningUnavailable(Refusal):
    """Nothing can be signed at the moment."""

    code, kind = "signing-unavailable", RefusalKind.UNAVAILABLE

    def __init__(self, why: str) -> None:
        """Say that nothing was done; `why` is for the operator, and not told to players."""
        super().__init__(
            "Nothing was changed, nothing taken. What the platform records is signed, and what signs does not answer. Try"
            " again in a few seconds.",
            retry_after=_RETRY_AFTER_SECONDS,
        )
        self.why = why


class TokenThread:
    """The one thread that asks the tokens of a module."""

    def __init__(self, sessions: TokenSessions) -> None:
        """Start nothing yet: the first request does."""
        self._sessions = sessions
        self._requests: queue.SimpleQueue[tuple[Future[Any], Callable[[TokenSessions], Any]]] = queue.SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._asking_since: float | None = None
        self._paused: tuple[float, str] | None = None

    def ask(self, work: Callable[[TokenSessions], _Answer], *, patience_seconds: float = PATIENCE_SECONDS) -> _Answer:
        """Have the thread do `work`, and return what it returns.

        Raises:
            SigningUnavailable: the token failed, or did not answer within `patience_seconds`; or it failed within the last
                second, or somebody else waits in vain at this moment, and it was not asked.
        """
        self._refuse_if_hopeless()
        self._start()
        future: Future[_Answer] = Future()
        self._requests.put((future, work))
        try:
            return future.result(patience_seconds)
        except TimeoutError:
            future.cancel()
            raise _told(f"no answer within {patience_seconds:g} s") from None
        except TokenFault as fault:
            raise _told(str(fault)) from fault

    def _refuse_if_hopeless(self) -> None:
        since, paused = self._asking_since, self._paused
        if since is not None and time.monotonic() - since > PATIENCE_SECONDS:
            raise SigningUnavailable("the token does not answer")
        if paused is not None and time.monotonic() < paused[0]:
            raise SigningUnavailable(paused[1])

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="token", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            future, work = self._requests.get()
            if not future.set_running_or_notify_cancel():
                continue  # its caller was refused meanwhile
            self._asking_since = time.monotonic()
            try:
                answer = work(self._sessions)
            except TokenFault as fault:
                self._paused = time.monotonic() + _PAUSE_SECONDS, str(fault)
                future.set_exception(fault)
            except Exception as defect:  # noqa: BLE001  the caller raises it, and the thread serves the others
                future.set_exception(defect)
            else:
                self._paused = None
                future.set_result(answer)
            finally:
                self._asking_since = None


@dataclass(frozen=True, slots=True)
class TokenSigner:
    """An Ed25519 key in a token. `name` is what it signs as."""

    name: str
    place: KeyPlace
    public_key: bytes
    _verifier: Ed25519PublicKey = field(init=False)

    def __post_init__(self) -> None:
        """Load the public half once."""
        object.__setattr__(self, "_verifier", Ed25519PublicKey.from_public_bytes(self.public_key))

    def sign(self, message: bytes, /) -> bytes:
        """Return the 64 bytes of the signature, which was verified.

        Raises:
            SigningUnavailable: the token did not give it in time, or gave one that does not verify.
        """
        signature = _module_thread().ask(lambda sessions: sessions.sign(self.place, message))
        try:
            self._verifier.verify(signature, message)
        except InvalidSignature:
            raise _told(f"the key {self.place.key_id.hex()} in {self.place.token} is not the one of its file") from None
        return signature

    def require_there(self) -> None:
        """Check that the token has this key and signs by it.

        Raises:
            KeyFileRefused: it does not, and why.
        """
        try:
            self.sign(_TRIAL)
        except SigningUnavailable as refusal:
            raise KeyFileRefused(f"it is in a token that does not sign: {refusal.why}") from refusal


def is_in_token(content: bytes) -> bool:
    """Return whether a key's file says that the key is in a token."""
    return KEY_FILE_VERSION.encode() in content


def token_for(use: str) -> str:
    """Return the label of the token that new keys of this use are drawn in; empty for files."""
    return str(settings.REDDOG_TOKEN) if use in {"log", "rounds"} else ""


def draw_in_token(name: str, token: str) -> bytes:
    """Have a token draw the key of this name, and return the content of its file.

    Raises:
        KeyFileRefused: the token did not; if the answer was lost, a key of which nobody knows lies in it.
    """
    try:
        thread = _module_thread()
        place, public = thread.ask(lambda sessions: sessions.draw(token, name), patience_seconds=DRAWING_SECONDS)
        TokenSigner(name, place, public).require_there()
    except SigningUnavailable as refusal:
        raise KeyFileRefused(f"No key {name} was made in the token {token}: {refusal.why}.") from refusal
    members: dict[str, object] = {"v": KEY_FILE_VERSION, "name": name, "token": token}
    return canonical_json.encode({**members, "id": place.key_id.hex(), "public": public.hex()}) + b"\n"


def token_signer(name: str, content: bytes, *, signs_as: str) -> TokenSigner:
    """Return the signer that the file of the key of this name describes. The token is not asked.

    Raises:
        KeyFileRefused: the file is none of this format, or another key's.
    """
    try:
        document = canonical_json.decode(content.removesuffix(b"\n"))
        place = KeyPlace(str(document["token"]), bytes.fromhex(str(document["id"])))
        if document["v"] != KEY_FILE_VERSION or document["name"] != name:
            raise KeyFileRefused(f"{name}.key is the file of the key {document['name']}: files were exchanged.")
        return TokenSigner(signs_as, place, bytes.fromhex(str(document["public"])))
    except (canonical_json.NotCanonical, KeyError, ValueError) as error:
        raise KeyFileRefused(f"{name}.key is no file of this format: it was altered.") from error


def destroy_in_token(signer: TokenSigner) -> None:
    """Destroy a key in its token.

    Raises:
        KeyFileRefused: it may still be there.
    """
    try:
        _module_thread().ask(lambda sessions: sessions.destroy(signer.place), patience_seconds=DRAWING_SECONDS)
    except SigningUnavailable as refusal:
        raise KeyFileRefused(f"The key may still be in the token {signer.place.token}: {refusal.why}.") from refusal


def forget() -> None:
    """Ask by a new thread from now on. A forked child does: its parent's thread is not in it."""
    _threads.clear()


def _told(why: str) -> SigningUnavailable:
    _log.error("signing-unavailable", why=why)
    return SigningUnavailable(why)


def _module_thread() -> TokenThread:
    module, pin_file = settings.REDDOG_TOKEN_MODULE, settings.REDDOG_TOKEN_PIN_FILE
    if not module or not pin_file:
        raise SigningUnavailable(
            "REDDOG_TOKEN_MODULE and REDDOG_TOKEN_PIN_FILE say how tokens are asked, and one is not set"
        )
    # Two threads that come at once get the same: the other one was not started.
    return _threads.get(module) or _threads.setdefault(module, TokenThread(TokenSessions(module, Path(pin_file))))


_threads: Final[dict[str, TokenThread]] = {}
os.register_at_fork(after_in_child=forget)
