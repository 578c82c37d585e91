/** The sentences of the board: what stands on the cloth, and what the live region and the voice say. */
import { cardOf } from "../../base/cards/card.ts";
import { instantText, sentences } from "../app/language.ts";
import type { Round } from "./answers.ts";
import { beatenChance, betweenChance } from "./counts.ts";
import { resultOf, type Result } from "./result.ts";
import type { Terms } from "./sheet.ts";
import { phaseOf, type Table } from "./table.ts";
import { amount, cardName, cardNames, categoryName, sayBoard, sayOr, signedAmount } from "./words.ts";

export interface Sentence {
  readonly headline: string;
  readonly text: string;
}

/** Return what an action is called in this game: its own label, where there are words for it. */
export function actionName(action: string, label: string, costMinor: number): string {
  if (action === "raise") return sayBoard("action.raise", { amount: amount(costMinor) });
  return sayOr(`action.${label.toLowerCase()}`, sayOr(`action.${action}`, label));
}

/** Return the words on the cloth. */
export function sentence(table: Table, terms: Terms, preparing: boolean): Sentence {
  const { round } = table;
  if (table.pending === "deal" && preparing)
    return { headline: sayBoard("preparing"), text: sayBoard("preparing.text") };
  if (table.pending === "deal") return { headline: sayBoard("dealing"), text: "" };
  if (table.pending !== null) return { headline: sayBoard("deciding"), text: "" };
  if (round === null || phaseOf(table) === "betting") {
    const none = table.bets.stake === 0;
    const text = none ? sayBoard("place-bet.none", { min: amount(table.room.stakeMin) }) : sayBoard("place-bet.then");
    return { headline: sayBoard("place-bet"), text };
  }
  const result = resultOf(round);
  return result === null ? question(round, terms) : resultSentence(result);
}

function question(round: Round, terms: Terms): Sentence {
  if (terms.family === "montana") {
    const { winning, left, percent } = beatenChance(round.cards.map(cardOf));
    return { headline: sayBoard("play-or-not"), text: sayBoard("beats.win", { winning, left, percent }) };
  }
  const spread = round.spread ?? 0;
  const { winning, left, percent } = betweenChance(spread, terms.decks);
  const odds = terms.pay.spread[spread - 1] ?? 0;
  return {
    headline: sayBoard("raise-or-stand", { spread }),
    text: sayBoard("between.win", { winning, left, percent, odds }),
  };
}

/** Return how a round ended: first the money, net, staked and returned. */
export function resultSentence(result: Result): Sentence {
  const { net, staked, returned, side, timedOut } = result;
  const headline = sayBoard(result.headline, {
    net: result.headline === "result.net" ? signedAmount(net) : amount(net),
    loss: amount(-net),
    returned: amount(returned),
  });
  const money = sayBoard("result.money", { staked: amount(staked), returned: amount(returned) });
  const category = side === null ? "" : categoryName(side.category);
  const bonus =
    side === null
      ? ""
      : side.returned > 0
        ? sayBoard("result.side.returned", { category, returned: amount(side.returned) })
        : sayBoard("result.side.lost", { category });
  const late = timedOut === null ? "" : sayBoard("result.timeout", { action: sayOr(`action.${timedOut}`, timedOut) });
  return { headline, text: sentences([money, bonus, late]) };
}

/** Return until when a decision is waited for, and what happens then. */
export function deadline(round: Round): string {
  const { default_action: action, times_out_at: instant } = round;
  if (action === null || instant === null) return "";
  const label = round.legal_actions.find((legal) => legal.action === action)?.label ?? action;
  return sayBoard("decide-by", { instant: instantText(instant), action: actionName(action, label, 0) });
}

/** What is read out of a round that came, and the shorter form that is spoken. */
export interface Said {
  readonly live: string;
  readonly voice: string;
}

/** Return what is read out of a round as it was answered: cards, spread and question, or the result. */
export function saidOf(round: Round, terms: Terms): Said {
  const cards = round.cards.map(cardOf);
  const result = resultOf(round);
  if (result === null) {
    const asked = question(round, terms);
    const { spread } = round;
    const shown = sayBoard("said.cards", { cards: cardNames(cards) });
    const voice = spread === null ? asked.headline : sayBoard("said.spread.voice", { spread });
    return { live: `${shown} ${asked.headline} ${asked.text}`, voice };
  }
  const ended = resultSentence(result);
  return { live: `${turned(round, terms)} ${ended.headline}. ${ended.text}`.trim(), voice: ended.headline };
}

/** Return the card that ended a round in words; all cards where nothing was decided. */
function turned(round: Round, terms: Terms): string {
  const cards = round.cards.map(cardOf);
  const last = cards.at(-1);
  if (last === undefined) return "";
  if (terms.family === "montana")
    return cards.length > terms.hand ? sayBoard("said.hit", { card: cardName(last) }) : "";
  const [first, second, third] = cards;
  if (round.acts.length > 0 && third !== undefined) return sayBoard("said.third", { card: cardName(third) });
  const two = [first, second].filter((card) => card !== undefined);
  const dealt = sayBoard("said.cards", { cards: cardNames(two) });
  return third === undefined ? dealt : `${dealt} ${sayBoard("said.third", { card: cardName(third) })}`;
}
