"""The statistical tests as lines of text and as JSON.

Source: docs/formats/statistics.md, "What is printed".
"""

from verifier.statistics import SEEN, Finding


def as_line(found: Finding) -> str:
    """Return the line of a test."""
    chain = "" if found.chain is None else f", chain {found.chain}"
    warning = "" if found.warning is None else f"  {found.warning.code}"
    won = "cards favour the player in" if found.test in SEEN else "cards would win"
    bound = "no bound" if found.bound is None else f"bound {found.bound:.2f}"
    return (
        f"{found.test:<13}  n {found.rounds}, {won} {found.won}, expected {found.expected:.1f},"
        f" log10 E {found.log10:.2f} ({bound}){chain}{warning}"
    )


def as_document(found: Finding) -> dict[str, object]:
    """Return a test as a JSON document."""
    return {
        "test": found.test.value,
        "n": found.rounds,
        "won": found.won,
        "expected": round(found.expected, 6),
        "log10_e": round(found.log10, 6),
        "bound": None if found.bound is None else round(found.bound, 6),
        "chain": found.chain,
        "code": None if found.warning is None else found.warning.code.value,
    }
