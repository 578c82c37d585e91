/** Policies of witnesses that the log announces: docs/formats/witnesses.md, rules 3 and 4. */

import { utf8 } from "../bytes.ts";
import { Failure, must } from "../failure.ts";
import { textOf } from "../fields.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import { readLines, readNoteOf, verifies } from "../note.ts";
import type { Part, Reading } from "../part.ts";
import type { Policy } from "../witness-policy.ts";
import { readPolicyFor } from "../witness-policy.ts";

export function policies(log: Log): Part {
  async function read({ fields }: Reading): Promise<Policy> {
    const note = utf8(textOf(fields, "note"));
    const taken = readLines(note);
    must(taken !== undefined, "E_FORM", "The note of the policy is none.");
    const { root } = log.keys;
    const own = root === undefined ? undefined : readNoteOf(root, note);
    const signed = root !== undefined && own !== undefined && (await verifies(own, root));
    must(signed, "E_KEY", "The root has not signed the policy.");
    const policy = readPolicyFor(new TextDecoder().decode(taken.text), log.origin);
    if (typeof policy === "string") throw new Failure("E_FORM", `The text is no policy: ${policy}.`);
    const again = log.policies.some((known) => known.policy.text === policy.text);
    must(!again, "E_KEY", "The policy was announced before, and the root has not signed it anew.");
    return policy;
  }

  /** The policy of the record that is judged, until it is known whether the record holds. */
  let judged: Policy | undefined;

  return {
    checks: [],
    forms: [{ type: "policy", place: "system", since: "rdf/2", fields: () => ({ note: form.text }) }],
    steps: [
      {
        stage: "chain",
        types: ["policy"],
        async judge(record) {
          judged = await read(record);
        },
      },
    ],
    follow: {
      policy: ({ index }, held) => {
        if (held && judged !== undefined) log.policies.push({ index, policy: judged });
        judged = undefined;
      },
    },
  };
}
