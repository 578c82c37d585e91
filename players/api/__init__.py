"""What players see and do over HTTP."""
