/** The rounds of the session, newest first, page by page. */
import type { Client } from "../api/client.ts";
import { Store } from "../app/store.ts";
import { history, type Round, type RoundSummary } from "./answers.ts";

const PAGE = 8;

/** A round of the list; its cards are known where it was played on this page. */
export interface Entry extends RoundSummary {
  readonly cards?: readonly string[];
}

export interface HistoryState {
  /** Null before the first page was read. */
  readonly entries: readonly Entry[] | null;
  /** Where the next page begins, null at the end. */
  readonly next: string | null;
}

export class History {
  readonly player: string;
  readonly store = new Store<HistoryState>({ entries: null, next: null });
  /** The beginning of the session, null where it is not known. */
  readonly since: string | null;
  readonly #client: Client;

  constructor(player: string, client: Client, since: string | null) {
    this.player = player;
    this.#client = client;
    this.since = since;
  }

  /** Read the next page: the first one, if none was read. */
  async more(): Promise<void> {
    const { entries, next } = this.store.state;
    const asked = new URLSearchParams({ limit: String(PAGE) });
    if (this.since !== null) asked.set("from", this.since);
    if (next !== null) asked.set("cursor", next);
    const told = await this.#client.call({ path: `/rounds?${asked.toString()}`, read: history });
    const before = entries ?? [];
    const known = new Set(before.map((entry) => entry.id));
    const fresh = told.items.filter((item) => !known.has(item.id));
    this.store.set({ entries: [...before, ...fresh], next: told.next });
  }

  /** Put a round in its place: on top, if it is new. */
  put(round: Round): void {
    const { id, game, status, dealt_at, stake, staked, returned, outcome, cards } = round;
    const side_bet = round.side_bet?.staked ?? null;
    const entry: Entry = { id, game, status, dealt_at, stake, side_bet, staked, returned, outcome, cards };
    const others = (this.store.state.entries ?? []).filter((each) => each.id !== id);
    this.store.set({ entries: [entry, ...others] });
  }

  /** Return the bets of the newest round of a game, null if there is none. */
  lastBets(game: string): { readonly stake: number; readonly side: number } | null {
    const found = this.store.state.entries?.find((entry) => entry.game === game);
    return found === undefined ? null : { stake: found.stake.amount, side: found.side_bet?.amount ?? 0 };
  }

  /** Return the net of the newest round that won; `unread` where only rounds that were not read can have. */
  lastWin(): number | "none" | "unread" {
    for (const { staked, returned } of this.store.state.entries ?? []) {
      const net = (returned?.amount ?? 0) - (staked?.amount ?? 0);
      if (net > 0) return net;
    }
    return this.store.state.next === null ? "none" : "unread";
  }
}
