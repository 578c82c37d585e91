"""What a test laboratory asks of the generator: its bytes in bulk, and statistics of what was dealt.

Live play imports nothing from here.
"""
