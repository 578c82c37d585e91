/** Which key took the place of the one that signs checkpoints, by the root's word: docs/formats/signing-keys.md. */
import { hex, utf8 } from "../../../log/bytes.ts";
import { canonicalValue, isObject } from "../../../log/canonical.ts";
import { readKey, readNote, type Key } from "../../../log/note.ts";
import { leafHash } from "../../../log/tree.ts";
import type { Trust } from "../../../log/trust.ts";
import { isRootsWord } from "../../../log/warrants.ts";

export interface Successor {
  readonly trust: Trust;
  /** The leaf of the record that announced it. */
  readonly leaf: string;
}

/**
 * The newest key of the log's name that the root announced and did not revoke, once it revoked the trusted one; undefined
 * where it did not. The records of `announced` and `revoked` are in the log's order.
 */
export async function successor(
  trust: Trust,
  announced: readonly string[],
  revoked: readonly string[],
): Promise<Successor | undefined> {
  const ended = await Promise.all(revoked.map(async (note) => (await said(note, "revoke", trust))?.key.vkey));
  if (!ended.includes(trust.log.vkey)) return undefined;
  const begun = await Promise.all(announced.map((note) => said(note, "key", trust)));
  const next = begun.findLast((each) => each !== undefined && !ended.includes(each.key.vkey));
  return next === undefined ? undefined : { trust: { ...trust, log: next.key }, leaf: next.leaf };
}

/** The key that a record of the root is about, if it signs checkpoints of this log. */
async function said(entry: string, type: string, trust: Trust): Promise<{ key: Key; leaf: string } | undefined> {
  const bytes = utf8(entry);
  const note = readNote(bytes);
  if (note === undefined) return undefined;
  const record = canonicalValue(note.text.subarray(0, -1));
  if (!isObject(record) || record["type"] !== type || record["use"] !== "checkpoints") return undefined;
  if (!(await isRootsWord(record, note, trust.root, trust.origin))) return undefined;
  const key = readKey(String(record["vkey"]));
  return key?.name === trust.log.name ? { key, leaf: hex(leafHash(bytes)) } : undefined;
}
