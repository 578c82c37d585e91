/** The worked hands and games of the tables' page, judged without the log around them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Canonical, CanonicalObject } from "../../src/log/canonical.ts";
import { canonicalValue, isObject } from "../../src/log/canonical.ts";
import { utf8 } from "../../src/log/bytes.ts";
import { Failure } from "../../src/log/failure.ts";
import { numberOf, numbersIn, objectIn, objectsIn, textOf } from "../../src/log/fields.ts";
import { wrongField } from "../../src/log/form.ts";
import { Log } from "../../src/log/log.ts";
import type { Part, Reading } from "../../src/log/part.ts";
import { STAGES } from "../../src/log/part.ts";
import { TABLES } from "../../src/log/parts.ts";
import { seedBefore } from "../../src/log/shuffle.ts";

const FILE = join(import.meta.dirname, "../../../../tests/vectors/tables.jsonl");
/** The checkpoint that the vectors' `open` names. */
const COVERED = 5120;

/** A line of the vectors; its spaces and its order are not canonical. */
function read(line: string): CanonicalObject {
  const sorted = JSON.stringify(JSON.parse(line), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  const value = canonicalValue(utf8(sorted));
  if (!isObject(value)) throw new TypeError("a vector is an object");
  return value;
}

export const VECTORS: readonly CanonicalObject[] = readFileSync(FILE, "utf8").trim().split("\n").map(read);
export const starting = (start: string): readonly CanonicalObject[] =>
  VECTORS.filter((vector) => textOf(vector, "vector").startsWith(start));

/** A table in the middle of its life: the records of one epoch follow. */
class Judged {
  private readonly log = new Log({
    files: { names: () => [], read: async () => undefined },
    origin: "",
    logKey: "",
    rootKey: "",
    checkpoints: new Map(),
    published: new Set([COVERED]),
    promised: 0,
  });
  private readonly parts: readonly Part[] = TABLES.map((part) => part(this.log));
  private readonly vector: CanonicalObject;
  private readonly records: readonly CanonicalObject[];
  private seq = 0;

  constructor(vector: CanonicalObject, records: readonly CanonicalObject[]) {
    this.vector = vector;
    this.records = records;
  }

  async run(): Promise<string> {
    const { log, vector } = this;
    const rules = textOf(objectIn(vector, "table"), "rules");
    const sheet = objectIn(vector, "rules");
    log.sheets.set(rules, { index: 0, leaf: rules, version: "rdf/2", sheet, rounds: 0 });
    const [seats = {}] = objectsIn(vector, "records");
    await this.take({ type: "table", time: numberOf(seats, "time") - 60_000, ...objectIn(vector, "table") });
    this.betting();
    try {
      for (const record of this.records) {
        if (record["type"] === "hand_end") this.decisions();
        await this.take(record);
      }
    } catch (error) {
      if (error instanceof Failure) return error.code;
      throw error;
    }
    return log.findings[0]?.code ?? "OK";
  }

  /** The commitment to the epoch, the game before, and the stakes. */
  private betting(): void {
    const chain = textOf(this.vector, "chain");
    const table = this.log.tables.byChain.get(chain);
    const [seats = {}, , hand = {}, ...rest] = objectsIn(this.vector, "records");
    if (table === undefined) throw new TypeError("the table was not opened");
    const epoch = numberOf(seats, "epoch");
    table.announced = { epoch, commit: seedBefore(chain, epoch, 1, textOf(rest.at(-1) ?? {}, "seed")) };
    table.first = hand["order"] === undefined ? undefined : (numbersIn(hand, "order")[0] ?? 0) - 1;
    for (const named of objectsIn(seats, "seats")) {
      const leaf = textOf(named, "stake");
      const amount = numberOf(named, named["ante"] === undefined ? "buy_in" : "ante");
      const bonus = named["bonus"] === undefined ? 0 : numberOf(named, "bonus");
      const contrib = textOf(named, "contrib");
      const placed = this.reading({ type: "deal", time: numberOf(seats, "time") - 1000 }, leaf.slice(0, 32), leaf);
      const seat = numberOf(named, "seat");
      const staked = { amount, bonus, contrib, raised: 0, named: undefined, ended: false };
      this.log.tables.stakes.set(leaf, { read: placed, table, epoch, seat, ...staked });
    }
  }

  /** The players' acts, as the vector's own end repeats them. */
  private decisions(): void {
    const epoch = this.log.tables.byChain.get(textOf(this.vector, "chain"))?.current;
    const end = objectsIn(this.vector, "records").at(-1) ?? {};
    if (epoch === undefined || end["acts"] === undefined) return;
    for (const { seat, by, t, act, ...fields } of objectsIn(end, "acts")) {
      if (by !== "player") continue;
      const decided = this.reading({ type: "act", time: Number(t), ...fields }, "", String(act));
      epoch.acts.set(Number(seat), decided);
    }
  }

  private reading({ type, time, ...fields }: CanonicalObject, chain: string, leaf: string): Reading {
    const index = COVERED - 2 + this.seq;
    const common = { index, leaf, version: "rdf/2", chain, seq: this.seq, prev: "" } as const;
    return { ...common, type: String(type), time: Number(time), fields, place: "table" };
  }

  private async take(record: CanonicalObject): Promise<void> {
    const chain = textOf(this.vector, "chain");
    const leaf = record["type"] === "hand" ? textOf(this.vector, "hand_leaf") : String(this.seq).padStart(64, "0");
    const taken = this.reading(record, chain, leaf);
    this.seq++;
    const begun = { id: chain, place: "table", number: 1, seq: 0, head: "", time: 0, indexes: [] } as const;
    this.log.chains.set(chain, { ...begun, indexes: [], player: undefined });
    const forms = this.parts.flatMap((part) => part.forms ?? []).filter(({ type }) => type === taken.type);
    const form = forms.find(({ place, when }) => place === "table" && (when?.(taken.fields) ?? true));
    const wrong = form === undefined ? "no form" : wrongField(taken.fields, form.fields("rdf/2", taken.fields));
    if (wrong !== undefined) throw new Failure("E_FORM", wrong);
    const steps = STAGES.flatMap((stage) => this.parts.flatMap((part) => part.steps?.filter((s) => s.stage === stage)));
    for (const step of steps) if (step?.types.includes(taken.type) === true) await step.judge(taken);
    for (const part of this.parts) part.follow?.[taken.type]?.(taken, true);
  }
}

/** The first code of a vector's records, or OK; `spoil` changes what it is given a copy of. */
export async function judged(
  vector: CanonicalObject,
  spoil?: (records: Record<string, unknown>[]) => void,
): Promise<string> {
  const records: Record<string, unknown>[] = JSON.parse(JSON.stringify(vector["records"]));
  spoil?.(records);
  const changed = canonicalOf(records);
  return new Judged(vector, changed).run();
}

function canonicalOf(records: unknown): readonly CanonicalObject[] {
  const value: Canonical = read(JSON.stringify({ records }));
  return isObject(value) ? objectsIn(value, "records") : [];
}
