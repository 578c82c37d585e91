/** What the judging of a hand says, step by step. Nothing here asks the platform. */
import type { CanonicalObject } from "../../log/canonical.ts";
import { hex, utf8 } from "../../log/bytes.ts";
import { numberOf, numbersIn, objectIn, objectsIn, textOf, textsIn } from "../../log/fields.ts";
import type { Draw } from "../../log/judged.ts";
import { seedBefore } from "../../log/shuffle.ts";
import { EpochSecrets } from "../../log/parts/table-secrets.ts";
import { leafHash } from "../../log/tree.ts";
import type { PlayerRecord } from "../play/seeds/records.ts";
import { judgeHand, sheetIn, type Broken, type HandRecords, type JudgedHand } from "./hand-judge.ts";
import type { HandStep, HandStepName, SeatResult, TurnStep } from "./hand-step.ts";
import type { Fact } from "./step.ts";

/** A hand with what the page was told of the own stake's end. */
export interface ToldHand extends HandRecords {
  /** What came back to the player, in minor units; null where nothing was told. */
  readonly returned: number | null;
}

/** What a code is about. All others are about how the records follow one another. */
const ABOUT: Readonly<Record<string, HandStepName>> = {
  E_SEATS: "values",
  E_CONTRIB: "values",
  E_CLIENT_REUSE: "values",
  E_COMMIT_LATE: "values",
  E_SEED: "seed",
  E_CARDS: "cards",
  E_SEALED: "cards",
  E_ACTION: "decisions",
  E_CLOCK: "decisions",
  E_PKEY: "decisions",
  E_PSIG: "decisions",
  E_PSIG_MISSING: "decisions",
  E_PAYOUT: "payout",
  E_CHIPS: "payout",
  E_ABORT: "burnt",
  E_KEY: "signed",
  E_SIG: "signed",
};

const UNJUDGED: readonly HandStepName[] = [
  "values",
  "seed",
  "cards",
  "decisions",
  "payout",
  "own",
  "chained",
  "signed",
];

/** Return the steps that the records decide. Where a hand stands in the log, other steps say. */
export async function stepsOfHand(hand: ToldHand): Promise<readonly HandStep[]> {
  const named = hand.rules !== undefined && hex(leafHash(utf8(hand.rules))) === hand.first.fields["rules"];
  const sheet = named ? sheetIn(hand.rules) : undefined;
  if (sheet === undefined) return UNJUDGED.map((name) => plain(name, "not-checked", "no-rules"));
  const telling = new Telling(hand, sheet, await judgeHand(hand, sheet));
  return telling.steps();
}

const plain = (
  name: HandStepName,
  result: HandStep["result"],
  said: string,
  facts: readonly Fact[] = [],
): HandStep => ({
  name,
  result,
  said,
  facts,
});

class Telling {
  readonly #hand: ToldHand;
  readonly #sheet: CanonicalObject;
  readonly #judged: JudgedHand;

  constructor(hand: ToldHand, sheet: CanonicalObject, judged: JudgedHand) {
    this.#hand = hand;
    this.#sheet = sheet;
    this.#judged = judged;
  }

  steps(): readonly HandStep[] {
    if (!this.#judged.formed) return UNJUDGED.map((name) => this.#fails(name) ?? this.#left(name));
    const played = this.#of("hand_end") !== undefined;
    const dealt = played || this.#of("hand") !== undefined;
    return [
      this.#values(),
      this.#seed(),
      ...(dealt ? [this.#cards()] : []),
      ...(played ? [this.#decisions(), this.#payout()] : [this.#burnt()]),
      this.#own(),
      this.#fails("chained") ?? this.#holds("chained", "linked", { records: this.#hand.course.length }),
      this.#signed(),
    ];
  }

  #of(type: string): PlayerRecord | undefined {
    const { course, epoch } = this.#hand;
    return course.find((record) => record.type === type && record.fields["epoch"] === epoch);
  }

  /** The first rule that is broken of those that a step is about. */
  #brokenOf(name: HandStepName): Broken | undefined {
    const { own } = this.#hand;
    return this.#judged.broken.find(({ code, record }) => {
      const about = ABOUT[code] ?? "chained";
      return (own.includes(record) && about !== "signed" ? "own" : about) === name;
    });
  }

  #fails(name: HandStepName, facts: readonly Fact[] = []): HandStep | undefined {
    const broken = this.#brokenOf(name);
    if (broken === undefined) return undefined;
    const { code, record, said, due } = broken;
    const compared: Fact[] = [
      ...(said === undefined ? [] : [{ name: "said", value: said }]),
      ...(due === undefined ? [] : [{ name: "due", value: due }]),
    ];
    const args = { number: record.seq, type: record.type, code };
    return { name, result: "fails", said: "broken", args, facts: [...facts, ...compared] };
  }

  #holds(
    name: HandStepName,
    said: string,
    args: Record<string, string | number>,
    facts: readonly Fact[] = [],
  ): HandStep {
    return { name, result: "holds", said, args, facts };
  }

  /** What a broken record kept from being judged. */
  #left(name: HandStepName, facts: readonly Fact[] = []): HandStep {
    return plain(name, "not-checked", "after", facts);
  }

  #values(): HandStep {
    const [seats, open] = [this.#of("seats"), this.#of("open")];
    const named = seats === undefined ? [] : objectsIn(seats.fields, "seats");
    const reveals = open === undefined ? [] : objectsIn(open.fields, "reveals");
    const facts = named.map((each): Fact => {
      const value = reveals.find(({ seat }) => seat === each["seat"])?.["r"];
      return { name: "value", value: `${numberOf(each, "seat") + 1}: ${String(value ?? "–")}` };
    });
    const { held } = this.#judged;
    const broken = this.#fails("values", facts);
    if (broken !== undefined) return broken;
    if (!held.has("seats")) return this.#left("values", facts);
    if (open === undefined) return this.#holds("values", "named", { seats: named.length }, facts);
    if (!held.has("open")) return this.#left("values", facts);
    const args = { seats: named.length, size: numberOf(open.fields, "size") };
    return this.#holds("values", "open", args, [...facts, { name: "mix", value: textOf(open.fields, "client") }]);
  }

  #ending(): PlayerRecord | undefined {
    return this.#of("hand_end") ?? this.#of("table_abort");
  }

  #seedTold(): string | undefined {
    const end = this.#ending();
    return end?.fields["seed"] === undefined ? undefined : textOf(end.fields, "seed");
  }

  #seed(): HandStep {
    const seed = this.#seedTold();
    const { chain, epoch, course } = this.#hand;
    if (seed === undefined) return plain("seed", "not-checked", "lost");
    const facts = [
      { name: "seed", value: seed },
      { name: "computed", value: seedBefore(chain, epoch, 1, seed) },
      { name: "commitment", value: commitmentIn(course[0]) },
    ];
    if (this.#judged.counts.has("seeds")) return this.#holds("seed", "equal", {}, facts);
    return this.#fails("seed", facts) ?? this.#left("seed", facts);
  }

  #cards(): HandStep {
    if (this.#seedTold() === undefined) return plain("cards", "not-checked", "lost");
    const shown = this.#shown();
    const broken = this.#fails("cards");
    const drawn = { draws: this.#draws(shown.length), shown };
    if (broken !== undefined) return { ...broken, ...drawn };
    if (!this.#judged.counts.has("cards")) return this.#left("cards");
    return { ...this.#holds("cards", this.#isPot() ? "game" : "equal", {}), ...drawn };
  }

  /** The cards that lay on the table at last; around a pot every turn has its own. */
  #shown(): readonly string[] {
    if (this.#isPot()) return [];
    const last = this.#of("hand_end") ?? this.#of("hand");
    return last === undefined ? [] : textsIn(last.fields, "cards");
  }

  #isPot(): boolean {
    return this.#sheet["family"] === "pot";
  }

  /** How the cards of a hand against the house came out of the deck; of a game each turn says its own. */
  #draws(count: number): readonly Draw[] {
    const [open, seed] = [this.#of("open"), this.#seedTold()];
    if (this.#isPot() || open === undefined || seed === undefined) return [];
    const { chain, epoch } = this.#hand;
    const deck = new EpochSecrets(chain, epoch, seed, textOf(open.fields, "client")).deck(
      52 * numberOf(this.#sheet, "decks"),
    );
    for (let card = 0; card < count; card++) deck.draw();
    return deck.draws;
  }

  #decisions(): HandStep {
    const broken = this.#fails("decisions");
    const turns = this.#isPot() ? this.#turns() : this.#acts(broken);
    if (broken !== undefined) return { ...broken, turns };
    if (!this.#judged.counts.has("actions")) return { ...this.#left("decisions"), turns };
    const late = this.#judged.late.includes("E_LATE");
    const players = turns.filter(({ by }) => by === "player").length;
    const signed = this.#judged.counts.get("player-keys") ?? 0;
    const args = { players, defaults: turns.length - players, signed };
    const said = late ? "late" : signed > 0 ? "signed" : "right";
    return { ...this.#holds("decisions", said, args), turns };
  }

  /** The decisions of a hand against the house, all of which its end has. */
  #acts(broken: HandStep | undefined): readonly TurnStep[] {
    const end = this.#of("hand_end");
    if (end?.fields["acts"] === undefined) return [];
    const result = broken === undefined && this.#judged.counts.has("actions") ? "holds" : "not-checked";
    return objectsIn(end.fields, "acts").map((act) => ({
      number: end.seq,
      seat: numberOf(act, "seat"),
      act: textOf(act, "a"),
      amount: numberOf(act, "amt"),
      by: textOf(act, "by"),
      finished: [],
      result,
    }));
  }

  #turns(): readonly TurnStep[] {
    const { broken, counts } = this.#judged;
    const { course, epoch } = this.#hand;
    const whole = counts.has("cards") && !broken.some(({ record }) => record.type === "turn");
    return course.flatMap((record) => {
      const { fields, seq } = record;
      if (record.type !== "turn" || fields["epoch"] !== epoch) return [];
      const fails = broken.some((each) => each.record === record);
      const finished = fields["turns"] === undefined ? [] : objectsIn(fields, "turns").map(finishedTurn);
      return {
        number: seq,
        seat: numberOf(fields, "seat"),
        act: textOf(fields, "a"),
        amount: fields["amt"] === undefined ? 0 : numberOf(fields, "amt"),
        by: textOf(fields, "by"),
        finished,
        result: fails ? "fails" : whole ? "holds" : "not-checked",
      } satisfies TurnStep;
    });
  }

  #payout(): HandStep {
    const end = this.#of("hand_end");
    const said = end === undefined ? [] : objectsIn(end.fields, "results");
    const results = said.map(seatResult);
    const broken = this.#fails("payout");
    if (broken !== undefined) return { ...broken, results };
    if (!this.#judged.counts.has("payouts")) return { ...this.#left("payout"), results };
    const sum = (name: string): number => said.reduce((all, each) => all + Number(each[name] ?? 0), 0);
    const args = { seats: said.length, staked: sum("staked"), returned: sum("returned"), rake: sum("rake") };
    return { ...this.#holds("payout", this.#isPot() ? "pot" : "right", args), results };
  }

  #burnt(): HandStep {
    const abort = this.#of("table_abort");
    const broken = this.#fails("burnt");
    if (broken !== undefined) return broken;
    if (abort === undefined || !this.#judged.held.has("table_abort")) return this.#left("burnt");
    const missing = numbersIn(abort.fields, "missing").map((seat) => seat + 1);
    return this.#holds("burnt", textOf(abort.fields, "reason"), { missing: missing.join(", ") });
  }

  /** The own stake is the one that the table named, and ended by the hand's end with what that says. */
  #own(): HandStep {
    const { own, returned } = this.#hand;
    const [stake, end] = [own[0], own.at(-1)];
    const broken = this.#fails("own");
    if (broken !== undefined) return broken;
    if (stake === undefined || end === undefined) return plain("own", "given", "none");
    if (end === stake || end.type === "act") return plain("own", "not-checked", "waits");
    const seats = this.#of("seats");
    const named = seats !== undefined && objectsIn(seats.fields, "seats").some((each) => each["stake"] === stake.leaf);
    if (!named && end.fields["end"] !== undefined) return plain("own", "fails", "not-named");
    const moved = own.reduce((sum, record) => sum + movedBy(record), 0);
    const pay = end.fields["pay"] === undefined ? { staked: 0, returned: 0 } : objectIn(end.fields, "pay");
    const [staked, paid] = [numberOf(pay, "staked"), numberOf(pay, "returned")];
    if (moved !== paid - staked) return { ...plain("own", "fails", "unbalanced"), args: { moved } };
    const told = end.type === "void" ? null : returned;
    if (told !== null && told !== paid) return { ...plain("own", "fails", "other"), args: { told, returned: paid } };
    const said = end.type === "void" ? "back" : "paid";
    return this.#holds("own", said, { seat: numberOf(stake.fields, "seat") + 1, staked, returned: paid });
  }

  #signed(): HandStep {
    const { keys, course, own } = this.#hand;
    const facts = keys.map(({ name }) => ({ name: "key", value: name }));
    return (
      this.#fails("signed") ?? this.#holds("signed", "by-house", { records: 1 + course.length + own.length }, facts)
    );
  }
}

const movedBy = ({ fields }: PlayerRecord): number => {
  const [before = 0, after = 0] = numbersIn(fields, "bal");
  return after - before;
};

function commitmentIn(record: PlayerRecord | undefined): string {
  if (record === undefined) return "";
  return textOf(record.type === "commit" ? record.fields : objectIn(record.fields, "next"), "commit");
}

const seatResult = (said: CanonicalObject): SeatResult => ({
  seat: numberOf(said, "seat"),
  result: textOf(said, "result"),
  staked: numberOf(said, "staked"),
  returned: numberOf(said, "returned"),
});

const finishedTurn = (turn: CanonicalObject): TurnStep["finished"][number] => ({
  ...seatResult(turn),
  cards: textsIn(turn, "cards"),
});
