"""Long report files in an object store, each as a row of objects that are put once and never replaced.

Whether the objects are what was filed, only the digest says, as with rows. The library is only where
`requirements-reports.txt` is: import this where a file is in the store, or goes there.

Source: docs/adr/0091-long-files-in-an-object-store.md.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit
from uuid import UUID

import obstore
from django.conf import settings
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import LocalStore, S3Store

from audit.object_store import StoreMisconfigured, configured_bucket, store_away
from audit.places import report_store
from reports.kept_file import FileStoreAway, KeptFile, StoredObject

OBJECT_BYTES: Final = 8 * 2**20
"""How much of a file an object has, and is in memory while it is put or read."""

_Store = S3Store | LocalStore


class ObjectTaken(Exception):  # noqa: N818  named for what is the case
    """An object of this name is in the store already, with another content. It was left as it is."""


def open_store() -> _Store:
    """Open the store that the variables `REDDOG_REPORT_STORE…` name: a new secret counts at once.

    Raises:
        StoreMisconfigured: they name none, or one that may not be used.
    """
    place = urlsplit(report_store())
    if place.scheme != "file":
        return configured_bucket("REDDOG_REPORT_STORE", report_store())
    folder = Path(unquote(place.path))
    if settings.REDDOG_MODE.value != "demo":
        # The library does not force what it writes to the disk, and a row would outlive it.
        raise StoreMisconfigured("REDDOG_REPORT_STORE must be s3://bucket or s3://bucket/prefix in production.")
    if not folder.is_dir():
        # An empty place where a disk should be mounted is no empty store.
        raise StoreMisconfigured(f"REDDOG_REPORT_STORE names {folder}, which is no folder.")
    return LocalStore(folder)


def put_file(filing: UUID, format_name: str, sha256: bytes, path: Path) -> KeptFile:
    """Put a file of at least one byte into the store. What of it is there already stays.

    Raises:
        ObjectTaken: one of the names has another content.
        FileStoreAway: the store does not take it; objects that no row names may be there.
    """
    file = KeptFile(filing, format_name, sha256, -(-path.stat().st_size // OBJECT_BYTES))
    assert file.objects, "an empty file needs no store"
    store = _opened()
    with path.open("rb") as opened:
        for name in file.names():
            _put(store, name, opened.read(OBJECT_BYTES))
    return file


def read_objects(file: KeptFile) -> Iterator[bytes]:
    """Yield the content of each object of a file; one that is lost leaves a gap.

    Raises:
        FileStoreAway: the store does not answer.
    """
    store = _opened()
    for name in file.names():
        content = _get(store, name)
        if content is not None:
            yield content


def has_last_object(file: KeptFile) -> bool:
    """Return whether the last object of a file is there, which was put after the others.

    Raises:
        FileStoreAway: the store does not answer.
    """
    *_, last = file.names()
    return _get(_opened(), last) is not None


def stored_objects(*, of: UUID | None = None) -> Iterator[StoredObject]:
    """Yield all that the store has under its prefix, or what was put there for one order, in the store's order.

    Raises:
        FileStoreAway: the store does not answer.
    """
    try:
        for page in obstore.list(_opened(), prefix=None if of is None else of.hex):
            for found in page:
                yield StoredObject(found["path"], found["size"], found["last_modified"])
    except (BaseError, OSError) as error:
        raise _away(error) from None


def remove_object(name: str) -> None:
    """Remove an object; one that is not there any more is none.

    Raises:
        FileStoreAway: the store does not answer, or does not let the access key remove anything.
    """
    try:
        obstore.delete(_opened(), name)
    except FileNotFoundError:
        pass
    except (BaseError, OSError) as error:
        raise _away(error) from None


def require_answer() -> None:
    """Require that the store answers.

    Raises:
        FileStoreAway: it does not.
    """
    _require_bucket(_opened())


def _opened() -> _Store:
    try:
        return open_store()
    except StoreMisconfigured as wrong:
        # What is wrong may name a file of this machine, and this may be an answer by HTTP.
        raise FileStoreAway(
            "The store of long files cannot be used as it is configured: `manage.py doctor` says why."
        ) from wrong


def _put(store: _Store, name: str, content: bytes) -> None:
    try:
        # In one request: the condition holds for one alone.
        obstore.put(store, name, content, mode="create", use_multipart=False)
    except AlreadyExistsError:
        # A worker that was killed before its rows were committed left it.
        if _get(store, name) != content:
            raise ObjectTaken(f"{name} is in the store with another content. Find out who put it there.") from None
    except (BaseError, OSError) as error:
        raise _away(error) from None


def _get(store: _Store, name: str) -> bytes | None:
    try:
        return bytes(obstore.get(store, name).bytes())
    except FileNotFoundError:
        # A store says the same of a bucket that is not there, and then nothing is lost.
        _require_bucket(store)
        return None
    except (BaseError, OSError) as error:
        raise _away(error) from None


def _require_bucket(store: _Store) -> None:
    try:
        next(iter(obstore.list(store, chunk_size=1)), None)
    except (BaseError, OSError) as error:
        raise _away(error) from None


def _away(error: Exception) -> FileStoreAway:
    return FileStoreAway(f"{store_away(error)} Nothing was handed over. Try again once it is back.")
