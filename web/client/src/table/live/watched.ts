/** A table as it was told: a snapshot, hints of what changed, and records. Pure: what leads from one state to the next. */
import { isObject } from "../api/shape.ts";
import { liveTable, tableEvent, type LiveTable, type TableEvent } from "./answers.ts";
import { burntOf, endOf, turnsOf, type EndedHand, type FinishedTurn } from "./told.ts";

export type Connection = "opening" | "live" | "lost";

export interface Watched {
  readonly connection: Connection;
  readonly table: LiveTable | null;
  /** The newest hand or game that was seen to end. */
  readonly ended: EndedHand | null;
  /** The turns of the game around a pot that runs, or that ended last; oldest first. */
  readonly turns: readonly FinishedTurn[];
  /** The number of the newest record that was taken in. */
  readonly seq: number;
}

export const UNSEEN: Watched = { connection: "opening", table: null, ended: null, turns: [], seq: -1 };

/** Return the state after a snapshot: the table as it stands, however much was missed. */
export function withSnapshot(watched: Watched, told: unknown): Watched {
  const table = liveTable(told, "snapshot");
  const seq = watched.seq < 0 ? table.seq : watched.seq;
  return { ...watched, connection: "live", table, seq };
}

/** Return the state after a hint: members of the snapshot with their new values. */
export function withHint(watched: Watched, told: unknown): Watched {
  if (watched.table === null || !isObject(told) || !isObject(told["changed"])) return watched;
  const { table } = watched;
  const changed = { ...table, ...told["changed"], seq: told["seq"] };
  return { ...watched, connection: "live", table: liveTable(changed, "hint") };
}

/** Return the state after a record. One that was taken in already changes nothing. */
export function withRecord(watched: Watched, told: unknown): Watched {
  const event = tableEvent(told, "record");
  if (event.seq <= watched.seq) return watched;
  return taken({ ...watched, seq: event.seq }, event);
}

/** Return the state after records of the running game that were fetched because they were missed. */
export function withMissed(watched: Watched, events: readonly TableEvent[]): Watched {
  const turns = events.flatMap((event) => (event.type === "turn" || event.type === "hand" ? turnsOf(event) : []));
  return watched.turns.length > 0 ? watched : { ...watched, turns };
}

function taken(watched: Watched, event: TableEvent): Watched {
  if (event.type === "hand") return { ...watched, turns: turnsOf(event) };
  if (event.type === "turn") return { ...watched, turns: [...watched.turns, ...turnsOf(event)] };
  if (event.type === "hand_end") return { ...watched, ended: endOf(event) };
  if (event.type === "table_abort") return { ...watched, ended: burntOf(event) };
  return watched;
}
