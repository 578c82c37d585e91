/** Keys of an account: the first one, the one of a lost device, a recovery code, and the end of any. docs/formats/player-keys.md. */
import { integer, list, nullable, oneOf, record, text, type Shape } from "../api/shape.ts";
import { Problem } from "../api/problem.ts";
import { client } from "../app/session.ts";
import type { Keeper } from "../play/seeds/keeper.ts";
import { drawKey, forgetKey, keptKey, type DeviceKey } from "./device-keys.ts";
import { keyOfCode } from "./recovery-codes.ts";
import { keepOwnKey, ownKey, type Members } from "./signature.ts";
import { placeOf, possessionOf, psigOf } from "./signing.ts";
import { playerKey, playerKeyEnd, type State } from "./statements.ts";

export const ENDS = ["lost", "stolen", "closed"] as const;
export type End = (typeof ENDS)[number];

const accountKey = record({
  kid: text,
  use: oneOf("play", "recover"),
  status: oneOf("live", "waiting", "ended"),
  added_at: text,
  lives_from: text,
  admitted_by: oneOf("player", "operators"),
  ended_at: nullable(text),
});
export type AccountKey = Shape<typeof accountKey>;
const accountKeys = record({ items: list(accountKey) });
const changed = record({ receipt: record({ seq: integer, leaf: text, note: text }) });

/** The code is none, or is that of no recovery key of this account which lives. */
export class WrongCode extends Error {}

export class Enrolment {
  readonly #keeper: Keeper;

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  /** Return the account's keys, oldest first. */
  async keys(): Promise<readonly AccountKey[]> {
    const { items } = await client.call({ path: "/me/keys", read: accountKeys });
    const own = ownKey(this.#keeper.player);
    const here = items.find(({ kid }) => kid === own?.kid);
    // The answer that would have told so was lost.
    if (here !== undefined && own?.known === false) keepOwnKey(this.#keeper.player, { ...own, known: true });
    return items;
  }

  /** Let in the account's first key by its PIN, and then the recovery key of a code that the player has written down. */
  async enrol(pin: string, code: string): Promise<void> {
    await this.#letInOwn([], (state) => this.#letIn(state, { pin }, null));
    await this.addRecovery(code);
  }

  /** Let in the recovery key of a code that the player has written down. */
  async addRecovery(code: string): Promise<void> {
    const paper = await keyOfCode(code);
    if (paper === null) throw new WrongCode();
    await this.#know(await this.keys(), paper.kid);
    const own = await this.#own();
    await this.#letIn({ key: paper, use: "recover" }, {}, own);
  }

  /** Let in a new key of this browser by a recovery code, and end all other keys that play as lost. */
  async recover(code: string): Promise<void> {
    const before = await this.keys();
    const paper = await keyOfCode(code);
    const lives = before.some(({ kid, use, status }) => kid === paper?.kid && use === "recover" && status === "live");
    if (paper === null || !lives) throw new WrongCode();
    await this.#letInOwn(before, (state) => this.#letIn(state, {}, paper));
    for (const { kid, use, status } of before) {
      if (use === "play" && status !== "ended") await this.#end(kid, "lost", paper);
    }
  }

  /** End a key by the one of this browser; a recovery key by its own code. */
  async end(kid: string, why: End, code: string): Promise<void> {
    const signer = code === "" ? await this.#own() : await keyOfCode(code);
    if (signer === null) throw new WrongCode();
    await this.#end(kid, why, signer);
    const { player } = this.#keeper;
    if (ownKey(player)?.kid !== kid) return;
    keepOwnKey(player, null);
    await forgetKey(player, kid);
  }

  async #own(): Promise<DeviceKey> {
    const { player } = this.#keeper;
    const key = await keptKey(player, ownKey(player)?.kid ?? "");
    if (key === null) throw new Error("this browser has no key of the account");
    return key;
  }

  /** Draw this browser's key, let it in, and sign with it from then on. A key whose answer was lost is taken again. */
  async #letInOwn(before: readonly AccountKey[], letIn: (own: NewKey) => Promise<void>): Promise<void> {
    const { player } = this.#keeper;
    const left = ownKey(player);
    const waiting = left?.known === false ? await keptKey(player, left.kid) : null;
    const key = waiting ?? (await drawKey(player));
    keepOwnKey(player, { kid: key.kid, known: false });
    await this.#know(before, key.kid);
    try {
      await letIn({ key, use: "play" });
    } catch (error) {
      if (error instanceof Problem && error.status < 500) keepOwnKey(player, null);
      throw error;
    }
    keepOwnKey(player, { kid: key.kid, known: true });
  }

  /** Everything that is in now, which the player sees in the list, and the key that is let in, is known from here on. */
  async #know(before: readonly AccountKey[], kid: string): Promise<void> {
    // What the chain got until now is read before anything is signed over it.
    await this.#keeper.seen(null);
    this.#keeper.knowKeys([...before.map((each) => each.kid), kid]);
  }

  async #letIn({ key, use }: NewKey, proof: Members, by: DeviceKey | null): Promise<void> {
    const state = playerKey(key.pub, use);
    const body = { alg: "ed25519", pub: key.pub, use, ...proof };
    await this.#changed("/me/keys", body, state, async (statement) => ({
      pop: await possessionOf(statement, key),
      ...(by === null ? {} : { psig: await psigOf(statement, by) }),
    }));
  }

  async #end(kid: string, why: End, by: DeviceKey): Promise<void> {
    await this.#changed(`/me/keys/${kid}/end`, { why }, playerKeyEnd(kid, why), async (statement) => ({
      psig: await psigOf(statement, by),
    }));
  }

  /** Send a change of keys, signed at the head of the chain, and again where something was recorded meanwhile. */
  async #changed(
    path: string,
    body: Members,
    state: State,
    signing: (statement: ReturnType<State>) => Promise<Members>,
  ): Promise<void> {
    const sign = async (): Promise<Members> => signing(state(placeOf(await this.#keeper.seen(null))));
    const { receipt } = await client.call({ method: "POST", path, body, read: changed, sign });
    await this.#keeper.accept([receipt]);
  }
}

interface NewKey {
  readonly key: DeviceKey;
  readonly use: "play" | "recover";
}
