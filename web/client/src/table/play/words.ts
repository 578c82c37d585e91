/** The play's messages, and cards as one says them. */
import type { Card } from "../../base/cards/card.ts";
import { board as boardEn } from "../../base/words/play/board.en.ts";
import { board as boardJa } from "../../base/words/play/board.ja.ts";
import { cards as cardsEn } from "../../base/words/play/cards.en.ts";
import { cards as cardsJa } from "../../base/words/play/cards.ja.ts";
import { games as gamesEn } from "../../base/words/play/games.en.ts";
import { games as gamesJa } from "../../base/words/play/games.ja.ts";
import { settings as settingsEn } from "../../base/words/play/settings.en.ts";
import { settings as settingsJa } from "../../base/words/play/settings.ja.ts";
import { amountText } from "../../base/money.ts";
import { catalogue, language } from "../app/language.ts";

export const sayBoard = catalogue(boardEn, boardJa);
export const sayCard = catalogue(cardsEn, cardsJa);
export const sayGames = catalogue(gamesEn, gamesJa);
export const saySettings = catalogue(settingsEn, settingsJa);

/** Return a message whose key is put together, such as an outcome; a word that there is no message for stays as it came. */
export function sayOr(key: string, word: string): string {
  return key in boardEn ? sayBoard(key as keyof typeof boardEn) : word;
}

/** Return a hand of poker in words. */
export function categoryName(category: string): string {
  return category in cardsEn ? sayCard(category as keyof typeof cardsEn) : category;
}

/** Return a card as one says it: "queen of hearts". */
export function cardName(card: Card): string {
  const rank = sayCard(`rank.${card.rank}` as keyof typeof cardsEn);
  return sayCard("card", { rank, suit: sayCard(`suit.${card.suit}`) });
}

/** Return cards as one says them, one after the other. */
export function cardNames(cards: readonly Card[]): string {
  return cards.map(cardName).join(sayCard("and"));
}

/** Return an amount without its currency, which stands beside the board. */
export function amount(minor: number): string {
  return amountText(minor, language.state.current);
}

/** Return a gain or a loss with its sign. */
export function signedAmount(minor: number): string {
  return minor > 0 ? `+${amount(minor)}` : amount(minor);
}
