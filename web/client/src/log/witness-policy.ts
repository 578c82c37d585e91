/** Which witnesses' cosignatures are a quorum: docs/formats/witnesses.md, "Grammar" and rule 2. */

import { hex } from "./bytes.ts";
import { readWitnessKey } from "./cosignature.ts";
import type { Key } from "./note.ts";
import { readKey } from "./note.ts";

const MOST = 32;
const NONE = "none";
/** Lines of text without control characters but the tab, each with its end. */
const LINES = /^(?:[\t\u0020-\u007e\u0080-\u{10ffff}]*\n)*$/u;
const NUMBER = /^[1-9][0-9]{0,2}$/;

interface Group {
  readonly least: number;
  readonly members: readonly string[];
}

/** A policy. Witnesses and groups go by the names that it gives them. */
export class Policy {
  readonly text: string;
  /** The key names of the logs that it is for. */
  readonly origins: ReadonlySet<string>;
  readonly witnesses: ReadonlyMap<string, Key>;
  private readonly groups: ReadonlyMap<string, Group>;
  private readonly quorum: string;

  constructor(text: string, { origins, witnesses, groups, quorum }: Read) {
    this.text = text;
    this.origins = origins;
    this.witnesses = witnesses;
    this.groups = groups;
    this.quorum = quorum ?? NONE;
  }

  /** Whether it asks for any witness. */
  get asks(): boolean {
    return this.quorum !== NONE;
  }

  /** Whether the witnesses of these names are a quorum. */
  holds(signed: ReadonlySet<string>): boolean {
    return !this.asks || this.agrees(this.quorum, signed);
  }

  private agrees(name: string, signed: ReadonlySet<string>): boolean {
    const group = this.groups.get(name);
    if (group === undefined) return signed.has(name);
    return group.members.filter((member) => this.agrees(member, signed)).length >= group.least;
  }
}

/** What the lines up to some line say. */
class Read {
  readonly origins = new Set<string>();
  readonly witnesses = new Map<string, Key>();
  readonly groups = new Map<string, Group>();
  quorum: string | undefined;
  private readonly inGroups = new Set<string>();
  private readonly keys = new Set<string>();

  /** Take the words of the next line, and return whether it is one that may stand here. */
  take([word, name = "", third = "", ...rest]: readonly string[]): boolean {
    const count = 1 + [name, third, ...rest].filter((each) => each !== "").length;
    switch (word) {
      case "log":
        return (count === 2 || count === 3) && this.takeLog(readKey(name));
      case "witness":
        return (count === 3 || count === 4) && this.takeWitness(name, readWitnessKey(third));
      case "group":
        return count >= 4 && this.takeGroup(name, third, rest);
      case "quorum":
        if (count !== 2 || this.quorum !== undefined || !(name === NONE || this.isKnown(name))) return false;
        this.quorum = name;
        return true;
      default:
        return false;
    }
  }

  private takeLog(key: Key | undefined): boolean {
    if (key === undefined || !this.isNew(key)) return false;
    this.origins.add(key.name);
    return true;
  }

  private takeWitness(name: string, key: Key | undefined): boolean {
    if (key === undefined || name === NONE || this.isKnown(name) || !this.isNew(key)) return false;
    this.witnesses.set(name, key);
    return true;
  }

  private takeGroup(name: string, k: string, members: readonly string[]): boolean {
    if (name === NONE || this.isKnown(name) || new Set(members).size < members.length) return false;
    if (!members.every((member) => this.isKnown(member) && !this.inGroups.has(member))) return false;
    const spelt = NUMBER.test(k) ? Number(k) : 0;
    const least = k === "any" ? 1 : k === "all" ? members.length : spelt;
    if (least < 1 || least > members.length) return false;
    for (const member of members) this.inGroups.add(member);
    this.groups.set(name, { least, members });
    return true;
  }

  private readonly isKnown = (name: string): boolean => this.witnesses.has(name) || this.groups.has(name);

  /** Whether no key of the policy has this public half yet, a log's or a witness's; from now on one has. */
  private isNew({ pub }: Key): boolean {
    const spelt = hex(pub);
    if (this.keys.has(spelt)) return false;
    this.keys.add(spelt);
    return true;
  }
}

/** The policy of a text; what is wrong with it, in words, where it is none. */
export function readPolicy(text: string): Policy | string {
  if (!LINES.test(text)) return "it is not lines of text without control characters";
  const read = new Read();
  for (const line of text.split("\n")) {
    const words = line.split(/[ \t]+/).filter((word) => word !== "");
    if (words.length > 0 && words[0]?.startsWith("#") === false && !read.take(words)) {
      return `a line of it may not stand there: ${line.slice(0, 80)}`;
    }
  }
  if (read.quorum === undefined) return "it has no quorum line";
  if (Math.max(read.witnesses.size, read.groups.size) > MOST) return "it has more than 32 witnesses or groups";
  return new Policy(text, read);
}

/** The same of a policy that must be for the log of this origin. */
export function readPolicyFor(text: string, origin: string): Policy | string {
  const policy = readPolicy(text);
  if (typeof policy !== "string" && !policy.origins.has(origin)) return "it names no log of this origin";
  return policy;
}
