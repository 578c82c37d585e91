/** Canonical JSON: docs/formats/record.md, "Grammar". */

export type Canonical = boolean | number | string | readonly Canonical[] | CanonicalObject;
export interface CanonicalObject {
  readonly [name: string]: Canonical;
}

export const isObject = (value: Canonical | undefined): value is CanonicalObject =>
  // What is read loosely, to be refused, may have a null.
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isList = (value: Canonical | undefined): value is readonly Canonical[] => Array.isArray(value);

const KEY = /^[a-z0-9_+]+$/;
const INTEGER = /-?(?:0|[1-9][0-9]*)/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const DEPTH = 64;

/** Reads one value, and takes no spelling but the canonical one. */
class Reader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  whole(): Canonical {
    const value = this.value(0);
    if (this.at !== this.text.length) throw this.wrong();
    return value;
  }

  private value(depth: number): Canonical {
    if (depth > DEPTH) throw this.wrong();
    const sign = this.text.charCodeAt(this.at);
    if (sign === 0x22) return this.string();
    if (sign === 0x7b) return this.object(depth);
    if (sign === 0x5b) return this.list(depth);
    if (sign === 0x74) return this.word("true", true);
    if (sign === 0x66) return this.word("false", false);
    return this.integer();
  }

  private object(depth: number): CanonicalObject {
    const members: Record<string, Canonical> = Object.create(null);
    let last = "";
    this.at++;
    if (this.taken(0x7d)) return members;
    do {
      const name = this.string();
      // Names that rise strictly are sorted, and none is there twice.
      if (name <= last || !KEY.test(name)) throw this.wrong();
      last = name;
      this.expect(0x3a);
      members[name] = this.value(depth + 1);
    } while (this.taken(0x2c));
    this.expect(0x7d);
    return members;
  }

  private list(depth: number): Canonical[] {
    const items: Canonical[] = [];
    this.at++;
    if (this.taken(0x5d)) return items;
    do items.push(this.value(depth + 1));
    while (this.taken(0x2c));
    this.expect(0x5d);
    return items;
  }

  private string(): string {
    this.expect(0x22);
    const start = this.at;
    for (;;) {
      const sign = this.text.charCodeAt(this.at++);
      if (sign === 0x22) return this.plain(this.text.slice(start, this.at - 1));
      if (sign === 0x5c) return this.escaped(start);
      if (!(sign >= 0x20)) throw this.wrong(); // also at the end, which is NaN
    }
  }

  private plain(read: string): string {
    if (LONE_SURROGATE.test(read)) throw this.wrong();
    return read;
  }

  private escaped(start: number): string {
    let end = start;
    while (this.text.charCodeAt(end) !== 0x22) {
      if (!(this.text.charCodeAt(end) >= 0x20)) throw this.wrong();
      end += this.text.charCodeAt(end) === 0x5c ? 2 : 1;
    }
    const spelt = this.text.slice(start - 1, end + 1);
    const read: unknown = JSON.parse(spelt);
    if (typeof read !== "string" || JSON.stringify(read) !== spelt) throw this.wrong();
    this.at = end + 1;
    return this.plain(read);
  }

  private integer(): number {
    INTEGER.lastIndex = this.at;
    const found = INTEGER.exec(this.text)?.[0];
    const number = Number(found);
    if (found === undefined || !Number.isSafeInteger(number) || Object.is(number, -0)) throw this.wrong();
    this.at += found.length;
    return number;
  }

  private word(word: string, value: boolean): boolean {
    if (!this.text.startsWith(word, this.at)) throw this.wrong();
    this.at += word.length;
    return value;
  }

  private taken(sign: number): boolean {
    if (this.text.charCodeAt(this.at) !== sign) return false;
    this.at++;
    return true;
  }

  private expect(sign: number): void {
    if (!this.taken(sign)) throw this.wrong();
  }

  private wrong(): SyntaxError {
    return new SyntaxError(`not canonical JSON at ${this.at}`);
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The value of canonical bytes; throws whatever is not canonical. */
export function canonicalValue(bytes: Uint8Array): Canonical {
  return new Reader(UTF8.decode(bytes)).whole();
}

/** The canonical spelling of a value. */
export function canonicalText(value: Canonical): string {
  if (isList(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (isObject(value)) {
    const names = Object.keys(value).toSorted();
    return `{${names.map((name) => `"${name}":${canonicalText(value[name] as Canonical)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
