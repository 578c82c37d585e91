/** The root's word on a key: docs/formats/signing-keys.md, "Warrants". */

import { utf8 } from "./bytes.ts";
import type { Canonical } from "./canonical.ts";
import { canonicalText, canonicalValue, isObject } from "./canonical.ts";
import type { Key, Note } from "./note.ts";
import { readNote, verifies } from "./note.ts";

type Members = Readonly<Record<string, Canonical>>;

/** When a key may sign records, both ends included. */
export interface Window {
  readonly from: number;
  readonly until: number;
}

/** Whether the root signed a record of a key, or the note in it, which says the same. */
export const isRootsWord = (record: Members, note: Note, root: Key, origin: string): Promise<boolean> =>
  record["warrant"] === undefined ? verifies(note, root) : isWarranted(record, String(record["type"]), root, origin);

/** Whether the root signed the note in a record of a key, and says the same there. */
export async function isWarranted(record: Members, type: string, root: Key, origin: string): Promise<boolean> {
  const { warrant } = record;
  const signed = typeof warrant === "string" ? readNote(utf8(warrant)) : undefined;
  if (signed === undefined || !(await verifies(signed, root))) return false;
  const said = saidIn(signed);
  if (said === undefined) return false;
  const { name = "", use = "", vkey = "" } = record;
  const same = { name, origin, type: type === "key" ? "warrant" : "revocation", use, v: "rdf/2", vkey };
  const { from, until, ...rest } = said;
  const bounded = Number.isSafeInteger(from) && Number.isSafeInteger(until) && Number(from) >= 0;
  return (
    (type === "key" ? bounded : from === undefined && until === undefined) &&
    canonicalText(rest) === canonicalText(same)
  );
}

/** When the key of a record may sign, by the warrant in it; undefined where that is not bounded. */
export function windowOf({ warrant }: Members): Window | undefined {
  const note = typeof warrant === "string" ? readNote(utf8(warrant)) : undefined;
  const said = note === undefined ? undefined : saidIn(note);
  if (said === undefined || typeof said["from"] !== "number" || typeof said["until"] !== "number") return undefined;
  return { from: said["from"], until: said["until"] };
}

function saidIn(note: Note): Members | undefined {
  try {
    const said = canonicalValue(note.text.subarray(0, -1));
    return isObject(said) ? said : undefined;
  } catch {
    return undefined; // not canonical
  }
}
