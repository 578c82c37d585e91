/** The keys that sign checkpoints, one after the other, by the root's word: docs/formats/signing-keys.md. */

import type { Key } from "./note.ts";
import { readKey, readNoteOf, verifies } from "./note.ts";

interface Span {
  readonly key: Key;
  /** The log index of its `key` record; -1 for the key of trust.json. */
  readonly announced: number;
  /** That of its `revoke` record. */
  revoked: number | undefined;
  /** Whether that says that the key was stolen. */
  stolen: boolean;
}

/** A checkpoint as it stands, with the size that it says. */
export interface SignedCheckpoint {
  readonly size: number;
  readonly note: Uint8Array;
}

export class LogKeys {
  private readonly spans: Span[] = [];

  constructor(first: Key | undefined) {
    if (first !== undefined) this.spans.push({ key: first, announced: -1, revoked: undefined, stolen: false });
  }

  get first(): Key | undefined {
    return this.spans[0]?.key;
  }

  /** Whether a record of this key is about one of the keys that sign checkpoints: they have the log's name. */
  concerns(vkey: string, use: string): boolean {
    return use === "checkpoints" && readKey(vkey)?.name === this.spans[0]?.key.name;
  }

  announce(vkey: string, index: number): void {
    const key = readKey(vkey);
    if (key === undefined || this.spans.some((span) => span.key.vkey === vkey)) return;
    this.spans.push({ key, announced: index, revoked: undefined, stolen: false });
  }

  revoke(vkey: string, index: number, stolen: boolean): void {
    const span = this.spans.find(({ key }) => key.vkey === vkey);
    if (span !== undefined) Object.assign(span, { revoked: index, stolen });
  }

  /** Whether the log would have no key without this one. */
  isLast(vkey: string): boolean {
    return this.spans.every(({ key, revoked }) => key.vkey === vkey || revoked !== undefined);
  }

  /** The keys of which a checkpoint of this size has a line each; any of them signs a record at this index. */
  at(size: number): readonly Key[] {
    return this.spans
      .filter(({ announced, revoked }) => announced < size && (revoked === undefined || size <= revoked))
      .map(({ key }) => key);
  }

  /** Whether each key that holds at its size has signed a checkpoint. */
  async hold({ size, note }: SignedCheckpoint): Promise<boolean> {
    const signed = await Promise.all(this.at(size).map((key) => signedBy(key, note)));
    return signed.length > 0 && signed.every(Boolean);
  }

  /** Whether of all keys that ever were the log's only such signed a checkpoint as were revoked as stolen. */
  async onlyStolen({ note }: SignedCheckpoint): Promise<boolean> {
    const signed = await Promise.all(this.spans.map(async (span) => ((await signedBy(span.key, note)) ? [span] : [])));
    const spans = signed.flat();
    return spans.length > 0 && spans.every(({ stolen }) => stolen);
  }

  /** Whether any key that ever was the log's has signed a checkpoint. */
  async signed({ note }: SignedCheckpoint): Promise<boolean> {
    const signed = await Promise.all(this.spans.map(({ key }) => signedBy(key, note)));
    return signed.some(Boolean);
  }
}

async function signedBy(key: Key, note: Uint8Array): Promise<boolean> {
  const own = readNoteOf(key, note);
  return own !== undefined && (await verifies(own, key));
}
