/** Signed records as a player reads them: docs/formats/record.md. */
import { canonicalValue, isObject, type CanonicalObject } from "../../../log/canonical.ts";
import { hex, utf8 } from "../../../log/bytes.ts";
import { readNote } from "../../../log/note.ts";
import { leafHash } from "../../../log/tree.ts";
import type { Receipt } from "../answers.ts";
import { hold } from "./not-holding.ts";

/** A record that is what its receipt says. Who signed it, only the log shows. */
export interface PlayerRecord {
  readonly receipt: Receipt;
  readonly fields: CanonicalObject;
  readonly type: string;
  readonly chain: string;
  readonly seq: number;
  readonly leaf: string;
  readonly prev: string;
}

/** Return the record of a receipt. Requires canonical text, and a leaf and a number that are the note's own. */
export function readRecord(receipt: Receipt): PlayerRecord {
  const { note, leaf, seq } = receipt;
  const parsed = readNote(utf8(note));
  hold(parsed !== undefined, "malformed-text", "a receipt has no signed note", note);
  const fields = canonicalOf(parsed.text.subarray(0, -1), note);
  hold(hex(leafHash(utf8(note))) === leaf, "broken-chain", `the leaf of record ${seq} is another one`, note, leaf);
  hold(fields["seq"] === seq, "broken-chain", `record ${seq} has another number`, note);
  const { type, chain, prev } = fields;
  const whole = typeof type === "string" && typeof chain === "string" && typeof prev === "string";
  hold(whole, "malformed-text", `record ${seq} lacks what each record has`, note);
  return { receipt, fields, type, chain, seq, leaf, prev };
}

function canonicalOf(text: Uint8Array, note: string): CanonicalObject {
  try {
    const value = canonicalValue(text);
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  hold(false, "malformed-text", "a record is not canonical", note);
}

/** Require that a record says what was asked for or shown. An absent field is asked for as undefined. */
export function requireSaid(record: PlayerRecord, wanted: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(wanted)) {
    const said = record.fields[name];
    const same = JSON.stringify(said) === JSON.stringify(value);
    hold(same, "other-record", `record ${record.seq} has another ${name} than was asked for`, record.receipt.note);
  }
}
