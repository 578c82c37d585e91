/** A dispute about a round, or about a hand at a table: where it is sent to, and what is said then. docs/casework.md, "Disputes". */
import { dispute as en } from "../../base/words/verify/dispute.en.ts";
import { dispute as ja } from "../../base/words/verify/dispute.ja.ts";
import type { Client } from "../api/client.ts";
import { record, text } from "../api/shape.ts";
import { typedIn, type Typed } from "../app/fields.ts";
import { catalogue, instantText } from "../app/language.ts";

/** Say a message of the form. */
export const say = catalogue(en, ja);

/** What is disputed: a round by its id, or a hand by its table's id and its epoch. */
export type Disputed = { readonly round: string } | { readonly table: string; readonly epoch: number };

const opened = record({ answer_due_at: text });

/** Send what was typed, and return the words that say until when it is answered. */
export async function sendDispute(client: Client, about: Disputed, typed: Typed): Promise<string> {
  const path = "round" in about ? `/rounds/${about.round}` : `/tables/${about.table}/hands/${about.epoch}`;
  const body = { text: typedIn(typed, "text") };
  const { answer_due_at: due } = await client.call({ method: "POST", path: `${path}/disputes`, body, read: opened });
  return say("done", { when: instantText(due) });
}
