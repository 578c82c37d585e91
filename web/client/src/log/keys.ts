/** The keys that sign records: docs/formats/record.md, "Keys". */

import type { Log } from "./log.ts";
import { LogKeys } from "./log-keys.ts";
import type { Key, Note } from "./note.ts";
import { readKey } from "./note.ts";

export class Keys {
  private readonly live = new Map<string, Key>();
  private readonly gone = new Set<string>();
  private readonly root: Key | undefined;
  /** Those that sign checkpoints, and the records about events and checkpoints. */
  readonly log: LogKeys;

  constructor(log: Log) {
    this.root = readKey(log.rootKey);
    this.log = new LogKeys(readKey(log.logKey));
  }

  /** The key that has to sign a record of this type at this log index, if it is one that the note names. */
  signer(type: string, note: Note, index: number): Key | undefined {
    if (type === "events" || type === "checkpoints") {
      return this.log.at(index).find(({ name, id }) => name === note.name && id === note.keyId);
    }
    const above = type === "key" || type === "revoke" ? this.root : undefined;
    const key = above ?? this.live.get(`${note.name}+${note.keyId}`);
    return key?.name === note.name && key.id === note.keyId ? key : undefined;
  }

  /** Every key that signed records at some time. */
  readonly ever = new Set<string>();

  wasRevoked = (vkey: string): boolean => this.gone.has(vkey);

  /** Every key that was announced and not revoked, those of checkpoints included, with its use. */
  readonly announced = new Map<string, string>();

  announce(vkey: string, use: string, index: number): void {
    const key = readKey(vkey);
    if (key === undefined) return;
    this.announced.set(vkey, use);
    if (this.log.concerns(vkey, use)) this.log.announce(vkey, index);
    if (use !== "records") return;
    this.live.set(`${key.name}+${key.id}`, key);
    this.ever.add(vkey);
  }

  revoke(vkey: string, index: number): void {
    const key = readKey(vkey);
    if (this.log.concerns(vkey, this.announced.get(vkey) ?? "")) this.log.revoke(vkey, index);
    this.announced.delete(vkey);
    this.gone.add(vkey);
    if (key !== undefined) this.live.delete(`${key.name}+${key.id}`);
  }
}
