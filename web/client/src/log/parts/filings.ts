/** Filed reports, as the log names them: docs/formats/report.md, "The filing". */

import type { Canonical } from "../canonical.ts";
import { canonicalText, isObject } from "../canonical.ts";
import { must } from "../failure.ts";
import { numberOf, objectIn, textOf } from "../fields.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";

const COLUMN = /^[a-z0-9_]+$/;
const FORMATS = ["csv", "json", "parquet", "pdf", "xlsx"];
const FILES = form.objectOf(Object.fromEntries(FORMATS.map((name) => [name, form.optional(form.leaf)])));

const filters = (value: Canonical): boolean =>
  isObject(value) &&
  Object.entries(value).every(([name, text]) => COLUMN.test(name) && typeof text === "string" && text !== "");

/** What the revisions of a filing are numbered by. */
const seriesOf = ({ fields }: Reading): string =>
  canonicalText([
    textOf(fields, "report"),
    numberOf(fields, "from"),
    numberOf(fields, "to"),
    objectIn(fields, "filters"),
  ]);

export function filings(log: Log): Part {
  const revisions = new Map<string, number>();

  function inOrder(read: Reading): void {
    const { fields, time, index } = read;
    const [from, to, gen] = [numberOf(fields, "from"), numberOf(fields, "to"), numberOf(fields, "gen")];
    must(from < to, "E_FILING", "The interval of the filing ends before it begins.", to, from);
    must(
      to <= gen && gen <= time,
      "E_FILING",
      "The filing was made before its interval ended, or after its record.",
      gen,
    );
    const size = numberOf(fields, "size");
    must(size <= index, "E_FILING", "The filing covers entries that come after it.", size, index);
    const due = (revisions.get(seriesOf(read)) ?? 0) + 1;
    const rev = numberOf(fields, "rev");
    must(rev === due, "E_FILING", "The revision does not follow.", rev, due);
    log.count("filings");
  }

  return {
    checks: ["filings"],
    forms: [
      {
        type: "filing",
        place: "system",
        fields: () => ({
          report: form.kebab,
          def: form.positive,
          from: form.instant,
          to: form.instant,
          filters,
          rev: form.positive,
          size: form.money,
          gen: form.instant,
          files: (value) => FILES(value) && isObject(value) && Object.keys(value).length > 0,
        }),
      },
    ],
    steps: [{ stage: "rules", types: ["filing"], judge: inOrder }],
    follow: { filing: (read) => void revisions.set(seriesOf(read), numberOf(read.fields, "rev")) },
  };
}
