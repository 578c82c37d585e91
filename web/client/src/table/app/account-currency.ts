/** The currency of the account, for what writes amounts and asks the platform nothing. */
let current = "";

/** Take the currency that the session has read; empty while nobody is logged in. */
export function tellAccountCurrency(currency: string): void {
  current = currency;
}

/** Return the currency of the account, which is that of every round that is played alone; empty while it is not known. */
export function accountCurrency(): string {
  return current;
}
