/** What is known of a log while it is read: the state that several parts share. */

import type { CanonicalObject } from "./canonical.ts";
import type { Place, Reading, Version } from "./part.ts";
import { Keys } from "./keys.ts";
import { Tables } from "./tables.ts";
import type { LogFiles } from "./files.ts";
import { Limits } from "./limits.ts";
import type { Ring } from "./player-key.ts";
import { Profiles } from "./profiles.ts";
import type { Finding, GameFigures, Quorum } from "./verdict.ts";
import type { Policy } from "./witness-policy.ts";

export const SYSTEM = "0".repeat(32);
export const NO_LEAF = "0".repeat(64);

/** A chain up to its newest record. */
export interface Chain {
  readonly id: string;
  readonly place: Place;
  /** In the order in which chains begin, from 1. */
  readonly number: number;
  seq: number;
  head: string;
  time: number;
  readonly indexes: number[];
  /** Of a player's chain, from its `init` on. */
  player: Player | undefined;
}

export interface Player {
  readonly tag: string;
  readonly cur: string;
  readonly exp: number;
  readonly test: boolean;
  balance: number;
  /** The leaf of the newest `limits`. */
  limits: string | undefined;
  /** The commitment to the next epoch, and where it stands. */
  announced: Announced | undefined;
  epoch: Epoch | undefined;
  round: OpenRound | undefined;
}

export interface Announced {
  readonly epoch: number;
  readonly n: number;
  readonly commit: string;
  readonly index: number;
}

/** The epoch that is open. */
export interface Epoch extends Announced {
  readonly client: string;
  readonly opened: number;
  /** The nonce of the last deal. */
  nonce: number;
  /** The newest seed that is known: s_`known` is `seed`; s_0 is the commitment. */
  known: number;
  seed: string;
  /** A void of `rdf/2` without a seed has ended it. */
  lost: boolean;
}

/** The round of one seat that is open. */
export interface OpenRound {
  readonly deal: Reading;
  readonly epoch: Epoch;
  readonly sheet: Published | undefined;
}

/** A rule sheet and the record that published it. */
export interface Published {
  readonly index: number;
  readonly leaf: string;
  readonly version: Version;
  readonly sheet: CanonicalObject;
  /** Stakes placed under it by deals that hold. */
  rounds: number;
}

/** A round of one seat that ended, as its record says; `held` says whether the record broke no rule. */
export interface EndedRound {
  readonly round: OpenRound;
  readonly end: Reading;
  readonly chain: Chain;
  readonly player: Player;
  readonly held: boolean;
  /** The seed that the record reveals. */
  readonly seed: string | undefined;
  /** Later than time-out and grace. */
  readonly late: boolean;
}

/** What was staked and returned in a round, or by a seat of a table, that was settled by its rules. */
export interface Settled {
  readonly sheet: CanonicalObject;
  readonly player: Player;
  readonly staked: number;
  readonly returned: number;
}

/** An epoch or a commitment that was left before all its rounds were played. */
export interface LeftEpoch {
  readonly chain: Chain;
  readonly epoch: number;
  readonly n: number;
  readonly played: number;
  readonly client: string;
  /** Its last seed; undefined where that was not revealed. */
  readonly top: string | undefined;
}

export class Log {
  /** `origin` of the trust.json, and the key of the log. */
  readonly origin: string;
  readonly logKey: string;
  readonly rootKey: string;
  /** The sizes of all genuine checkpoints, with their roots in hex. */
  readonly checkpoints: ReadonlyMap<number, string>;
  /** The sizes of which the export has a checkpoint, whether it is genuine or not. */
  readonly published: ReadonlySet<number>;
  /** Entries that the newest checkpoint promises. */
  readonly promised: number;
  readonly keys: Keys;
  readonly tables = new Tables();
  /** The export, of which the entries are read in order, and the events at the end. */
  readonly files: LogFiles;
  /** The policies of witnesses that it announces, each with the log index of its record. */
  readonly policies: { readonly index: number; readonly policy: Policy }[] = [];
  /** The checkpoints that have their quorum, by size. */
  readonly quorums: Quorum[] = [];
  readonly profiles = new Profiles();
  readonly limits = new Limits();
  /** Players' keys, by chain. */
  readonly rings = new Map<string, Ring>();
  readonly chains = new Map<string, Chain>();
  /** By the leaf of their `rules` record. */
  readonly sheets = new Map<string, Published>();
  readonly findings: Finding[] = [];
  readonly figures: GameFigures[] = [];
  /** The greatest `time` of the valid records: docs/formats/verdicts.md, rule 4. */
  newest = 0;
  /** The roots of the entries read so far, in hex, at the sizes of published checkpoints. */
  readonly roots = new Map<number, string>();
  /** How many entries were read, and how many of them could be judged. */
  size = 0;
  /** How many records passed each check that counts them. */
  readonly counts = new Map<string, number>();
  private readonly listeners: ((ended: EndedRound) => void)[] = [];
  private readonly counters: ((settled: Settled) => void)[] = [];
  private readonly resolvers: ((ended: EndedRound) => void)[] = [];
  private readonly leavers: ((left: LeftEpoch) => void)[] = [];

  constructor(given: {
    files: LogFiles;
    origin: string;
    logKey: string;
    rootKey: string;
    checkpoints: ReadonlyMap<number, string>;
    published: ReadonlySet<number>;
    promised: number;
  }) {
    this.files = given.files;
    this.origin = given.origin;
    this.logKey = given.logKey;
    this.rootKey = given.rootKey;
    this.checkpoints = given.checkpoints;
    this.published = given.published;
    this.promised = given.promised;
    this.keys = new Keys(this);
  }

  /** Write down what does not hold at a record, without ending its judging. */
  tell(
    read: Pick<Reading, "index" | "chain" | "seq" | "type">,
    code: string,
    detail: string,
    said?: string,
    due?: string,
  ): void {
    const { index, chain, seq, type } = read;
    this.add({
      code,
      logIndex: index,
      chain,
      seq,
      type,
      detail,
      ...(said === undefined ? {} : { said }),
      ...(due === undefined ? {} : { due }),
    });
  }

  add(finding: Finding): void {
    this.findings.push(finding);
  }

  count(check: string, more = 1): void {
    this.counts.set(check, (this.counts.get(check) ?? 0) + more);
  }

  chainOf(read: Reading): Chain {
    const chain = this.chains.get(read.chain);
    if (chain === undefined) throw new TypeError("a record's chain was not begun");
    return chain;
  }

  /** Ask to be told of each round of one seat that ends. */
  onRound(listener: (ended: EndedRound) => void): void {
    this.listeners.push(listener);
  }

  /** Ask to be told of what was settled, alone and at tables. */
  onSettled(counter: (settled: Settled) => void): void {
    this.counters.push(counter);
  }

  settled(settled: Settled): void {
    for (const counter of this.counters) counter(settled);
  }

  ended(round: EndedRound): void {
    for (const listener of this.listeners) listener(round);
  }

  /** Ask to be told of each void without a seed, once it is known whether the seed was held; then it has it. */
  onResolved(listener: (ended: EndedRound) => void): void {
    this.resolvers.push(listener);
  }

  resolved(round: EndedRound): void {
    for (const listener of this.resolvers) listener(round);
  }

  onLeft(listener: (left: LeftEpoch) => void): void {
    this.leavers.push(listener);
  }

  left(epoch: LeftEpoch): void {
    for (const listener of this.leavers) listener(epoch);
  }
}
