"""The tamper campaign's parts: an evening at the platform, an operator who owns everything, and what is tried."""
