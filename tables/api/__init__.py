"""What tables show and take over HTTP."""
