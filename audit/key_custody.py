"""What an operator does with the keys as files: encrypt them, change what wraps them, give each process its own."""

from pathlib import Path
from typing import Final

from audit import key_encryption, keys, private_files
from audit.key_encryption import KeyFileRefused, KeyWrapper
from audit.key_uses import DIRECTORY_KEY, PARENT_KEY, SIGNING_KEYS, KeyHolder, is_key, is_signing_key, needs, use_of
from audit.key_wrappers import wrapper_for_new
from audit.places import log_origin
from audit.signing_tokens import TokenSigner, destroy_in_token
from kernel.serving import served_cell

_DEMONSTRATIONS_HOUSE: Final = "demo.reddog.example/"


def are_of_a_demonstration() -> bool:
    """Return whether a demonstration made the keys of this folder: their files were readable to whoever tried it.

    Those of earlier versions have no mark. They are recognised by the demonstration's origin in their names, and by
    Django's secret beside them, which production never stores there.

    Raises:
        FileNotFoundError: no keys were made yet; `manage.py make_keys` makes them.
    """
    listed = keys.listed()
    named = any(listed[use].startswith(_DEMONSTRATIONS_HOUSE) for use in SIGNING_KEYS if use in listed)
    return bool(listed.get("demonstration")) or named or keys.path_of("django").exists()


def root_name() -> str:
    """Return the name under which the root of this installation's log, and of its cells' logs, signs."""
    origin: str = served_cell().above(log_origin())
    return origin.removesuffix("/log") + "/root"


def root_notes() -> list[str]:
    """Return the root's notes, warrants and revocations, that were brought into the folder of keys, by their files' names.

    One that was cut while it was copied is the root's no more, wherever the cut is.
    """
    return [path.read_text(encoding="utf-8", errors="replace") for path in sorted(keys.folder().glob("*.note"))]


def begin_encryption() -> bool:
    """Draw the key-encryption key into `kek.json` if there is none and this process was told how to wrap it.

    Returns:
        Whether the folder has a `kek.json` now.

    Raises:
        KeyFileRefused: nothing was written.
    """
    if not keys.kek_path().exists() and (wrapper := wrapper_for_new()) is not None:
        private_files.replace_file(keys.kek_path(), key_encryption.new_kek(wrapper))
    return keys.kek_path().exists()


def encrypt_plain() -> list[str]:
    """Encrypt every plain key file of the folder in place, and return their names.

    Each file is replaced by one rename, after its encrypted form was opened again. A crash leaves some encrypted and
    the others plain, and all readable; the next call does the rest.

    Raises:
        KeyFileRefused: there is no `kek.json`, or it does not open; nothing was changed.
    """
    kek = keys.kek_of_folder()
    if kek is None:
        raise KeyFileRefused("Nothing was encrypted: there is no kek.json and no passphrase or command to make one.")
    plain = [name for name in keys.present() if not key_encryption.is_encrypted(keys.path_of(name).read_bytes())]
    for name in plain:
        key = keys.plain_key(name, keys.path_of(name).read_bytes())
        content = key_encryption.encrypted_key(name, key, kek)
        assert key_encryption.decrypted_key(name, content, kek) == key, "what was encrypted opens"
        private_files.remove_other_names(keys.path_of(name))
        private_files.replace_file(keys.path_of(name), content)
    return plain


def rewrap(wrapper: KeyWrapper) -> None:
    """Wrap the key-encryption key by another passphrase or program. One rename: a crash leaves the old or the new.

    Raises:
        KeyFileRefused: nothing was changed.
    """
    kek = keys.kek_of_folder()
    if kek is None:
        raise KeyFileRefused("Nothing was changed: there is no kek.json, so the keys are plain.")
    content = key_encryption.wrapped_kek(kek, wrapper)
    assert key_encryption.opened_kek(content, {wrapper.method: wrapper}) == kek, "what was wrapped opens"
    private_files.replace_file(keys.kek_path(), content)


def distribute(target: Path) -> dict[KeyHolder, list[str]]:
    """Give each process a folder in `target` with the keys that it needs, and return their names by process.

    Files are copied as they are, encrypted ones too; keys that a folder holds and its process does not need, or that
    were destroyed, are removed from it. A crash leaves each file whole, and the next call does the rest: what it left under
    another name (`*.new`) may be a key that was destroyed since.

    Raises:
        FileNotFoundError: this folder has no keys.
    """
    given = {}
    # Without cells there is no parent log. In a cell its process needs the public halves alone.
    over_cells = PARENT_KEY in keys.present() or served_cell().name
    for process in KeyHolder:
        if process is KeyHolder.PARENT_LOG and not over_cells:
            continue
        own = target / process.value / served_cell().folder
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left in own.glob("*.new"):
            left.unlink()
        names = [name for name in keys.present() if needs(process, name)]
        files = [
            keys.folder() / "keys.json",
            *([keys.kek_path()] if keys.kek_path().exists() else []),
            *map(keys.path_of, names),
            *([word_path()] if process is KeyHolder.PARENT_LOG and word_path().exists() else []),
        ]
        for file in files:
            private_files.replace_file(own / file.name, file.read_bytes())
        for file in own.glob("*.key"):
            if is_key(file.stem) and file.stem not in names:
                file.unlink()
        private_files.sync_folder(own)
        if served_cell().name and needs(process, DIRECTORY_KEY):
            _give_directory_key(target / process.value)
        given[process] = names
    return given


def _give_directory_key(installations: Path) -> None:
    """Give a cell's process the one key of all cells, where it lies with the installation's for this process."""
    key = keys.path_of(DIRECTORY_KEY)
    for file in (key, keys.kek_path(key.parent)):
        if file.exists():
            private_files.replace_file(installations / file.name, file.read_bytes())
    private_files.sync_folder(installations)


def word_path() -> Path:
    """Return the file with the root's word on the parent log, which the process of that log takes up."""
    return keys.folder() / "parent-word.note"


def set_aside_unlisted(use: str) -> None:
    """Rename the files of a use's signing keys that `keys.json` does not list, as a draw leaves one that was killed.

    The next draw would take it up. It is kept as `NAME.unlisted`, because an older `keys.json` lists less, too.
    """
    public = keys.public_keys()
    for name in keys.present():
        if is_signing_key(name) and use_of(name) == use and name not in public:
            keys.path_of(name).replace(keys.folder() / f"{name}.unlisted")
    private_files.sync_folder(keys.folder())


def destroy(name: str) -> None:
    """Remove a key's file, the key from its token, and its name from the list. Copies elsewhere are not reached.

    Raises:
        KeyFileRefused: it may still be in the token; its file and its name are still there, and this may be repeated.
    """
    if keys.in_token(name) and isinstance(signer := keys.signer(name), TokenSigner):
        destroy_in_token(signer)
    private_files.remove_other_names(keys.path_of(name))
    keys.path_of(name).unlink(missing_ok=True)
    keys.list_made(*(kept for kept in keys.made() if kept != name))
