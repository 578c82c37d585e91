/** What the play shares between its pages: the games on offer, the keeper of the chain, the rounds of the session. */
import { client, session } from "../app/session.ts";
import { Store } from "../app/store.ts";
import { game, games, history as rounds, round, type Game, type Round } from "./answers.ts";
import { History } from "./history.ts";
import { Problem } from "../api/problem.ts";
import { Keeper } from "./seeds/keeper.ts";
import { PublishedLog } from "./seeds/published-log.ts";

/** The games that are played alone, in the order of the platform; null before they were read. */
export const offer = new Store<{ readonly games: readonly Game[] | null }>({ games: null });

/** Read the games on offer. */
export async function readGames(): Promise<void> {
  const told = await client.call({ path: "/games", read: games });
  offer.set({ games: told.items.filter((each) => each.played === "alone") });
}

/** Return a game as it is offered now, null where there is none of this id. */
export async function readGame(id: string): Promise<Game | null> {
  try {
    return await client.call({ path: `/games/${encodeURIComponent(id)}`, read: game });
  } catch (error) {
    if (error instanceof Problem && error.code === "game-not-found") return null;
    throw error;
  }
}

/** Return the round that waits for a decision, null where none does. It is the newest: before it is over none is dealt. */
export async function readOpenRound(): Promise<Round | null> {
  // Asked wherever a board opens. Browsers write each "not found" to their console, as if something were wrong.
  const { items } = await client.call({ path: "/rounds?limit=1", read: rounds });
  if (items[0]?.status !== "open") return null;
  try {
    return await client.call({ path: "/rounds/open", read: round });
  } catch (error) {
    if (error instanceof Problem && error.code === "round-not-found") return null;
    throw error;
  }
}

let keeper: Keeper | null = null;
let history: History | null = null;

/** Return the keeper of the chain of whoever is logged in. */
export function keeperOf(player: string): Keeper {
  if (keeper?.player !== player) keeper = new Keeper(player, client, new PublishedLog(localStorage), localStorage);
  return keeper;
}

/** Return the rounds of the session that runs now, since it began. */
export function sessionHistoryOf(player: string): History {
  const since = session.state.time?.started_at ?? null;
  if (history?.player !== player || history.since !== since) history = new History(player, client, since);
  return history;
}

/** Return the rounds of the session as a board has them. */
export function historyOf(player: string): History {
  return history?.player === player ? history : sessionHistoryOf(player);
}
