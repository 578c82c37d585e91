/** What is known of tables, their epochs and the stakes at them while a log is read. */

import type { Family } from "./families/family.ts";
import type { PotTerms } from "./families/pot.ts";
import { numberOf } from "./fields.ts";
import type { Published } from "./log.ts";
import type { Reading } from "./part.ts";
import type { PotGame } from "./parts/pot-game.ts";

/** A stake at a table: a `deal` or a `sit`. */
export interface Stake {
  readonly read: Reading;
  readonly table: Table;
  readonly epoch: number;
  readonly seat: number;
  /** The ante or the buy-in. */
  readonly amount: number;
  /** The side bet; 0 where there is none. */
  readonly bonus: number;
  readonly contrib: string;
  /** What acts against the house added. */
  raised: number;
  /** The epoch whose `seats` names it. */
  named: TableEpoch | undefined;
  ended: boolean;
}

/** A seat as `seats` names it. */
export interface NamedSeat {
  readonly seat: number;
  readonly leaf: string;
  readonly amount: number;
  readonly bonus: number;
  readonly contrib: string;
  readonly stake: Stake | undefined;
}

/** One hand against the house, or one game around a pot. */
export interface TableEpoch {
  readonly table: Table;
  readonly number: number;
  readonly seats: Reading;
  readonly named: readonly NamedSeat[];
  /** The commitment to its seed. */
  readonly commit: string;
  open: Reading | undefined;
  hand: Reading | undefined;
  /** Decisions against the house, by seat. */
  readonly acts: Map<number, Reading>;
  game: PotGame | undefined;
  /** A record of it failed: what follows from all of them is not judged again. */
  broken: boolean;
}

export interface EpochEnd {
  readonly epoch: TableEpoch;
  readonly read: Reading;
}

/** A value that a seat did not send, and owes with its player's next stake. */
export interface Debt {
  readonly abort: string;
  readonly chain: string;
  readonly epoch: number;
  readonly seat: number;
  readonly contrib: string;
}

export interface Table {
  readonly read: Reading;
  readonly sheet: Published;
  /** Of a game against the house. */
  readonly family: Family | undefined;
  /** Of a game around a pot. */
  readonly terms: PotTerms | undefined;
  announced: { readonly epoch: number; readonly commit: string } | undefined;
  /** The epoch that has `seats` and no end. */
  current: TableEpoch | undefined;
  /** The values that seats sent. */
  readonly values: Set<string>;
  /** The seat that began the last game. */
  first: number | undefined;
}

export class Tables {
  readonly byChain = new Map<string, Table>();
  readonly byLeaf = new Map<string, Table>();
  readonly stakes = new Map<string, Stake>();
  /** The open stake of each player's chain. */
  readonly open = new Map<string, Stake>();
  readonly hands = new Map<string, EpochEnd>();
  readonly ends = new Map<string, EpochEnd>();
  readonly debts = new Map<string, Debt>();
  /** When seats of an epoch were named first, by table and epoch. */
  readonly seated = new Map<string, Reading>();
  readonly seeds = new Set<string>();
  readonly commits = new Set<string>();
}

/** How long a decision may take at a table, and how late a step may be. */
export const timeoutOf = ({ sheet }: Table): number => numberOf(sheet.sheet, "timeout_ms");
export const graceOf = ({ sheet }: Table): number => numberOf(sheet.sheet, "mmd_ms");
export const epochKey = (table: Table, epoch: number): string => `${table.read.chain} ${epoch}`;
