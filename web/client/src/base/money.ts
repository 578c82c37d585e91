/** An amount in minor units (cents of a dollar) with its currency's code, as the interface writes it. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/**
 * Return an amount as a reader of a language writes it: `990.00`, with `−` (U+2212) for less than nothing.
 *
 * All currencies of the platform have two decimals.
 */
export function amountText(minorUnits: number, language: string): string {
  const digits = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const text = digits.format(Math.abs(minorUnits) / 100);
  return minorUnits < 0 ? `\u2212${text}` : text;
}
