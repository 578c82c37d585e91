/** What chance does not explain: docs/formats/statistics.md. */

import type { CanonicalObject } from "../canonical.ts";
import type { Chance, Chances } from "../chances.ts";
import { CHANCES } from "../chances.ts";
import { Evidence, NARROW, RISING, WIDE } from "../evidence.ts";
import { FAMILIES } from "../families/families.ts";
import type { Family } from "../families/family.ts";
import { numberOf, textOf, textsIn } from "../fields.ts";
import type { EndedRound, LeftEpoch, Log } from "../log.ts";
import type { Part } from "../part.ts";
import { stakeLimits } from "../sheet.ts";
import { Deck, roundStream, seedsDown } from "../shuffle.ts";
import { actsOf, betsOf } from "./round-replay.ts";

const BOUND = 7;
/** So many hands of what was left unplayed count. */
const HANDS = 8;
/** The tests over all chains, in their order. */
const TESTS = {
  voids: "W_SELECTED",
  voids_side: "W_SELECTED",
  voids_seen: "W_SELECTED",
  timeouts: "W_SELECTED",
  late: "W_SELECTED",
  against: "W_ACTS",
  unplayed: "W_SELECTED",
  dealt: "W_DEALT",
} as const;
type Test = keyof typeof TESTS;

/** How a chain's newest deal is played and weighed. */
interface Played {
  readonly sheet: CanonicalObject;
  readonly family: Family;
  readonly chances: Chances;
  /** Of its stake, in eighths. */
  readonly weight: number;
}

const eighths = (bet: number, most: number): number => Math.min(8, Math.ceil((8 * bet) / most));

function dealtCards(
  played: Played,
  place: { chain: string; epoch: number; nonce: number },
  seed: string,
  client: string,
) {
  const stream = roundStream(place.chain, place.epoch, place.nonce, seed, client);
  return played.family.cards(played.sheet, new Deck(stream, 52 * numberOf(played.sheet, "decks")));
}

export function statistics(log: Log): Part {
  const tests = new Map<Test, Evidence>();
  const staked = new Map<number, Evidence>();
  const newest = new Map<string, Played>();

  const favours = new Map<CanonicalObject, Chance>();
  /** It takes a walk over all hands, and is the same for every round of a sheet. */
  const favour = ({ sheet, chances }: Played): Chance => {
    const known = favours.get(sheet) ?? chances.favour(sheet);
    favours.set(sheet, known);
    return known;
  };

  const of = (test: Test): Evidence => {
    const known = tests.get(test) ?? new Evidence();
    tests.set(test, known);
    return known;
  };
  const ofChain = (number: number): Evidence => {
    const known = staked.get(number) ?? new Evidence();
    staked.set(number, known);
    return known;
  };

  function playedBy(deal: CanonicalObject, cur: string): Played | undefined {
    const sheet = log.sheets.get(textOf(deal, "rules"))?.sheet;
    const name = sheet === undefined ? "" : textOf(sheet, "family");
    const [family, chances] = [FAMILIES.get(name), CHANCES.get(name)];
    const limits = sheet === undefined ? undefined : stakeLimits(sheet, cur);
    if (sheet === undefined || family === undefined || chances === undefined || limits === undefined) return undefined;
    return { sheet, family, chances, weight: eighths(betsOf(deal).ante, limits.max) };
  }

  function cardsOf({ round, end, seed }: EndedRound, played: Played): readonly string[] | undefined {
    if (end.type === "settle") return textsIn(end.fields, "cards");
    if (seed === undefined) return undefined;
    const { epoch } = round;
    const nonce = numberOf(round.deal.fields, "nonce");
    return dealtCards(played, { chain: end.chain, epoch: epoch.epoch, nonce }, seed, epoch.client);
  }

  function count(ended: EndedRound): void {
    const { round, end, player, chain, late } = ended;
    const deal = round.deal.fields;
    const played = playedBy(deal, player.cur);
    if (played === undefined) return;
    const { sheet, chances, weight } = played;
    const cards = cardsOf(ended, played);
    const visible = textsIn(deal, "cards");
    const seen = chances.seen(visible, sheet);
    // A seed that is lost counts as a round that wins, if it could.
    const won = cards === undefined ? seen[0] > 0 : chances.wins(cards, sheet);
    if (end.type === "void") {
      of("voids").add(seen, weight, won);
      const favoured = chances.favours(visible, sheet);
      if (favoured !== undefined) of("voids_seen").add(favour(played), weight, favoured);
      countSide(ended, played, cards);
    } else {
      const [act] = actsOf(end.fields);
      if (act?.by === "timeout") of("timeouts").add(seen, weight, won);
      const best = act === undefined || chances.isBest(visible, sheet, betsOf(deal).ante, act);
      if (act?.by === "player" && !best) of("against").add(seen, weight, won);
    }
    if (late) of("late").add(seen, weight, won);
    if (cards === undefined) return;
    of("dealt").add(chances.unseen(sheet), weight, won);
    ofChain(chain.number).add(chances.unseen(sheet), weight, won);
  }

  function countSide({ round, player }: EndedRound, { sheet, chances }: Played, cards?: readonly string[]): void {
    const { bonus } = betsOf(round.deal.fields);
    const limits = stakeLimits(sheet, player.cur)?.bonus;
    if (bonus === 0 || chances.side === undefined || limits === undefined) return;
    const seen = chances.side.seen(textsIn(round.deal.fields, "cards"), sheet);
    const won = cards === undefined ? seen[0] > 0 : chances.side.wins(cards, sheet);
    of("voids_side").add(seen, eighths(bonus, limits.max), won);
  }

  function countLeft({ chain, epoch, n, played: before, client, top }: LeftEpoch): void {
    const played = newest.get(chain.id);
    const hands = Math.min(HANDS, n - before);
    if (played === undefined || hands <= 0) return;
    const { sheet, chances, weight } = played;
    const unseen: Chance = chances.unseen(sheet);
    if (top === undefined) {
      of("unplayed").add(unseen, weight, true, hands);
      return;
    }
    // From s_n down to the seed of the first hand.
    const seeds = seedsDown(chain.id, epoch, n, before + 1, top).toReversed();
    seeds.slice(0, hands).forEach((seed, at) => {
      const cards = dealtCards(played, { chain: chain.id, epoch, nonce: before + 1 + at }, seed, client);
      of("unplayed").add(unseen, weight, chances.wins(cards, sheet));
    });
  }

  log.onRound((ended) => {
    const known = ended.seed !== undefined || ended.end.type === "settle";
    if (ended.held && ended.end.version === "rdf/2" && known) count(ended);
  });
  // A seed that was held is told as such; one that is lost counts here.
  log.onResolved((ended) => {
    if (ended.held && ended.seed === undefined) count(ended);
  });
  log.onLeft(countLeft);

  function warn(code: string, test: string, evidence: number, bound: number): void {
    if (evidence < bound) return;
    const [found, due] = [evidence.toFixed(2), bound.toFixed(2)];
    log.add({ code, detail: `The test ${test} reaches ${found}, and its bound is ${due}.`, said: found, due });
  }

  return {
    checks: ["statistics"],
    follow: {
      deal: ({ chain, fields }) => {
        const player = fields["nonce"] === undefined ? undefined : log.chains.get(chain)?.player;
        const played = player === undefined ? undefined : playedBy(fields, player.cur);
        if (played !== undefined) newest.set(chain, played);
      },
    },
    end() {
      for (const [test, code] of Object.entries(TESTS)) {
        const found = tests.get(test as Test);
        if (found !== undefined) warn(code, test, found.log10(test === "dealt" ? NARROW : WIDE, true), BOUND);
      }
      const chains = [...staked].map(([j, found]) => ({
        evidence: found.log10(RISING, false),
        bound: BOUND + Math.log10(j * (j + 1)),
      }));
      const nearest = chains.toSorted((one, other) => other.evidence - other.bound - (one.evidence - one.bound))[0];
      if (nearest !== undefined) warn("W_CHAIN", "staked", nearest.evidence, nearest.bound);
    },
  };
}
