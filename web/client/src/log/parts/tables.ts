/** Tables, their commitments, and the seats and values of their epochs: docs/formats/tables.md. */

import { must } from "../failure.ts";
import { FAMILIES } from "../families/families.ts";
import { playable, termsOf } from "../families/pot.ts";
import { numberOf, numbersIn, objectIn, objectsIn, textOf } from "../fields.ts";
import type { Log, Published } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import { stakeLimits } from "../sheet.ts";
import type { NamedSeat, Table, TableEpoch } from "../tables.ts";
import { epochKey } from "../tables.ts";
import { judgeBeacon } from "./table-beacons.ts";
import { TABLE_FORMS } from "./table-forms.ts";
import type { Reveal } from "./table-secrets.ts";
import { clientSeed, contribution } from "./table-secrets.ts";

export const revealsIn = ({ fields }: Reading): Reveal[] =>
  objectsIn(fields, "reveals").map((reveal) => ({ seat: numberOf(reveal, "seat"), r: textOf(reveal, "r") }));

/** Whether a published checkpoint covers the seats of an epoch at some index of the log. */
export function isCovered(log: Log, { seats }: TableEpoch, until: number): boolean {
  for (let size = seats.index + 1; size <= until; size++) if (log.published.has(size)) return true;
  return false;
}

/** A table is within its sheet. */
function withinSheet({ fields }: Reading, { sheet }: Published): void {
  const limits = stakeLimits(sheet, textOf(fields, "cur"));
  must(limits !== undefined, "E_RULES", "The game is not played in this currency.", textOf(fields, "cur"));
  const pot = sheet["family"] === "pot";
  must(!pot || playable(sheet), "E_TABLE", "A game whose payouts are unknown cannot be played.");
  const [seats, most] = [numberOf(fields, "seats"), numberOf(sheet, "seats")];
  must(most > 1, "E_TABLE", "The game is played by one seat.");
  must(seats <= most, "E_TABLE", "The table has more seats than its sheet.", seats, most);
  const [least = 0, greatest = 0] = numbersIn(fields, "stake");
  const within = least >= limits.min && greatest <= limits.max && least <= greatest;
  must(within, "E_TABLE", `The stakes are not within ${limits.min} to ${limits.max}.`, `${least} to ${greatest}`);
  const timed = objectIn(fields, "clock")["game"] !== undefined;
  must(timed === pot, "E_TABLE", "Games around a pot have a time, and no others.");
}

/** That each value opens the contribution of its seat. */
export function judgeReveals({ chain }: Reading, epoch: TableEpoch, reveals: readonly Reveal[]): void {
  for (const reveal of reveals) {
    const named = epoch.named.find(({ seat }) => seat === reveal.seat);
    const right = named?.contrib === contribution(chain, epoch.number, reveal);
    must(right, "E_CONTRIB", `The value of seat ${reveal.seat} does not open its contribution.`);
  }
}

function maySeat(read: Reading, table: Table): void {
  const epoch = numberOf(read.fields, "epoch");
  const { announced, current } = table;
  must(current === undefined, "E_NONCE", "The epoch before has not ended.");
  must(announced?.epoch === epoch, "E_NONCE", "The epoch is not the next one.", epoch, announced?.epoch);
}

function opens(log: Log, read: Reading, { current }: Table): void {
  if (current === undefined) return;
  const { fields } = read;
  const reveals = revealsIn(read);
  const all = reveals.map(({ seat }) => seat).join(" ") === current.named.map(({ seat }) => seat).join(" ");
  must(all, "E_CONTRIB", "The values are not those of the seats, in their order.");
  judgeReveals(read, current, reveals);
  judgeBeacon(read, current);
  const beacon = fields["beacon"] === undefined ? undefined : { value: textOf(objectIn(fields, "beacon"), "value") };
  const due = clientSeed(read.chain, current.number, reveals, beacon);
  const said = textOf(fields, "client");
  must(said === due, "E_CONTRIB", "The client seed is not the mix of the values.", said, due);
  // This page has no copy of the source.
  if (beacon !== undefined) log.tell(read, "W_BEACON", "The beacon's value was compared with no copy of its source.");
}

export function tables(log: Log): Part {
  const { tables: known } = log;

  const ofTable = (judge: (read: Reading, table: Table) => void) => (read: Reading) => {
    const table = known.byChain.get(read.chain);
    // What is not of a table's form fails by its chain.
    if (table !== undefined && read.place === "table") judge(read, table);
  };

  /** The commitment of an epoch that has no seats yet. */
  function mayCommit({ fields }: Reading, table: Table): void {
    const epoch = numberOf(fields, "epoch");
    const { announced } = table;
    const due = announced?.epoch ?? 0;
    must(epoch === due, "E_NONCE", "The commitment is to an epoch that is not the next one.", epoch, due);
    must(fields["n"] === 1, "E_NONCE", "An epoch of a table has one round.", numberOf(fields, "n"), 1);
    if (announced === undefined) return;
    must(fields["reason"] !== undefined, "E_NONCE", "A commitment is replaced without a reason.");
    const waits = [...known.open.values()].some((stake) => stake.table === table && stake.epoch === epoch);
    must(!waits, "E_NONCE", "A commitment is replaced while somebody has a stake in its epoch.");
  }

  function fresh(commit: string): void {
    must(!known.commits.has(commit), "E_SEED", "The commitment was used before.", commit);
  }

  function namedIn({ fields }: Reading): NamedSeat[] {
    return objectsIn(fields, "seats").map((named) => ({
      seat: numberOf(named, "seat"),
      leaf: textOf(named, "stake"),
      amount: numberOf(named, named["ante"] === undefined ? "buy_in" : "ante"),
      bonus: named["bonus"] === undefined ? 0 : numberOf(named, "bonus"),
      contrib: textOf(named, "contrib"),
      stake: known.stakes.get(textOf(named, "stake")),
    }));
  }

  function seatsHold(read: Reading, table: Table): void {
    const epoch = numberOf(read.fields, "epoch");
    const named = namedIn(read);
    const least = table.terms === undefined ? 1 : 2;
    must(named.length >= least, "E_SEATS", `At least ${least} play.`, named.length);
    const chains = new Set<string>();
    let last = -1;
    for (const { seat, stake, amount, bonus } of named) {
      must(seat > last, "E_SEATS", "The seats are not in their order.", seat);
      last = seat;
      must(stake !== undefined, "E_SEATS", `The stake of seat ${seat} is not in the log.`);
      const its = stake.table === table && stake.epoch === epoch && stake.seat === seat;
      must(its, "E_SEATS", `The stake of seat ${seat} is for another table, epoch or seat.`);
      const equal = stake.amount === amount && stake.bonus === bonus;
      must(equal, "E_SEATS", `The stake of seat ${seat} is another amount.`, amount, stake.amount);
      must(!stake.ended && stake.named === undefined, "E_SEATS", `The stake of seat ${seat} is not open.`);
      must(!chains.has(stake.read.chain), "E_SEATS", "One player has two seats.");
      chains.add(stake.read.chain);
    }
    for (const { seat, stake, contrib } of named) {
      must(contrib === stake?.contrib, "E_CONTRIB", `The contribution of seat ${seat} is not that of its stake.`);
    }
  }

  function mayOpen(read: Reading, { current, values }: Table): void {
    const { fields, index } = read;
    const mine = current !== undefined && current.open === undefined && current.number === fields["epoch"];
    must(mine, "E_NONCE", "No epoch waits to be opened.");
    const size = numberOf(fields, "size");
    const covered = current.seats.index < size && size <= index && log.published.has(size);
    must(
      covered,
      "E_COMMIT_LATE",
      `No checkpoint of size ${size} covers the seats at log index ${current.seats.index}.`,
    );
    log.count("commitments");
    const used = revealsIn(read).find(({ r }) => values.has(r));
    must(used === undefined, "E_CLIENT_REUSE", `The value of seat ${used?.seat ?? 0} was used at this table before.`);
  }

  function begun(read: Reading): void {
    const sheet = log.sheets.get(textOf(read.fields, "rules"));
    if (sheet === undefined || known.byChain.has(read.chain)) return;
    const pot = sheet.sheet["family"] === "pot";
    const table: Table = {
      read,
      sheet,
      family: FAMILIES.get(textOf(sheet.sheet, "family")),
      terms: pot && playable(sheet.sheet) ? termsOf(sheet.sheet) : undefined,
      announced: undefined,
      current: undefined,
      values: new Set(),
      first: undefined,
    };
    known.byChain.set(read.chain, table);
    known.byLeaf.set(read.leaf, table);
  }

  function seated(read: Reading, table: Table, held: boolean): void {
    const { fields } = read;
    const number = numberOf(fields, "epoch");
    const next = objectIn(fields, "next");
    const epoch: TableEpoch = {
      table,
      number,
      seats: read,
      named: namedIn(read),
      commit: table.announced?.commit ?? "",
      open: undefined,
      hand: undefined,
      acts: new Map(),
      game: undefined,
      broken: !held,
    };
    for (const { stake } of epoch.named) if (stake?.table === table && stake.epoch === number) stake.named ??= epoch;
    const key = epochKey(table, number);
    if (!known.seated.has(key)) known.seated.set(key, read);
    table.current = epoch;
    table.announced = { epoch: number + 1, commit: textOf(next, "commit") };
    known.commits.add(textOf(next, "commit"));
  }

  return {
    checks: ["tables"],
    forms: TABLE_FORMS,
    steps: [
      {
        stage: "chain",
        types: ["seats"],
        judge: ofTable(({ fields }, { terms }) => {
          const asHouse = objectsIn(fields, "seats").every((seat) => seat["buy_in"] === undefined);
          must(asHouse === (terms === undefined), "E_FORM", "The seats are those of another kind of game.");
        }),
      },
      {
        stage: "time",
        types: ["seats"],
        judge: (read) => {
          const later = namedIn(read).find(({ stake }) => stake !== undefined && stake.read.time > read.time);
          must(later === undefined, "E_TIME_ORDER", "The seats are dated before a stake that they name.", read.time);
        },
      },
      { stage: "place", types: ["commit"], judge: ofTable(mayCommit) },
      { stage: "place", types: ["seats"], judge: ofTable(maySeat) },
      { stage: "place", types: ["open"], judge: ofTable(mayOpen) },
      {
        stage: "rules",
        types: ["table"],
        judge: (read) => {
          const sheet = log.sheets.get(textOf(read.fields, "rules"));
          must(sheet !== undefined, "E_RULES", "The rules named were not published.");
          withinSheet(read, sheet);
        },
      },
      { stage: "rules", types: ["seats"], judge: ofTable(seatsHold) },
      { stage: "rules", types: ["open"], judge: ofTable((read, table) => opens(log, read, table)) },
      { stage: "seed", types: ["commit"], judge: ofTable(({ fields }) => fresh(textOf(fields, "commit"))) },
      {
        stage: "seed",
        types: ["seats"],
        judge: ofTable(({ fields }) => fresh(textOf(objectIn(fields, "next"), "commit"))),
      },
    ],
    follow: {
      table: begun,
      commit: ofTable(({ fields }, table) => {
        const commit = textOf(fields, "commit");
        table.announced = { epoch: numberOf(fields, "epoch"), commit };
        known.commits.add(commit);
      }),
      seats: (read, held) => ofTable((_, table) => seated(read, table, held))(read),
      open: (read, held) =>
        ofTable((_, { current, values }) => {
          for (const { r } of revealsIn(read)) values.add(r);
          if (current === undefined) return;
          current.open = read;
          current.broken ||= !held;
        })(read),
    },
  };
}
