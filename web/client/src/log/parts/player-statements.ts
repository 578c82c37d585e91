/** What players sign, rebuilt from the records: docs/formats/player-keys.md, "Statements". */

import type { Canonical, CanonicalObject } from "../canonical.ts";
import { canonicalText } from "../canonical.ts";
import type { Announced } from "../log.ts";
import { messageOf } from "../player-key.ts";
import type { Reading } from "../part.ts";
import { actsOf } from "./round-replay.ts";

/** The members that a statement takes from its record as they stand there. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  open: ["epoch", "client", "root", "size"],
  deal: ["epoch", "nonce", "rules", "ante"],
  limits: ["act"],
  player_key: ["alg", "pub", "use"],
  player_key_end: ["kid", "why"],
  sit: ["table", "epoch", "seat", "rules", "buy_in", "contrib", "late"],
  act: ["deal", "hand", "a", "amt"],
};
const DEAL_AT_TABLE = ["table", "epoch", "seat", "rules", "ante", "contrib", "late"];
/** Acts answer the cards that they name, and not the chain's head. */
const WITHOUT_PREV = new Set(["settle", "act"]);

export const ownActs = (settle: CanonicalObject): readonly { a: string; amt: number; t: number }[] =>
  // Acts at a table are records of their own.
  settle["acts"] === undefined ? [] : actsOf(settle).filter(({ by }) => by === "player");

function membersOf({ type, fields }: Reading, announced: Announced | undefined): Record<string, Canonical> {
  if (type === "settle") {
    return { deal: fields["deal"] ?? "", acts: ownActs(fields).map(({ a, amt }) => [a, amt]) };
  }
  const names = type === "deal" && fields["table"] !== undefined ? DEAL_AT_TABLE : (MEMBERS[type] ?? []);
  const members: Record<string, Canonical> = {};
  for (const name of names) {
    const value = fields[name];
    if (value !== undefined) members[name] = value;
  }
  if (type === "deal") members["bonus"] = fields["bonus"] ?? 0;
  if (type === "open" && announced !== undefined) {
    members["commit"] = announced.commit;
    members["n"] = announced.n;
  }
  return members;
}

/** The bytes that a player signs for a record. */
export function messageFor(
  read: Reading,
  given: { origin: string; until: number; announced: Announced | undefined },
): Uint8Array<ArrayBuffer> {
  const { type, chain, prev } = read;
  const { origin, until, announced } = given;
  const common = { type, chain, origin, until, ...(WITHOUT_PREV.has(type) ? {} : { prev }) };
  return messageOf(canonicalText({ ...common, ...membersOf(read, announced) }));
}
