/** The records of a round of one seat: docs/formats/record.md, "Types". */

import type { CanonicalObject } from "../canonical.ts";
import { textsIn } from "../fields.ts";
import * as form from "../form.ts";
import type { TypeForm } from "../part.ts";
import { PSIG } from "./epochs.ts";
import { event } from "./system.ts";

const ROUND = { epoch: form.u32, nonce: form.integer(1, 1024) };
const MOVED = { moves: form.moves, bal: form.balance };
const ACT = form.objectOf({
  a: form.text,
  amt: form.money,
  by: form.oneOf("player", "timeout"),
  t: form.instant,
});

const WORD = form.matching(/^[a-z_]+$/);

/** Records at tables name their table; the end of a stake at a table names an epoch's end in place of a seed. */
const alone = (fields: CanonicalObject): boolean => fields["table"] === undefined && fields["hand_end"] === undefined;

export const ROUND_FORMS: readonly TypeForm[] = [
  {
    type: "deal",
    place: "player",
    when: alone,
    fields: (version) => ({
      ...ROUND,
      ...MOVED,
      rules: form.leaf,
      limits: form.leaf,
      ante: form.positive,
      cards: form.listOf(form.card),
      bonus: form.optional(form.positive),
      req: form.optional(form.leaf),
      ...(version === "rdf/1" ? {} : { sess: form.leaf, psig: form.optional(PSIG) }),
    }),
  },
  {
    type: "settle",
    place: "player",
    when: (fields) => alone(fields) && fields["nonce"] !== undefined,
    fields: (version) => ({
      ...ROUND,
      ...MOVED,
      deal: form.leaf,
      acts: form.listOf(ACT),
      cards: form.listOf(form.card),
      // Which words there are is judged with the payout.
      result: WORD,
      pay: form.objectOf({ returned: form.money, staked: form.money }),
      seed: form.leaf,
      bonus: form.optional(form.objectOf({ category: WORD, returned: form.money })),
      ...(version === "rdf/1" ? {} : { psig: form.optional(PSIG) }),
    }),
  },
  {
    type: "void",
    place: "player",
    when: (fields) => alone(fields) && fields["nonce"] !== undefined,
    fields: (version) => ({
      ...ROUND,
      ...MOVED,
      deal: form.leaf,
      reason: form.text,
      by: form.listOf(form.text, 2, 2),
      seed: form.optional(form.leaf),
      ...event(version),
    }),
    agree(fields) {
      const [one, other] = textsIn(fields, "by");
      return one === other ? "one operator alone voided the round" : undefined;
    },
  },
];
