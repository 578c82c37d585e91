"""What a table decides: whose cards, whose turn, until when, and what its records say. Pure functions over values.

The rules of the games are in `games.core`; here is what they do not know: contributions to the deck, seals, the clock,
votes, and several chains. Nothing here reads a clock, draws a secret, or stores anything. An operation passes in the
instant of its record and what is stored, and gets back the members of the record to write.

Source: docs/formats/tables.md.
"""
