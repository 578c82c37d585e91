/** Whether sheets return what they declare: docs/formats/returns.md, "Rules". */

import type { CanonicalObject } from "../canonical.ts";
import { numbersIn, objectIn, textOf } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import type { Fraction, Returns } from "../returns.ts";
import { isBelow, isEqual, returnsOf } from "../returns.ts";

const ONE: Fraction = [1n, 1n];

interface Sheet {
  readonly read: Reading;
  readonly returns: Returns;
  /** A record of the second version published it, or took a stake by it. */
  judged: boolean;
  /** It returns less than a profile in force asked of it when somebody played. */
  tooLow: boolean;
}

const fractionOf = (fields: CanonicalObject, name: string): Fraction => {
  const [above = 0, below = 1] = numbersIn(fields, name);
  return [BigInt(above), BigInt(below)];
};

const written = ([above, below]: Fraction): string => `${above}/${below}`;

export function returns(log: Log): Part {
  const sheets = new Map<string, Sheet>();

  function published(read: Reading): void {
    const sheet = objectIn(read.fields, "rules");
    const computed = returnsOf(sheet);
    if (computed === undefined) return;
    sheets.set(read.leaf, { read, returns: computed, judged: read.version === "rdf/2", tooLow: false });
  }

  function staked({ fields, version, chain, time }: Reading, held: boolean): void {
    const sheet = sheets.get(textOf(fields, "rules"));
    if (!held || sheet === undefined || version === "rdf/1") return;
    sheet.judged = true;
    const terms = log.profiles.inForce(time)?.fields;
    if (terms === undefined || log.chains.get(chain)?.player?.test === true) return;
    const floor = fractionOf(terms, "payout_floor");
    sheet.tooLow ||= Object.values(sheet.returns).some((each) => isBelow(each, floor));
  }

  function wrongReturn({ read, returns: computed, tooLow }: Sheet): string | undefined {
    const declared = objectIn(objectIn(read.fields, "rules"), "rtp");
    for (const [name, due] of Object.entries(computed)) {
      const said = fractionOf(declared, name);
      if (!isEqual(said, due))
        return `The sheet declares ${name} ${written(said)}, and its rules give ${written(due)}.`;
      if (isBelow(ONE, due)) return `The sheet returns more than is staked: ${name} ${written(due)}.`;
    }
    return tooLow
      ? "The game returns less than the profile asks, and is not played by test accounts alone."
      : undefined;
  }

  return {
    checks: ["returns"],
    follow: { rules: published, deal: staked, sit: staked },
    end() {
      for (const sheet of sheets.values()) {
        if (!sheet.judged) continue;
        const wrong = wrongReturn(sheet);
        if (wrong === undefined) log.count("returns");
        else log.tell(sheet.read, "E_RTP", wrong);
      }
    },
  };
}
