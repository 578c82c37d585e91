"""What the games decide: rules as pure functions over frozen values.

A *family* is a game tree: a state of it needs cards, or a seat's decision, or is over (`family.py`). A *rule sheet*
is one game of a family as data (`sheet.py`, `variants/`). Live play, replay, time-outs, the laboratory's settlement
and the exact mathematics all walk the same tree, so none of them can know a rule that the others do not.

Nothing here reads a clock, draws a card by itself, or knows whose money it is.
"""
