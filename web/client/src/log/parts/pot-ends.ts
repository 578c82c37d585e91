/** How a game around a pot ends, and its cards once the seed is out: docs/formats/tables.md. */

import { canonicalText } from "../canonical.ts";
import { must } from "../failure.ts";
import { divided, inPlay } from "../families/pot.ts";
import { numberOf, numbersIn, objectsIn, textOf, textsIn } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import type { TableEpoch } from "../tables.ts";
import { graceOf } from "../tables.ts";
import type { PotGame } from "./pot-game.ts";
import { askedIn } from "./pot-game.ts";
import type { DealtCourse } from "./table-pack.ts";
import { PotDeal } from "./table-pack.ts";
import { EpochSecrets } from "./table-secrets.ts";

const WORDS = {
  all_out: "nobody holds the pot",
  last_one: "one has chips",
  agreed: "all voted",
  time: "its time is over",
};

/** The cards of a course, and its place in the pack, are those of the seeds. */
function cardsAgree({ fields }: Reading, order: readonly number[], { turns, shown, at }: DealtCourse): void {
  const told = objectsIn(fields, "turns").map((turn) => [numberOf(turn, "seat"), textsIn(turn, "cards")]);
  const played = turns.map(({ place, cards }) => [order[place] ?? 0, cards]);
  const [said, due] = [canonicalText(told), canonicalText(played)];
  must(said === due, "E_CARDS", "The hands of a course are not those of the seeds.", said, due);
  const place = numbersIn(fields, "at").join(" ");
  must(place === at.join(" "), "E_CARDS", "The place in the pack is another.", place, at.join(" "));
  const now = askedIn(fields);
  const asked = (now === undefined) === (shown === undefined);
  must(asked, "E_ACTION", "Somebody is asked against the rules, or is not.");
  if (now === undefined || shown === undefined) return;
  const same = now.seat === shown.seat && now.cards.join(" ") === shown.cards.join(" ");
  must(same, "E_CARDS", "The hand shown is not that of the seeds.", now.cards.join(" "), shown.cards.join(" "));
  must(now.key === shown.key, "E_SEALED", "The key of the hand shown is not that of the seeds.", now.key, shown.key);
}

function sealsAgree({ fields }: Reading, { sealed }: DealtCourse): void {
  const [said, due] = [objectsIn(fields, "sealed"), sealed].map((seals) =>
    seals.map(({ seat, h }) => `${String(seat)} ${String(h)}`).join(", "),
  );
  must(said === due, "E_SEALED", "The seals of a course are not those of the seeds.");
}

function chipsAgree({ fields }: Reading, order: readonly number[], { turns, chips }: DealtCourse): void {
  const told = objectsIn(fields, "turns").map((turn) =>
    Object.fromEntries(Object.entries(turn).filter(([name]) => name !== "cards")),
  );
  const given = turns.map(({ place, result, staked, returned, refill }) => ({
    seat: order[place] ?? 0,
    result,
    staked,
    returned,
    refill,
  }));
  const { stacks, pot } = fields;
  const said = canonicalText({ turns: told, stacks: stacks ?? [], pot: pot ?? 0 });
  const due = canonicalText({ turns: given, stacks: chips.stacks, pot: chips.pot });
  must(said === due, "E_CHIPS", "A turn moves other chips than the rules do.", said, due);
}

export function potEnds(log: Log): Part {
  const { tables } = log;
  /** The game that ends, between the steps of one record: its last course, and what was kept of wins. */
  let last: DealtCourse | undefined;
  let rake: ReadonlyMap<number, number> = new Map();

  const ofGame = (judge: (read: Reading, epoch: TableEpoch, game: PotGame) => void) => (read: Reading) => {
    const epoch = tables.byChain.get(read.chain)?.current;
    if (epoch?.game !== undefined) judge(read, epoch, epoch.game);
  };

  /** Deal and play the whole game again. */
  function playedAgain(read: Reading, epoch: TableEpoch, game: PotGame): void {
    last = undefined;
    if (read.fields["seed"] === undefined || epoch.open === undefined || epoch.broken) return;
    const client = textOf(epoch.open.fields, "client");
    const secrets = new EpochSecrets(read.chain, epoch.number, textOf(read.fields, "seed"), client);
    const deal = new PotDeal(game.terms, game.order, secrets);
    const buyIns = game.order.map((seat) => epoch.named.find((each) => each.seat === seat)?.amount ?? 0);
    for (const { read: told, decision } of game.courses) {
      const wrong = decision && deal.wrong(decision);
      must(wrong === undefined, "E_ACTION", `The turn at log index ${told.index} may not be: ${wrong ?? ""}.`);
      const course = decision === undefined ? deal.begin(buyIns) : deal.decide(decision);
      cardsAgree(told, game.order, course);
      sealsAgree(told, course);
      chipsAgree(told, game.order, course);
      last = course;
    }
    log.count("cards");
    log.count("actions", game.courses.length - 1);
    rake = deal.rake;
    if (read.type !== "hand_end") return;
    const said = canonicalText(objectsIn(read.fields, "hands"));
    const due = canonicalText(deal.held().map(({ seat, cards, key }) => ({ seat, cards, key })));
    must(said === due, "E_CARDS", "The hands at the end are not those that were held.", said, due);
  }

  function reasonHolds(read: Reading, _: TableEpoch, game: PotGame): void {
    if (last === undefined) return;
    const why = textOf(read.fields, "why");
    const agreed = game.isAgreed() ? "agreed" : "time";
    const due = last.over ?? agreed;
    must(why === due, "E_ACTION", `The game does not end because ${WORDS[why as keyof typeof WORDS]}.`, why, due);
    if (why !== "time") return;
    must(read.time >= game.until, "E_CLOCK", "The pot is divided before the game's time.", read.time, game.until);
  }

  function resultsHold(read: Reading, epoch: TableEpoch, game: PotGame): void {
    if (last === undefined) return;
    const { order, terms } = game;
    const { chips } = last;
    const shared = last.over === undefined ? divided(terms, chips, inPlay(chips)) : chips;
    const due = epoch.named.map(({ seat, amount: staked }) => {
      const returned = shared.stacks[order.indexOf(seat)] ?? 0;
      const lost = returned < staked ? "lost" : "even";
      const result = returned > staked ? "won" : lost;
      return { seat, result, staked, returned, rake: rake.get(seat) ?? 0, raised: game.raised.get(seat) ?? 0 };
    });
    const [said, given] = [canonicalText(objectsIn(read.fields, "results")), canonicalText(due)];
    must(said === given, "E_PAYOUT", "The results are not what the game gives.", said, given);
    log.count("payouts");
  }

  function tellLate(read: Reading, { table }: TableEpoch, game: PotGame): void {
    const grace = game.until + graceOf(table);
    if (read.fields["why"] !== "time" || read.time <= grace) return;
    log.tell(read, "E_LATE", "The game ends after its time and the grace.", String(read.time), String(grace));
  }

  return {
    checks: ["cards", "actions", "payouts"],
    steps: [
      { stage: "cards", types: ["hand_end", "table_abort"], judge: ofGame(playedAgain) },
      { stage: "action", types: ["hand_end"], judge: ofGame(reasonHolds) },
      { stage: "payout", types: ["hand_end"], judge: ofGame(resultsHold) },
      { stage: "balance", types: ["hand_end"], judge: ofGame(tellLate) },
    ],
  };
}
