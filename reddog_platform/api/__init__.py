"""The endpoints that concern several apps."""
