"""The tree of the log: what its hashes are, and what a path of hashes leads to.

Source: docs/formats/log.md, "Grammar" and "Proofs" (RFC 6962, section 2.1).
"""

import hashlib
from collections.abc import Sequence

from .errors import Reason, VerificationError


def leaf_hash(entry: bytes) -> bytes:
    """Return the leaf of an entry."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash over two subtrees."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_by_path(leaf: bytes, *, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """Return the root that an inclusion path leads to, from the leaf's sibling up to a child of the root.

    Raises:
        VerificationError: `UNPROVED_RECORD` if a path from `index` in a tree of `size` has another length.
    """
    if not 0 <= index < size:
        raise VerificationError(Reason.UNPROVED_RECORD, f"the tree of {size} entries has none at {index}")
    if size == 1 or not path:
        if size != 1 or path:
            raise VerificationError(Reason.UNPROVED_RECORD, "the path has another length than one to this entry")
        return leaf
    half = _left_size(size)
    *below, sibling = path
    if index < half:
        return node_hash(root_by_path(leaf, index=index, size=half, path=below), sibling)
    return node_hash(sibling, root_by_path(leaf, index=index - half, size=size - half, path=below))


def roots_by_path(
    older_root: bytes, *, older_size: int, size: int, path: Sequence[bytes], whole: bool = True
) -> tuple[bytes, bytes]:
    """Return the roots over the first `older_size` entries and over all `size`, which a consistency path leads to.

    `whole` says that the older tree, whose root the path then leaves out, is a subtree of the newer one.

    Raises:
        VerificationError: `FORKED_LOG` if a path between these sizes has another length.
    """
    if not 0 < older_size <= size:
        raise VerificationError(Reason.FORKED_LOG, f"a log of {size} entries does not continue one of {older_size}")
    if older_size == size:
        if len(path) != (0 if whole else 1):
            raise VerificationError(Reason.FORKED_LOG, "the path has another length than one between these sizes")
        subtree = older_root if whole else path[0]
        return subtree, subtree
    if not path:
        raise VerificationError(Reason.FORKED_LOG, "the path is too short")
    half = _left_size(size)
    *below, sibling = path
    if older_size <= half:
        older, newer = roots_by_path(older_root, older_size=older_size, size=half, path=below, whole=whole)
        return older, node_hash(newer, sibling)
    older, newer = roots_by_path(older_root, older_size=older_size - half, size=size - half, path=below, whole=False)
    return node_hash(sibling, older), node_hash(sibling, newer)


def _left_size(size: int) -> int:
    """Return the greatest power of two below `size`, which is at least 2."""
    return 1 << ((size - 1).bit_length() - 1)
