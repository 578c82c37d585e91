"""What a signature costs by a key in this process, and by one in a token: `python -m benchmarks.token_signing`.

REDDOG_TOKEN_MODULE, REDDOG_TOKEN_PIN_FILE and REDDOG_TOKEN say which token (docs/runbooks/keys.md). A key is drawn in it, and
destroyed at the end.
"""

import json
import os
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import django

if TYPE_CHECKING:
    from audit.core.note import Signer

RECORD_BYTES: Final = 250
SIGNATURES: Final = 2_000


def main() -> None:
    """Print the median of each in microseconds, as JSON."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")
    django.setup()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  after the set-up
    from django.conf import settings  # noqa: PLC0415  the same

    from audit.file_signer import FileSigner  # noqa: PLC0415  the same
    from audit.signing_tokens import destroy_in_token, draw_in_token, token_signer  # noqa: PLC0415  the same

    in_token = token_signer("rounds", draw_in_token("rounds", settings.REDDOG_TOKEN), signs_as="benchmark")
    signers: dict[str, Signer] = {"file": FileSigner("benchmark", Ed25519PrivateKey.generate()), "token": in_token}
    try:
        found = {name: _median_microseconds(signer.sign) for name, signer in signers.items()}
    finally:
        destroy_in_token(in_token)
    print(json.dumps({"signatures": SIGNATURES, "bytes": RECORD_BYTES, "microseconds": found}))


def _median_microseconds(sign: Callable[[bytes], bytes]) -> float:
    took = []
    for number in range(SIGNATURES):
        message = number.to_bytes(RECORD_BYTES, "big")
        began = time.perf_counter()
        sign(message)
        took.append(time.perf_counter() - began)
    return round(statistics.median(took) * 1e6, 1)


if __name__ == "__main__":
    main()
