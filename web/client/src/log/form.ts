/** The forms of fields. Every object is closed: a field that is not listed is an error. */

import type { Canonical, CanonicalObject } from "./canonical.ts";
import { isList, isObject } from "./canonical.ts";

export type Form = (value: Canonical) => boolean;

/** A field that may be absent. */
export interface Optional {
  readonly optional: Form;
}
export type Fields = Readonly<Record<string, Form | Optional>>;

export const optional = (form: Form): Optional => ({ optional: form });

export const integer =
  (least: number, most = Number.MAX_SAFE_INTEGER): Form =>
  (value) =>
    typeof value === "number" && value >= least && value <= most;
export const money: Form = integer(0);
export const positive: Form = integer(1);
export const instant: Form = integer(0);
export const u32: Form = integer(0, 2 ** 32 - 1);
export const text: Form = (value) => typeof value === "string";
export const bool: Form = (value) => typeof value === "boolean";
export const matching =
  (pattern: RegExp): Form =>
  (value) =>
    typeof value === "string" && pattern.test(value);
export const oneOf =
  (...values: readonly Canonical[]): Form =>
  (value) =>
    values.includes(value);
export const listOf =
  (form: Form, least = 0, most = Number.MAX_SAFE_INTEGER): Form =>
  (value) =>
    isList(value) && value.length >= least && value.length <= most && value.every(form);
export const pair =
  (one: Form, other: Form): Form =>
  (value) =>
    isList(value) && value.length === 2 && one(value[0] as Canonical) && other(value[1] as Canonical);
export const both =
  (one: Form, other: Form): Form =>
  (value) =>
    one(value) && other(value);

export const digits = (count: number): Form => matching(new RegExp(`^[0-9a-f]{${count}}$`));
export const leaf: Form = digits(64);
export const currency: Form = matching(/^[A-Z]{3}$/);
export const kebab: Form = matching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
export const card: Form = matching(/^[2-9TJQKA][cdhs]$/);
export const fraction: Form = pair(integer(Number.MIN_SAFE_INTEGER), positive);

const ACCOUNTS = ["cash", "in_play", "house", "deposit", "withdrawal", "adjustment", "bonus", "table"];

/** Accounts in their order, each once, with no zero. That they sum to 0 is judged later. */
export const moves: Form = (value) => {
  if (!isList(value)) return false;
  let last = -1;
  return value.every((move) => {
    if (!pair(text, integer(Number.MIN_SAFE_INTEGER))(move) || !isList(move) || move[1] === 0) return false;
    const place = ACCOUNTS.indexOf(String(move[0]));
    const rises = place > last;
    last = place;
    return rises;
  });
};

/** That a balance is not below 0 is judged with the balances. */
export const balance: Form = pair(integer(Number.MIN_SAFE_INTEGER), integer(Number.MIN_SAFE_INTEGER));

/** What is wrong with an object's fields, in words; undefined if nothing is. */
export function wrongField(object: CanonicalObject, fields: Fields): string | undefined {
  for (const [name, form] of Object.entries(fields)) {
    const value = object[name];
    if (typeof form === "function") {
      if (value === undefined) return `the field ${name} is missing`;
      if (!form(value)) return `the field ${name} is not of its form`;
    } else if (value !== undefined && !form.optional(value)) return `the field ${name} is not of its form`;
  }
  const unknown = Object.keys(object).find((name) => !Object.hasOwn(fields, name));
  return unknown === undefined ? undefined : `the field ${unknown} is not known here`;
}

/** An object with these fields and no others. */
export const objectOf =
  (fields: Fields): Form =>
  (value) =>
    isObject(value) && wrongField(value, fields) === undefined;
