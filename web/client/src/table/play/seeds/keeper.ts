/** Follows a player's chain, keeps its receipts, and opens epochs: what docs/clients.md asks of a client. */
import type { Client } from "../../api/client.ts";
import type { KeyStorage } from "../../api/keys.ts";
import {
  epochs,
  myChain,
  openedEpoch,
  records,
  signingPlace,
  type Announcement,
  type Epochs,
  type Receipt,
} from "../answers.ts";
import { signatureOf, type Following, type Members, type Seen } from "../../signing/signature.ts";
import { opening } from "../../signing/statements.ts";
import { announcedIn, followed, unread, type Announced, type Chain } from "./chain.ts";
import { keyLetIn } from "./known-keys.ts";
import { hold, NotHolding, type Reason } from "./not-holding.ts";
import { OwnEpochs } from "./own-epochs.ts";
import type { PublishedLog } from "./published-log.ts";
import { keepReceipts, keptLeaf } from "./receipt-store.ts";
import { readRecord, requireSaid, type PlayerRecord } from "./records.ts";

const PAGE = 200;
const LOOKS_MAX = 5;
const EPOCH_HOURS_MAX = 24;

/** What did not hold, until a person has looked. */
export interface Fault {
  readonly reason: Reason;
  readonly detail: string;
  readonly evidence: readonly string[];
}

export class Keeper implements Following {
  readonly player: string;
  readonly ownEpochs: OwnEpochs;
  readonly #client: Client;
  readonly #log: PublishedLog;
  readonly #storage: KeyStorage;
  /** One after the other: what is kept is read, checked and written as a whole. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(player: string, client: Client, log: PublishedLog, storage: KeyStorage) {
    this.player = player;
    this.#client = client;
    this.#log = log;
    this.#storage = storage;
    this.ownEpochs = new OwnEpochs(player, storage);
  }

  get fault(): Fault | null {
    return this.#kept<Fault>("fault");
  }

  /** Go on after something did not hold: a person has looked. */
  goOn(): void {
    const stranger = this.#kept<string>("unknown-key");
    if (stranger !== null) this.knowKeys([...(this.#kept<string[]>("keys") ?? []), stranger]);
    this.#storage.removeItem(this.#name("unknown-key"));
    this.#storage.removeItem(this.#name("fault"));
    // The chain is read anew from its present head: what was compared before is in the receipts.
    this.#storage.removeItem(this.#name("chain"));
  }

  /** Keep the receipts of an answer. Requires that they continue the chain, and returns their records. */
  async accept(receipts: readonly Receipt[]): Promise<readonly PlayerRecord[]> {
    return this.#alone(async () => {
      const told = receipts.map(readRecord);
      const [first] = told;
      const { head } = this.#chain;
      // Something else was recorded since: a deposit, a limit, a round on another device.
      if (first !== undefined && head !== null && first.seq > head.seq + 1) await this.#follow();
      await this.#take(told);
      return told;
    });
  }

  /** Keep the receipts of a step, whose record of a type says what was asked for and shown. */
  async acceptSaid(
    receipts: readonly Receipt[],
    type: string,
    said: (record: PlayerRecord) => void | Promise<void>,
  ): Promise<void> {
    const told = await this.accept(receipts);
    await this.watched(async () => {
      const record = told.find((each) => each.type === type);
      hold(record !== undefined, "other-record", `the answer has no receipt of the ${type}`);
      await said(record);
    });
  }

  async origin(): Promise<string> {
    return (await this.#log.trust()).origin;
  }

  /** Read on to the head of the chain: only what was read and continues it is signed over. */
  async seen(after: number | null): Promise<Seen> {
    return this.#alone(() => this.#seen(after));
  }

  async #seen(after: number | null): Promise<Seen> {
    const origin = await this.origin();
    for (let looks = 1; ; looks += 1) {
      const now = await this.#client.call({ path: "/me/chain", read: signingPlace });
      hold(now.origin === origin, "other-trust", `the log is ${origin}, and the chain is of ${now.origin}`);
      if (this.#chain.head?.leaf === now.leaf) {
        const between = after === null ? [] : (await this.#after(after)).told.map(({ type }) => type);
        return { origin, chain: this.player, prev: now.leaf, seq: now.seq, next: now.next_round, between };
      }
      hold(looks < LOOKS_MAX, "broken-chain", `the chain’s newest record is none of those that were read`, now.leaf);
      await this.#announcement();
    }
  }

  /** Remember all keys that this player let in. From then on any other one is somebody else's. */
  knowKeys(kids: readonly string[]): void {
    this.#keep("keys", [...new Set(kids)]);
  }

  /**
   * Return the epoch that the next round is dealt in. It is opened where none is open, or the open one is spent or old.
   *
   * 1. The announcement is that of the newest record of the chain that announces one.
   * 2. A proof shows that this record is in the log, which continues what was seen before.
   * 3. Only then the seed is drawn.
   */
  async ensureEpoch(nowMs: number): Promise<{ readonly epoch: number; readonly roundsLeft: number }> {
    const told = await this.#client.call({ path: "/epochs/current", read: epochs });
    const { current } = told;
    if (current !== null && current.rounds_left > 0 && !old(current, nowMs)) {
      return { epoch: current.epoch, roundsLeft: current.rounds_left };
    }
    return this.#alone(() => this.#open(told.next));
  }

  async #open(next: Announcement): Promise<{ readonly epoch: number; readonly roundsLeft: number }> {
    const announced = await this.#announcement();
    const same = announced.commitment === next.commitment && announced.rounds === next.rounds;
    hold(same && announced.epoch === next.epoch, "other-record", `epoch ${next.epoch} was announced otherwise`);
    const { checkpoint } = await this.#log.prove(announced.leaf);

    const clientSeed = [...crypto.getRandomValues(new Uint8Array(32))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    const { size, root } = checkpoint;
    this.ownEpochs.keep({ epoch: next.epoch, clientSeed, size });
    // This work has the chain to itself already.
    const following: Following = { seen: (after) => this.#seen(after), origin: () => this.origin() };
    const signature = signatureOf(this.player, opening(next, clientSeed, { size, root }), following);
    const sign = signature?.sign;
    const opened = await this.#client.call({
      method: "POST",
      path: "/epochs",
      body: { client_seed: clientSeed },
      read: openedEpoch,
      // Exactly what is signed names the checkpoint.
      sign: sign && (async (refused) => withCheckpoint(await sign(refused), { size, root })),
    });
    const record = readRecord(opened.receipt);
    requireSaid(record, { epoch: next.epoch, client: clientSeed });
    await signature?.requireIn(record);
    if ((this.#chain.head?.seq ?? record.seq) + 1 < record.seq) await this.#follow();
    await this.#take([record]);
    return { epoch: opened.epoch, roundsLeft: opened.rounds };
  }

  /** Return what the newest record of the chain announces. A browser that is new here reads back until it finds one. */
  async #announcement(): Promise<Announced> {
    if (this.#chain.head !== null) await this.#follow();
    const { announced } = this.#chain;
    if (announced !== null) return announced;

    const { seq } = await this.#client.call({ path: "/me/chain", read: myChain });
    for (let after = seq - PAGE; ; after -= PAGE) {
      const { told } = await this.#after(Math.max(-1, after));
      if (after <= -1 || told.some((record) => announcedIn(record) !== null)) {
        this.#keep("chain", unread(this.player));
        await this.#take(told);
        await this.#follow();
        break;
      }
    }
    hold(this.#chain.announced !== null, "other-record", "no record of the chain announces an epoch");
    return this.#chain.announced;
  }

  async #follow(): Promise<void> {
    for (;;) {
      const { head } = this.#chain;
      const { told, last } = await this.#after(head?.seq ?? -1);
      await this.#take(told);
      if (last) return;
    }
  }

  async #after(seq: number): Promise<{ readonly told: readonly PlayerRecord[]; readonly last: boolean }> {
    const path = `/records?after=${seq}&limit=${PAGE}`;
    const told = await this.#client.call({ path, read: records });
    return { told: told.items.map(readRecord), last: told.next === null };
  }

  /** Keep records: those that are new, next to the head, and those that are known, as they were given first. */
  async #take(told: readonly PlayerRecord[]): Promise<void> {
    let chain = this.#chain;
    const fresh: Receipt[] = [];
    for (const record of told) {
      const { seq, leaf, receipt } = record;
      const before = await keptLeaf(this.player, seq);
      hold(before === null || before === leaf, "broken-chain", `record ${seq} was another one`, receipt.note);
      if (chain.head === null || seq > chain.head.seq) {
        chain = followed(chain, record);
        this.#requireKnownKey(record);
      }
      if (before === null) fresh.push(receipt);
    }
    // A receipt is on the disk before the state that follows it.
    await keepReceipts(this.player, fresh);
    this.#keep("chain", chain);
  }

  /** A browser that lets in no keys has nothing to compare with. */
  #requireKnownKey(record: PlayerRecord): void {
    const kid = keyLetIn(record);
    const known = this.#kept<readonly string[]>("keys");
    if (kid === null || known === null || known.includes(kid)) return;
    this.#keep("unknown-key", kid);
    hold(false, "unknown-player-key", `key ${kid} was let into the chain by somebody else`, record.receipt.note);
  }

  /** Do one thing after the other, in this tab and in others, and remember what does not hold. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(() => navigator.locks.request(this.#name("lock"), () => this.watched(work)));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** Do something, and remember what does not hold: from then on nothing is bet or signed. */
  async watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotHolding) {
        const { reason, message, evidence } = error;
        this.#keep("fault", { reason, detail: message, evidence } satisfies Fault);
      }
      throw error;
    }
  }

  get #chain(): Chain {
    return this.#kept<Chain>("chain") ?? unread(this.player);
  }

  #name(what: string): string {
    return `reddog.${what}.${this.player}`;
  }

  #kept<T>(what: string): T | null {
    const text = this.#storage.getItem(this.#name(what));
    return text === null ? null : (JSON.parse(text) as T);
  }

  #keep(what: string, value: unknown): void {
    this.#storage.setItem(this.#name(what), JSON.stringify(value));
  }
}

function withCheckpoint(members: Members | null, checkpoint: Readonly<Record<string, unknown>>): Members | null {
  return members && { ...members, checkpoint };
}

/** Return whether an epoch is older than docs/api.md lets a player trust its seeds for. */
function old(current: NonNullable<Epochs["current"]>, nowMs: number): boolean {
  return nowMs - Date.parse(current.opened_at) > EPOCH_HOURS_MAX * 3_600_000;
}
