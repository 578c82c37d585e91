"""What the staff work on: notes on players, cases that rules have found, disputes that players have opened."""
