/** The records of players' keys: docs/formats/player-keys.md, "Records". */

import type { CanonicalObject } from "../canonical.ts";
import { textsIn } from "../fields.ts";
import type { Fields } from "../form.ts";
import * as form from "../form.ts";
import type { TypeForm } from "../part.ts";
import { PSIG, SIGNATURE } from "./epochs.ts";

/** Who lets a key in, or ends it: the player by a signature, two operators by an event, or nobody. */
const LEAVE: Fields = {
  psig: form.optional(PSIG),
  by: form.optional(form.listOf(form.text, 2, 2)),
  ev: form.optional(form.leaf),
};

function leaveWrong(fields: CanonicalObject): string | undefined {
  if (fields["by"] === undefined) return fields["ev"] === undefined ? undefined : "an event stands without operators";
  if (fields["psig"] !== undefined) return "both the player and operators are named";
  const [one, other] = textsIn(fields, "by");
  return one === other ? "one operator alone did it" : undefined;
}

export const KEY_FORMS: readonly TypeForm[] = [
  {
    type: "player_key",
    place: "player",
    since: "rdf/2",
    fields: () => ({
      alg: form.oneOf("ed25519", "p256"),
      // Whether it is a key of its algorithm is judged with the keys.
      pub: form.matching(/^(?:[0-9a-f]{2})+$/),
      use: form.oneOf("play", "recover"),
      pop: form.objectOf({ sig: SIGNATURE, until: form.instant }),
      ...LEAVE,
    }),
    agree: leaveWrong,
  },
  {
    type: "player_key_end",
    place: "player",
    since: "rdf/2",
    fields: () => ({
      kid: form.digits(16),
      why: form.oneOf("rotated", "lost", "stolen", "closed"),
      ...LEAVE,
    }),
    agree: leaveWrong,
  },
];
