/** Keys, rule sheets and erasures: docs/formats/record.md. */

import type { CanonicalObject } from "../canonical.ts";
import { canonicalText, isObject } from "../canonical.ts";
import { Failure, must } from "../failure.ts";
import { numberOf, objectIn, textOf } from "../fields.ts";
import type { Fields } from "../form.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import { readKey } from "../note.ts";
import type { Part, TypeForm, Version } from "../part.ts";
import { sheetWrong } from "../sheet.ts";
import { isWarranted, windowOf } from "../warrants.ts";

const BASES = ["no_longer_needed", "consent_withdrawn", "objection", "unlawful_processing", "legal_obligation"];

/** `ev` exists in `rdf/2`. Whether it must be there is judged with the events. */
export const event = (version: Version): Fields => (version === "rdf/1" ? {} : { ev: form.optional(form.leaf) });

/** Why a key is revoked, and since when somebody else may have signed: docs/formats/signing-keys.md. */
const THEFT: Fields = { why: form.optional(form.oneOf("rotated", "stolen")), since: form.optional(form.instant) };
const DAY_MS = 86_400_000;

const keyForm = (type: string): TypeForm => ({
  type,
  place: "system",
  fields: (version) => ({
    name: form.text,
    vkey: form.text,
    use: form.oneOf("records", "checkpoints"),
    ...(version === "rdf/2" ? { warrant: form.optional(form.text) } : {}),
    ...(type === "revoke" && version === "rdf/2" ? THEFT : {}),
    ...event(version),
  }),
  agree(fields) {
    if ((fields["why"] === "stolen") !== (fields["since"] !== undefined)) return "since goes with a stolen key";
    const key = readKey(textOf(fields, "vkey"));
    if (key === undefined) return "the field vkey is no key";
    return key.name === fields["name"] ? undefined : "the key has another name than the record says";
  },
});

const FORMS: readonly TypeForm[] = [
  keyForm("key"),
  keyForm("revoke"),
  {
    type: "rules",
    place: "system",
    fields: (version) => ({ rules: () => true, ...event(version) }),
    agree(fields, version) {
      const { rules } = fields;
      if (!isObject(rules)) return "the rule sheet is no object";
      return sheetWrong(objectIn(fields, "rules"), version);
    },
  },
  {
    type: "erasure",
    place: "system",
    fields: (version) => ({ count: form.positive, basis: form.oneOf(...BASES), ...event(version) }),
  },
];

const withoutEngine = (sheet: CanonicalObject): string => canonicalText({ ...sheet, engine_sha256: "" });

const place = (sheet: CanonicalObject): string => `${textOf(sheet, "game")} ${numberOf(sheet, "ver")}`;

export function system(log: Log): Part {
  /** The rules of each game and version, as they were first published. */
  const published = new Map<string, string>();

  return {
    checks: ["rules"],
    forms: FORMS,
    steps: [
      {
        stage: "chain",
        types: ["key", "revoke"],
        async judge({ fields, type, time }) {
          if (fields["warrant"] === undefined) return;
          const { root } = log.keys;
          const said = root !== undefined && (await isWarranted(fields, type, root, log.origin));
          must(said, "E_KEY", "The root has not signed the note, or it is of something else.");
          const window = windowOf(fields);
          const covered = window === undefined || (window.from <= time && time <= window.until);
          const self = type === "key" && fields["use"] === "records";
          must(!self || covered, "E_KEY", "The warrant of the key does not cover this time.");
        },
      },
      {
        stage: "chain",
        types: ["key"],
        judge({ fields }) {
          const vkey = textOf(fields, "vkey");
          must(!log.keys.wasRevoked(vkey), "E_KEY", "The key was revoked before, and is announced again.");
        },
      },
      {
        stage: "chain",
        types: ["revoke"],
        judge({ fields, time }) {
          const { since } = fields;
          const told = typeof since !== "number" || (time - DAY_MS <= since && since <= time);
          must(told, "E_KEY", "A theft is more than a day before its revocation, or after it.");
          const use = log.keys.announced.get(textOf(fields, "vkey"));
          must(use !== undefined, "E_KEY", "The key that is revoked is not in use.");
          if (use !== fields["use"]) throw new Failure("E_KEY", "The key that is revoked has another use.");
          const vkey = textOf(fields, "vkey");
          const last = log.keys.log.concerns(vkey, use) && log.keys.log.isLast(vkey);
          must(!last, "E_KEY", "The last key that signs checkpoints is revoked.");
        },
      },
      {
        stage: "rules",
        types: ["rules"],
        judge({ fields }) {
          const sheet = objectIn(fields, "rules");
          const before = published.get(place(sheet));
          const unchanged = before === undefined || before === withoutEngine(sheet);
          must(unchanged, "E_RULES", "A published version of the game has changed.");
        },
      },
    ],
    follow: {
      key: ({ fields, index }, held) => {
        if (held) log.keys.announce(textOf(fields, "vkey"), textOf(fields, "use"), index, windowOf(fields));
      },
      revoke: ({ fields, index }, held) => {
        const { since } = fields;
        if (held) log.keys.revoke(textOf(fields, "vkey"), index, typeof since === "number" ? since : undefined);
      },
      rules: ({ fields, index, leaf, version }) => {
        const sheet = objectIn(fields, "rules");
        log.sheets.set(leaf, { index, leaf, version, sheet, rounds: 0 });
        if (!published.has(place(sheet))) published.set(place(sheet), withoutEngine(sheet));
      },
    },
  };
}
