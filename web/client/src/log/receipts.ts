/** Players' receipts: docs/formats/log.md, rule 5, and docs/auditor.md, "Receipts". */

import { hex, utf8 } from "./bytes.ts";
import { canonicalValue, isObject } from "./canonical.ts";
import type { Log } from "./log.ts";
import type { Note } from "./note.ts";
import { readKey, readNote, verifies } from "./note.ts";
import { mayBeTheThiefs } from "./stolen-keys.ts";
import { leafHash } from "./tree.ts";

export interface Receipt {
  readonly line: number;
  readonly leaf: string;
  readonly note: Note | undefined;
}

/** The receipt of a line; one without a note is signed by nobody. */
function receiptOf(text: string, line: number): Receipt {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { line, leaf: "", note: undefined };
  }
  const note: unknown = typeof read === "object" && read !== null && "note" in read ? read.note : undefined;
  if (typeof note !== "string") return { line, leaf: "", note: undefined };
  const bytes = utf8(note);
  return { line, leaf: hex(leafHash(bytes)), note: readNote(bytes) };
}

export class Receipts {
  /** The receipts, in the order of their lines. */
  readonly given: readonly Receipt[];
  private readonly missing: Set<string>;

  constructor(file: Uint8Array) {
    const lines = new TextDecoder().decode(file).split("\n");
    this.given = lines.flatMap((line, at) => (line.trim() === "" ? [] : [receiptOf(line, at + 1)]));
    this.missing = new Set(this.given.map(({ leaf }) => leaf));
  }

  /** A leaf of the log. */
  logged(leaf: string): void {
    this.missing.delete(leaf);
  }

  async judge(log: Log): Promise<void> {
    for (const receipt of this.given) {
      log.count("receipts");
      if (!this.missing.has(receipt.leaf)) continue;
      const { line, leaf, note } = receipt;
      const about = `The receipt on line ${line}, leaf ${leaf},`;
      if (note === undefined || !(await signedBySome(log, note))) {
        log.add({ code: "E_RECEIPT_SIG", detail: `${about} is not signed by a key of this log.` });
        continue;
      }
      if (await mayBeAThiefs(log, note)) {
        log.add({
          code: "W_SUSPECT",
          detail: `${about} is signed by a stolen key since the theft, and not in the log.`,
        });
        continue;
      }
      const place = splitAt(log, note);
      if (place !== undefined) {
        log.add({
          code: "E_SPLIT",
          logIndex: place,
          detail: `${about} and the log's record are both genuine, in one place.`,
        });
      } else log.add({ code: "E_RECEIPT_MISSING", detail: `${about} is genuine, and not in the log.` });
    }
  }
}

async function signedBySome(log: Log, note: Note): Promise<boolean> {
  for (const vkey of log.keys.ever) {
    const key = readKey(vkey);
    if (key !== undefined && (await verifies(note, key))) return true;
  }
  return false;
}

async function mayBeAThiefs(log: Log, note: Note): Promise<boolean> {
  for (const stolen of log.keys.stolen) if (await mayBeTheThiefs(note, stolen)) return true;
  return false;
}

/** The log index of the record that stands in the place of a receipt of the second version. */
function splitAt(log: Log, note: Note): number | undefined {
  let record;
  try {
    record = canonicalValue(note.text.subarray(0, -1));
  } catch {
    return undefined; // signed, and no record
  }
  if (!isObject(record) || record["v"] !== "rdf/2") return undefined;
  return log.chains.get(String(record["chain"]))?.indexes[Number(record["seq"])];
}
