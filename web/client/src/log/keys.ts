/** The keys that sign records: docs/formats/record.md, "Keys". */

import type { Log } from "./log.ts";
import { LogKeys } from "./log-keys.ts";
import type { Key, Note } from "./note.ts";
import { readKey } from "./note.ts";
import type { StolenKey } from "./stolen-keys.ts";
import type { Window } from "./warrants.ts";

export class Keys {
  private readonly live = new Map<string, Key>();
  private readonly gone = new Set<string>();
  readonly root: Key | undefined;
  /** Those that sign checkpoints, and the records about events and checkpoints. */
  readonly log: LogKeys;

  constructor(log: Log) {
    this.root = readKey(log.rootKey);
    this.log = new LogKeys(readKey(log.logKey));
  }

  /** The key that has to sign a record of this type at this log index, if it is one that the note names. */
  signer(type: string, note: Note, index: number, fields: Readonly<Record<string, unknown>>): Key | undefined {
    const named = (key: Key | undefined): Key | undefined =>
      key?.name === note.name && key.id === note.keyId ? key : undefined;
    if (type === "events" || type === "checkpoints") return this.log.at(index).find((key) => named(key) !== undefined);
    const live = this.live.get(`${note.name}+${note.keyId}`);
    if (type !== "key" && type !== "revoke") return named(live);
    if (fields["warrant"] === undefined) return named(this.root);
    // The root has signed a note in it. A key of records announces itself, and none writes its own revocation.
    const about = readKey(String(fields["vkey"]));
    if (type === "key" && fields["use"] === "records") return named(about);
    return type === "revoke" && live?.vkey === about?.vkey ? undefined : named(live);
  }

  /** Whether a key's warrant lets it sign a record of this time. */
  covers(vkey: string, time: number): boolean {
    const window = this.windows.get(vkey);
    return window === undefined || (window.from <= time && time <= window.until);
  }

  private readonly windows = new Map<string, Window>();

  /** Every key that signed records at some time. */
  readonly ever = new Set<string>();

  wasRevoked = (vkey: string): boolean => this.gone.has(vkey);

  /** Every key that was announced and not revoked, those of checkpoints included, with its use. */
  readonly announced = new Map<string, string>();

  announce(vkey: string, use: string, index: number, window: Window | undefined): void {
    const key = readKey(vkey);
    if (key === undefined) return;
    this.announced.set(vkey, use);
    if (window !== undefined && !this.windows.has(vkey)) this.windows.set(vkey, window);
    if (this.log.concerns(vkey, use)) this.log.announce(vkey, index);
    if (use !== "records") return;
    this.live.set(`${key.name}+${key.id}`, key);
    this.ever.add(vkey);
  }

  /** The keys of records that were revoked as stolen. */
  readonly stolen: StolenKey[] = [];

  /** `since` is when a stolen key was stolen (ms). */
  revoke(vkey: string, index: number, since: number | undefined): void {
    const key = readKey(vkey);
    const use = this.announced.get(vkey);
    if (key !== undefined && use === "records" && since !== undefined) this.stolen.push({ key, since, revoked: index });
    if (this.log.concerns(vkey, this.announced.get(vkey) ?? "")) this.log.revoke(vkey, index, since !== undefined);
    this.announced.delete(vkey);
    this.gone.add(vkey);
    if (key !== undefined) this.live.delete(`${key.name}+${key.id}`);
  }
}
