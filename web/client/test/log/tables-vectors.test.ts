import { describe, expect, test } from "vitest";
import type { CanonicalObject } from "../../src/log/canonical.ts";
import { isObject } from "../../src/log/canonical.ts";
import { numberOf, objectIn, objectsIn, textOf, textsIn, numbersIn } from "../../src/log/fields.ts";
import { termsOf } from "../../src/log/families/pot.ts";
import type { DealtCourse } from "../../src/log/parts/table-pack.ts";
import { PotDeal } from "../../src/log/parts/table-pack.ts";
import { clientSeed, contribution, EpochSecrets, seal } from "../../src/log/parts/table-secrets.ts";
import { starting, VECTORS } from "./table-vectors.ts";

const secretsOf = (vector: CanonicalObject): EpochSecrets =>
  new EpochSecrets(
    textOf(vector, "chain"),
    numberOf(vector, "epoch"),
    textOf(vector, "seed"),
    vector["client"] === undefined ? "" : textOf(vector, "client"),
  );

const REVEALED = VECTORS.filter((vector) => vector["reveals"] !== undefined);

describe.each(REVEALED)("$vector", (vector) => {
  const pairs = (name: string): [number, string][] => {
    const list = vector[name];
    return Array.isArray(list) ? list.map((item) => [Number(item[0]), String(item[1])]) : [];
  };
  const [chain, epoch] = [textOf(vector, "chain"), numberOf(vector, "epoch")];
  const reveals = pairs("reveals").map(([seat, r]) => ({ seat, r }));

  test("the values give the contributions and the mix", () => {
    const made = reveals.map((reveal) => [reveal.seat, contribution(chain, epoch, reveal)]);
    expect(made).toEqual(pairs("contribs"));
    expect(clientSeed(chain, epoch, reveals)).toBe(textOf(vector, "client"));
  });

  test("the two seeds give the deck", () => {
    const deck = secretsOf(vector).deck(52 * numberOf(vector, "decks"));
    const due = numbersIn(vector, "deck");
    expect(due.map(() => deck.draw())).toEqual(due);
  });
});

test.each(VECTORS.filter((vector) => vector["k"] !== undefined))("$vector", (vector) => {
  const used = numbersIn(vector, "discards_in_any_order").toSorted((one, other) => one - other);
  const order = secretsOf(vector).reshuffle(numberOf(vector, "k"), used.length);
  expect(order.map((place) => used[place])).toEqual(numbersIn(vector, "pack"));
});

test.each(starting("sealed"))("$vector", (vector) => {
  const keys = textsIn(vector, "keys");
  const { cards } = vector;
  const hands = Array.isArray(cards) ? cards.map((hand) => [String(hand[0]), String(hand[1])]) : [];
  expect(keys.map((_, i) => secretsOf(vector).key(numberOf(vector, "seat"), i))).toEqual(keys);
  expect(keys.map((key, i) => seal(key, hands[i] ?? []))).toEqual(textsIn(vector, "sealed"));
});

/** What a record tells of a course, in the words of the records. */
function told(record: CanonicalObject): unknown {
  const { turns, sealed, stacks, pot, at, now } = record;
  const shown = isObject(now) ? { seat: now["seat"], cards: now["cards"], key: now["key"] } : undefined;
  return JSON.parse(JSON.stringify({ turns, sealed, stacks, pot, at, shown }));
}

function given(course: DealtCourse, order: readonly number[]): unknown {
  const turns = course.turns.map(({ place, cards, result, staked, returned, refill }) => ({
    seat: order[place],
    cards,
    result,
    staked,
    returned,
    refill,
  }));
  const { sealed, chips, at, shown } = course;
  return JSON.parse(JSON.stringify({ turns, sealed, stacks: chips.stacks, pot: chips.pot, at, shown }));
}

describe.each(starting("pot:"))("$vector", (vector) => {
  test("the whole game follows from its seeds and decisions", () => {
    const [seats = {}, open = {}, hand = {}, ...rest] = objectsIn(vector, "records");
    const end = rest.pop() ?? {};
    const order = numbersIn(hand, "order");
    const stakes = objectsIn(seats, "seats");
    const buyIns = order.map((seat) => {
      const stake = stakes.find((each) => each["seat"] === seat);
      return stake === undefined ? 0 : numberOf(stake, "buy_in");
    });
    const secrets = new EpochSecrets(
      textOf(vector, "chain"),
      numberOf(seats, "epoch"),
      textOf(end, "seed"),
      textOf(open, "client"),
    );
    const deal = new PotDeal(termsOf(objectIn(vector, "rules")), order, secrets);
    expect(given(deal.begin(buyIns), order)).toEqual(told(hand));
    const decisions = rest.filter((turn) => turn["turns"] !== undefined);
    for (const turn of decisions) {
      const course = deal.decide({ a: textOf(turn, "a"), amt: numberOf(turn, "amt") });
      expect(given(course, order)).toEqual(told(turn));
    }
    expect(decisions.length).toBeGreaterThan(20);
    expect(deal.held()).toEqual(JSON.parse(JSON.stringify(end["hands"])));
  });
});
