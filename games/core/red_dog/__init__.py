"""Family 1, casino Red Dog: two cards, a spread, and whether the third falls between.

Source: docs/rules/red-dog.md.
"""
