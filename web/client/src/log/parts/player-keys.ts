/** Players' keys, and what they have to sign: docs/formats/player-keys.md. */

import { fromBase64, joined } from "../bytes.ts";
import type { CanonicalObject } from "../canonical.ts";
import { must } from "../failure.ts";
import { numberOf, objectIn, textOf } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import type { PlayerKey, Ring } from "../player-key.ts";
import { kidOf, playerKey, signs, UNTIL_MAX_MS } from "../player-key.ts";
import { KEY_FORMS } from "./player-key-forms.ts";
import { messageFor, ownActs } from "./player-statements.ts";

const WAIT_MS = 259_200_000;
const KEYS_MAX = 8;
const LOOSENS = new Set(["ask", "confirm", "return"]);
const SIGNED = ["open", "deal", "settle", "limits", "sit", "act"];

const lives = (key: PlayerKey, time: number): boolean => key.ended === undefined && key.from <= time;

/** When a signed step was taken: acts are signed when they are made, and their settlement may be later. */
function timeOf({ type, time, fields }: Reading): number {
  return type === "settle" ? (ownActs(fields).at(-1)?.t ?? time) : time;
}

/** Whether a chain with keys has to have a signature here. */
function isOwn({ type, fields }: Reading): boolean {
  if (type === "settle") return ownActs(fields).length > 0;
  return type !== "limits" || LOOSENS.has(textOf(objectIn(fields, "act"), "do"));
}

export function playerKeys(log: Log): Part {
  const { rings } = log;
  const pubs = new Set<string>();

  function ringOf({ chain }: Reading): Ring {
    const ring = rings.get(chain) ?? new Map<string, PlayerKey>();
    rings.set(chain, ring);
    return ring;
  }

  /** The key that a signature names, if it lives and may sign this. */
  function signer(read: Reading, psig: CanonicalObject, may: (key: PlayerKey) => boolean): PlayerKey {
    const kid = textOf(psig, "kid");
    const key = ringOf(read).get(kid);
    must(key !== undefined && lives(key, timeOf(read)), "E_PKEY", "No live key of the chain has this id.", kid);
    must(may(key), "E_PKEY", `A key for ${key.use} may not sign this.`, kid);
    return key;
  }

  async function holds(read: Reading, signed: CanonicalObject, key: CryptoKey | undefined): Promise<void> {
    const until = numberOf(signed, "until");
    const ahead = until - timeOf(read);
    must(ahead >= 0 && ahead <= UNTIL_MAX_MS, "E_PSIG", "The signature is not for this time.", until, timeOf(read));
    const announced = log.chains.get(read.chain)?.player?.announced;
    const message = messageFor(read, { origin: log.origin, until, announced });
    const signature = fromBase64(textOf(signed, "sig"));
    const right = key !== undefined && signature !== undefined && (await signs(key, joined(signature), message));
    must(right, "E_PSIG", "The player's signature is not over what the record says here.");
  }

  async function signedBy(read: Reading, psig: CanonicalObject, key: PlayerKey): Promise<void> {
    await holds(read, psig, await playerKey(key.alg, key.pub));
    log.count("player-keys");
    if (!key.forced) return;
    key.forced = false;
    log.tell(read, "W_KEY_FORCED", `The key ${key.kid}, which two operators let in, signs.`);
  }

  async function signedStep(read: Reading): Promise<void> {
    if (read.version === "rdf/1") return;
    const { psig } = read.fields;
    if (psig === undefined) {
      const owes = ringOf(read).size > 0 && isOwn(read);
      must(!owes, "E_PSIG_MISSING", "The player signs, and did not sign this.");
      const rooted = read.type === "open" && read.fields["root"] !== undefined;
      must(!rooted, "E_FORM", "A root stands in an opening that nobody signed.");
      return;
    }
    // A settlement without an act of the player has no signature: that is told after the acts.
    if (read.type === "settle" && !isOwn(read)) return;
    const signed = objectIn(read.fields, "psig");
    await signedBy(
      read,
      signed,
      signer(read, signed, ({ use }) => use === "play"),
    );
  }

  async function keyComes(read: Reading): Promise<void> {
    const { fields, time } = read;
    const ring = ringOf(read);
    const [alg, pub, use] = [textOf(fields, "alg"), textOf(fields, "pub"), textOf(fields, "use")];
    const byOperators = fields["by"] !== undefined;
    must(!(ring.size === 0 && byOperators), "E_FORM", "Operators let in the first key of a chain.");
    const key = await playerKey(alg, pub);
    must(key !== undefined, "E_PKEY", "The public key is none.", pub);
    must(!pubs.has(pub), "E_PKEY", "The public key stands in the log already.", pub);
    const there = [...ring.values()].filter(({ ended }) => ended === undefined).length;
    must(there < KEYS_MAX, "E_PKEY", `A chain has ${KEYS_MAX} keys at most.`, there + 1);
    const said = fields["psig"] === undefined ? undefined : objectIn(fields, "psig");
    if (said !== undefined) {
      const recovers = [...ring.values()].some((other) => other.use === "recover" && lives(other, time));
      const strict = use === "recover" && recovers;
      await signedBy(
        read,
        said,
        signer(read, said, (other) => !strict || other.use === "recover"),
      );
    } else must(ring.size === 0 || byOperators, "E_PSIG_MISSING", "A further key comes without anybody's leave.");
    await holds(read, objectIn(fields, "pop"), key);
  }

  async function keyEnds(read: Reading): Promise<void> {
    const { fields, time } = read;
    const kid = textOf(fields, "kid");
    const key = ringOf(read).get(kid);
    must(key !== undefined && key.ended === undefined, "E_PKEY", "The key is not there to end.", kid);
    if (fields["psig"] !== undefined) {
      const said = objectIn(fields, "psig");
      const strict = key.use === "recover" && lives(key, time);
      await signedBy(
        read,
        said,
        signer(read, said, (other) => !strict || other.use === "recover"),
      );
      return;
    }
    const may = fields["by"] !== undefined && key.use === "play";
    must(may, "E_PSIG_MISSING", "A key ends without the leave of who may end it.", kid);
  }

  function rootIsSigned(read: Reading): void {
    const { root } = read.fields;
    if (root === undefined) return;
    const size = numberOf(read.fields, "size");
    const due = log.roots.get(size);
    must(root === due, "E_ROOT", `The root that the player signed is not that of the first ${size} entries.`);
  }

  return {
    checks: ["player-keys"],
    forms: KEY_FORMS,
    steps: [
      { stage: "player-signature", types: SIGNED, judge: signedStep },
      { stage: "player-signature", types: ["player_key"], judge: keyComes },
      { stage: "player-signature", types: ["player_key_end"], judge: keyEnds },
      {
        stage: "action",
        types: ["settle"],
        judge(read) {
          const none = read.fields["psig"] === undefined || isOwn(read);
          must(none, "E_FORM", "A settlement without an act of the player is signed.");
        },
      },
      { stage: "event", types: ["open"], judge: rootIsSigned },
    ],
    follow: {
      player_key: (read) => {
        const { fields, time } = read;
        const [alg, pub, use] = [textOf(fields, "alg"), textOf(fields, "pub"), textOf(fields, "use")];
        const forced = fields["by"] !== undefined;
        const terms = log.profiles.inForce(time)?.fields;
        const wait = forced ? (terms === undefined ? WAIT_MS : numberOf(terms, "key_wait_ms")) : 0;
        const kid = kidOf(alg, pub);
        pubs.add(pub);
        ringOf(read).set(kid, { kid, alg, pub, use, from: time + wait, forced, ended: undefined });
      },
      player_key_end: (read) => {
        const key = ringOf(read).get(textOf(read.fields, "kid"));
        if (key !== undefined) key.ended ??= read.time;
      },
    },
  };
}
