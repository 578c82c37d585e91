/** The records of a game around a pot, each as it comes: docs/formats/tables.md, "Clock". */

import { must } from "../failure.ts";
import type { PotTerms } from "../families/pot.ts";
import { defaultOf } from "../families/pot.ts";
import { numberOf, numbersIn, objectIn, objectsIn, textOf } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import type { TableEpoch } from "../tables.ts";
import { graceOf, timeoutOf } from "../tables.ts";
import { askedIn, decisionIn, isMark, PotGame } from "./pot-game.ts";
import { seal } from "./table-secrets.ts";

/** The shown hand opens the seal that its seat was given last. */
function opensSeal({ fields }: Reading, before: ReadonlyMap<number, string>): void {
  const now = askedIn(fields);
  if (now === undefined) return;
  const seals = new Map(before);
  for (const sealed of objectsIn(fields, "sealed")) seals.set(numberOf(sealed, "seat"), textOf(sealed, "h"));
  const opens = seals.get(now.seat) === seal(now.key, now.cards);
  must(opens, "E_SEALED", `The hand of seat ${now.seat} does not open its seal.`);
}

/** Who is asked has the time that the sheet gives. */
function deadlineHolds(read: Reading, { table }: TableEpoch): void {
  const now = askedIn(read.fields);
  if (now === undefined) return;
  const until = read.time + timeoutOf(table);
  must(now.until === until, "E_CLOCK", "The deadline does not follow.", now.until, until);
}

/** What a rake may have kept: nothing without one, and else whole units. */
function mayBeKept({ rake, unit }: PotTerms, kept: number): boolean {
  return rake === 0 ? kept === 0 : kept >= 0 && kept % unit === 0;
}

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

/** No chips are made or lost; who has them is judged when the cards are known. */
function chipsStay({ fields }: Reading, { named, table, game }: TableEpoch): void {
  if (table.terms === undefined) return;
  const stacks = numbersIn(fields, "stacks");
  const seats = named.length;
  must(stacks.length === seats, "E_CHIPS", `The game has ${seats} seats.`, stacks.length, seats);
  const bought = sum(named.map(({ amount }) => amount));
  const come = sum(stacks) + numberOf(fields, "pot");
  const before = game === undefined ? bought : sum(game.chips.stacks) + game.chips.pot;
  const stay = come <= before && mayBeKept(table.terms, bought - come);
  must(stay, "E_CHIPS", "The chips of the seats and the pot are not those that were bought.", come, bought);
}

/** The seats from the dealer's left. */
function orderHolds({ fields }: Reading, { table, named }: TableEpoch): void {
  const seats = named.map(({ seat }) => seat);
  const { first } = table;
  const begins = seats.find((seat) => first !== undefined && seat > first) ?? seats[0] ?? 0;
  const at = seats.indexOf(begins);
  const due = [...seats.slice(at), ...seats.slice(0, at)].join(" ");
  const said = numbersIn(fields, "order").join(" ");
  must(said === due, "E_SEATS", "The seats are not in the order of the game.", said, due);
}

function beginHolds(read: Reading, epoch: TableEpoch): void {
  const until = numberOf(read.fields, "until");
  const { game } = objectIn(epoch.table.read.fields, "clock");
  const due = read.time + Number(game ?? 0);
  must(until === due, "E_CLOCK", "The end of the game's time does not follow.", until, due);
  deadlineHolds(read, epoch);
}

function raisesWithinRoom({ fields }: Reading, epoch: TableEpoch, game: PotGame): void {
  if (fields["a"] !== "raise") return;
  const seat = numberOf(fields, "seat");
  const sit = epoch.named.find((each) => each.seat === seat)?.stake?.read.fields;
  if (sit?.["room"] === undefined) return;
  const [raised, room] = [(game.raised.get(seat) ?? 0) + numberOf(fields, "amt"), numberOf(sit, "room")];
  must(raised <= room, "E_RG", "The raises of the game exceed the room that the limits left.", raised, room);
}

/** Nothing more happens in a game that is over, agreed on, or out of time. */
function goesOn({ time }: Reading, game: PotGame): void {
  must(game.now !== undefined, "E_ACTION", "The game is over.");
  must(!game.isAgreed(), "E_ACTION", "The game goes on after all had voted.");
  must(time < game.until, "E_CLOCK", "The turn comes after the game's time.", time, game.until);
}

function markHolds({ fields }: Reading, game: PotGame): void {
  const seat = numberOf(fields, "seat");
  const mark = textOf(fields, "a");
  must(game.stackOf(seat) > 0, "E_ACTION", "The seat has no chips.", seat);
  const byPlayer = fields["by"] === "player";
  must(byPlayer || mark === "away", "E_ACTION", "Protection takes a seat away, and does nothing else.", mark);
  const changes = { vote: !game.votes.has(seat), away: !game.away.has(seat), back: game.away.has(seat) }[mark];
  must(changes === true, "E_ACTION", `The mark ${mark} changes nothing.`, seat);
}

/** Whoever is asked decides, or whoever acts for a seat that does not; what is decided is judged with the cards. */
function decisionHolds({ fields, time }: Reading, game: PotGame): void {
  const { now } = game;
  const seat = numberOf(fields, "seat");
  must(now?.seat === seat, "E_ACTION", "Another seat is asked.", seat, now?.seat);
  const by = textOf(fields, "by");
  const { a } = decisionIn(fields);
  const due = defaultOf(now.cards);
  must(by === "player" || a === due, "E_ACTION", "The default is another decision.", a, due);
  const away = game.away.has(seat);
  must(away === (by === "away"), "E_CLOCK", away ? "The seat is away." : "The seat is told to be away, and is not.");
  if (by === "player") must(time <= now.until, "E_CLOCK", "The decision comes after the deadline.", time, now.until);
  if (by === "timeout") must(time >= now.until, "E_CLOCK", "The default comes before the deadline.", time, now.until);
}

function turnHolds(read: Reading, epoch: TableEpoch, game: PotGame): void {
  goesOn(read, game);
  if (isMark(read)) {
    markHolds(read, game);
    return;
  }
  decisionHolds(read, game);
  deadlineHolds(read, epoch);
}

export function potTurns(log: Log): Part {
  const { tables } = log;

  const ofEpoch = (judge: (read: Reading, epoch: TableEpoch) => void) => (read: Reading) => {
    const epoch = tables.byChain.get(read.chain)?.current;
    if (epoch?.table.terms !== undefined) judge(read, epoch);
  };
  const ofGame = (judge: (read: Reading, epoch: TableEpoch, game: PotGame) => void) =>
    ofEpoch((read, epoch) => {
      if (epoch.game !== undefined) judge(read, epoch, epoch.game);
    });

  function tellLate(read: Reading, { table }: TableEpoch, { now }: PotGame): void {
    if (isMark(read) || now === undefined || read.fields["by"] === "player") return;
    const grace = now.until + graceOf(table);
    if (read.time <= grace) return;
    log.tell(read, "E_LATE", "The default comes after the deadline and the grace.", String(read.time), String(grace));
  }

  return {
    checks: ["cards", "actions", "payouts"],
    steps: [
      {
        stage: "place",
        types: ["turn"],
        judge: ofGame(({ fields }, _, { turns }) => {
          const n = numberOf(fields, "n");
          must(n === turns + 1, "E_NONCE", "The turn's number does not follow.", n, turns + 1);
        }),
      },
      { stage: "rules", types: ["hand"], judge: ofEpoch(orderHolds) },
      { stage: "rules", types: ["turn"], judge: ofGame(raisesWithinRoom) },
      { stage: "cards", types: ["hand"], judge: ofEpoch((read) => opensSeal(read, new Map())) },
      {
        stage: "cards",
        types: ["turn"],
        judge: ofGame((read, _, { seals }) => isMark(read) || opensSeal(read, seals)),
      },
      { stage: "action", types: ["hand"], judge: ofEpoch(beginHolds) },
      { stage: "action", types: ["turn"], judge: ofGame(turnHolds) },
      { stage: "payout", types: ["hand"], judge: ofEpoch(chipsStay) },
      { stage: "payout", types: ["turn"], judge: ofGame((read, epoch) => isMark(read) || chipsStay(read, epoch)) },
      { stage: "balance", types: ["turn"], judge: ofGame(tellLate) },
    ],
    follow: {
      hand: (read) =>
        ofEpoch((_, epoch) => {
          const { table } = epoch;
          if (table.terms === undefined || read.fields["order"] === undefined || epoch.hand !== read) return;
          table.first = numbersIn(read.fields, "order")[0];
          epoch.game = new PotGame(table.terms, read);
        })(read),
      turn: (read, held) =>
        ofGame((_, epoch, game) => {
          epoch.broken ||= !held;
          if (isMark(read)) game.mark(read);
          else game.decide(read);
        })(read),
    },
  };
}
