/** What was staked and returned in the rounds that were played again. */

import { numberOf, textOf } from "../fields.ts";
import type { EndedRound, Log } from "../log.ts";
import type { Part } from "../part.ts";
import type { GameFigures } from "../verdict.ts";
import { paid } from "./rounds.ts";

type Sums = { -readonly [Name in keyof GameFigures]: GameFigures[Name] };

export function figures(log: Log): Part {
  const sums = new Map<string, Sums>();

  log.onRound(({ round, end, player, held }: EndedRound) => {
    if (held && end.type === "settle" && round.sheet !== undefined) {
      log.settled({ sheet: round.sheet.sheet, player, ...paid(end) });
    }
  });
  log.onSettled(({ sheet, player, staked, returned }) => {
    const game = textOf(sheet, "game");
    const ver = numberOf(sheet, "ver");
    const { cur, exp, test } = player;
    const key = [game, ver, cur, exp, test].join(" ");
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { game, ver, cur, exp, test, rounds: 0, staked: 0, returned: 0 };
      sums.set(key, sum);
      log.figures.push(sum);
    }
    sum.rounds++;
    sum.staked += staked;
    sum.returned += returned;
  });
  return { checks: [] };
}
