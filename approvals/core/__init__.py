"""What a proposal is, without I/O."""
