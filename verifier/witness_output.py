"""What a verdict says of witnesses, in words and as JSON."""

from datetime import UTC, datetime

from verifier.witnesses import Witnessed


def profile(found: Witnessed | None) -> str:
    """Return by which rules the log was judged."""
    return "witnessed" if found is not None and found.asked else "no-witness"


def as_sentences(found: Witnessed | None) -> tuple[str, ...]:
    """Return the lines of a log with witnesses; none where no policy asks for any."""
    if found is None or not found.asked:
        return ()
    count = f"witnessed: {len(found.quorums)} checkpoints have the quorum that the policy asks for;"
    newest = found.newest
    if newest is None:
        return (count, f"the newest one, of {found.size} entries, has not")
    names = ", ".join(ascii(name) for name in newest.names)
    return (count, f"the newest one, of {found.size} entries, was signed by {names}, at {instant(newest.greatest)}")


def as_document(found: Witnessed | None) -> dict[str, object] | None:
    """Return the same for the verdict as JSON, times in seconds; None where no policy asks for any."""
    if found is None or not found.asked:
        return None
    newest = found.newest
    return {
        "quorums": len(found.quorums),
        "newest": None
        if newest is None
        else {"names": list(newest.names), "least": newest.least, "greatest": newest.greatest},
    }


def instant(seconds: int) -> str:
    """Write an instant, given in Unix seconds."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
