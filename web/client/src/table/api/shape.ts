/** Readers: what an answer is checked by when it comes in. Members that nobody reads may be there; those that are read must be. */

/** A function that returns a value as what it is, or throws a {@link WrongShape} that names the place. */
export type Reader<T> = (value: unknown, at: string) => T;

/** What a reader returns. */
export type Shape<R> = R extends Reader<infer T> ? T : never;

/** An answer of the platform is not what the interface's schema says: a defect of the platform, or of this page. */
export class WrongShape extends Error {
  constructor(at: string, wanted: string) {
    super(`${at} is no ${wanted}`);
    this.name = "WrongShape";
  }
}

export const text: Reader<string> = (value, at) => {
  if (typeof value !== "string") throw new WrongShape(at, "text");
  return value;
};

export const integer: Reader<number> = (value, at) => {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new WrongShape(at, "integer");
  return value;
};

export const flag: Reader<boolean> = (value, at) => {
  if (typeof value !== "boolean") throw new WrongShape(at, "flag");
  return value;
};

/** The answer's value as it came: for what another reader looks at later. */
export const anything: Reader<unknown> = (value) => value;

/** Of an answer without a body. */
export const nothing: Reader<undefined> = () => undefined;

/** Return a reader of one of some words. An interface's new word is a new case, so it is refused here first. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return (value, at) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new WrongShape(at, words.join(" or "));
    return found;
  };
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, at) => (value === null ? null : reader(value, at));
}

/** Return a reader of what may be left out: then it is `absent`. */
export function otherwise<T>(reader: Reader<T>, absent: T): Reader<T> {
  return (value, at) => (value === undefined ? absent : reader(value, at));
}

export function list<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw new WrongShape(at, "list");
    return value.map((item: unknown, index) => reader(item, `${at}[${index}]`));
  };
}

type Readers = Readonly<Record<string, Reader<unknown>>>;
type RecordOf<Members extends Readers> = { readonly [Name in keyof Members]: Shape<Members[Name]> };

/** Return whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return a reader of an object by the readers of its members. */
export function record<Members extends Readers>(members: Members): Reader<RecordOf<Members>> {
  return (value, at) => {
    if (!isObject(value)) throw new WrongShape(at, "object");
    const read = Object.entries(members).map(([name, reader]) => [name, reader(value[name], `${at}.${name}`)]);
    return Object.fromEntries(read) as RecordOf<Members>;
  };
}

/** An amount in minor units with its currency. */
export const money = record({ amount: integer, currency: text });

/** A page of a list: its items, and the cursor of the next page, null at the end. */
export function page<T>(item: Reader<T>): Reader<Page<T>> {
  return record({ items: list(item), next: nullable(text) });
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
