/** The forms of players' records at tables: docs/formats/tables.md, "Records of players' chains". */

import * as form from "../form.ts";
import type { TypeForm } from "../part.ts";
import { PSIG } from "./epochs.ts";

const MOVED: form.Fields = { moves: form.moves, bal: form.balance };
const WORD = form.matching(/^[a-z_]+$/);
const PAY = form.objectOf({ returned: form.money, staked: form.money });
const LATE = form.objectOf({ abort: form.leaf, r: form.optional(form.leaf) });

const STAKE: form.Fields = {
  ...MOVED,
  table: form.leaf,
  epoch: form.u32,
  seat: form.integer(0, 255),
  rules: form.leaf,
  limits: form.leaf,
  contrib: form.leaf,
  sess: form.leaf,
  late: form.optional(LATE),
  req: form.optional(form.leaf),
  psig: form.optional(PSIG),
};

const ofPlayer = (given: Omit<TypeForm, "place" | "since">): TypeForm => ({
  ...given,
  place: "player",
  since: "rdf/2",
});

export const STAKE_FORMS: readonly TypeForm[] = [
  ofPlayer({
    type: "deal",
    when: (fields) => fields["table"] !== undefined,
    fields: () => ({ ...STAKE, ante: form.positive, bonus: form.optional(form.positive) }),
  }),
  ofPlayer({
    type: "sit",
    fields: () => ({ ...STAKE, buy_in: form.positive, room: form.optional(form.money) }),
  }),
  ofPlayer({
    type: "act",
    fields: () => ({
      ...MOVED,
      deal: form.leaf,
      hand: form.leaf,
      a: WORD,
      amt: form.money,
      psig: form.optional(PSIG),
    }),
  }),
  ofPlayer({
    type: "settle",
    when: (fields) => fields["nonce"] === undefined,
    fields: () => ({
      ...MOVED,
      deal: form.leaf,
      end: form.leaf,
      result: WORD,
      pay: PAY,
      bonus: form.optional(form.objectOf({ category: WORD, returned: form.money })),
    }),
  }),
  ofPlayer({
    type: "void",
    when: (fields) => fields["nonce"] === undefined,
    fields: () => ({ ...MOVED, deal: form.leaf, end: form.optional(form.leaf) }),
  }),
  ofPlayer({
    type: "leave",
    fields: () => ({ ...MOVED, sit: form.leaf, end: form.optional(form.leaf), pay: PAY }),
  }),
];
