/**
 * A report's file, looked up in the log's filings by its SHA-256.
 *
 * This shows that the operator signed this very file, for which interval and as which revision. It does not compute the
 * report's rows.
 */
import type { CanonicalObject } from "../../log/canonical.ts";
import { isObject } from "../../log/canonical.ts";
import type { JudgedLog } from "../../log/judged.ts";

/** What the log says of a report's file. */
export interface ReportFound {
  readonly name: string;
  readonly sha256: string;
  /** The log index of the filing that names the file; undefined if none does. */
  readonly filed: number | undefined;
  readonly report: string;
  readonly from: number;
  readonly to: number;
  readonly revision: number;
  /** The log index of the newest revision, if that is a later one. */
  readonly superseded: number | undefined;
}

/** Look for the filing of a file among the filings of a log. */
export function findFiling(name: string, sha256: string, log: JudgedLog, filings: readonly number[]): ReportFound {
  const read = filings.map((index) => ({ index, record: log.record(index).record })).filter(isFiling);
  const filed = read.find(({ record }) => isObject(record["files"]) && Object.values(record["files"]).includes(sha256));
  if (filed === undefined) {
    return { name, sha256, filed: undefined, report: "", from: 0, to: 0, revision: 0, superseded: undefined };
  }
  const newest = read.findLast(({ record }) => sameSubject(record, filed.record));
  return {
    name,
    sha256,
    filed: filed.index,
    report: String(filed.record["report"]),
    from: Number(filed.record["from"]),
    to: Number(filed.record["to"]),
    revision: Number(filed.record["rev"]),
    superseded: newest === undefined || newest.index === filed.index ? undefined : newest.index,
  };
}

interface Filing {
  readonly index: number;
  readonly record: CanonicalObject;
}

const isFiling = (read: { readonly index: number; readonly record: unknown }): read is Filing =>
  typeof read.record === "object" && read.record !== null && "type" in read.record && read.record.type === "filing";

/** Whether two filings are revisions of one report: the same interval and the same filters. */
const sameSubject = (one: CanonicalObject, other: CanonicalObject): boolean => subject(one) === subject(other);

const subject = ({ report, from, to, filters }: CanonicalObject): string => JSON.stringify([report, from, to, filters]);
