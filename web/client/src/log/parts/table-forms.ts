/** The forms of a table's own records: docs/formats/tables.md, "Records of the table's chain". */

import { fromBase64 } from "../bytes.ts";
import type { CanonicalObject } from "../canonical.ts";
import * as form from "../form.ts";
import type { TypeForm } from "../part.ts";
import { event } from "./system.ts";

const SEAT = form.integer(0, 255);
const WORD = form.matching(/^[a-z_]+$/);
const CARDS = form.listOf(form.card);
const PSIG = form.objectOf({
  sig: (value) => typeof value === "string" && fromBase64(value) !== undefined,
  until: form.instant,
});
const REVEALS = form.listOf(form.objectOf({ seat: SEAT, r: form.leaf }));
const SEALED = form.listOf(form.objectOf({ seat: SEAT, h: form.leaf }));
const MARKS = ["vote", "away", "back"];

const named = (amount: "ante" | "buy_in"): form.Form =>
  form.objectOf({
    seat: SEAT,
    stake: form.leaf,
    contrib: form.leaf,
    [amount]: form.positive,
    ...(amount === "ante" ? { bonus: form.optional(form.positive) } : {}),
  });

const COURSE: form.Fields = {
  turns: form.listOf(
    form.objectOf({
      seat: SEAT,
      cards: form.listOf(form.card, 2, 3),
      result: WORD,
      staked: form.money,
      returned: form.money,
      refill: form.money,
    }),
  ),
  sealed: SEALED,
  stacks: form.listOf(form.money),
  pot: form.money,
  at: form.pair(form.money, form.money),
  now: form.optional(
    form.objectOf({ seat: SEAT, cards: form.listOf(form.card, 2, 2), key: form.leaf, until: form.instant }),
  ),
};

const HOUSE_RESULT = form.objectOf({
  seat: SEAT,
  result: WORD,
  staked: form.money,
  returned: form.money,
  bonus: form.optional(form.objectOf({ category: WORD, returned: form.money })),
});

const POT_RESULT = form.objectOf({
  seat: SEAT,
  result: WORD,
  staked: form.money,
  returned: form.money,
  rake: form.money,
  raised: form.money,
});

const ACT = form.objectOf({
  seat: SEAT,
  a: WORD,
  amt: form.money,
  by: form.oneOf("player", "timeout"),
  t: form.instant,
  act: form.optional(form.leaf),
});

const SOURCE = form.objectOf({ src: form.text, genesis: form.instant, period: form.positive });
const BEACON = form.objectOf({ src: form.text, round: form.money, value: form.leaf });
/** Only a player signs. */
const turn = ({ by }: CanonicalObject): form.Fields => ({
  epoch: form.u32,
  n: form.positive,
  seat: SEAT,
  ...(by === "player" ? { psig: form.optional(PSIG) } : {}),
});

const ofTable = (given: Omit<TypeForm, "place" | "since">): TypeForm => ({ ...given, place: "table", since: "rdf/2" });

export const TABLE_FORMS: readonly TypeForm[] = [
  ofTable({
    type: "table",
    fields: (version) => ({
      rules: form.leaf,
      cur: form.currency,
      exp: form.integer(0, 9),
      // A seat is one byte where it is hashed.
      seats: form.integer(1, 256),
      stake: form.pair(form.positive, form.positive),
      admission: form.oneOf("public", "invited"),
      clock: form.objectOf({ bet: form.positive, reveal: form.positive, game: form.optional(form.positive) }),
      test: form.bool,
      beacon: form.optional(SOURCE),
      ...event(version),
    }),
  }),
  ofTable({
    type: "commit",
    fields: (version, { reason }) => ({
      epoch: form.u32,
      // That an epoch of a table has one round is judged with its place.
      n: form.integer(1, 1024),
      commit: form.leaf,
      reason: form.optional(form.text),
      ...(reason === undefined ? {} : event(version)),
    }),
  }),
  ofTable({
    type: "seats",
    fields: () => ({
      epoch: form.u32,
      seats: (value) => form.listOf(named("ante"), 1)(value) || form.listOf(named("buy_in"), 1)(value),
      next: form.objectOf({ n: form.oneOf(1), commit: form.leaf }),
    }),
  }),
  ofTable({
    type: "open",
    when: (fields) => fields["reveals"] !== undefined,
    fields: () => ({
      epoch: form.u32,
      reveals: REVEALS,
      client: form.leaf,
      size: form.money,
      beacon: form.optional(BEACON),
    }),
  }),
  ofTable({
    type: "hand",
    when: (fields) => fields["order"] === undefined,
    fields: () => ({ epoch: form.u32, cards: CARDS, sealed: SEALED, until: form.optional(form.instant) }),
  }),
  ofTable({
    type: "hand",
    when: (fields) => fields["order"] !== undefined,
    fields: () => ({ epoch: form.u32, order: form.listOf(SEAT, 2), until: form.instant, ...COURSE }),
  }),
  ofTable({
    type: "turn",
    when: (fields) => fields["amt"] === undefined,
    fields: (_, fields) => ({ ...turn(fields), a: form.oneOf(...MARKS), by: form.oneOf("player", "protection") }),
  }),
  ofTable({
    type: "turn",
    when: (fields) => fields["amt"] !== undefined,
    fields: (_, fields) => ({
      ...turn(fields),
      a: WORD,
      amt: form.money,
      by: form.oneOf("player", "timeout", "away"),
      ...COURSE,
    }),
  }),
  ofTable({
    type: "hand_end",
    when: (fields) => fields["why"] === undefined,
    fields: () => ({
      epoch: form.u32,
      hand: form.leaf,
      acts: form.listOf(ACT),
      cards: CARDS,
      results: form.listOf(HOUSE_RESULT),
      seed: form.leaf,
    }),
  }),
  ofTable({
    type: "hand_end",
    when: (fields) => fields["why"] !== undefined,
    fields: () => ({
      epoch: form.u32,
      hand: form.leaf,
      why: form.oneOf("all_out", "last_one", "agreed", "time"),
      hands: form.listOf(form.objectOf({ seat: SEAT, cards: form.listOf(form.card, 2, 2), key: form.leaf })),
      results: form.listOf(POT_RESULT, 2),
      seed: form.leaf,
    }),
  }),
  ofTable({
    type: "table_abort",
    fields: (version) => ({
      epoch: form.u32,
      reason: form.oneOf("no_reveal", "not_covered", "void"),
      missing: form.listOf(SEAT),
      reveals: REVEALS,
      seed: form.optional(form.leaf),
      by: form.optional(form.listOf(form.text, 0, 2)),
      text: form.optional(form.text),
      ...event(version),
    }),
  }),
];
