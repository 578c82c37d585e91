/**
 * The stakes of this browser's players with the values that only they know, kept before they are sent and until nobody can
 * ask for them any more: who sent a contribution and cannot open it burns a hand of everybody's.
 */
import { flag, integer, nullable, otherwise, record, text, type Shape } from "../api/shape.ts";

const keptStake = record({
  /** Whose it is. */
  player: text,
  table: text,
  epoch: integer,
  seat: integer,
  /** In minor units. */
  amount: integer,
  contribution: text,
  /** To the house's seed, as it was announced when the stake was placed. */
  commitment: text,
  /** The number of the table's record that announced it. */
  announcedSeq: integer,
  value: text,
  drawnAtMs: integer,
  /** Of the stake's record; empty until the house has answered. */
  leaf: text,
  /** Whether that record has the player's signature: around a pot all decisions of the game have one then. */
  signed: otherwise(flag, false),
  /** Of the hidden hand that the player was shown, against the house. */
  seal: nullable(text),
  /** Whether the house has said that it has the value. */
  revealed: flag,
  /** Whether the hand ended without this value: a later stake has to tell it. */
  owed: flag,
});
export type KeptStake = Shape<typeof keptStake>;

/** The part of `localStorage` that is needed: what is kept outlives the page, the tab and the session. */
export interface StakeStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

const PREFIX = "reddog.stake.";

/** Each stake has an item of its own, so that two tabs never write over one another's. */
export class KeptStakes {
  readonly #storage: StakeStorage;

  constructor(storage: StakeStorage) {
    this.#storage = storage;
  }

  keep(stake: KeptStake): KeptStake {
    this.#storage.setItem(PREFIX + stake.contribution, JSON.stringify(stake));
    return stake;
  }

  get(contribution: string): KeptStake | null {
    const kept = this.#storage.getItem(PREFIX + contribution);
    return kept === null ? null : keptStake(JSON.parse(kept), contribution);
  }

  forget(stake: KeptStake): void {
    this.#storage.removeItem(PREFIX + stake.contribution);
  }

  /** Return the stakes of a player, oldest first. */
  of(player: string): readonly KeptStake[] {
    const names = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? "");
    const all = names.filter((name) => name.startsWith(PREFIX)).map((name) => this.get(name.slice(PREFIX.length)));
    return all
      .filter((stake) => stake !== null)
      .filter((stake) => stake.player === player)
      .toSorted((one, other) => one.drawnAtMs - other.drawnAtMs);
  }
  /** Return whether a player has a stake here whose end was not seen. */
  hasOpen(player: string): boolean {
    return this.of(player).some((stake) => !stake.owed);
  }
}
