/** Keys of players in their chain: docs/formats/player-keys.md, "Clients". */
import { kidOf } from "../../../log/player-key.ts";
import type { PlayerRecord } from "./records.ts";

/** Return the id of the key that a record lets in, null if it lets in none. */
export function keyLetIn({ type, fields }: Pick<PlayerRecord, "type" | "fields">): string | null {
  const { alg, pub } = fields;
  return type === "player_key" && typeof alg === "string" && typeof pub === "string" ? kidOf(alg, pub) : null;
}
