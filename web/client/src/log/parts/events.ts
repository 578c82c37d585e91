/** Events of staff and system: docs/formats/events.md. */

import type { CanonicalObject } from "../canonical.ts";
import { EventFiles, readEvent } from "../event-files.ts";
import { must } from "../failure.ts";
import { movedTo, numberOf, objectIn, textOf, textsIn } from "../fields.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import { SYSTEM } from "../log.ts";
import type { Part, Place, Reading } from "../part.ts";

const LISTED_MS = 10_000;
const SILENT_MS = 3_600_000 + LISTED_MS;
const WAITS_MS = 60_000;

/** Records that always name an event. */
const ALWAYS = new Set(["key", "revoke", "rules", "profile", "erasure", "table"]);
const BY_OPERATORS = new Set(["table_abort", "player_key", "player_key_end"]);
const OTHERS = new Set(["operator", "list"]);
/** Records whose event is about their own chain, and says so. */
const OF_ITS_CHAIN = new Set(["void", "wallet", "limits"]);
const KINDS: Readonly<Record<string, string>> = {
  key: "keys-announced",
  revoke: "keys-revoked",
  rules: "rules-published",
  erasure: "player-erased",
  table: "table-opened",
  void: "round-voided",
  table_abort: "table-epoch-voided",
};

type At = Pick<Reading, "index" | "chain" | "seq" | "type">;

/** An event as a record lists it. */
interface Listed {
  readonly number: number;
  readonly leaf: string;
  readonly at: At;
  /** The latest record of another chain before it. */
  readonly before: number;
}

/** What a record says of the event that it names. */
interface Named {
  readonly at: At;
  readonly time: number;
  readonly leaf: string;
  readonly kind: string | undefined;
  readonly amount: number | undefined;
}

const placeOf = ({ index, chain, seq, type }: Reading): At => ({ index, chain, seq, type });

function kindOf({ type, fields }: Reading, place: Place): string | undefined {
  if (type === "commit") return place === "table" ? "table-commitment-replaced" : "commitment-replaced";
  if (type !== "wallet") return KINDS[type];
  if (fields["kind"] === "bonus") return "bonus-given";
  return fields["cause"] === "returned" ? "withdrawal-returned" : "balance-adjusted";
}

function mustName({ type, fields }: Reading, first: boolean): boolean {
  if (ALWAYS.has(type)) return true;
  if (BY_OPERATORS.has(type)) return fields["by"] !== undefined;
  if (type === "void") return fields["nonce"] !== undefined;
  if (type === "wallet") return fields["kind"] === "adjustment" || fields["kind"] === "bonus";
  if (type === "commit") return fields["reason"] !== undefined;
  if (type !== "limits") return false;
  const act = objectIn(fields, "act");
  return OTHERS.has(textOf(act, "who")) || (act["do"] === "profile" && !first);
}

export function events(log: Log): Part {
  const listings: Listed[] = [];
  const known = new Map<string, Listed>();
  const names: Named[] = [];
  /** Chains with limits. */
  const limited = new Set<string>();
  let next = 1;
  let newest: number | undefined;
  let others = 0;
  let erased = 0;

  function nameIsThere(read: Reading): void {
    if (read.version === "rdf/1" || read.fields["ev"] !== undefined) return;
    const owes = mustName(read, !limited.has(read.chain));
    must(!owes, "E_EVENT_MISSING", "The record has to name its event, and names none.");
  }

  function listingFollows({ fields }: Reading): void {
    const first = numberOf(fields, "first");
    must(first === next, "E_EVENT", "The events' number does not follow.", first, next);
  }

  function list(read: Reading): void {
    const first = numberOf(read.fields, "first");
    const leaves = textsIn(read.fields, "leaves");
    const at = placeOf(read);
    leaves.forEach((leaf, place) => {
      const listed = { number: first + place, leaf, at, before: others };
      listings.push(listed);
      if (!known.has(leaf)) known.set(leaf, listed);
    });
    next = first + leaves.length;
    newest = read.time;
  }

  function silence(read: Reading): void {
    if (read.chain === SYSTEM || newest === undefined || read.time <= newest + SILENT_MS) return;
    log.tell(read, "E_EVENT_LATE", "No event was listed for more than an hour.", `${read.time}`, `${newest}`);
  }

  function name(read: Reading): void {
    const { fields, chain, type, time } = read;
    if (chain !== SYSTEM) others = Math.max(others, time);
    if (type === "limits") limited.add(chain);
    if (type === "erasure") erased += numberOf(fields, "count");
    const { ev } = fields;
    if (typeof ev !== "string") return;
    const kind = kindOf(read, log.chainOf(read).place);
    const amount = type === "wallet" ? movedTo(fields, "cash") : undefined;
    names.push({ at: placeOf(read), time, leaf: ev, kind, amount });
  }

  /** What does not hold of an event and a record that names it. */
  function wrongName(event: CanonicalObject, { at, kind, amount }: Named): string | undefined {
    const { subject } = event;
    const own = subject === at.chain || (subject === undefined && !OF_ITS_CHAIN.has(at.type));
    if (at.chain !== SYSTEM && !own) return "The event that the record names is about somebody else.";
    // Logs tell of a table's commitment by the general kind too.
    const told = kind === "table-commitment-replaced" && event["kind"] === "commitment-replaced" ? kind : event["kind"];
    if (kind !== undefined && told !== kind) return `The event that the record names is not one of ${kind}.`;
    const said = objectIn(event, "told")["amount_minor"];
    if (amount !== undefined && said !== amount) return "The event that the record names tells another amount.";
    return undefined;
  }

  function judgeNames(read: ReadonlyMap<string, CanonicalObject>): void {
    for (const named of names) {
      const listed = known.get(named.leaf);
      if (listed === undefined) {
        if (log.newest <= named.time + WAITS_MS) continue;
        log.tell(named.at, "E_EVENT_MISSING", "The event that the record names is not listed.", named.leaf);
        continue;
      }
      const event = read.get(named.leaf);
      const wrong = event === undefined ? undefined : wrongName(event, named);
      if (wrong !== undefined) log.tell(named.at, "E_EVENT", wrong, named.leaf);
      else if (listed.before > named.time + LISTED_MS) {
        log.tell(named.at, "E_EVENT_LATE", "The event that the record names was listed late.", named.leaf);
      }
    }
  }

  /** All events that are there and the listed ones, by leaf. */
  async function readAll(): Promise<ReadonlyMap<string, CanonicalObject>> {
    const files = new EventFiles(log.files, next - 1);
    const wanted = new Set(names.map(({ leaf }) => leaf));
    const kept = new Map<string, CanonicalObject>();
    const emptied = new Set<string>();
    let last: { at: At; time: number } | undefined;
    for (const { number, leaf, at, before } of listings) {
      const line = await files.line(number);
      if (line === undefined) {
        log.tell(at, "E_WITHHELD_EVENT", `The export lacks event ${number}.`);
        continue;
      }
      const found = readEvent(line, leaf);
      if (typeof found === "string") {
        log.tell(at, "E_EVENT", `Event ${number} does not hold: ${found}.`);
        continue;
      }
      const { event } = found;
      log.count("events");
      if (wanted.has(leaf)) kept.set(leaf, event);
      const time = numberOf(event, "at");
      if (last?.at === at && time < last.time) log.tell(at, "E_EVENT", `Event ${number} is before the one it follows.`);
      else if (before > time + LISTED_MS) log.tell(at, "E_EVENT_LATE", `Event ${number} was listed late.`);
      last = { at, time };
      if (!found.private) judgeErased(event, at, emptied);
    }
    return kept;
  }

  function judgeErased(event: CanonicalObject, at: At, emptied: Set<string>): void {
    const { subject } = event;
    if (typeof subject === "string") emptied.add(subject);
    if (typeof subject === "string" && emptied.size <= erased) return;
    log.tell(at, "E_WITHHELD_EVENT", "The private part of an event is missing that was not erased.");
  }

  return {
    checks: ["events"],
    forms: [
      {
        type: "events",
        place: "system",
        since: "rdf/2",
        fields: () => ({ first: form.positive, leaves: form.listOf(form.leaf, 0, 256) }),
      },
    ],
    steps: [
      { stage: "event", types: ["events"], judge: listingFollows },
      {
        stage: "event",
        types: [...ALWAYS, ...BY_OPERATORS, ...OF_ITS_CHAIN, "commit"],
        judge: nameIsThere,
      },
      { stage: "event", types: ["*"], judge: silence },
    ],
    follow: { "*": name, events: list },
    async end() {
      judgeNames(await readAll());
    },
  };
}
