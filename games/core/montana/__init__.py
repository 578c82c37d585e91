"""Family 2, Montana Red Dog: a hand that beats the hit card in its suit, and a side bet on poker.

Source: docs/rules/montana-red-dog.md.
"""
