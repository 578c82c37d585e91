"""What the app reads of payments and deposit blocks, one file for each noun."""
