/** The verdict as plain text, to be kept beside the log. */
import type { Finding, Witnessed } from "../log/verdict.ts";
import type { Judged } from "./protocol.ts";
import { sayKnown, type Speech, timeText } from "./speech.ts";

/** Return the lines of a verdict: those that decide first, codes as the formats name them. */
export function verdictText(speak: Speech, { verdict, report }: Judged): string {
  const { say } = speak;
  const { state, first, checks } = verdict;
  const lines = [line("verdict", `${state.toUpperCase()}${first === undefined ? "" : ` ${first.code}`}`)];
  lines.push(line("", say(`verdict.${state}`)));
  if (first !== undefined) {
    lines.push(line("first", placeText(speak, first)), line("", first.detail));
    if (first.said !== undefined) lines.push(line("said", first.said));
    if (first.due !== undefined) lines.push(line("due", first.due));
  }
  const others = othersText(verdict.others);
  if (others !== "") lines.push(line("others", others));
  lines.push(line("checked", say("verdict.size", sizeOf(verdict))));
  for (const [at, sentence] of witnessedText(speak, verdict.witnesses).entries()) {
    lines.push(line(at === 0 ? "witnesses" : "", sentence));
  }
  for (const result of ["fails", "not-checked", "given", "holds"] as const) {
    const names = checks.filter((check) => check.result === result).map((check) => check.name);
    if (names.length > 0) lines.push(line(result, names.join(", ")));
  }
  if (report !== undefined) lines.push(line("report", `${report.name} sha256 ${report.sha256}`));
  for (const part of ["people", "gaps", "chance"] as const) {
    lines.push(line(part === "people" ? "no check" : "", `${part}: ${say(`limits-of-proof.${part}-items`)}`));
  }
  return lines.join("\n");
}

/** How many witnesses signed the newest checkpoint, and which; nothing where no policy asks for any. */
export function witnessedText({ say, language }: Speech, witnesses: Witnessed | undefined): string[] {
  if (witnesses === undefined) return [];
  const { signed, of, newest, size } = witnesses;
  const words = { count: signed.length, of, size };
  const said =
    newest === undefined
      ? say("verdict.too-few", words)
      : say("verdict.witnessed", { ...words, time: timeText(newest.greatest * 1000, language) });
  return signed.length === 0 ? [said] : [said, say("verdict.signers", { names: signed.join(", ") })];
}

/** Where a finding stands, in words. */
export function placeText({ say }: Speech, { logIndex, chain, seq, type }: Finding): string {
  if (logIndex === undefined) return say("verdict.outside");
  if (chain === undefined || seq === undefined) return say("verdict.place-short", { index: logIndex });
  return say("verdict.place-of", { index: logIndex, chain, seq, type: type ?? "?" });
}

/** The other codes with their counts: `E_BALANCE 1, E_LATE 2`. */
export function othersText(others: Readonly<Record<string, number>>): string {
  return Object.entries(others)
    .map(([code, count]) => `${code} ${count}`)
    .join(", ");
}

/** The names of the checks that nobody made. */
export function leftOut(speak: Speech, checks: Judged["verdict"]["checks"]): string[] {
  const unchecked = checks.filter((check) => check.result === "not-checked");
  return unchecked.map((check) => sayKnown(speak, `check.${check.name}`) ?? check.name);
}

/** The arguments of `verdict.size`. */
export const sizeOf = ({ records, chains, checkpoints }: Judged["verdict"]): Record<string, number> => ({
  records,
  chains,
  checkpoints,
});

const line = (label: string, text: string): string => `${label.padEnd(11)} ${text}`;
