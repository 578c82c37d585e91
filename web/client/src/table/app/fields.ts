/** The fields of a form, and what was typed into them. */
import { decimalsOf, type Money } from "../../base/money.ts";

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind?:
    | "text"
    | "password"
    | "new-password"
    | "pin"
    | "code"
    | "date"
    | "money"
    | "number"
    | "email"
    | "tel"
    | "select"
    | "radio"
    | "tick"
    | "area";
  readonly hint?: unknown;
  /** Whether it may be left empty; "unmarked" where that means something, which the hint says. */
  readonly optional?: boolean | "unmarked";
  readonly value?: string;
  /** What may be chosen, of a select or of radio buttons. */
  readonly options?: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
  readonly autocomplete?: string;
}

/** What was typed, by the names of the fields. A tick that is not set is empty. */
export type Typed = Readonly<Record<string, string>>;

/** Something that was typed is no such value. The form says so at the field. */
export class Mistyped extends Error {
  readonly field: string;

  constructor(field: string, words: string) {
    super(words);
    this.name = "Mistyped";
    this.field = field;
  }
}

/** Return what was typed into a field; a field that the form does not have is a defect of the page. */
export function typedIn(typed: Typed, field: string): string {
  const value = typed[field];
  if (value === undefined) throw new Error(`the form has no field ${field}`);
  return value;
}

/** Return the members of a form that were filled in: an empty one is not sent. */
export function filled(typed: Typed, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, typedIn(typed, name).trim()]).filter(([, value]) => value !== ""),
  );
}

/**
 * Return the minor units of an amount as people type it, null if it is none: `50`, `50.00`, `1,250.5`, `50,00`, full-width digits.
 *
 * A comma before exactly two last digits is a decimal one, where the currency has decimals; any other separates thousands.
 * More decimals than the currency has are no amount.
 */
export function minorUnits(typed: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const plain = typed.normalize("NFKC").replaceAll(/[\s\u00a0$€£¥]/g, "");
  const decimal = decimals > 0 && /^\d+,\d{2}$/.test(plain) ? plain.replace(",", ".") : plain;
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(decimal)) return null;
  const [whole = "", part = ""] = decimal.replaceAll(",", "").split(".");
  if (part.length > decimals) return null;
  const minor = Number(whole) * 10 ** decimals + Number(part.padEnd(decimals, "0"));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** Return an amount that was typed, in a currency. */
export function moneyIn(typed: Typed, field: string, currency: string, words: string): Money {
  const amount = minorUnits(typedIn(typed, field), currency);
  if (amount === null) throw new Mistyped(field, words);
  return { amount, currency };
}
