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
import { amountText, decimalsOf } from "../../base/money.ts";
import { accountCurrency } from "../app/account-currency.ts";
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

/** Return an amount without its currency, which stands beside the board: the account's unless another is named. */
export function amount(minor: number, currency: string = accountCurrency()): string {
  return amountText({ amount: minor, currency }, language.state.current);
}

/** Return a gain or a loss with its sign. */
export function signedAmount(minor: number, currency: string = accountCurrency()): string {
  return minor > 0 ? `+${amount(minor, currency)}` : amount(minor, currency);
}

/** Return what a chip is worth in major units, as one says it and as it stands on the chip: 10000 is `10K`. */
export function chipWords(minor: number, currency: string): { readonly said: number; readonly figure: string } {
  const said = minor / 10 ** decimalsOf(currency);
  return { said, figure: said >= 10_000 ? `${said / 1_000}K` : String(said) };
}
