/** What a stolen key signed since the theft: docs/formats/signing-keys.md, "Stolen keys". */

import { canonicalValue, isObject } from "./canonical.ts";
import { BUNDLE, readBundle } from "./entries.ts";
import type { LogFiles } from "./files.ts";
import type { Log } from "./log.ts";
import type { Key, Note } from "./note.ts";
import { readNote, verifies } from "./note.ts";

/** A key of records, since when it was stolen (ms), and the log index of its revocation. */
export interface StolenKey {
  readonly key: Key;
  readonly since: number;
  readonly revoked: number;
}

/** Whether a stolen key signed this, and dated it since the theft: the thief may have. */
export async function mayBeTheThiefs(note: Note, { key, since }: StolenKey): Promise<boolean> {
  if (note.name !== key.name || note.keyId !== key.id) return false;
  let record;
  try {
    record = canonicalValue(note.text.subarray(0, -1));
  } catch {
    return false; // signed, and no record
  }
  if (!isObject(record) || record["v"] !== "rdf/2") return false;
  const time = record["time"];
  return typeof time === "number" && time >= since && (await verifies(note, key));
}

/** Warn once of each stolen key that signed records since the theft. The log is read once more for each. */
export async function warnOfStolenKeys(files: LogFiles, log: Log): Promise<void> {
  for (const stolen of log.keys.stolen) {
    const found = await signedSince(files, log.size, stolen);
    const [first] = found;
    if (first === undefined) continue;
    const detail = `${found.length} records from here to log index ${found.at(-1)} are signed by the key ${stolen.key.name}, which was stolen by then.`;
    log.add({ code: "W_SUSPECT", logIndex: first, detail });
  }
}

async function signedSince(files: LogFiles, size: number, stolen: StolenKey): Promise<readonly number[]> {
  const found: number[] = [];
  const end = Math.min(size, stolen.revoked);
  for (let number = 0; number * BUNDLE < end; number++) {
    const { first, entries } = await readBundle(files, number, size);
    for (const [at, entry] of entries.slice(0, end - first).entries()) {
      const note = readNote(entry);
      if (note !== undefined && (await mayBeTheThiefs(note, stolen))) found.push(first + at);
    }
  }
  return found;
}
