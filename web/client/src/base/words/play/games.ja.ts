import type { games as en } from "./games.en.ts";

export const games: Readonly<Record<keyof typeof en, string>> = {
  games: "ゲーム",
  "games.text": "どれもハウスを相手に一人で遊びます。カードはハウスのシードとあなたのシードから決まります。",
  "games.none": "遊べるゲームがありません。ルールが公開されるとここに並びます。",
  stake: "ベット",
  side: "ボーナスベット",
  "return.stake": "最初のベットの還元率",
  "return.total-staked": "賭け金総額の還元率",
  "return.side-bet": "ボーナスベットの還元率",
  percent: "{percent} %",
  between: "{min}～{max}",
  play: "遊ぶ",
  "play.game": "{game}を遊ぶ",
  "rules.game": "{game}のルール",
  "par-sheet": "PARシート",
  rules: "ルール",
  off: "停止中",
  "other-currency": "{currency}では遊べません",
  version: "バージョン{version}",
  "back-to-game": "ゲームへ",
};
