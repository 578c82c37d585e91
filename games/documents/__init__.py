"""What is told about games: pages of rules in two languages, and par sheets. Pure, and decides nothing.

Beside `games/core` and not in it, because its files are part of every sheet's digest: a sentence that is put better
changes no outcome, and should not look as if it did.
"""
