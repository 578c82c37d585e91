/** The cards of a game around a pot, dealt again from its seeds: docs/formats/tables.md, "Dealing". */

import type { Chips, Course, Dealer, Decision, Looked, PotTerms } from "../families/pot.ts";
import { afterAntes, decisionWrong, inPlay, played } from "../families/pot.ts";
import { cardName } from "../shuffle.ts";
import type { EpochSecrets } from "./table-secrets.ts";
import { seal } from "./table-secrets.ts";

/** A pack of which the used cards are shuffled again when none is left. */
class Pack {
  reshuffles = 0;
  at = 0;
  private readonly secrets: EpochSecrets;
  private cards: number[];
  private readonly all: readonly number[];
  /** Cards that somebody holds, the hand on the table among them. */
  private readonly held = new Set<number>();

  constructor(secrets: EpochSecrets, size: number) {
    this.secrets = secrets;
    const deck = secrets.deck(size);
    this.cards = Array.from({ length: size }, () => deck.draw());
    this.all = this.cards.toSorted((one, other) => one - other);
  }

  draw(): number {
    if (this.at === this.cards.length) {
      const used = this.all.filter((card) => !this.held.has(card));
      this.reshuffles++;
      this.cards = this.secrets.reshuffle(this.reshuffles, used.length).map((place) => used[place] ?? 0);
      this.at = 0;
    }
    return this.cards[this.at++] ?? 0;
  }

  /** Two cards, of which the first is held when the second is dealt. */
  hand(): number[] {
    return [0, 1].map(() => {
      const card = this.draw();
      this.held.add(card);
      return card;
    });
  }

  discard(cards: readonly number[]): void {
    for (const card of cards) this.held.delete(card);
  }
}

interface Hand {
  readonly cards: readonly number[];
  readonly key: string;
}

export interface ShownHand {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly key: string;
}

/** What a record of the game says of cards, as its seeds give it. */
export interface DealtCourse extends Course {
  readonly sealed: readonly { readonly seat: number; readonly h: string }[];
  readonly at: readonly [number, number];
  readonly shown: ShownHand | undefined;
}

export class PotDeal {
  private readonly terms: PotTerms;
  private readonly order: readonly number[];
  private readonly secrets: EpochSecrets;
  private readonly pack: Pack;
  private readonly hands = new Map<number, Hand>();
  private readonly dealt = new Map<number, number>();
  private sealed: { seat: number; h: string }[] = [];
  private chips: Chips;
  private place = 0;
  private readonly dealer: Dealer = {
    shown: (place) => this.hands.get(place)?.cards.map(cardName),
    third: () => cardName(this.pack.draw()),
    passed: (place, after) => this.passed(place, after),
  };

  constructor(terms: PotTerms, order: readonly number[], secrets: EpochSecrets) {
    this.terms = terms;
    this.order = order;
    this.secrets = secrets;
    this.pack = new Pack(secrets, order.length >= terms.secondPackFrom ? 104 : 52);
    this.chips = { stacks: [], pot: 0 };
  }

  /** The hands, and what passes before the first decision. */
  begin(buyIns: readonly number[]): DealtCourse {
    const begun = afterAntes(this.terms, buyIns);
    const playing = begun.over === undefined ? inPlay(begun) : [];
    for (const place of playing) this.deal(place);
    this.chips = begun;
    this.place = playing[0] ?? 0;
    if (begun.over !== undefined) return this.told({ turns: [], chips: begun, now: undefined, over: begun.over });
    return this.told(played(this.terms, begun, this.place, undefined, this.dealer));
  }

  /** Why the next decision may not be, in words; undefined if it may. */
  wrong(decision: Decision): string | undefined {
    const hand = this.shown(this.place);
    const stack = this.chips.stacks[this.place] ?? 0;
    if (hand === undefined) return "the game is over";
    return decisionWrong(this.terms, hand.cards, { pot: this.chips.pot, stack }, decision);
  }

  decide(decision: Decision): DealtCourse {
    return this.told(played(this.terms, this.chips, this.place, decision, this.dealer));
  }

  /** The hands that are still held, in order. */
  held(): ShownHand[] {
    return this.order.flatMap((_, place) => this.shown(place) ?? []);
  }

  /** What the house kept of each seat's wins. */
  readonly rake = new Map<number, number>();

  private told(course: Course): DealtCourse {
    const { sealed, pack } = this;
    for (const { place, rake } of course.turns) {
      const seat = this.order[place] ?? 0;
      this.rake.set(seat, (this.rake.get(seat) ?? 0) + rake);
    }
    this.sealed = [];
    this.chips = course.chips;
    this.place = course.now ?? 0;
    const shown = course.now === undefined ? undefined : this.shown(course.now);
    return { ...course, sealed, at: [pack.reshuffles, pack.at], shown };
  }

  private shown(place: number): ShownHand | undefined {
    const hand = this.hands.get(place);
    return hand && { seat: this.order[place] ?? 0, cards: hand.cards.map(cardName), key: hand.key };
  }

  private passed(place: number, after: Looked): void {
    this.drop(place);
    for (const held of this.hands.keys()) if (after.stacks[held] === 0) this.drop(held);
    if (after.over === undefined && (after.stacks[place] ?? 0) > 0) this.deal(place);
  }

  private drop(place: number): void {
    this.pack.discard(this.hands.get(place)?.cards ?? []);
    this.hands.delete(place);
  }

  private deal(place: number): void {
    const seat = this.order[place] ?? 0;
    const i = this.dealt.get(place) ?? 0;
    const cards = this.pack.hand();
    const key = this.secrets.key(seat, i);
    this.dealt.set(place, i + 1);
    this.hands.set(place, { cards, key });
    this.sealed.push({ seat, h: seal(key, cards.map(cardName)) });
  }
}
