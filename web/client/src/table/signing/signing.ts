/** Signs requests with this browser's key: docs/formats/player-keys.md, "Clients". Fetched when first needed. */
import { base64, fromBase64, joined } from "../../log/bytes.ts";
import { canonicalText, isObject, type CanonicalObject } from "../../log/canonical.ts";
import { messageOf, playerKey as publicKey, signs } from "../../log/player-key.ts";
import type { Problem } from "../api/problem.ts";
import { platformNow } from "../app/session.ts";
import { hold } from "../play/seeds/not-holding.ts";
import type { PlayerRecord } from "../play/seeds/records.ts";
import { keptKey, signed, type DeviceKey } from "./device-keys.ts";
import type { Following, Members, Seen } from "./signature.ts";
import type { Place, State } from "./statements.ts";

/** How long a signature may be used. */
const SIGNS_FOR_MS = 30_000;

/** What may come between a request and its repetition without changing what the request is about. */
const HARMLESS: ReadonlySet<string> = new Set(["wallet", "limits", "player_key", "player_key_end"]);

/** What is to be signed. `after` is the number of the record that was signed over before, null if none was. */
export interface Wanted {
  readonly player: string;
  readonly state: State;
  readonly following: Following;
  readonly after: number | null;
}

/**
 * Sign a request at the head of the chain; return what its body gets, and the number of the record that it answers.
 *
 * Throws `refused` where the chain got something of play in between, or nobody knows what: whether the request is still
 * wanted, a person must say.
 */
export async function sign(
  kid: string,
  { player, state, following, after }: Wanted,
  refused: Problem | null,
): Promise<{ readonly members: Members; readonly seq: number }> {
  const seen = await following.seen(after);
  if (refused?.code === "chain-moved") requireHarmless(seen, after, refused);
  const key = await keptKey(player, kid);
  // The browser has emptied one storage and not the other: what is left of the key is a name.
  if (key === null) throw refused ?? new Error(`this browser has lost the key ${kid}`);
  const statement = state(placeOf(seen));
  return { members: { psig: await psigOf(statement, key) }, seq: seen.seq };
}

function requireHarmless({ between }: Seen, after: number | null, refused: Problem): void {
  if (after === null || between.some((type) => !HARMLESS.has(type))) throw refused;
}

/** Return the place of a statement that is signed now. */
export function placeOf(seen: Seen): Place {
  return { ...seen, until: platformNow() + SIGNS_FOR_MS };
}

/** Return a `psig` as requests have it: with the leaf that was signed as the chain's newest, where one was. */
export async function psigOf(statement: CanonicalObject, key: DeviceKey): Promise<Members> {
  return { kid: key.kid, ...(await possessionOf(statement, key)) };
}

/** Return a `pop`: the signature of a key under its own enrolment. */
export async function possessionOf(statement: CanonicalObject, key: DeviceKey): Promise<Members> {
  const { until, prev } = statement;
  const sig = base64(await signed(key, messageOf(canonicalText(statement))));
  return { sig, until, ...(prev === undefined ? {} : { prev }) };
}

/** Whose signature over what a record must have. */
export interface Due {
  readonly kid: string;
  readonly player: string;
  readonly state: State;
  readonly origin: string;
}

/**
 * Require that a record has the key's signature over what was asked for, rebuilt at the record's own place.
 *
 * A table's records name no key, and what is signed in them names the player's chain.
 */
export async function requireSigned({ kid, player, state, origin }: Due, record: PlayerRecord): Promise<void> {
  const { fields, prev, receipt } = record;
  const { psig, epoch, nonce } = fields;
  const key = await keptKey(player, kid);
  const named = record.type === "turn" ? undefined : kid;
  const chain = record.type === "turn" ? player : record.chain;
  let holds = false;
  if (key !== null && isObject(psig) && psig["kid"] === named && typeof psig["until"] === "number") {
    const next = typeof epoch === "number" && typeof nonce === "number" ? { epoch, nonce } : null;
    const message = messageOf(canonicalText(state({ origin, chain, prev, until: psig["until"], next })));
    const verifying = await publicKey("ed25519", key.pub);
    const given = fromBase64(String(psig["sig"]));
    holds = verifying !== undefined && given !== undefined && (await signs(verifying, joined(given), message));
  }
  hold(holds, "unsigned-record", `the ${record.type} lacks the signature of this browser’s key`, receipt.note);
}
