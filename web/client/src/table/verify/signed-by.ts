/** Who signed a player's records: docs/formats/record.md, "Keys". */
import { canonicalValue, isObject } from "../../log/canonical.ts";
import { utf8 } from "../../log/bytes.ts";
import { readKey, readNote, verifies, type Key } from "../../log/note.ts";
import { isRootsWord } from "../../log/warrants.ts";
import type { PlayerRecord } from "../play/seeds/records.ts";
import type { Step } from "./step.ts";

/** The keys that the root key let sign records. One that was revoked later signed before that, or not at all. */
export async function announcedKeys(notes: readonly string[], root: Key, origin: string): Promise<readonly Key[]> {
  const keys: Key[] = [];
  for (const text of notes) {
    const note = readNote(utf8(text));
    if (note === undefined) continue;
    const record = canonicalValue(note.text.subarray(0, -1));
    if (!isObject(record) || record["type"] !== "key" || record["use"] !== "records") continue;
    if (!(await isRootsWord(record, note, root, origin))) continue;
    const key = readKey(String(record["vkey"]));
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

/** Every receipt of the round is signed by a key of records. */
export async function signatures(records: readonly PlayerRecord[], keys: readonly Key[]): Promise<Step> {
  const names = new Set<string>();
  for (const { receipt } of records) {
    const note = readNote(utf8(receipt.note));
    const key = note && keys.find(({ id, name }) => id === note.keyId && name === note.name);
    if (note === undefined || key === undefined || !(await verifies(note, key))) {
      return { name: "signed", result: "fails", said: "unsigned", args: { number: receipt.seq }, facts: [] };
    }
    names.add(key.name);
  }
  const facts = [...names].map((value) => ({ name: "key", value }));
  return { name: "signed", result: "holds", said: "by-house", args: { records: records.length }, facts };
}
