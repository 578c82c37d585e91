/**
 * The judging of one hand of a table, or one game around a pot: docs/formats/tables.md.
 *
 * The rules are those of the auditor's program (`log/parts`). A player cannot read the chains of other players: of their
 * stakes and decisions the table's records are taken, and the judging says nothing of what those chains hold.
 */
import { utf8 } from "../../log/bytes.ts";
import { canonicalValue, isObject, type CanonicalObject } from "../../log/canonical.ts";
import { Failure } from "../../log/failure.ts";
import { numberOf, objectIn, objectsIn, textOf } from "../../log/fields.ts";
import { Log, NO_LEAF, type Player } from "../../log/log.ts";
import { readNote, type Key } from "../../log/note.ts";
import { STAGES, type Part, type Reading, type Stage, type Step } from "../../log/part.ts";
import { chains } from "../../log/parts/chains.ts";
import { hands } from "../../log/parts/hands.ts";
import { houseHands } from "../../log/parts/house-hands.ts";
import { potEnds } from "../../log/parts/pot-ends.ts";
import { potTurns } from "../../log/parts/pot-turns.ts";
import { seatSignatures } from "../../log/parts/seat-signatures.ts";
import { stakeEnds } from "../../log/parts/stake-ends.ts";
import { stakes } from "../../log/parts/stakes.ts";
import { tableEnds } from "../../log/parts/table-ends.ts";
import { tables } from "../../log/parts/tables.ts";
import { parsedEntry, Reader } from "../../log/reading.ts";
import type { PlayerKey } from "../../log/player-key.ts";
import type { Stake, Table } from "../../log/tables.ts";
import type { PlayerRecord } from "../play/seeds/records.ts";

/** Everything that a hand is judged by. */
export interface HandRecords {
  readonly chain: string;
  readonly epoch: number;
  /** The record `table`. */
  readonly first: PlayerRecord;
  /** The table's records from the one that announces the epoch's seed to the one that ends it. */
  readonly course: readonly PlayerRecord[];
  /** The seat that began the table's game before, undefined where there was none. */
  readonly began: number | undefined;
  /** The record of the rules that the table names, as a signed note; undefined where it was not announced. */
  readonly rules: string | undefined;
  /** The player's own records of the hand: stake, decision, end. Empty where the player had no seat. */
  readonly own: readonly PlayerRecord[];
  /** Log indexes by leaf, as far as the log proves them. */
  readonly places: ReadonlyMap<string, number>;
  readonly keys: readonly Key[];
  /** The log's, which a player's signature names. */
  readonly origin: string;
  /** The key of this browser that signed the stake; null where there is none, and the own turns' signatures are not checked. */
  readonly ownKey: Pick<PlayerKey, "kid" | "pub"> | null;
}

/** A rule that a record breaks. */
export interface Broken {
  readonly code: string;
  readonly record: PlayerRecord;
  readonly said: string | undefined;
  readonly due: string | undefined;
}

/** What the judging found. */
export interface JudgedHand {
  readonly broken: readonly Broken[];
  /** How many records passed each check that counts them. */
  readonly counts: ReadonlyMap<string, number>;
  /** The types of the table's records of the epoch that broke no rule. */
  readonly held: ReadonlySet<string>;
  /** Whether all records have the fields of their types. If not, nothing more was judged. */
  readonly formed: boolean;
  /** What came late: docs/formats/verdicts.md. */
  readonly late: readonly string[];
}

const UNSIGNED: ReadonlySet<string> = new Set(["E_KEY", "E_SIG"]);

/** A player cannot hold the own stake against limits and debts here: those stand in records before it. */
const NOT_OF_STAKES: ReadonlySet<Stage> = new Set(["rules"]);

/** Judge a hand. A hand whose rules are not known cannot be judged. */
export function judgeHand(records: HandRecords, sheet: CanonicalObject): Promise<JudgedHand> {
  return new HandJudge(records, sheet).judge();
}

/** The rule sheet in its signed record. */
export function sheetIn(note: string): CanonicalObject | undefined {
  const parsed = readNote(utf8(note));
  const record = parsed === undefined ? undefined : canonicalValue(parsed.text.subarray(0, -1));
  return isObject(record) && isObject(record["rules"]) ? record["rules"] : undefined;
}

class HandJudge {
  readonly #records: HandRecords;
  readonly #log: Log;
  readonly #chains: Part;
  readonly #stakes: Part;
  readonly #stakeEnds: Part;
  readonly #parts: readonly Part[];
  readonly #reader: Reader;
  readonly #broken: Broken[] = [];
  readonly #held = new Set<string>();
  #index = 0;

  constructor(records: HandRecords, sheet: CanonicalObject) {
    this.#records = records;
    this.#log = logOf(records);
    const rules = textOf(records.first.fields, "rules");
    this.#log.sheets.set(rules, { index: 0, leaf: rules, version: "rdf/2", sheet, rounds: 0 });
    for (const { vkey } of records.keys) this.#log.keys.announce(vkey, "records", 0, undefined);
    const log = this.#log;
    this.#chains = chains(log);
    this.#stakes = stakes(log);
    this.#stakeEnds = stakeEnds(log);
    const rest = [hands, houseHands, potTurns, potEnds].map((part) => part(log));
    this.#parts = [tables(log), this.#stakes, ...rest, ...this.#ownTurns(), this.#stakeEnds, tableEnds(log)];
    this.#reader = new Reader(log, this.#parts);
  }

  async judge(): Promise<JudgedHand> {
    const { first, course, epoch, own } = this.#records;
    this.#begin(first.chain, "table", undefined);
    for (const record of [first, ...course, ...own]) await this.#form(record);
    if (this.#broken.length > 0) return this.#judged(false);
    await this.#take(first, [this.#chains, ...this.#parts]);
    const begun = course.findIndex(({ type, fields }) => type === "seats" && fields["epoch"] === epoch);
    const [announcing] = course;
    if (announcing !== undefined) this.#announced(announcing);
    for (const record of course.slice(0, Math.max(begun, 0))) await this.#take(record, [this.#chains]);
    const [stake, ...later] = own;
    if (stake !== undefined) {
      this.#begin(stake.chain, "player", this.#player());
      await this.#take(stake, this.#parts, NOT_OF_STAKES);
    }
    for (const record of begun < 0 ? [] : course.slice(begun)) {
      if (record.type === "seats") this.#othersStakes(record);
      if (record.type === "hand_end") {
        for (const act of later.filter(({ type }) => type === "act")) await this.#take(act, this.#parts);
        await this.#othersActs(record);
      }
      await this.#take(record, [this.#chains, ...this.#parts]);
    }
    for (const record of later.filter(({ type }) => type !== "act")) await this.#take(record, this.#parts);
    return this.#judged(true);
  }

  #judged(formed: boolean): JudgedHand {
    const late = this.#log.findings.map(({ code }) => code);
    return { broken: this.#broken, counts: this.#log.counts, held: this.#held, formed, late };
  }

  /** What is read of a record later has to be there. */
  async #form(record: PlayerRecord): Promise<void> {
    await this.#attempt(record, async () => {
      const { formed, failure } = await this.#reader.read(parsedEntry(0, utf8(record.receipt.note)));
      if (!formed && failure !== undefined) throw failure;
    });
  }

  /** The check of the own turns around a pot. Which keys the others have, this page cannot read. */
  #ownTurns(): readonly Part[] {
    const { ownKey, own } = this.#records;
    const [stake] = own;
    if (ownKey === null || stake?.type !== "sit") return [];
    const key: PlayerKey = { ...ownKey, alg: "ed25519", use: "play", from: 0, forced: false, ended: undefined };
    this.#log.rings.set(stake.chain, new Map([[key.kid, key]]));
    const part = seatSignatures(this.#log);
    const mine = ({ fields }: Reading): boolean => fields["seat"] === stake.fields["seat"];
    const steps = (part.steps ?? []).map(({ stage, types, judge }): Step => {
      return { stage, types, judge: (read) => (mine(read) ? judge(read) : undefined) };
    });
    return [{ ...part, steps }];
  }

  get #table(): Table | undefined {
    return this.#log.tables.byChain.get(this.#records.chain);
  }

  #begin(chain: string, place: "table" | "player", player: Player | undefined): void {
    const number = this.#log.chains.size + 1;
    const begun = { id: chain, place, number, seq: -1, head: NO_LEAF, time: 0, indexes: [], player };
    this.#log.chains.set(chain, begun);
  }

  /** The chain goes on where the epoch is announced: what stood before is not looked at. */
  #announced({ fields, type, seq, prev }: PlayerRecord): void {
    const chain = this.#log.chains.get(this.#records.chain);
    if (chain !== undefined) {
      chain.seq = seq - 1;
      chain.head = prev;
    }
    const table = this.#table;
    if (table === undefined) return;
    const commit = textOf(type === "commit" ? fields : objectIn(fields, "next"), "commit");
    table.announced = { epoch: this.#records.epoch, commit };
    table.first = this.#records.began;
  }

  #player(): Player {
    const { fields } = this.#records.first;
    const [cur, exp, test] = [textOf(fields, "cur"), numberOf(fields, "exp"), fields["test"] === true];
    const none = { limits: undefined, announced: undefined, epoch: undefined, round: undefined };
    return { tag: "", cur, exp, test, balance: 0, ...none };
  }

  /** Take the stakes of the other seats as the table names them: their chains cannot be read here. */
  #othersStakes(seats: PlayerRecord): void {
    const table = this.#table;
    const { stakes: known, open } = this.#log.tables;
    if (table === undefined) return;
    for (const named of objectsIn(seats.fields, "seats")) {
      const leaf = textOf(named, "stake");
      if (known.has(leaf)) continue;
      const seat = numberOf(named, "seat");
      const kind = table.terms === undefined ? "deal" : "sit";
      const stake: Stake = {
        read: this.#standIn(kind, seat, leaf, 0, {}),
        table,
        epoch: this.#records.epoch,
        seat,
        amount: numberOf(named, kind === "deal" ? "ante" : "buy_in"),
        bonus: named["bonus"] === undefined ? 0 : numberOf(named, "bonus"),
        contrib: textOf(named, "contrib"),
        raised: 0,
        named: undefined,
        ended: false,
      };
      known.set(leaf, stake);
      open.set(stake.read.chain, stake);
    }
  }

  /** Judge the decisions of the other seats, as the end repeats them: whether they came in time, and at their price. */
  async #othersActs(end: PlayerRecord): Promise<void> {
    if (end.fields["acts"] === undefined) return;
    const own = this.#records.own[0]?.fields["seat"];
    for (const act of objectsIn(end.fields, "acts")) {
      const seat = numberOf(act, "seat");
      if (act["by"] !== "player" || seat === own) continue;
      const hand = textOf(end.fields, "hand");
      const fields = { hand, a: textOf(act, "a"), amt: numberOf(act, "amt") };
      const read = this.#standIn("act", seat, textOf(act, "act"), numberOf(act, "t"), fields);
      await this.#attempt(end, async () => {
        for (const step of stepsOf([this.#stakeEnds], "act")) if (step.stage === "action") await step.judge(read);
      });
      this.#stakeEnds.follow?.["act"]?.(read, true);
    }
  }

  #standIn(type: string, seat: number, leaf: string, time: number, fields: CanonicalObject): Reading {
    const common = { version: "rdf/2", seq: 0, prev: NO_LEAF, place: "player" } as const;
    return { ...common, index: this.#index, leaf, type, chain: `seat ${seat}`, time, fields };
  }

  async #take(record: PlayerRecord, parts: readonly Part[], without?: ReadonlySet<Stage>): Promise<void> {
    // What no proof was asked for stands behind the last record that has one.
    this.#index = this.#records.places.get(record.leaf) ?? this.#index;
    const parsed = parsedEntry(this.#index, utf8(record.receipt.note));
    let read: Reading | undefined;
    let formed = false;
    const held = await this.#attempt(record, async () => {
      const found = await this.#reader.read(parsed);
      ({ read, formed } = found);
      // Whoever signed it, what it says is judged too.
      if (found.failure !== undefined && UNSIGNED.has(found.failure.code)) this.#tell(record, found.failure);
      else if (found.failure !== undefined) throw found.failure;
      for (const step of stepsOf(parts, found.read.type))
        if (without?.has(step.stage) !== true) await step.judge(found.read);
    });
    if (read === undefined) return;
    if (held) this.#held.add(record.type);
    for (const part of parts) {
      part.follow?.["*"]?.(read, held);
      if (formed) part.follow?.[read.type]?.(read, held);
    }
  }

  async #attempt(record: PlayerRecord, judge: () => Promise<void>): Promise<boolean> {
    try {
      await judge();
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#tell(record, error);
      return false;
    }
  }

  #tell(record: PlayerRecord, { code, said, due }: Failure): void {
    this.#broken.push({ code, record, said, due });
  }
}

function stepsOf(parts: readonly Part[], type: string): readonly Step[] {
  const all = parts.flatMap((part) => part.steps ?? []);
  const about = all.filter(({ types }) => types.includes(type) || types.includes("*"));
  return STAGES.flatMap((stage) => about.filter((step) => step.stage === stage));
}

/** A log of which nothing but this hand is known. */
function logOf({ course, epoch, places, origin }: HandRecords): Log {
  const of = (type: string): PlayerRecord | undefined =>
    course.find((record) => record.type === type && record.fields["epoch"] === epoch);
  const size = Number(of("open")?.fields["size"]);
  // A burnt epoch names no checkpoint: whether one covered the seats in time, only the whole log shows.
  const covered =
    of("table_abort")?.fields["reason"] === "no_reveal" ? (places.get(of("seats")?.leaf ?? "") ?? 0) + 1 : size;
  return new Log({
    files: { names: () => [], read: async () => undefined },
    origin,
    logKey: "",
    rootKey: "",
    checkpoints: new Map(),
    published: new Set([size, covered]),
    promised: 0,
  });
}
