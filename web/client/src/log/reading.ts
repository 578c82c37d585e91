/** From an entry to a record that can be judged: form, canonical bytes, signature. */

import type { Canonical } from "./canonical.ts";
import { canonicalValue, isObject } from "./canonical.ts";
import { hex } from "./bytes.ts";
import type { Fields } from "./form.ts";
import * as form from "./form.ts";
import { Failure, must } from "./failure.ts";
import { numberOf, textOf } from "./fields.ts";
import type { Log } from "./log.ts";
import { SYSTEM } from "./log.ts";
import type { Note } from "./note.ts";
import { readNote, verifies } from "./note.ts";
import type { Part, Place, Reading, TypeForm, Version } from "./part.ts";
import { leafHash } from "./tree.ts";

const COMMON: Fields = {
  v: form.oneOf("rdf/1", "rdf/2"),
  type: form.text,
  chain: form.digits(32),
  seq: form.money,
  prev: form.leaf,
  time: form.instant,
  salt: form.digits(32),
};

/** An entry that was taken apart, before anything that depends on other entries. */
export interface Parsed {
  readonly index: number;
  readonly entry: Uint8Array;
  readonly hash: Uint8Array;
  readonly note: Note | undefined;
  readonly value: Canonical | undefined;
  readonly canonical: boolean;
}

export function parsedEntry(index: number, entry: Uint8Array): Parsed {
  const note = readNote(entry);
  const line = note?.text.subarray(0, -1);
  let value: Canonical | undefined;
  let canonical = false;
  if (line !== undefined) {
    try {
      value = canonicalValue(line);
      canonical = true;
    } catch {
      value = looseValue(line);
    }
  }
  return { index, entry, hash: leafHash(entry), note, value, canonical };
}

/** Numbers that JSON does not have and some programs write. */
const NO_NUMBER = /([:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g;

/** What a text says that is JSON and not canonical: it fails, and its chain goes on from it. */
function looseValue(line: Uint8Array): Canonical | undefined {
  try {
    // A fraction in the place of each such number: it is not canonical either.
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line).replace(NO_NUMBER, "$10.5"));
  } catch {
    return undefined;
  }
}

/** Whether a value has a number that no canonical text can have. */
function hasOddNumber(value: Canonical | null): boolean {
  if (typeof value === "number") return !Number.isSafeInteger(value) || Object.is(value, -0);
  return typeof value === "object" && value !== null && Object.values(value).some(hasOddNumber);
}

/** In whose chain a chain's first record stands. */
export function placeOf({ chain, type }: Reading): Place {
  if (chain === SYSTEM) return "system";
  return type === "table" ? "table" : "player";
}

/** A record with whatever of it is wrong so far. */
export interface Read {
  readonly read: Reading;
  /** Whether its fields are of their form. */
  readonly formed: boolean;
  readonly failure: Failure | undefined;
}

export class Reader {
  private readonly forms = new Map<string, TypeForm[]>();
  private readonly log: Log;
  private second = false;

  constructor(log: Log, parts: readonly Part[]) {
    this.log = log;
    for (const known of parts.flatMap((part) => part.forms ?? [])) {
      this.forms.set(known.type, [...(this.forms.get(known.type) ?? []), known]);
    }
  }

  /** Throws where the entry is unreadable: then its chain cannot go on from it. */
  async read(parsed: Parsed): Promise<Read> {
    const { note, value, index } = parsed;
    must(note !== undefined, "E_FORM", "The entry is no signed note.");
    must(value !== undefined, "E_FORM", "The text is not JSON.");
    must(isObject(value), "E_FORM", "The text is no object.");
    const { v, type, chain, seq, prev, time, salt, ...rest } = value;
    const common: Record<string, Canonical> = {};
    for (const [name, field] of Object.entries({ v, type, chain, seq, prev, time, salt })) {
      if (field !== undefined) common[name] = field;
    }
    const wrong = form.wrongField(common, COMMON);
    const odd = !parsed.canonical && hasOddNumber(value);
    must(wrong === undefined || !odd, "E_CANON", "A number is not written as an integer.");
    must(wrong === undefined, "E_FORM", `In the record ${wrong ?? ""}.`);
    const version: Version = v === "rdf/1" ? "rdf/1" : "rdf/2";
    const back = version === "rdf/1" && this.second;
    this.second ||= version === "rdf/2";
    const read: Reading = {
      index,
      leaf: hex(parsed.hash),
      version,
      type: textOf(common, "type"),
      chain: textOf(common, "chain"),
      seq: numberOf(common, "seq"),
      prev: textOf(common, "prev"),
      time: numberOf(common, "time"),
      fields: rest,
      place: undefined,
    };
    let formed: Reading | undefined;
    try {
      must(!odd, "E_CANON", "A number is not written as an integer.");
      formed = this.typed(read, back);
      must(parsed.canonical, "E_CANON", "The text is not canonical JSON.");
      await this.signed(parsed, note, read);
      return { read: formed ?? read, formed: formed !== undefined, failure: undefined };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { read: formed ?? read, formed: formed !== undefined, failure: error };
    }
  }

  /** The record with the place of its form. */
  private typed(read: Reading, back: boolean): Reading {
    const { type, fields, version } = read;
    const system = read.chain === SYSTEM;
    const place = this.log.chains.get(read.chain)?.place ?? placeOf(read);
    const known = (this.forms.get(type) ?? []).filter(({ since }) => since === undefined || version === "rdf/2");
    const [first] = known;
    must(first !== undefined, "E_TYPE", `There is no type ${type} in ${version}.`);
    must(!back, "E_FORM", "A record of the first version comes after one of the second.");
    must((first.place === "system") === system, "E_SYS", `A record of type ${type} does not stand in this chain.`);
    const asked = known.filter((each) => each.when?.(fields) ?? true);
    const found = asked.find((each) => each.place === place) ?? asked[0] ?? first;
    const wrong = form.wrongField(fields, found.fields(version, fields)) ?? found.agree?.(fields, version);
    must(wrong === undefined, "E_FORM", `In the record of type ${type} ${wrong ?? ""}.`);
    return { ...read, place: found.place };
  }

  private async signed(parsed: Parsed, note: Note, { type, index, fields, time }: Reading): Promise<void> {
    const key = this.log.keys.signer(type, note, index, fields);
    must(key !== undefined, "E_KEY", `The key ${note.name} may not sign this.`, `${note.name}+${note.keyId}`);
    must(this.log.keys.covers(key.vkey, time), "E_KEY", `The warrant of ${note.name} does not cover this time.`);
    const done = this.verified.get(parsed.index);
    this.verified.delete(parsed.index);
    const holds = done?.vkey === key.vkey ? await done.holds : await verifies(note, key);
    must(holds, "E_SIG", `The signature of ${note.name} does not verify.`);
    this.log.count("signatures");
  }

  /** Verifications that were begun ahead, by log index: all of a bundle at once. */
  private readonly verified = new Map<number, { vkey: string; holds: Promise<boolean> }>();

  /** Begin to verify an entry's signature with the key that signs at this point of the log. */
  ahead({ index, note, value }: Parsed): void {
    if (note === undefined || !isObject(value) || typeof value["type"] !== "string") return;
    const key = this.log.keys.signer(value["type"], note, index, value);
    if (key !== undefined) this.verified.set(index, { vkey: key.vkey, holds: verifies(note, key) });
  }
}
