/** Stakes at tables, from the first to what becomes of them: docs/formats/tables.md, "Records of players' chains". */

import { must } from "../failure.ts";
import { numberOf, numbersIn, objectIn, textOf } from "../fields.ts";
import type { Log, Player } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import { stakeLimits } from "../sheet.ts";
import type { Stake, Table } from "../tables.ts";
import { STAKE_FORMS } from "./stake-forms.ts";
import { expectMoves } from "./round-replay.ts";
import { contribution } from "./table-secrets.ts";

const STAKES = ["deal", "sit"];

const amountOf = ({ fields, type }: Reading): number => numberOf(fields, type === "sit" ? "buy_in" : "ante");
const bonusOf = ({ fields }: Reading): number => (fields["bonus"] === undefined ? 0 : numberOf(fields, "bonus"));

function fitsTable(read: Reading, table: Table, player: Player): void {
  const { fields } = read;
  const its = table.read.fields;
  const kind = table.terms === undefined ? "deal" : "sit";
  must(read.type === kind, "E_TABLE", "The stake is one of another kind of game.", read.type, kind);
  const [seat, seats] = [numberOf(fields, "seat"), numberOf(its, "seats")];
  must(seat < seats, "E_TABLE", "The table has no such seat.", seat, seats);
  must(player.cur === its["cur"] && player.exp === its["exp"], "E_TABLE", "The table is in another currency.");
  must(player.test === its["test"], "E_TABLE", "Test accounts play among themselves.");
  must(fields["rules"] === its["rules"], "E_RULES", "The rules are not those of the table.");
  const [least = 0, most = 0] = numbersIn(its, "stake");
  const amount = amountOf(read);
  must(amount >= least && amount <= most, "E_RULES", `The stake is not ${least} to ${most}.`, amount);
  const wrong = table.family?.betWrong(amount);
  must(wrong === undefined, "E_RULES", `The stake is refused: ${wrong ?? ""}.`, amount);
  const whole = table.terms === undefined || amount % table.terms.unit === 0;
  must(whole, "E_RULES", "The buy-in is no multiple of the unit.", amount);
  if (fields["bonus"] === undefined) return;
  const limits = stakeLimits(table.sheet.sheet, player.cur)?.bonus;
  const bonus = bonusOf(read);
  const offered = limits !== undefined && bonus >= limits.min && bonus <= limits.max;
  must(offered, "E_RULES", "The side bet is not offered, or not within its limits.", bonus);
}

function withinLimits({ fields }: Reading, _: Table, player: Player): void {
  const newest = player.limits;
  must(fields["limits"] === newest, "E_RG", "The limits named are not the newest.", textOf(fields, "limits"), newest);
}

export function stakes(log: Log): Part {
  const { tables } = log;

  /** Records that name a table are its stakes; others are rounds of one seat. */
  const ofStake = (judge: (read: Reading, table: Table, player: Player) => void) => (read: Reading) => {
    if (read.fields["table"] === undefined) return;
    const { player } = log.chainOf(read);
    const table = tables.byLeaf.get(textOf(read.fields, "table"));
    if (player !== undefined && table !== undefined) judge(read, table, player);
  };

  function inTime(read: Reading, table: Table): void {
    const { fields, time } = read;
    must(time >= table.read.time, "E_TIME_ORDER", "The stake is dated before its table.", time, table.read.time);
    const abort = fields["late"] === undefined ? undefined : tables.ends.get(textOf(objectIn(fields, "late"), "abort"));
    const after = abort === undefined || time >= abort.read.time;
    must(after, "E_TIME_ORDER", "The stake is dated before the end that it names.", time, abort?.read.time);
  }

  function mayStake({ fields, chain }: Reading, table: Table, player: Player): void {
    const alone = player.round === undefined && !tables.open.has(chain);
    must(alone, "E_TWO_OPEN", "A second stake is placed.");
    const epoch = numberOf(fields, "epoch");
    const announced = table.announced?.epoch ?? -1;
    must(epoch <= announced, "E_NONCE", "The epoch was not announced.", epoch, announced);
  }

  /** The value that a player owes is given, or told to be lost, with the next stake. */
  function paysDebt({ fields, chain }: Reading): void {
    const debt = tables.debts.get(chain);
    if (debt === undefined) {
      must(fields["late"] === undefined, "E_CONTRIB", "A value is told that nobody owes.");
      return;
    }
    must(fields["late"] !== undefined, "E_CONTRIB", "An owed value is not given.");
    const late = objectIn(fields, "late");
    must(late["abort"] === debt.abort, "E_CONTRIB", "The value is owed for another epoch.");
    if (late["r"] === undefined) return;
    const given = contribution(debt.chain, debt.epoch, { seat: debt.seat, r: textOf(late, "r") });
    must(given === debt.contrib, "E_CONTRIB", "The value is not the one that is owed.");
  }

  function staked(read: Reading, table: Table, held: boolean): void {
    const { fields, chain, leaf } = read;
    if (held) table.sheet.rounds++;
    const stake: Stake = {
      read,
      table,
      epoch: numberOf(fields, "epoch"),
      seat: numberOf(fields, "seat"),
      amount: amountOf(read),
      bonus: bonusOf(read),
      contrib: textOf(fields, "contrib"),
      raised: 0,
      named: undefined,
      ended: false,
    };
    tables.stakes.set(leaf, stake);
    tables.open.set(chain, stake);
    tables.debts.delete(chain);
  }

  return {
    checks: ["tables"],
    forms: STAKE_FORMS,
    steps: [
      {
        stage: "chain",
        types: STAKES,
        judge: ({ fields }) => {
          if (fields["table"] === undefined) return;
          must(tables.byLeaf.has(textOf(fields, "table")), "E_TABLE", "There is no such table.");
        },
      },
      { stage: "time", types: STAKES, judge: ofStake(inTime) },
      { stage: "place", types: STAKES, judge: ofStake(mayStake) },
      { stage: "rules", types: STAKES, judge: ofStake(fitsTable) },
      { stage: "rules", types: STAKES, judge: ofStake(paysDebt) },
      { stage: "rules", types: STAKES, judge: ofStake(withinLimits) },
      {
        stage: "moves",
        types: STAKES,
        judge: ofStake((read) => {
          const placed = amountOf(read) + bonusOf(read);
          expectMoves(read, { cash: -placed, [read.type === "sit" ? "table" : "in_play"]: placed });
        }),
      },
    ],
    follow: Object.fromEntries(
      STAKES.map((type) => [
        type,
        (read: Reading, held: boolean) => ofStake((_, table) => staked(read, table, held))(read),
      ]),
    ),
  };
}
