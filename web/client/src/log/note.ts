/** Signed notes and keys, those of C2SP: docs/formats/record.md, "Grammar". */

import { fromBase64, hex, joined, same, utf8 } from "./bytes.ts";
import { sha256 } from "./sha256.ts";

/** The public half of a key with its name. */
export interface Key {
  readonly name: string;
  readonly id: string;
  readonly pub: Uint8Array<ArrayBuffer>;
  readonly vkey: string;
}

/** A note that was taken apart; whether the signature holds is another question. */
export interface Note {
  /** The signed text, its line feed included. */
  readonly text: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly keyId: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

// A name of C2SP's: not empty, without white space and without a plus sign.
const NAME = /^[^\s+]+$/u;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const DASH = utf8("— ");
const LINES = 64;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;

/** An Ed25519 key of the log, of records or of the root. */
export const readKey = (vkey: string): Key | undefined => readKeyOf(vkey, 1);

/** A key with its name, for the algorithm of this number. */
export function readKeyOf(vkey: string, algorithm: number): Key | undefined {
  const first = vkey.indexOf("+");
  const name = vkey.slice(0, first);
  const id = vkey.slice(first + 1, first + 9);
  const key = fromBase64(vkey.slice(first + 10));
  if (first < 1 || !NAME.test(name) || vkey[first + 9] !== "+" || key?.length !== 33 || key[0] !== algorithm) {
    return undefined;
  }
  if (hex(sha256(utf8(`${name}\n`), key).subarray(0, 4)) !== id) return undefined;
  return { name, id, pub: joined(key.subarray(1)), vkey };
}

/** A signature line of whatever kind, not verified. */
export interface SignatureLine {
  readonly name: string;
  readonly keyId: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** Take a note with one signature apart; undefined where it is none. */
export function readNote(note: Uint8Array): Note | undefined {
  if (note.at(-1) !== 0x0a) return undefined;
  // The signature's line is the last one, and an empty line stands before it.
  const last = note.lastIndexOf(0x0a, note.length - 2);
  if (last < 1 || note[last - 1] !== 0x0a || !same(note.subarray(last + 1, last + 1 + DASH.length), DASH)) {
    return undefined;
  }
  let line;
  try {
    line = UTF8.decode(note.subarray(last + 1 + DASH.length, -1));
  } catch {
    return undefined; // not UTF-8
  }
  const space = line.indexOf(" ");
  const name = line.slice(0, space);
  const signed = fromBase64(line.slice(space + 1));
  if (space < 1 || !NAME.test(name) || signed?.length !== 68) return undefined;
  const signature = joined(signed.subarray(4));
  return { text: joined(note.subarray(0, last)), name, keyId: hex(signed.subarray(0, 4)), signature };
}

/** A note that several may have signed, in parts. */
export interface SignedText {
  /** Its line feed included. */
  readonly text: Uint8Array<ArrayBuffer>;
  readonly lines: readonly SignatureLine[];
}

/**
 * Take the line of one key out of a note that others may have signed too, as witnesses sign checkpoints; undefined where
 * the key did not sign once. Who signed the other lines is not looked at: docs/formats/witnesses.md, rule 1.
 */
export function readNoteOf(key: Key, note: Uint8Array): Note | undefined {
  const read = readLines(note);
  const [own, ...others] = read?.lines.filter(({ name, keyId }) => name === key.name && keyId === key.id) ?? [];
  if (read === undefined || own?.signature.length !== SIGNATURE_BYTES || others.length > 0) return undefined;
  return { ...own, text: read.text };
}

/** The lines of other keys of the same name, which may be successors of this one: docs/formats/signing-keys.md. */
export function othersOf(key: Key, note: Uint8Array): readonly Note[] {
  const read = readLines(note);
  if (read === undefined) return [];
  return read.lines
    .filter(({ name, keyId }) => name === key.name && keyId !== key.id)
    .filter(({ signature }) => signature.length === SIGNATURE_BYTES)
    .map(({ name, keyId, signature }) => ({ text: read.text, name, keyId, signature }));
}

/** Take a note apart that has 1 to 64 signature lines of whatever kind; undefined where it is none. */
export function readLines(note: Uint8Array): SignedText | undefined {
  let whole: string;
  try {
    whole = UTF8.decode(note);
  } catch {
    return undefined; // not UTF-8
  }
  // The last blank line: the text of a policy may have some of its own.
  const blank = whole.lastIndexOf("\n\n");
  const spelt = whole.slice(blank + 2).split("\n");
  if (blank < 0 || spelt.pop() !== "" || spelt.length === 0 || spelt.length > LINES) return undefined;
  const lines = spelt.map(signatureLine).filter((line) => line !== undefined);
  return lines.length === spelt.length ? { text: joined(utf8(whole.slice(0, blank + 1))), lines } : undefined;
}

function signatureLine(spelt: string): SignatureLine | undefined {
  const [, name, encoded] = /^\u2014 ([^\s+]+) (\S+)$/u.exec(spelt) ?? [];
  const signed = encoded === undefined ? undefined : fromBase64(encoded);
  if (name === undefined || signed === undefined || signed.length <= ID_BYTES) return undefined;
  return { name, keyId: hex(signed.subarray(0, ID_BYTES)), signature: joined(signed.subarray(ID_BYTES)) };
}

/** Keys as WebCrypto has them, each imported once. */
const imported = new Map<string, Promise<CryptoKey>>();

/** Whether a key signed a note's text. */
export async function verifies(note: Note, key: Key): Promise<boolean> {
  if (note.keyId !== key.id || note.name !== key.name) return false;
  let known = imported.get(key.vkey);
  if (known === undefined) {
    known = crypto.subtle.importKey("raw", key.pub, "Ed25519", false, ["verify"]);
    imported.set(key.vkey, known);
  }
  try {
    return await crypto.subtle.verify("Ed25519", await known, note.signature, note.text);
  } catch (error) {
    // A public key that is no point of the curve signs nothing.
    if (error instanceof DOMException) return false;
    throw error;
  }
}
