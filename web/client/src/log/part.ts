/**
 * The parts of which the judging is made.
 *
 * A part is one file and one line in parts.ts. It says which types of records it reads, what it checks of them at which
 * stage, and what it remembers of them. No part knows of another: what several need stands in `Log`.
 */

import type { Fields } from "./form.ts";
import type { Log } from "./log.ts";
import type { CanonicalObject } from "./canonical.ts";

export type Version = "rdf/1" | "rdf/2";
export type Place = "system" | "player" | "table";

/** A record as it is judged. Its fields have their forms, and are read with the functions of fields.ts. */
export interface Reading {
  readonly index: number;
  readonly leaf: string;
  readonly version: Version;
  readonly type: string;
  readonly chain: string;
  readonly seq: number;
  readonly prev: string;
  readonly time: number;
  readonly fields: CanonicalObject;
  /** In whose chains records of its form stand; undefined where its fields are not of their form. */
  readonly place: Place | undefined;
}

/** What a type of record looks like. A type may have several forms, of which the first whose `when` holds is taken. */
export interface TypeForm {
  readonly type: string;
  readonly place: Place;
  readonly since?: "rdf/2";
  readonly when?: (fields: CanonicalObject) => boolean;
  /** The fields beside the common ones, by version. */
  readonly fields: (version: Version, fields: CanonicalObject) => Fields;
  /** What the fields have to agree in, in words; undefined if they do. It is E_FORM too. */
  readonly agree?: (fields: CanonicalObject, version: Version) => string | undefined;
}

/** The stages of a record's checks, in the order of docs/formats/verdicts.md, rule 1. */
export const STAGES = [
  "chain",
  "player-signature",
  "time",
  "place",
  "rules",
  "seed",
  "cards",
  "action",
  "payout",
  "moves",
  "balance",
  "event",
] as const;
export type Stage = (typeof STAGES)[number];

/** One check: it throws a Failure, which ends the judging of the record, or tells the log of what is only late. */
export interface Step {
  readonly stage: Stage;
  /** The types of records it is about, `*` for all. */
  readonly types: readonly string[];
  readonly judge: (read: Reading) => void | Promise<void>;
}

export interface Part {
  /** The checks of codes.ts that this part answers for. */
  readonly checks: readonly string[];
  readonly forms?: readonly TypeForm[];
  readonly steps?: readonly Step[];
  /**
   * What is remembered of a record that was read, whether it failed or not, by type or `*`: after a failure the chain
   * continues from the content of the failing record. `held` says whether it broke no rule.
   */
  readonly follow?: Readonly<Record<string, (read: Reading, held: boolean) => void>>;
  /** What is judged when the whole log was read. */
  readonly end?: () => void | Promise<void>;
}

/** A part with its memory of one log. */
export type NewPart = (log: Log) => Part;
