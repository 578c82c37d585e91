"""What takes all apps together, over HTTP."""
