/** Looks around in a judged log: lists come a page at a time, and a record is read when it is opened. */
import type { CanonicalObject } from "../../log/canonical.ts";
import { isList, isObject } from "../../log/canonical.ts";
import type { JudgedLog, LoggedRecord, RoundPlace } from "../../log/judged.ts";
import { datedBetween } from "../../log/witnesses.ts";
import type { Finding } from "../../log/verdict.ts";
import type {
  ChainKind,
  ChainRow,
  Currency,
  LimitsRow,
  Page,
  RecordDetail,
  RecordRow,
  RoundDetail,
} from "../protocol.ts";

export const SYSTEM = "0".repeat(32);

/** A judged log with what makes it quick to look around in. */
export class Explorer {
  private readonly log: JudgedLog;
  private readonly chains: readonly string[];
  private readonly findings = new Map<number, Finding[]>();
  private readonly failing = new Map<string, number>();
  private readonly rounds = new Map<number, RoundPlace>();
  /** The log indexes of the limits of a chain, kept once they were looked for. */
  private readonly limits = new Map<string, readonly number[]>();

  constructor(log: JudgedLog) {
    this.log = log;
    this.chains = [...log.chains.keys()].toSorted((one, other) => Number(other === SYSTEM) - Number(one === SYSTEM));
    for (const finding of log.verdict.findings) this.remember(finding);
    for (const round of log.rounds.values()) {
      this.rounds.set(round.dealt, round);
      if (round.ended !== undefined) this.rounds.set(round.ended, round);
    }
  }

  /** Chains whose id begins with `like`, the system's first, then in the order in which they begin. */
  chainPage({ from, count, like }: { from: number; count: number; like: string }): Page<ChainRow> {
    const wanted = like === "" ? this.chains : this.chains.filter((chain) => chain.startsWith(like));
    const rows = wanted.slice(from, from + count).map((chain) => ({
      chain,
      kind: this.kindOf(chain),
      records: this.indexes(chain).length,
      failing: this.failing.get(chain) ?? 0,
    }));
    return { from, total: wanted.length, rows };
  }

  recordPage({ chain, from, count }: { chain: string; from: number; count: number }): Page<RecordRow> {
    const indexes = this.indexes(chain);
    const rows = indexes.slice(from, from + count).map((index) => this.row(this.log.record(index)));
    return { from, total: indexes.length, rows };
  }

  /** The limits of a chain, the newest first. */
  limitsPage({ chain, from, count }: { chain: string; from: number; count: number }): Page<LimitsRow> {
    const all = this.limits.get(chain) ?? this.ofType("limits", this.indexes(chain)).toReversed();
    this.limits.set(chain, all);
    const currency = this.currencyOf(chain);
    const rows = all.slice(from, from + count).map((index) => {
      const { rg, time } = this.fields(index);
      return { index, time: typeof time === "number" ? time : 0, rg: isObject(rg) ? rg : {}, currency };
    });
    return { from, total: all.length, rows };
  }

  /** A record with its round, if it is part of one whose seed is known. */
  detail(index: number): RecordDetail {
    const logged = this.log.record(index);
    const { record, entry, leaf } = logged;
    const fields = isObject(record) ? record : undefined;
    const chain = textOf(fields?.["chain"]);
    const indexes = this.indexes(chain);
    const position = indexes.indexOf(index);
    return {
      index,
      leaf,
      note: new TextDecoder().decode(entry),
      record: fields,
      findings: this.findings.get(index) ?? [],
      chain: position === -1 ? undefined : chain,
      position,
      before: indexes[position - 1],
      after: position === -1 ? undefined : indexes[position + 1],
      round: this.roundOf(index),
      currency: this.currencyOf(chain),
      witnessed: fields?.["v"] === "rdf/2" ? datedBetween(index, this.log.quorums) : undefined,
    };
  }

  /** The log index of what somebody typed: a log index, a round's id, a leaf or the beginning of a chain's id. */
  find(text: string): number | undefined {
    const wanted = text.trim().toLowerCase();
    if (/^\d{1,15}$/.test(wanted)) return Number(wanted) < this.log.size ? Number(wanted) : undefined;
    const round = this.log.rounds.get(wanted);
    if (round !== undefined) return round.ended ?? round.dealt;
    if (/^[0-9a-f]{64}$/.test(wanted)) return this.byLeaf(wanted);
    return undefined;
  }

  /** The log indexes of all records of a type in the system's chain. */
  systemRecords(type: string): number[] {
    return this.ofType(type, this.indexes(SYSTEM));
  }

  /** The currency of a player's chain; undefined for what is none. */
  currencyOf(chain: string): Currency | undefined {
    const { cur, exp } = this.first(chain);
    return typeof cur === "string" && typeof exp === "number" ? { cur, exp } : undefined;
  }

  private byLeaf(leaf: string): number | undefined {
    for (let index = 0; index < this.log.size; index += 1) if (this.log.record(index).leaf === leaf) return index;
    return undefined;
  }

  private remember(finding: Finding): void {
    if (finding.logIndex === undefined) return;
    const there = this.findings.get(finding.logIndex);
    if (there === undefined) this.findings.set(finding.logIndex, [finding]);
    else there.push(finding);
    if (finding.chain !== undefined) this.failing.set(finding.chain, (this.failing.get(finding.chain) ?? 0) + 1);
  }

  private indexes(chain: string): readonly number[] {
    return this.log.chains.get(chain) ?? [];
  }

  private first(chain: string): CanonicalObject {
    const [first] = this.indexes(chain);
    return first === undefined ? {} : this.fields(first);
  }

  private kindOf(chain: string): ChainKind {
    if (chain === SYSTEM) return "system";
    const type = this.first(chain)["type"];
    if (type === "init") return "player";
    return type === "table" ? "table" : "unknown";
  }

  private ofType(type: string, indexes: readonly number[]): number[] {
    return indexes.filter((index) => this.fields(index)["type"] === type);
  }

  /** The fields of a record; none where it cannot be read. */
  private fields(index: number): CanonicalObject {
    const { record } = this.log.record(index);
    return isObject(record) ? record : {};
  }

  private row({ index, record }: LoggedRecord): RecordRow {
    const fields = isObject(record) ? record : {};
    const { type, seq, cards } = fields;
    return {
      index,
      seq: typeof seq === "number" ? seq : undefined,
      type: typeof type === "string" ? type : undefined,
      cards: isList(cards) ? cards.filter((card) => typeof card === "string") : [],
      note: distinction(fields),
      code: this.findings.get(index)?.[0]?.code,
    };
  }

  private roundOf(index: number): RoundDetail | undefined {
    const place = this.rounds.get(index);
    const steps = place === undefined ? undefined : this.log.steps(place);
    if (steps === undefined || place?.ended === undefined) return undefined;
    const sheet = this.fields(place.rules)["rules"];
    return {
      steps,
      opened: this.fields(place.opened),
      dealt: this.fields(place.dealt),
      ended: this.fields(place.ended),
      sheet: isObject(sheet) ? sheet : {},
      findings: [place.opened, place.dealt, place.ended].flatMap((at) => this.findings.get(at) ?? []),
    };
  }
}

/** The field that tells a record from others of its type. */
const DISTINCT: Readonly<Record<string, string>> = {
  settle: "result",
  void: "reason",
  wallet: "kind",
  filing: "report",
  key: "name",
  revoke: "name",
  profile: "name",
  commit: "epoch",
  open: "epoch",
  events: "first",
  erasure: "count",
  seats: "epoch",
  hand: "epoch",
  hand_end: "epoch",
  table_abort: "epoch",
  sit: "seat",
};

/** The words that tell a record from others of its type: a result, a kind, a name, a number. */
function distinction(fields: CanonicalObject): string {
  const { type, rules, act } = fields;
  if (isObject(rules)) return `${textOf(rules["game"])} ${textOf(rules["ver"])}`;
  if (type === "limits" && isObject(act)) return `${textOf(act["do"])} ${textOf(act["name"])}`;
  return textOf(fields[DISTINCT[textOf(type)] ?? ""]);
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
