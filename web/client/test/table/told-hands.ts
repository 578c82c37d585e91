/** Hands of the tables' vectors as a house tells them: signed, chained, and with one player's own records. */
import { readFileSync } from "node:fs";
import { hex, joined, utf8 } from "../../src/log/bytes.ts";
import { canonicalText, type Canonical, type CanonicalObject } from "../../src/log/canonical.ts";
import { seedBefore } from "../../src/log/shuffle.ts";
import { readKey, type Key } from "../../src/log/note.ts";
import { sha256 } from "../../src/log/sha256.ts";
import { leafHash } from "../../src/log/tree.ts";
import { messageOf } from "../../src/log/player-key.ts";
import { signed, type DeviceKey } from "../../src/table/signing/device-keys.ts";
import type { ToldHand } from "../../src/table/verify/hand-steps.ts";
import { readRecord, type PlayerRecord } from "../../src/table/play/seeds/records.ts";

type Members = Record<string, unknown>;

/** The objects of a record's list, none where it has no such list. */
const listOf = (record: Members | undefined, name: string): Members[] =>
  (record?.[name] as Members[] | undefined) ?? [];

const VECTORS: readonly Members[] = readFileSync("../../tests/vectors/tables.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** In the order in which moves name them: docs/formats/record.md. */
const ACCOUNTS = ["cash", "in_play", "house", "table"];
const NO_LEAF = "0".repeat(64);
const PLAYER = "ab".repeat(16);
const SEATS_INDEX = 5117;
/** The checkpoint that the vectors' `open` names. */
const COVERED = 5120;

/** A key of records, new for each run. */
export class House {
  readonly key: Key;
  readonly #private: CryptoKey;

  private constructor(key: Key, secret: CryptoKey) {
    this.key = key;
    this.#private = secret;
  }

  static async founded(): Promise<House> {
    const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
    const pub = joined(Uint8Array.of(1), new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
    const name = "house.example/records";
    const id = hex(sha256(utf8(`${name}\n`), pub).subarray(0, 4));
    const key = readKey(`${name}+${id}+${Buffer.from(pub).toString("base64")}`);
    if (key === undefined) throw new TypeError("the key is none");
    return new House(key, pair.privateKey);
  }

  async note(record: Members): Promise<string> {
    const text = joined(utf8(`${canonicalText(sorted(record))}\n`));
    const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", this.#private, text));
    const line = Buffer.concat([Buffer.from(this.key.id, "hex"), signature]).toString("base64");
    return `${new TextDecoder().decode(text)}\n— ${this.key.name} ${line}\n`;
  }
}

function sorted(value: unknown): Canonical {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value as Canonical;
  const entries = Object.entries(value as Members).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
  ) as CanonicalObject;
}

/** How a house lies: before it signs. `table` are its records of the hand, `own` those of the player. */
export interface Lie {
  readonly table?: (records: Members[]) => void;
  readonly own?: (records: Members[]) => void;
  /** What becomes of the player's turns after they were signed. */
  readonly signed?: (turns: Members[]) => void;
}

/** The log's, in what players sign. */
export const ORIGIN = "house.example/log";

/** A chain whose records are signed one after the other. */
class Writing {
  readonly records: PlayerRecord[] = [];
  readonly #house: House;
  readonly #chain: string;

  constructor(house: House, chain: string) {
    this.#house = house;
    this.#chain = chain;
  }

  async write(fields: Members): Promise<PlayerRecord> {
    const before = this.records.at(-1);
    const seq = this.records.length;
    const common = { v: "rdf/2", chain: this.#chain, seq, prev: before?.leaf ?? NO_LEAF, salt: "0".repeat(32) };
    const note = await this.#house.note({ ...common, ...fields });
    const record = readRecord({ seq, note, leaf: hex(leafHash(utf8(note))) });
    this.records.push(record);
    return record;
  }
}

/** Tell the hand of the vector that begins so, with the player in its first seat. */
export async function told(
  house: House,
  start: string,
  lie: Lie = {},
  device: DeviceKey | null = null,
): Promise<ToldHand> {
  const vector = structuredClone(VECTORS.find((each) => String(each["vector"]).startsWith(start)));
  if (vector === undefined) throw new TypeError(`no vector begins ${start}`);
  const chain = String(vector["chain"]);
  const records = vector["records"] as Members[];
  const [seats, , hand, ...later] = records as [Members, Members, Members, ...Members[]];
  const end = later.at(-1) as Members;
  const epoch = Number(seats["epoch"]);
  const begun = Number(seats["time"]) - 60_000;
  const ownHand = new OwnHand(house, vector, begun);
  const rules = await house.note(rulesRecord(vector["rules"] as Members, begun));
  const table = new Writing(house, chain);
  const leaf = hex(leafHash(utf8(rules)));
  const first = await table.write({ type: "table", time: begun, ...(vector["table"] as Members), rules: leaf });
  const commit = seedBefore(chain, epoch, 1, String(end["seed"]));
  await table.write({ type: "commit", time: begun, epoch, n: 1, commit });
  const stake = await ownHand.stake(first.leaf, leaf, lie, device);
  (seats["seats"] as Members[])[0] = { ...(seats["seats"] as Members[])[0], stake: stake.leaf };
  lie.table?.(records);
  let asked = "";
  for (const record of records) {
    if (record["type"] === "hand_end") {
      const dealt = table.records.find(({ type }) => type === "hand")?.leaf ?? "";
      if (record["hand"] === vector["hand_leaf"]) record["hand"] = dealt;
      await ownHand.decide(record, dealt);
    }
    if (device !== null) await ownHand.sign(record, { asked, prev: table.records.at(-1)?.leaf }, device, lie);
    const written = await table.write(record);
    if (record["type"] === "hand" || record["amt"] !== undefined) asked = written.leaf;
  }
  const own = await ownHand.end(table.records.at(-1)?.leaf ?? "", lie);
  const places = new Map(table.records.slice(2).map((each, at) => [each.leaf, SEATS_INDEX + (at === 0 ? 0 : 2 + at)]));
  const opened = table.records.find(({ type }) => type === "open");
  if (opened !== undefined) places.set(opened.leaf, COVERED);
  const order = hand["order"] as number[] | undefined;
  return {
    chain,
    epoch,
    first,
    course: table.records.slice(1),
    began: order === undefined ? undefined : (order[0] ?? 0) - 1,
    rules,
    own,
    places,
    keys: [house.key],
    origin: ORIGIN,
    ownKey: device,
    returned: ownHand.returned,
  };
}

const rulesRecord = (rules: Members, time: number): Members => ({
  v: "rdf/2",
  type: "rules",
  chain: "0".repeat(32),
  seq: 0,
  prev: NO_LEAF,
  salt: "0".repeat(32),
  time,
  rules,
});

/** The records of the player in the first seat, as an honest house writes them. */
class OwnHand {
  readonly #writing: Writing;
  readonly #vector: Members;
  readonly #begun: number;
  readonly #named: Members;
  readonly #result: Members;
  readonly #act: Members | undefined;
  #cash = 1_000_000;

  constructor(house: House, vector: Members, begun: number) {
    const records = vector["records"] as Members[];
    this.#writing = new Writing(house, PLAYER);
    this.#vector = vector;
    this.#begun = begun;
    this.#named = structuredClone(listOf(records[0], "seats")[0] ?? {});
    this.#act = structuredClone(listOf(records.at(-1), "acts")[0]);
    this.#result = structuredClone(listOf(records.at(-1), "results")[0] ?? {});
  }

  get #isPot(): boolean {
    return this.#named["buy_in"] !== undefined;
  }

  get returned(): number {
    return Number(this.#result["returned"]);
  }

  #moved(moves: Readonly<Record<string, number>>): Members {
    const before = this.#cash;
    this.#cash += moves["cash"] ?? 0;
    const named = Object.entries(moves).filter(([, amount]) => amount !== 0);
    return {
      moves: named.toSorted(([one], [other]) => ACCOUNTS.indexOf(one) - ACCOUNTS.indexOf(other)),
      bal: [before, this.#cash],
    };
  }

  get #placed(): number {
    return Number(this.#named["ante"] ?? this.#named["buy_in"]) + Number(this.#named["bonus"] ?? 0);
  }

  async stake(table: string, rules: string, { own }: Lie, device: DeviceKey | null): Promise<PlayerRecord> {
    const [pot, placed] = [this.#isPot, this.#placed];
    const { stake: _, ...named } = this.#named;
    const record = {
      type: pot ? "sit" : "deal",
      time: this.#begun + 1,
      table,
      rules,
      epoch: (this.#vector["records"] as Members[])[0]?.["epoch"],
      limits: NO_LEAF,
      sess: NO_LEAF,
      ...named,
      ...(device === null ? {} : { psig: await this.#psig({ type: "sit" }, device, this.#begun) }),
      ...this.#moved({ cash: -placed, [pot ? "table" : "in_play"]: placed }),
    };
    own?.([record]);
    return this.#writing.write(record);
  }

  /** Sign a turn of the player's around a pot: a decision that answers the record `asked`, or a mark behind `prev`. */
  async sign(turn: Members, { asked, prev }: Members, device: DeviceKey, lie: Lie): Promise<void> {
    if (turn["type"] !== "turn" || turn["by"] !== "player" || turn["seat"] !== this.#named["seat"]) return;
    const sit = this.#writing.records[0]?.leaf ?? "";
    const { a, amt } = turn;
    const said = { type: "turn", chain: PLAYER, sit, a, ...(amt === undefined ? { prev } : { asked, amt }) };
    const { kid: _, ...psig } = await this.#psig(said, device, Number(turn["time"]));
    turn["psig"] = psig;
    lie.signed?.([turn]);
  }

  async #psig(said: Members, device: DeviceKey, time: number): Promise<Members> {
    const until = time + 1000;
    const statement = sorted({ ...said, origin: ORIGIN, until }) as CanonicalObject;
    const sig = await signed(device, messageOf(canonicalText(statement)));
    return { kid: device.kid, sig: Buffer.from(sig).toString("base64"), until };
  }

  /** Write the player's decision, and have the end name it. */
  async decide(end: Members, hand: string): Promise<void> {
    const [repeated] = listOf(end, "acts");
    if (repeated === undefined || this.#act?.["by"] !== "player") return;
    const { seat: _, by: __, t, act: ___, ...said } = this.#act;
    const amount = Number(said["amt"]);
    const moved = this.#moved({ cash: -amount, in_play: amount });
    const deal = this.#writing.records[0]?.leaf;
    repeated["act"] = (await this.#writing.write({ type: "act", time: t, deal, hand, ...said, ...moved })).leaf;
  }

  async end(end: string, { own }: Lie): Promise<readonly PlayerRecord[]> {
    const [staked, returned] = [Number(this.#result["staked"]), this.returned];
    const rake = Number(this.#result["rake"] ?? 0);
    const stake = this.#writing.records[0]?.leaf;
    const time = Number((this.#vector["records"] as Members[]).at(-1)?.["time"]);
    const pay = { staked, returned };
    const record: Members = this.#isPot
      ? {
          type: "leave",
          sit: stake,
          pay,
          ...this.#moved({ cash: returned, house: rake, table: -returned - rake }),
        }
      : {
          type: "settle",
          deal: stake,
          pay,
          result: this.#result["result"],
          ...(this.#result["bonus"] === undefined ? {} : { bonus: this.#result["bonus"] }),
          ...this.#moved({ cash: returned, house: staked - returned, in_play: -staked }),
        };
    const whole = { ...record, end, time };
    own?.([whole]);
    await this.#writing.write(whole);
    return this.#writing.records;
  }
}
