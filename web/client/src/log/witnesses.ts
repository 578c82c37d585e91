/** Whether witnesses have seen a log, and what their time says of its records: docs/formats/witnesses.md, rules 4 to 7. */

import { base64, fromHex, utf8 } from "./bytes.ts";
import { cosignedAt, isCosignature } from "./cosignature.ts";
import type { Checkpoints, Claimed } from "./checkpoints.ts";
import type { Log } from "./log.ts";
import type { SignatureLine } from "./note.ts";
import type { Parsed } from "./reading.ts";
import type { Dated } from "./record-times.ts";
import { RecordTimes } from "./record-times.ts";
import type { Finding, Quorum, Witnessed } from "./verdict.ts";
import type { Policy } from "./witness-policy.ts";

/** The ten seconds within which a record is in the log, and two by which clocks may differ. */
const EARLY_MS = 12_000;
/** Those two, and the second that is not divided. */
const LATE_MS = 3_000;

/** The policies that do not stand in the log. */
export interface GivenPolicies {
  /** The auditor's own, which holds for every size. */
  readonly own: Policy | undefined;
  /** That of the trusted keys, before the log announces one. */
  readonly first: Policy | undefined;
}

/** Instants in ms, both included; `from` is undefined before the first checkpoint that has its quorum. */
export interface Window {
  readonly from: number | undefined;
  readonly until: number;
}

export class Witnesses {
  private readonly log: Log;
  private readonly given: GivenPolicies;
  private readonly checkpoints: Checkpoints;
  private readonly times: RecordTimes;

  /** `kept` are checkpoints that witnesses may have signed and that may be of the log: see `judgeKept`. */
  constructor(log: Log, checkpoints: Checkpoints, given: GivenPolicies, kept: readonly Claimed[] = []) {
    this.log = log;
    this.given = given;
    this.checkpoints = checkpoints;
    const signed = [...checkpoints.read.values(), ...kept].filter(({ lines }) => lines.some(isCosignature));
    this.times = new RecordTimes([...new Set(signed.map(({ size }) => size))]);
  }

  see(parsed: Parsed): void {
    this.times.see(parsed);
  }

  /** Verify the cosignatures of a log that was read, and tell of the records that they contradict. */
  async judge(): Promise<Witnessed | undefined> {
    const { promised, quorums } = this.log;
    for (const [size, lines] of this.lines()) {
      const policy = this.policyAt(size);
      const times = policy === undefined ? undefined : await this.signed(policy, size, lines);
      if (policy?.holds(new Set(times?.keys())) && times !== undefined) quorums.push(quorumOf(policy, size, times));
    }
    for (const [at, quorum] of quorums.entries()) {
      for (const finding of this.contradicted(quorums[at - 1], quorum)) this.log.add(finding);
    }
    const asked = this.policyAt(promised);
    if (asked === undefined) return undefined;
    const signed = await this.signed(asked, promised, this.lines().get(promised) ?? []);
    return {
      size: promised,
      signed: [...signed.keys()].toSorted(),
      of: asked.witnesses.size,
      quorums: quorums.length,
      newest: quorums.at(-1)?.size === promised ? quorums.at(-1) : undefined,
    };
  }

  /** The policy that asks for witnesses of a checkpoint of this size; undefined if none does. */
  private policyAt(size: number): Policy | undefined {
    const announced = this.log.policies.findLast(({ index }) => index < size)?.policy;
    const holding = this.given.own ?? announced ?? this.given.first;
    return holding?.asks ? holding : undefined;
  }

  /** The cosignatures of the log's checkpoints by size, ascending: those of `checkpoints/`, then those of the newest. */
  private lines(): Map<number, readonly SignatureLine[]> {
    const found = new Map<number, readonly SignatureLine[]>();
    for (const { size, lines } of this.checkpoints.read.values()) {
      if (size > this.log.promised || !this.log.checkpoints.has(size)) continue;
      found.set(size, [...(found.get(size) ?? []), ...lines.filter(isCosignature)]);
    }
    return new Map([...found].toSorted(([one], [other]) => one - other));
  }

  /** The second at which each witness signed the root that the entries have, by its first line that verifies. */
  private async signed(policy: Policy, size: number, lines: readonly SignatureLine[]): Promise<Map<string, number>> {
    const root = this.log.roots.get(size);
    return root === undefined ? new Map() : this.signedRoot(policy, { size, root, lines });
  }

  /** Whether a policy asks for witnesses of a checkpoint, and too few of them signed it with the root that it has. */
  async lackQuorum(checkpoint: Claimed): Promise<boolean> {
    const policy = this.policyAt(checkpoint.size);
    return policy !== undefined && !policy.holds(new Set((await this.signedRoot(policy, checkpoint)).keys()));
  }

  private async signedRoot(
    policy: Policy,
    { size, root, lines }: Pick<Claimed, "size" | "root" | "lines">,
  ): Promise<Map<string, number>> {
    const times = new Map<string, number>();
    const text = utf8(`${this.log.origin}\n${size}\n${base64(fromHex(root))}\n`);
    for (const line of lines) {
      for (const [name, key] of policy.witnesses) {
        const time = times.has(name) ? undefined : await cosignedAt(line, text, key);
        if (time !== undefined) times.set(name, time);
      }
    }
    return times;
  }

  private *contradicted(before: Quorum | undefined, quorum: Quorum): Generator<Finding> {
    const extent = this.times.between(before?.size ?? 0, quorum.size);
    if (extent === undefined) return;
    const { earliest, latest } = extent;
    const from = before === undefined ? 0 : earliestAfter(before);
    const until = latestBefore(quorum);
    if (before !== undefined && earliest.time < from) {
      yield backdated(earliest, `before witnesses signed the ${before.size} entries that came before it`, from);
    }
    if (latest.time > until) {
      yield backdated(latest, `after witnesses signed the ${quorum.size} entries that it is in`, until);
    }
  }
}

/** Between which instants (ms) witnesses say that a record of the second version is dated, as far as they do. */
export function datedBetween(index: number, quorums: readonly Quorum[]): Window | undefined {
  const next = quorums.findIndex(({ size }) => size > index);
  const covering = quorums[next];
  if (covering === undefined) return undefined;
  const before = quorums[next - 1];
  return { from: before === undefined ? undefined : earliestAfter(before), until: latestBefore(covering) };
}

/** What follows a checkpoint is dated at this instant (ms) or later. */
const earliestAfter = ({ least }: Quorum): number => least * 1000 - EARLY_MS;

/** What a checkpoint covers is dated at this instant (ms) or earlier. */
const latestBefore = ({ greatest }: Quorum): number => greatest * 1000 + LATE_MS;

function backdated({ time, index }: Dated, where: string, due: number): Finding {
  const detail = `The record is dated ${where}, further than clocks may differ.`;
  return { code: "E_BACKDATED", logIndex: index, detail, said: String(time), due: String(due) };
}

/** The seconds between which those signed whom the quorum needs: docs/formats/witnesses.md, rule 6. */
function quorumOf(policy: Policy, size: number, times: ReadonlyMap<string, number>): Quorum {
  const holds = (signed: (time: number) => boolean): boolean =>
    policy.holds(new Set([...times].flatMap(([name, time]) => (signed(time) ? [name] : []))));
  const seconds = [...new Set(times.values())];
  const least = Math.max(...seconds.filter((second) => holds((time) => time >= second)));
  const greatest = Math.min(...seconds.filter((second) => holds((time) => time <= second)));
  return { size, least, greatest };
}
