/** How records follow one another in a chain, and in time: docs/formats/record.md, "Rules". */

import { must } from "../failure.ts";
import { numberOf, textOf } from "../fields.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";

/** What begins each kind of chain; a chain of the system begins with anything. */
const FIRST = { player: "init", table: "table", system: undefined };

export function chains(log: Log): Part {
  const tags = new Map<string, string>();

  function follows(read: Reading): void {
    const chain = log.chainOf(read);
    const seq = chain.seq + 1;
    must(read.seq === seq, "E_CHAIN", "The number does not follow in its chain.", read.seq, seq);
    must(read.prev === chain.head, "E_CHAIN", "The record before is another one.", read.prev, chain.head);
    const owner = read.place ?? chain.place;
    must(owner === chain.place, "E_CHAIN", `A record of type ${read.type} does not stand in this chain.`);
    const first = FIRST[chain.place];
    if (first === undefined) return;
    must(read.seq !== 0 || read.type === first, "E_CHAIN", `The chain begins with ${read.type}.`, read.type, first);
    must(read.seq === 0 || read.type !== first, "E_CHAIN", `A chain has one ${first}, at its beginning.`);
  }

  return {
    checks: ["chains", "times", "tags"],
    forms: [
      {
        type: "init",
        place: "player",
        fields: () => ({
          player: form.leaf,
          cur: form.currency,
          exp: form.integer(0, 9),
          bal: form.pair(form.oneOf(0), form.oneOf(0)),
          test: form.bool,
        }),
      },
    ],
    steps: [
      { stage: "chain", types: ["*"], judge: follows },
      {
        stage: "chain",
        types: ["init"],
        judge(read) {
          const before = tags.get(textOf(read.fields, "player"));
          const other = before === undefined || before === read.chain || read.version === "rdf/1";
          must(other, "E_TAG", `The chain ${before ?? ""} has the same player.`);
        },
      },
      {
        stage: "time",
        types: ["*"],
        judge(read) {
          const { time } = log.chainOf(read);
          must(read.time >= time, "E_TIME_ORDER", "The record is dated before the one it follows.", read.time, time);
        },
      },
    ],
    follow: {
      "*": (read) => {
        const chain = log.chainOf(read);
        chain.seq = read.seq;
        chain.head = read.leaf;
        chain.time = Math.max(chain.time, read.time);
      },
      init: ({ fields, chain }) => {
        const begun = log.chains.get(chain);
        const tag = textOf(fields, "player");
        if (!tags.has(tag)) tags.set(tag, chain);
        if (begun === undefined || begun.player !== undefined) return;
        begun.player = {
          tag,
          cur: textOf(fields, "cur"),
          exp: numberOf(fields, "exp"),
          test: fields["test"] === true,
          balance: 0,
          limits: undefined,
          announced: undefined,
          epoch: undefined,
          round: undefined,
        };
      },
    },
  };
}
