"""Which cell somebody has an account in, for whoever routes a request before a cell serves it.

One digest and one look into the directory, whether anybody has the name or not.

Source: docs/adr/0112-a-directory-of-claims.md.
"""

from kernel.cell import Cell
from players.claim_digests import email_claim, username_claim
from players.core.claims import ClaimKind
from players.directory import cell_name_of, is_in_directory


def cell_of_user_name(name: str) -> Cell | None:
    """Return the cell whose account has a user name, in any case, also while it is being opened; None for none.

    In an installation without cells it is always the installation. The installation's own role alone may ask.
    """
    return _cell_of(ClaimKind.USERNAME, username_claim(name.lower())) if is_in_directory() else Cell()


def cell_of_email(email: str) -> Cell | None:
    """Return the cell whose account, not closed, has an e-mail address, in any case; otherwise as `cell_of_user_name`."""
    return _cell_of(ClaimKind.EMAIL, email_claim(email)) if is_in_directory() else Cell()


def _cell_of(kind: ClaimKind, digest: bytes) -> Cell | None:
    name = cell_name_of(kind, digest)
    return None if name is None else Cell(name)
