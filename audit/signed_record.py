"""Sign the record that follows the newest of a chain."""

import os
from collections.abc import Mapping

from audit import signing_keys
from audit.core.records import SALT_BYTES, ChainTip, Record, build_record


def signed_record(tip: ChainTip, kind: str, fields: Mapping[str, object], *, now_ms: int) -> Record:
    """Return the record that follows `tip`, with a fresh salt and signed by the record key that signs now; store nothing.

    Its time is `now_ms`, or that of `tip` if the clock has gone backwards.

    Raises:
        FileNotFoundError, KeyFileRefused, KeyReplaced: as `signing_keys.signer` says. There is no record then.
    """
    signer = signing_keys.signer("rounds")
    return build_record(tip, kind, fields, now_ms=now_ms, salt=os.urandom(SALT_BYTES), signer=signer)
