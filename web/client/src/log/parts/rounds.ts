/** Rounds of one seat: docs/formats/record.md, "Rounds" and "Time-outs". */

import { must } from "../failure.ts";
import { FAMILIES } from "../families/families.ts";
import { listIn, numberOf, objectIn, textOf } from "../fields.ts";
import type { Chain, Log, OpenRound, Player } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import { stakeLimits } from "../sheet.ts";
import { ROUND_FORMS } from "./round-forms.ts";
import * as replay from "./round-replay.ts";

const ENDS = ["settle", "void"];

/** Deals, settlements and voids at tables have no nonce. */
const isAlone = ({ fields }: Reading): boolean => fields["nonce"] !== undefined;

function mayDeal({ fields }: Reading, player: Player): void {
  const { epoch } = player;
  const named = numberOf(fields, "epoch");
  must(epoch?.epoch === named, "E_NONCE", "The round's epoch is not open.", named, epoch?.epoch);
  const nonce = numberOf(fields, "nonce");
  must(nonce === epoch.nonce + 1, "E_NONCE", "The round's number does not follow.", nonce, epoch.nonce + 1);
  must(nonce <= epoch.n, "E_NONCE", `The epoch has ${epoch.n} rounds.`, nonce);
  must(!epoch.lost, "E_NONCE", "A lost seed has ended the epoch.");
}

function inTime(read: Reading, round: OpenRound): void {
  let last = round.deal.time;
  for (const { t } of replay.actsOf(read.fields)) {
    must(t >= last && t <= read.time, "E_TIME_ORDER", "An act lies outside its round.", t);
    last = t;
  }
}

export function rounds(log: Log): Part {
  /** The cards of the round that ends, between the steps of one record. */
  let cards: readonly string[] = [];

  const ofPlayer = (judge: (read: Reading, player: Player, chain: Chain) => void) => (read: Reading) => {
    const chain = log.chainOf(read);
    if (chain.player !== undefined && isAlone(read)) judge(read, chain.player, chain);
  };
  const ofRound = (judge: (read: Reading, round: OpenRound) => void) =>
    ofPlayer((read, { round }) => {
      if (round !== undefined) judge(read, round);
    });

  function byRules({ fields }: Reading, player: Player): void {
    const published = log.sheets.get(textOf(fields, "rules"));
    must(published !== undefined, "E_RULES", "The rules named were not published.");
    const { sheet } = published;
    const family = FAMILIES.get(textOf(sheet, "family"));
    must(family !== undefined && sheet["seats"] === 1, "E_RULES", "The game is not played by one seat.");
    const limits = stakeLimits(sheet, player.cur);
    must(limits !== undefined, "E_RULES", `The game is not played in ${player.cur}.`);
    const { ante, bonus } = replay.betsOf(fields);
    must(ante >= limits.min && ante <= limits.max, "E_RULES", `The stake is not ${limits.min} to ${limits.max}.`, ante);
    const wrong = family.betWrong(ante);
    must(wrong === undefined, "E_RULES", `The stake is refused: ${wrong ?? ""}.`, ante);
    if (fields["bonus"] !== undefined) {
      const offered = limits.bonus !== undefined && bonus >= limits.bonus.min && bonus <= limits.bonus.max;
      must(offered, "E_RULES", "The side bet is not offered, or not within its limits.", bonus);
    }
    const newest = player.limits;
    must(fields["limits"] === newest, "E_RG", "The limits named are not the newest.", textOf(fields, "limits"), newest);
  }

  function alone(read: Reading, player: Player): void {
    const open = player.round !== undefined || log.tables.open.has(read.chain);
    must(!open, "E_TWO_OPEN", "A second round is opened.");
  }

  function showsHand({ fields }: Reading): void {
    const sheet = log.sheets.get(textOf(fields, "rules"))?.sheet;
    const family = sheet && FAMILIES.get(textOf(sheet, "family"));
    if (sheet === undefined || family === undefined) return;
    const [count, due] = [listIn(fields, "cards").length, family.visible(sheet)];
    must(count === due, "E_CARDS", `The deal shows ${due} cards.`, count, due);
  }

  function endsRound({ fields }: Reading, player: Player): void {
    const { round } = player;
    must(round !== undefined, "E_NONCE", "No round is open.");
    const [epoch, nonce] = [numberOf(fields, "epoch"), numberOf(fields, "nonce")];
    const right = epoch === round.epoch.epoch && nonce === numberOf(round.deal.fields, "nonce");
    must(right, "E_NONCE", "Another round is open.", `${epoch}-${nonce}`);
    log.count("rounds");
  }

  function replayed(read: Reading, round: OpenRound): void {
    const family = replay.familyOf(round);
    cards = [];
    if (family === undefined || read.fields["seed"] === undefined) return;
    cards = replay.judgeCards(read, round, family, textOf(read.fields, "seed"));
    log.count("cards");
  }

  const withFamily = (judge: typeof replay.judgePay, check: string) => (read: Reading, round: OpenRound) => {
    const family = replay.familyOf(round);
    if (family === undefined) return;
    judge(read, round, family, cards);
    log.count(check);
  };

  function tellLate(read: Reading, round: OpenRound): void {
    const { grace } = replay.deadlines(round);
    if (read.time <= grace) return;
    log.tell(read, "E_LATE", "The round ended after its time-out and the grace.", String(read.time), String(grace));
  }

  function ended(read: Reading, player: Player, chain: Chain, held: boolean): void {
    const { round } = player;
    if (round === undefined) return;
    player.round = undefined;
    const { epoch } = round;
    const { fields } = read;
    const seed = fields["seed"] === undefined ? undefined : textOf(fields, "seed");
    const nonce = numberOf(round.deal.fields, "nonce");
    if (seed !== undefined && nonce > epoch.known) {
      epoch.known = nonce;
      epoch.seed = seed;
    } else if (seed === undefined && read.version === "rdf/2") epoch.lost = true;
    const late = read.time > replay.deadlines(round).grace;
    log.ended({ round, end: read, chain, player, held, seed, late });
  }

  return {
    checks: ["rounds", "seeds", "cards", "actions", "payouts", "deadlines"],
    forms: ROUND_FORMS,
    steps: [
      {
        stage: "chain",
        types: ENDS,
        judge: ofRound(({ fields }, round) => {
          const named = textOf(fields, "deal");
          const due = round.deal.leaf;
          must(named === due, "E_CHAIN", "The record ends another deal than the open one.", named, due);
        }),
      },
      { stage: "time", types: ["settle"], judge: ofRound(inTime) },
      { stage: "place", types: ["deal"], judge: ofPlayer(alone) },
      { stage: "place", types: ["deal"], judge: ofPlayer(mayDeal) },
      { stage: "place", types: ENDS, judge: ofPlayer(endsRound) },
      { stage: "rules", types: ["deal"], judge: ofPlayer(byRules) },
      {
        stage: "seed",
        types: ENDS,
        judge: ofRound((read, round) => {
          if (read.fields["seed"] === undefined) return;
          replay.judgeSeed(read, round, textOf(read.fields, "seed"));
          log.count("seeds");
        }),
      },
      { stage: "cards", types: ["deal"], judge: ofPlayer(showsHand) },
      { stage: "cards", types: ENDS, judge: ofRound(replayed) },
      { stage: "action", types: ["settle"], judge: ofRound(withFamily(replay.judgeActs, "actions")) },
      { stage: "payout", types: ["settle"], judge: ofRound(withFamily(replay.judgePay, "payouts")) },
      {
        stage: "moves",
        types: ["deal"],
        judge: ofPlayer((read) => {
          const { placed } = replay.betsOf(read.fields);
          replay.expectMoves(read, { cash: -placed, in_play: placed });
        }),
      },
      { stage: "moves", types: ENDS, judge: ofRound(replay.judgeMoves) },
      { stage: "balance", types: ["settle"], judge: ofPlayer(replay.judgeRaise) },
      { stage: "balance", types: ENDS, judge: ofRound(tellLate) },
    ],
    follow: {
      deal: (read, held) => {
        const { player } = log.chainOf(read);
        if (player?.epoch === undefined || !isAlone(read)) return;
        const sheet = log.sheets.get(textOf(read.fields, "rules"));
        if (held && sheet !== undefined) sheet.rounds++;
        player.epoch.nonce = numberOf(read.fields, "nonce");
        player.round = { deal: read, epoch: player.epoch, sheet };
      },
      settle: (read, held) => ofPlayer((_, player, chain) => ended(read, player, chain, held))(read),
      void: (read, held) => ofPlayer((_, player, chain) => ended(read, player, chain, held))(read),
    },
    end() {
      for (const { player } of log.chains.values()) {
        if (player?.round === undefined) continue;
        const { grace } = replay.deadlines(player.round);
        if (log.newest > grace) {
          log.tell(
            player.round.deal,
            "E_UNSETTLED",
            "The round is still open at the end of the log.",
            undefined,
            String(grace),
          );
        }
      }
    },
  };
}

/** What a settlement paid, as its figures count it. */
export function paid(settle: Reading): { staked: number; returned: number } {
  const pay = objectIn(settle.fields, "pay");
  return { staked: numberOf(pay, "staked"), returned: numberOf(pay, "returned") };
}
