"""What the log shows over HTTP."""
