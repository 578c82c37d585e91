/** Fields of records whose form was checked. A wrong kind here is a defect of this program, not of the log. */

import type { Canonical, CanonicalObject } from "./canonical.ts";
import { isList, isObject } from "./canonical.ts";

const wrong = (name: string): TypeError => new TypeError(`the form of ${name} was not checked`);

export function textOf(fields: CanonicalObject, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw wrong(name);
  return value;
}

export function numberOf(fields: CanonicalObject, name: string): number {
  const value = fields[name];
  if (typeof value !== "number") throw wrong(name);
  return value;
}

export function objectIn(fields: CanonicalObject, name: string): CanonicalObject {
  const value = fields[name];
  if (!isObject(value)) throw wrong(name);
  return value;
}

export function listIn(fields: CanonicalObject, name: string): readonly Canonical[] {
  const value = fields[name];
  if (!isList(value)) throw wrong(name);
  return value;
}

export function objectsIn(fields: CanonicalObject, name: string): readonly CanonicalObject[] {
  return listIn(fields, name).map((value) => {
    if (!isObject(value)) throw wrong(name);
    return value;
  });
}

export const textsIn = (fields: CanonicalObject, name: string): readonly string[] => listIn(fields, name).map(String);
export const numbersIn = (fields: CanonicalObject, name: string): readonly number[] => listIn(fields, name).map(Number);

/** What the moves of a record give to an account; 0 if they do not name it. */
export function movedTo(fields: CanonicalObject, account: string): number {
  const move = listIn(fields, "moves").find((item) => isList(item) && item[0] === account);
  return isList(move) ? Number(move[1]) : 0;
}
