"""What changes a payment: short transactions, with the provider asked between them."""
