/** The events of an export: docs/formats/events.md, "Grammar". */

import { hex, utf8 } from "./bytes.ts";
import type { Canonical, CanonicalObject } from "./canonical.ts";
import { canonicalText, canonicalValue, isObject } from "./canonical.ts";
import { BUNDLE, bundleName } from "./entries.ts";
import { objectIn, textOf } from "./fields.ts";
import type { LogFiles } from "./files.ts";
import * as form from "./form.ts";
import { sha256 } from "./sha256.ts";

const EVENT = utf8("RDF2/event\0");
const PRIVATE = utf8("RDF2/event-priv\0");

const told = (value: Canonical): boolean =>
  isObject(value) && Object.values(value).every((each) => typeof each === "number" || typeof each === "boolean");

const LINE = form.objectOf({
  event: form.objectOf({
    actor: form.matching(/^(?:player|platform|unknown|[a-z0-9_-]+:[0-9a-f]{16})$/),
    at: form.instant,
    kind: form.kebab,
    priv: form.leaf,
    salt: form.digits(32),
    subject: form.optional(form.digits(32)),
    told,
  }),
  priv: form.optional(
    form.objectOf({
      actor: form.text,
      after: form.text,
      before: form.text,
      reason: form.text,
      request: form.optional(form.text),
      salt: form.digits(32),
    }),
  ),
});

export interface LoggedEvent {
  readonly event: CanonicalObject;
  readonly private: boolean;
}

/** The lines of the file with an event, by the event's number; a file is read once as long as its events are asked for. */
export class EventFiles {
  private readonly files: LogFiles;
  private readonly listed: number;
  private newest: { number: number; lines: Promise<readonly Uint8Array[]> } | undefined;

  constructor(files: LogFiles, listed: number) {
    this.files = files;
    this.listed = listed;
  }

  /** The line of an event; undefined where the export lacks it. */
  async line(number: number): Promise<Uint8Array | undefined> {
    const file = Math.floor((number - 1) / BUNDLE);
    if (this.newest?.number !== file) this.newest = { number: file, lines: this.lines(file) };
    const found = (await this.newest.lines)[(number - 1) % BUNDLE];
    return found === undefined || found.length === 0 ? undefined : found;
  }

  private async lines(file: number): Promise<readonly Uint8Array[]> {
    const width = Math.min(BUNDLE, this.listed - file * BUNDLE);
    const bytes = await this.files.read(bundleName("events", file, width));
    const lines: Uint8Array[] = [];
    if (bytes === undefined) return lines;
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf(0x0a, at);
      lines.push(bytes.subarray(at, end < 0 ? bytes.length : end));
      at = end < 0 ? bytes.length : end + 1;
    }
    return lines;
  }
}

/** The event of a line that is the one with this leaf; what is wrong with it, in words, where it is not. */
export function readEvent(line: Uint8Array, leaf: string): LoggedEvent | string {
  let value: Canonical;
  try {
    value = canonicalValue(line);
  } catch {
    return "it is not canonical JSON";
  }
  if (!isObject(value) || !LINE(value)) return "it is not of its form";
  const event = objectIn(value, "event");
  if (digest(EVENT, event) !== leaf) return "it is not the one that the log lists";
  const { priv } = value;
  if (priv === undefined || !isObject(priv)) return { event, private: false };
  if (digest(PRIVATE, priv) !== textOf(event, "priv")) return "its private part is another";
  return { event, private: true };
}

const digest = (mark: Uint8Array, value: CanonicalObject): string => hex(sha256(mark, utf8(canonicalText(value))));
