"""What games show and take over HTTP."""
