/** Whom the log is judged by: `trust.json` of docs/formats/log.md. */

import { same, utf8 } from "./bytes.ts";
import { canonicalText } from "./canonical.ts";
import type { Key } from "./note.ts";
import { readKey } from "./note.ts";

export interface Trust {
  readonly origin: string;
  readonly root: Key;
  readonly log: Key;
}

/** The one spelling of a trust.json in an export. */
export const trustText = ({ origin, root, log }: Trust): string =>
  `${canonicalText({ log: log.vkey, origin, root: root.vkey, v: "rdf/1" })}\n`;

/** The export's own trust.json has one spelling; one that came another way may have any layout. */
export const isExact = (bytes: Uint8Array, trust: Trust): boolean => same(bytes, utf8(trustText(trust)));

/** A trust.json in any layout; what is wrong with it, in words, where it is none. */
export function readTrust(bytes: Uint8Array): Trust | string {
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return "it is not JSON";
  }
  if (typeof read !== "object" || read === null) return "it is no object";
  const members = new Map<string, unknown>(Object.entries(read));
  const origin = members.get("origin");
  const [root, log] = ["root", "log"].map((name) => readKey(String(members.get(name))));
  if (members.get("v") !== "rdf/1") return "its v is not rdf/1";
  if (members.size !== 4) return "it has other members than log, origin, root and v";
  if (typeof origin !== "string" || origin === "" || origin.includes("\n")) return "its origin is none";
  if (root === undefined || log === undefined) return "a key of it is none";
  return { origin, root, log };
}

export const sameTrust = (one: Trust, other: Trust): boolean =>
  one.origin === other.origin && one.root.vkey === other.root.vkey && one.log.vkey === other.log.vkey;
