/**
 * Everything that is judged: one line for each part.
 *
 * Within a stage the parts judge in this order.
 */

import type { NewPart } from "./part.ts";
import { chains } from "./parts/chains.ts";
import { dates } from "./parts/dates.ts";
import { epochs } from "./parts/epochs.ts";
import { figures } from "./parts/figures.ts";
import { hands } from "./parts/hands.ts";
import { houseHands } from "./parts/house-hands.ts";
import { limitsRecord } from "./parts/limits-record.ts";
import { money } from "./parts/money.ts";
import { potEnds } from "./parts/pot-ends.ts";
import { potTurns } from "./parts/pot-turns.ts";
import { rounds } from "./parts/rounds.ts";
import { stakeEnds } from "./parts/stake-ends.ts";
import { stakes } from "./parts/stakes.ts";
import { system } from "./parts/system.ts";
import { tableEnds } from "./parts/table-ends.ts";
import { tableMoney } from "./parts/table-money.ts";
import { tables } from "./parts/tables.ts";

/** Tables: where a hand stands comes before what it says, and the end of an epoch after what it is judged by. */
const TABLES: readonly NewPart[] = [
  tables,
  stakes,
  hands,
  houseHands,
  potTurns,
  potEnds,
  stakeEnds,
  tableEnds,
  tableMoney,
];

export const PARTS: readonly NewPart[] = [
  chains,
  system,
  money,
  limitsRecord,
  epochs,
  rounds,
  ...TABLES,
  dates,
  figures,
];

/**
 * Types of the pages that no part reads yet; all but `filing` are of the second version. Their signatures, their chains and their balances are judged, and nothing
 * else; the checks that are about them are `not-checked`. Whoever adds a part takes its types out.
 */
export const UNREAD: Readonly<Record<string, "system" | "player" | "table">> = {
  filing: "system",
  events: "system",
  profile: "system",
  player_key: "player",
  player_key_end: "player",
};
