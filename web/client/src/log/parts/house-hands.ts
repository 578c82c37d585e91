/** Hands of several seats against the house: docs/formats/tables.md. */

import { isObject } from "../canonical.ts";
import type { CanonicalObject } from "../canonical.ts";
import { must } from "../failure.ts";
import type { Family, TableCards } from "../families/family.ts";
import { raised } from "../families/family.ts";
import { numberOf, objectsIn, textOf, textsIn } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import type { NamedSeat, TableEpoch } from "../tables.ts";
import { graceOf, timeoutOf } from "../tables.ts";
import { EpochSecrets, seal } from "./table-secrets.ts";

const asks = ({ fields }: Reading): boolean => fields["until"] !== undefined;

interface SeatAct {
  readonly seat: number;
  readonly a: string;
  readonly amt: number;
  readonly by: string;
  readonly t: number;
  readonly act: string | undefined;
}

const actsIn = (fields: CanonicalObject): SeatAct[] =>
  objectsIn(fields, "acts").map((act) => ({
    seat: numberOf(act, "seat"),
    a: textOf(act, "a"),
    amt: numberOf(act, "amt"),
    by: textOf(act, "by"),
    t: numberOf(act, "t"),
    act: act["act"] === undefined ? undefined : textOf(act, "act"),
  }));

/** What may be told of a hand before its seed is out. */
function handShows(read: Reading, { table, named }: TableEpoch, family: Family): void {
  const { fields, time } = read;
  const sealed = objectsIn(fields, "sealed").map(({ seat }) => seat);
  const due = family.hides ? named.map(({ seat }) => seat) : [];
  must(sealed.join(" ") === due.join(" "), "E_SEALED", "The seals are not those of the seats, in their order.");
  if (!asks(read)) return;
  const [until, deadline] = [numberOf(fields, "until"), time + timeoutOf(table)];
  must(until === deadline, "E_CLOCK", "The deadline does not follow.", until, deadline);
}

function repeats(act: SeatAct, { fields, leaf, time }: Reading): void {
  const same = act.a === fields["a"] && act.amt === fields["amt"] && act.t === time;
  const named = act.by === "player" && act.act === leaf;
  must(same && named, "E_ACTION", `The decision of seat ${act.seat} is not the one that its player made.`);
}

function isDefault(read: Reading, { table }: TableEpoch, act: SeatAct, until: number): void {
  must(act.by === "timeout" && act.act === undefined, "E_ACTION", `Seat ${act.seat} made no decision.`);
  const due = textOf(table.sheet.sheet, "timeout_action");
  must(act.a === due && act.amt === 0, "E_ACTION", "The time-out took another act than the default.", act.a, due);
  must(act.t >= until, "E_CLOCK", "The default comes before the deadline.", act.t, until);
  must(act.t <= read.time, "E_CLOCK", "The default comes after the end.", act.t, read.time);
}

function seatHolds(
  { table }: TableEpoch,
  family: Family,
  { named, acts, cards }: { place: number; named: NamedSeat; acts: SeatAct[]; cards: readonly string[] },
  said: CanonicalObject,
): void {
  const { seat, amount, bonus } = named;
  const sheet = table.sheet.sheet;
  const due = family.outcome(sheet, cards, amount, acts);
  const side = bonus > 0 ? family.sideBet?.(sheet, cards, bonus) : undefined;
  const staked = amount + bonus + raised(acts);
  const returned = due.returned + (side?.returned ?? 0);
  must(said["result"] === due.result, "E_PAYOUT", `The result of seat ${seat} is another.`, undefined, due.result);
  must(said["staked"] === staked, "E_PAYOUT", `Seat ${seat} staked another amount.`, undefined, staked);
  must(said["returned"] === returned, "E_PAYOUT", `Seat ${seat} is paid another amount.`, undefined, returned);
  const { bonus: told } = said;
  must((told !== undefined) === bonus > 0, "E_PAYOUT", `The side bet of seat ${seat} was not placed, or is left out.`);
  if (!isObject(told) || side === undefined) return;
  const holds = told["category"] === side.category && told["returned"] === side.returned;
  must(holds, "E_PAYOUT", `The side bet of seat ${seat} is settled otherwise.`, undefined, side.category);
}

export function houseHands(log: Log): Part {
  const { tables } = log;
  /** The cards of the hand that ends, between the steps of one record. */
  let dealt: TableCards | undefined;

  const ofEpoch =
    (judge: (read: Reading, epoch: TableEpoch, family: Family) => void) =>
    (read: Reading): void => {
      const epoch = tables.byChain.get(read.chain)?.current;
      const family = epoch?.table.family;
      if (epoch !== undefined && family !== undefined) judge(read, epoch, family);
    };
  const ofHand = (judge: (read: Reading, epoch: TableEpoch, family: Family, hand: Reading) => void) =>
    ofEpoch((read, epoch, family) => {
      if (epoch.hand !== undefined) judge(read, epoch, family, epoch.hand);
    });

  function cardsHold(read: Reading, epoch: TableEpoch, family: Family, hand: Reading): void {
    dealt = undefined;
    const { fields } = read;
    if (fields["seed"] === undefined || epoch.open === undefined || epoch.broken) return;
    const client = textOf(epoch.open.fields, "client");
    const secrets = new EpochSecrets(read.chain, epoch.number, textOf(fields, "seed"), client);
    const sheet = epoch.table.sheet.sheet;
    const cards = family.tableCards(sheet, secrets.deck(52 * numberOf(sheet, "decks")), epoch.named.length);
    const [shown, due] = [textsIn(hand.fields, "cards").join(" "), cards.shown.join(" ")];
    must(shown === due, "E_CARDS", "The cards of the hand are not those of the seeds.", shown, due);
    if (read.type === "hand_end") {
      const all = textsIn(fields, "cards").join(" ");
      must(all === cards.all.join(" "), "E_CARDS", "The cards are not those of the seeds.", all, cards.all.join(" "));
    }
    for (const [place, sealed] of objectsIn(hand.fields, "sealed").entries()) {
      const seat = epoch.named[place]?.seat ?? 0;
      const h = seal(secrets.key(seat, 0), cards.hands[place] ?? []);
      must(sealed["h"] === h, "E_SEALED", `The seal of seat ${seat} is not that of its hand.`, textOf(sealed, "h"), h);
    }
    log.count("cards");
    dealt = cards;
  }

  /** Every decision, and for the other seats the default. */
  function actsHold(read: Reading, epoch: TableEpoch, family: Family, hand: Reading): void {
    const asked = family.hides || family.asks(textsIn(hand.fields, "cards"));
    must(asks(hand) === asked, "E_ACTION", "Somebody was asked against the rules, or was not.");
    const acts = actsIn(read.fields);
    const seats = asks(hand) ? epoch.named.map(({ seat }) => seat) : [];
    const told = acts.map(({ seat }) => seat).join(" ");
    must(told === seats.join(" "), "E_ACTION", "The acts are not those of the seats asked, in their order.", told);
    for (const act of acts) {
      const decided = epoch.acts.get(act.seat);
      if (decided === undefined) isDefault(read, epoch, act, numberOf(hand.fields, "until"));
      else repeats(act, decided);
    }
    log.count("actions");
  }

  function resultsHold(read: Reading, epoch: TableEpoch, family: Family): void {
    if (dealt === undefined) return;
    const results = objectsIn(read.fields, "results");
    const told = results.map(({ seat }) => seat).join(" ");
    const seats = epoch.named.map(({ seat }) => seat).join(" ");
    must(told === seats, "E_PAYOUT", "The results are not those of the seats, in their order.", told, seats);
    const acts = actsIn(read.fields);
    for (const [place, named] of epoch.named.entries()) {
      const mine = acts.filter(({ seat }) => seat === named.seat);
      seatHolds(epoch, family, { place, named, acts: mine, cards: dealt.of(place) }, results[place] ?? {});
    }
    log.count("payouts");
  }

  function tellLate(read: Reading, { table }: TableEpoch, _: Family, hand: Reading): void {
    if (!asks(hand)) return;
    const grace = numberOf(hand.fields, "until") + graceOf(table);
    const late = actsIn(read.fields).find(({ by, t }) => by === "timeout" && t > grace);
    if (late === undefined) return;
    log.tell(read, "E_LATE", "A default comes after the deadline and the grace.", String(late.t), String(grace));
  }

  return {
    checks: ["cards", "actions", "payouts"],
    steps: [
      { stage: "cards", types: ["hand"], judge: ofEpoch(handShows) },
      { stage: "cards", types: ["hand_end", "table_abort"], judge: ofHand(cardsHold) },
      { stage: "action", types: ["hand_end"], judge: ofHand(actsHold) },
      { stage: "payout", types: ["hand_end"], judge: ofHand(resultsHold) },
      { stage: "balance", types: ["hand_end"], judge: ofHand(tellLate) },
    ],
  };
}
