/** The sentences of a live table's board: what stands on the cloth, and what the live region says. */
import { cardOf } from "../../base/cards/card.ts";
import { sentences } from "../app/language.ts";
import { beatenChance, betweenChance, spreadOf } from "../play/counts.ts";
import type { MontanaTerms, RedDogTerms } from "../play/sheet.ts";
import { amount, cardNames, categoryName, sayBoard, signedAmount } from "../play/words.ts";
import type { LiveTable, Stake } from "./answers.ts";
import { asked } from "./board-facts.ts";
import { resultAt, worthOf, type Worth } from "./results.ts";
import type { OwnStake } from "./seat-keeper.ts";
import { potSpread, type PotTerms, type TableTerms } from "./terms.ts";
import type { EndedHand } from "./told.ts";
import { say, sayOr, seatNumber } from "./words.ts";

export interface Sentence {
  readonly headline: string;
  readonly text: string;
  readonly worth: Worth | null;
}

/** What the sentences are made of. */
export interface Scene {
  readonly table: LiveTable;
  readonly terms: TableTerms;
  readonly ended: EndedHand | null;
  /** The player's stake of this table that is tended, or was last; null for who watches. */
  readonly own: OwnStake | null;
}

const plain = (headline: string, text = ""): Sentence => ({ headline, text, worth: null });

/** Return the words on the cloth. */
export function sentence(scene: Scene): Sentence {
  const { table } = scene;
  if (table.phase === "revealing") return revealing(scene);
  if (table.phase === "playing") return table.pot_game === null ? hand(scene) : potGame(scene);
  return betting(scene);
}

function betting(scene: Scene): Sentence {
  const { table } = scene;
  if (table.own !== null) {
    const placed = table.seats.find((each) => each.seat === table.own?.seat);
    const sum = (placed?.stake.amount ?? 0) + (placed?.side_bet?.amount ?? 0);
    const alone = table.due_at === null ? "open.alone.text" : "open.waits.text";
    return plain(
      say("open.waits", { seat: seatNumber(table.own.seat), amount: amount(sum, table.stake_min.currency) }),
      say(alone),
    );
  }
  const end = endSentence(scene);
  if (end !== null) return end;
  if (table.phase === "unannounced") return plain(say("unannounced"), say("unannounced.text"));
  if (table.status !== "open" || !table.available) return plain(say("paused"), say("paused.text"));
  const key = table.family === "pot" ? "open.pot.text" : "open.first.text";
  return plain(say("open.first"), say(key, { seconds: table.betting_seconds, seats: table.seats_min }));
}

/** Return how the newest hand ended for this player, or for whoever watched it; null where none was seen to end. */
export function endSentence({ ended, own, table }: Scene): Sentence | null {
  const mine = own?.ended ?? null;
  if (mine !== null && (ended === null || mine.epoch >= ended.epoch)) return ownEnd(mine, ended);
  // The own end is on its way: half a result is none.
  if (ended === null || (own !== null && own.ended === null && own.kept.epoch === ended.epoch)) return null;
  if (ended.why === "no-reveal" || ended.why === "not-covered" || ended.why === "void") return burntEnd(ended);
  const why = table.family === "pot" ? sayOr(`end.${ended.why}`, "") : "";
  return plain(say("end.hand"), sentences([why, say("end.watched")]));
}

function burntEnd(ended: EndedHand): Sentence {
  const list = ended.missing.map(seatNumber).join(", ");
  const why = ended.why as "no-reveal" | "not-covered" | "void";
  return plain(say(`end.${why}`), say(`end.${why}.text`, { seats: ended.missing.length, list }));
}

function ownEnd(mine: Stake, ended: EndedHand | null): Sentence {
  if (mine.outcome === "withdrawn") return plain(say("end.withdrawn"), say("end.withdrawn.text"));
  const same = ended?.epoch === mine.epoch ? ended : null;
  if (mine.status === "voided") return same === null ? plain(say("end.withdrawn")) : burntEnd(same);
  const [staked, returned] = [mine.staked.amount, mine.returned?.amount ?? 0];
  const net = returned - staked;
  const result = resultAt(same, mine.seat);
  const { currency } = mine.staked;
  const facts = { net: amount(net, currency), loss: amount(-net, currency), returned: amount(returned, currency) };
  const outcome = mine.outcome ?? "";
  // With two bets, only the net says how the hand went for the player.
  const mixed = mine.side_bet !== null && net >= 0;
  const headline = mixed
    ? say("end.net", { net: signedAmount(net, currency) })
    : net < 0 && outcome !== "surrender"
      ? say("end.lose", facts)
      : fitting(outcome, facts);
  const money = say("end.money", { staked: amount(staked, currency), returned: amount(returned, currency) });
  const late = same?.defaults.find((each) => each.seat === mine.seat)?.action ?? null;
  const parts = [
    money,
    bonus(result?.bonus ?? null, currency),
    same === null ? "" : potWhy(same),
    late === null ? "" : say("end.default", { word: sayOr(`word.${late}`, late) }),
  ];
  return { headline, text: sentences(parts), worth: worthOf(net) };
}

function fitting(outcome: string, facts: { readonly net: string; readonly loss: string; readonly returned: string }) {
  switch (outcome) {
    case "win":
    case "trips":
    case "pair-push":
    case "consecutive-push":
    case "surrender":
    case "won":
    case "even":
      return say(`end.${outcome}`, facts);
    default:
      return say("end.net", facts);
  }
}

function bonus(paid: { readonly category: string; readonly returned: number } | null, currency: string): string {
  if (paid === null) return "";
  const category = categoryName(paid.category);
  const key = paid.returned > 0 ? "end.bonus.returned" : "end.bonus.lost";
  return say(key, { category, returned: amount(paid.returned, currency) });
}

const potWhy = (ended: EndedHand): string => (ended.why === "decided" ? "" : sayOr(`end.${ended.why}`, ""));

function revealing({ table, own }: Scene): Sentence {
  if (table.stakes_covered !== true) return plain(say("values"), say("values.uncovered"));
  const mine = table.seats.find((each) => each.seat === table.own?.seat);
  if (mine === undefined) return plain(say("values"), say("values.watch"));
  const told = mine.revealed || own?.kept.revealed === true;
  return plain(say("values"), say(told ? "values.told" : "values.own"));
}

function hand(scene: Scene): Sentence {
  const { table, terms } = scene;
  if (terms.family === "montana") return montana(table, terms);
  if (terms.family !== "red-dog") return plain(say("wait.game"));
  const question = redDog(table, terms);
  if (asked(table)) return question;
  const spread = sharedSpread(table);
  const headline = spread === null ? say("pair") : say("spread", { spread });
  return plain(headline, say(table.own === null ? "wait.game" : "wait.others"));
}

function redDog(table: LiveTable, terms: RedDogTerms): Sentence {
  const spread = sharedSpread(table) ?? 0;
  const { winning, left, percent } = betweenChance(spread, terms.decks);
  const odds = terms.pay.spread[spread - 1] ?? 0;
  return plain(sayBoard("raise-or-stand", { spread }), sayBoard("between.win", { winning, left, percent, odds }));
}

function sharedSpread(table: LiveTable): number | null {
  const [first, second] = (table.hand?.cards ?? []).map(cardOf);
  return first === undefined || second === undefined ? null : spreadOf(first, second);
}

function montana(table: LiveTable, terms: MontanaTerms): Sentence {
  const own = table.own?.hand?.cards ?? [];
  if (own.length !== terms.hand) return plain(say("montana.watch"), say("montana.watch.text"));
  if (!asked(table)) return plain(say("wait.others"));
  const { winning, left, percent } = beatenChance(own.map(cardOf));
  return plain(sayBoard("play-or-not"), sayBoard("beats.win", { winning, left, percent }));
}

function potGame({ table, terms }: Scene): Sentence {
  const turn = table.pot_game?.turn ?? null;
  const me = table.pot_game?.seats.find((each) => each.seat === table.own?.seat);
  if (me?.away === true) return plain(say("pot.away"), say("pot.away.text"));
  if (turn === null || terms.family !== "pot") return plain(say("wait.game"));
  if (asked(table)) return potQuestion(turn.cards, terms, table.stake_min.currency);
  const out = me !== undefined && me.stack.amount === 0;
  return plain(say("pot.turn", { seat: seatNumber(turn.seat) }), say(out ? "pot.out" : "pot.turn.text"));
}

function potQuestion(cards: readonly string[], terms: PotTerms, currency: string): Sentence {
  const [first, second] = cards.map(cardOf);
  const spread = first === undefined || second === undefined ? null : potSpread(first, second);
  if (spread === null) return plain(say("pot.pair"), say("pot.pair.text", { take: amount(terms.take, currency) }));
  const facts = { odds: terms.pay.spread[spread - 1] ?? 0, down: amount(terms.down, currency) };
  return plain(say("pot.spread", { spread }), say("pot.spread.text", facts));
}

/** Return what the live region says of the scene: the cards that came, then the words on the cloth. */
export function said(scene: Scene): string {
  const { headline, text } = sentence(scene);
  const cards = shownCards(scene);
  const shown = cards.length === 0 ? "" : sayBoard("said.cards", { cards: cardNames(cards.map(cardOf)) });
  return sentences([shown, `${headline}.`, text]);
}

function shownCards({ table, ended }: Scene): readonly string[] {
  if (table.phase === "betting" && table.own === null && table.family === "red-dog") return ended?.cards ?? [];
  if (table.phase !== "playing") return [];
  if (table.pot_game !== null) return table.pot_game.turn?.cards ?? [];
  return table.own?.hand?.cards ?? table.hand?.cards ?? [];
}
