/** An amount in minor units (cents of a dollar, yen) with its currency's code, as the interface writes it. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** The decimal places of the currencies that do not have two, by code. A browser's own list is another one in places. */
let told: Readonly<Record<string, number>> = {};

/** Take the decimal places from the platform: a JSON object of the currencies that do not have two. */
export function tellDecimals(json: string): void {
  told = JSON.parse(json) as Record<string, number>;
}

/** Return how many decimal places a currency has: 10 to the power of it are the minor units of one major unit. */
export function decimalsOf(currency: string): number {
  return Object.hasOwn(told, currency) ? (told[currency] ?? 2) : 2;
}

/** Return an amount as a reader of a language writes it: `990.00`, of yen `990`, with `−` (U+2212) for less than nothing. */
export function amountText({ amount, currency }: Money, language: string): string {
  return digitsText(amount, decimalsOf(currency), language);
}

/** Return minor units with so many decimal places, exact at any size. */
export function digitsText(minorUnits: number, decimals: number, language: string): string {
  const digits = String(Math.abs(minorUnits)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const decimal = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  // A decimal text is formatted without ever being a binary fraction.
  const text = format.format(decimal as Intl.StringNumericLiteral);
  return minorUnits < 0 ? `\u2212${text}` : text;
}
