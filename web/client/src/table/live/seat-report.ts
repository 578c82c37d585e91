/** A report of another seat: of which hand, what is asked, and what is sent. docs/casework.md, "Reporting a seat". */
import type { Client } from "../api/client.ts";
import { integer, record, text } from "../api/shape.ts";
import { typedIn, type Field, type Typed } from "../app/fields.ts";
import { Store } from "../app/store.ts";
import type { HandSummary } from "./answers.ts";
import { say } from "./report-words.ts";

/** A hand that the player sat in, with the seats of others. */
export interface ReportableHand {
  /** The table's id. */
  readonly table: string;
  readonly epoch: number;
  /** From 0, in order, without the player's own. At least one. */
  readonly seats: readonly number[];
}

/** The hand of which a seat is reported: the window shows it. */
export const reporting = new Store<{ readonly hand: ReportableHand | null }>({ hand: null });

/** As the interface names them, the vaguest last. */
const SUSPICIONS = ["chip-dumping", "soft-play", "program", "other"] as const;

/** Return what of a hand that is over can be reported; null to who sat not there, or alone. `mine` is the player's seat. */
export function reportable(table: string, hand: HandSummary, mine: number | null): ReportableHand | null {
  if (mine === null) return null;
  // A hand that was burnt has no results, but says whose value did not come.
  const sat = new Set([...hand.results.map((result) => result.seat), ...hand.missing]);
  const seats = [...sat].filter((seat) => seat !== mine).toSorted((one, other) => one - other);
  return seats.length === 0 ? null : { table, epoch: hand.epoch, seats };
}

/** Return the fields of the form. Nothing is chosen beforehand, or somebody would be reported by mistake. */
export function reportFields(hand: ReportableHand): readonly Field[] {
  const seats = hand.seats.map((seat) => ({
    value: String(seat),
    label: say("report.seat.option", { seat: seat + 1 }),
  }));
  const suspicions = SUSPICIONS.map((value) => ({ value, label: say(`suspicion.${value}`) }));
  return [
    { name: "seat", label: say("report.seat"), kind: "radio", options: seats },
    { name: "suspicion", label: say("report.suspicion"), kind: "radio", options: suspicions },
  ];
}

const stored = record({ epoch: integer, seat: integer, suspicion: text });

/** Send the report that was typed, and return the words that say so. */
export async function sendReport(client: Client, hand: ReportableHand, typed: Typed): Promise<string> {
  const body = { epoch: hand.epoch, seat: Number(typedIn(typed, "seat")), suspicion: typedIn(typed, "suspicion") };
  const { epoch, seat } = await client.call({
    method: "POST",
    path: `/tables/${hand.table}/reports`,
    body,
    read: stored,
  });
  return say("report.done", { seat: seat + 1, epoch });
}
