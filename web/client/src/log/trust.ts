/** Whom the log is judged by: `trust.json` of docs/formats/log.md. */

import { same, utf8 } from "./bytes.ts";
import { canonicalText } from "./canonical.ts";
import type { Key } from "./note.ts";
import { readKey } from "./note.ts";
import type { Policy } from "./witness-policy.ts";
import { readPolicyFor } from "./witness-policy.ts";

export interface Trust {
  readonly origin: string;
  readonly root: Key;
  readonly log: Key;
  /** The witnesses that count before the log announces any. */
  readonly policy?: Policy;
}

/** The one spelling of a trust.json in an export. */
export function trustText({ origin, root, log, policy }: Trust): string {
  const witnesses = policy === undefined ? {} : { policy: policy.text };
  return `${canonicalText({ log: log.vkey, origin, ...witnesses, root: root.vkey, v: "rdf/1" })}\n`;
}

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
  const spelt = members.get("policy");
  if (members.size !== (members.has("policy") ? 5 : 4))
    return "it has other members than log, origin, root, v and policy";
  if (typeof origin !== "string" || origin === "" || origin.includes("\n")) return "its origin is none";
  if (root === undefined || log === undefined) return "a key of it is none";
  if (!members.has("policy")) return { origin, root, log };
  const policy = typeof spelt === "string" ? readPolicyFor(spelt, origin) : "it is no text";
  return typeof policy === "string" ? `its policy is none: ${policy}` : { origin, root, log, policy };
}

/** Whether two name the same keys. Who trusts the same keys may ask for other witnesses. */
export const sameTrust = (one: Trust, other: Trust): boolean =>
  one.origin === other.origin && one.root.vkey === other.root.vkey && one.log.vkey === other.log.vkey;
