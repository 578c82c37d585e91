"""What is seen of the platform while it works: request ids, metrics, traces. It decides nothing and knows no app."""
