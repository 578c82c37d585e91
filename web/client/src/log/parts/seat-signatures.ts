/** What players sign at a table around a pot: docs/formats/player-keys.md, "At tables". */

import { fromBase64, joined } from "../bytes.ts";
import { canonicalText } from "../canonical.ts";
import { must } from "../failure.ts";
import { numberOf, objectIn, textOf } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import type { PlayerKey } from "../player-key.ts";
import { messageOf, playerKey, signs, UNTIL_MAX_MS } from "../player-key.ts";
import type { Stake } from "../tables.ts";
import { isMark } from "./pot-game.ts";

/** Table and player have chains of their own, whose clocks may differ. */
const APART_MS = 12_000;

const lived = ({ use, from, ended }: PlayerKey, time: number): boolean =>
  use === "play" && from - APART_MS <= time && time <= (ended ?? time) + APART_MS;

/** The key of the seat's player that made the signature: it is not named. */
async function signer(
  keys: readonly PlayerKey[],
  sig: string,
  message: Uint8Array<ArrayBuffer>,
): Promise<PlayerKey | undefined> {
  const signature = fromBase64(sig);
  for (const key of keys) {
    const found = await playerKey(key.alg, key.pub);
    const right = found !== undefined && signature !== undefined && (await signs(found, joined(signature), message));
    if (right) return key;
  }
  return undefined;
}

export function seatSignatures(log: Log): Part {
  function messageFor(read: Reading, sit: Reading, asked: string, until: number): Uint8Array<ArrayBuffer> {
    const { fields, prev } = read;
    const common = { type: "turn", chain: sit.chain, origin: log.origin, until, sit: sit.leaf, a: textOf(fields, "a") };
    const members = isMark(read) ? { prev } : { asked, amt: numberOf(fields, "amt") };
    return messageOf(canonicalText({ ...common, ...members }));
  }

  async function isSigned(read: Reading, { read: sit }: Stake, asked: string): Promise<void> {
    const { fields, time } = read;
    if (fields["psig"] === undefined) {
      must(sit.fields["psig"] === undefined, "E_PSIG_MISSING", "The seat's player signs, and did not sign this.");
      return;
    }
    const ring = [...(log.rings.get(sit.chain)?.values() ?? [])];
    const keys = sit.fields["psig"] === undefined ? [] : ring.filter((key) => lived(key, time));
    must(keys.length > 0, "E_PKEY", "No live key of the seat's player may sign this.");
    const psig = objectIn(fields, "psig");
    const until = numberOf(psig, "until");
    const ahead = until - time;
    must(ahead >= 0 && ahead <= UNTIL_MAX_MS, "E_PSIG", "The signature is not for this time.", until, time);
    const key = await signer(keys, textOf(psig, "sig"), messageFor(read, sit, asked, until));
    must(key !== undefined, "E_PSIG", "The player's signature is not over what the record says here.");
    log.count("player-keys");
    if (!key.forced) return;
    key.forced = false;
    log.tell(read, "W_KEY_FORCED", `The key ${key.kid}, which two operators let in, signs.`);
  }

  return {
    checks: ["player-keys"],
    steps: [
      {
        stage: "player-signature",
        types: ["turn"],
        async judge(read) {
          if (read.fields["by"] !== "player") return;
          const epoch = log.tables.byChain.get(read.chain)?.current;
          const stake = epoch?.named.find(({ seat }) => seat === read.fields["seat"])?.stake;
          const asked = epoch?.game?.courses.at(-1)?.read.leaf;
          if (stake !== undefined && asked !== undefined) await isSigned(read, stake, asked);
        },
      },
    ],
  };
}
