/** What is kept of a log to look around in it: the entries' bytes, and by number what belongs together. */

import type { CanonicalObject } from "./canonical.ts";
import { canonicalValue, isObject } from "./canonical.ts";
import { FAMILIES } from "./families/families.ts";
import { numberOf, textOf } from "./fields.ts";
import type { JudgedLog, LoggedRecord, RoundPlace, RoundSteps } from "./judged.ts";
import type { Log } from "./log.ts";
import type { Reading } from "./part.ts";
import type { Parsed } from "./reading.ts";
import { Deck, roundStream, seedsDown } from "./shuffle.ts";
import { leafHash } from "./tree.ts";
import { hex } from "./bytes.ts";
import type { Verdict } from "./verdict.ts";

type Placed = { -readonly [Name in keyof RoundPlace]: RoundPlace[Name] };

const roundId = (chain: string, epoch: number, nonce: number): string => `${chain}-${epoch}-${nonce}`;

export class Explorer {
  private readonly log: Log;
  private readonly entries: Uint8Array[] = [];
  private readonly rounds = new Map<string, Placed>();

  constructor(log: Log) {
    this.log = log;
    log.onRound(({ round, end }) => {
      const { deal, epoch } = round;
      const place = this.rounds.get(roundId(deal.chain, epoch.epoch, numberOf(deal.fields, "nonce")));
      if (place !== undefined) place.ended = end.index;
    });
  }

  /** Called before a record is followed: its chain stands as the record found it. */
  keep({ entry }: Parsed, read: Reading | undefined): void {
    this.entries.push(entry);
    if (read?.type !== "deal") return;
    const { nonce: number, rules } = read.fields;
    const epoch = this.log.chains.get(read.chain)?.player?.epoch;
    const sheet = typeof rules === "string" ? this.log.sheets.get(rules) : undefined;
    if (epoch === undefined || sheet === undefined || typeof number !== "number") return;
    const id = roundId(read.chain, epoch.epoch, number);
    this.rounds.set(id, {
      id,
      chain: read.chain,
      epoch: epoch.epoch,
      nonce: number,
      committed: epoch.index,
      opened: epoch.opened,
      rules: sheet.index,
      dealt: read.index,
      ended: undefined,
    });
  }

  judged(verdict: Verdict): JudgedLog {
    return {
      verdict,
      size: this.entries.length,
      record: (index) => this.record(index),
      chains: new Map([...this.log.chains].map(([id, chain]) => [id, chain.indexes])),
      rounds: this.rounds,
      steps: (round) => this.steps(round),
      sheets: [...this.log.sheets.values()].map(({ index, leaf, sheet, rounds }) => ({ index, leaf, sheet, rounds })),
      quorums: this.log.quorums,
    };
  }

  private record(index: number): LoggedRecord {
    const entry = this.entries[index];
    if (entry === undefined) throw new RangeError(`the log has no record ${index}`);
    const leaf = hex(leafHash(entry));
    try {
      return { index, leaf, entry, record: canonicalValue(entry.subarray(0, entry.indexOf(0x0a))) };
    } catch {
      return { index, leaf, entry, record: undefined };
    }
  }

  private fields(index: number): CanonicalObject {
    const { record } = this.record(index);
    return isObject(record) ? record : {};
  }

  private steps(place: RoundPlace): RoundSteps | undefined {
    const { seed } = place.ended === undefined ? {} : this.fields(place.ended);
    const { client } = this.fields(place.opened);
    const { rules } = this.fields(place.rules);
    if (typeof seed !== "string" || typeof client !== "string" || !isObject(rules)) return undefined;
    const family = FAMILIES.get(textOf(rules, "family"));
    if (family === undefined) return undefined;
    const deck = new Deck(
      roundStream(place.chain, place.epoch, place.nonce, seed, client),
      52 * numberOf(rules, "decks"),
    );
    family.cards(rules, deck);
    const hashedBack = seedsDown(place.chain, place.epoch, place.nonce, 0, seed);
    return { place, seed, client, hashedBack, draws: deck.draws };
  }
}
