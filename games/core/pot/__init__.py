"""Family 3, Pot Red Dog: players in turn bet against a pot that is theirs together.

Source: docs/rules/pot-red-dog.md.
"""
