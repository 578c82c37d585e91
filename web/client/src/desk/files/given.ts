/** What somebody gave the desk: files with the paths they had, sorted by what they are. */

/** A file with its path, `/` between the parts. */
export interface GivenFile {
  readonly path: string;
  readonly blob: Blob;
}

/** What the desk takes a file outside of an export for. */
type Kind = "archive" | "receipts" | "keys" | "report" | "proof" | "kept" | "policy" | "unknown";

/** Everything that was given at a time, each file once. */
export interface Given {
  /** The files of a folder that holds an export, its own path taken off. */
  readonly log: readonly GivenFile[];
  /** The folder's name, or that of the archive. */
  readonly name: string;
  readonly archive: GivenFile | undefined;
  readonly receipts: readonly GivenFile[];
  readonly keys: readonly GivenFile[];
  readonly reports: readonly GivenFile[];
  /** Proofs, of inclusion or of consistency. */
  readonly proofs: readonly GivenFile[];
  /** Checkpoints that were kept from earlier visits. */
  readonly kept: readonly GivenFile[];
  /** Policies that say which witnesses are asked for. */
  readonly policies: readonly GivenFile[];
  /** Keys and policies that came in the folder of the log. Whoever delivers a log does not say what it is judged by. */
  readonly delivered: readonly GivenFile[];
  /** Nothing that the desk knows by its name. */
  readonly unknown: readonly GivenFile[];
}

const REPORT = /\.(?:json|csv|xlsx|pdf|parquet)$/i;
const RECEIPTS = /\.jsonl$/i;
const ARCHIVE = /\.zip$/i;
const KEYS = /(?:^|\/)[^/]*trust[^/]*\.json$/i;
const PROOF = /\.tlog-proof$|(?:^|\/)[^/]*(?:proof|consistency)[^/]*$/i;
const POLICY = /(?:^|\/)(?:policy[^/]*|[^/]*witness[^/]*)$/i;
const KEPT = /(?:^|\/)[^/]*checkpoint[^/]*$/i;
const INSIDE = /(?:^|\/)(?:checkpoint|checkpoints\/\d+|tile\/entries\/.+)$/;

/**
 * Return the path that leads to an export among these files, with `/` at its end, or undefined where there is none.
 *
 * The export nearest to the top counts. What marks one are its checkpoints and entries, not `trust.json`, which may
 * have come alone.
 */
export function exportRoot(paths: readonly string[]): string | undefined {
  let found: string | undefined;
  for (const path of paths) {
    const inside = INSIDE.exec(path);
    if (
      inside === null ||
      (!path.includes("tile/entries/") && !path.includes("checkpoints/") && !hasEntries(paths, path))
    )
      continue;
    const root = path.slice(0, path.length - inside[0].length + (inside[0].startsWith("/") ? 1 : 0));
    if (found === undefined || root.length < found.length) found = root;
  }
  return found;
}

/** Sort what was given by the names of the files. */
export function sorted(files: readonly GivenFile[]): Given {
  const root = exportRoot(files.map((file) => file.path));
  const inLog = (file: GivenFile): boolean => root !== undefined && file.path.startsWith(root);
  const others = files.filter((file) => !inLog(file));
  const all = (kind: Kind): GivenFile[] => others.filter((file) => kindOf(file.path) === kind);
  const top = root === undefined || root === "" ? undefined : root.slice(0, root.indexOf("/") + 1);
  const isDelivered = ({ path }: GivenFile): boolean => top !== undefined && path.startsWith(top);
  const own = (kind: Kind): GivenFile[] => all(kind).filter((file) => !isDelivered(file));
  const [archive] = all("archive");
  return {
    log:
      root === undefined ? [] : files.filter(inLog).map(({ path, blob }) => ({ path: path.slice(root.length), blob })),
    name: lastPart(root === undefined ? (archive?.path ?? "") : root.slice(0, -1)),
    archive,
    receipts: all("receipts"),
    keys: own("keys"),
    reports: all("report"),
    proofs: all("proof"),
    kept: all("kept"),
    policies: own("policy"),
    delivered: [...all("keys"), ...all("policy")].filter(isDelivered),
    unknown: all("unknown"),
  };
}

/** Add what was given now to what was given before: a new log takes the place of the old one, all else is collected. */
export function joined(before: Given, now: Given): Given {
  const renewed = now.log.length > 0 || now.archive !== undefined;
  const { log, name, archive } = renewed ? now : before;
  return {
    log,
    name,
    archive: log.length > 0 ? undefined : archive,
    receipts: [...before.receipts, ...now.receipts],
    keys: now.keys.length > 0 ? now.keys : before.keys,
    reports: now.reports.length > 0 ? now.reports : before.reports,
    proofs: [...before.proofs, ...now.proofs],
    kept: [...before.kept, ...now.kept],
    policies: now.policies.length > 0 ? now.policies : before.policies,
    delivered: renewed ? now.delivered : before.delivered,
    unknown: now.unknown,
  };
}

export const NOTHING: Given = {
  log: [],
  name: "",
  archive: undefined,
  receipts: [],
  keys: [],
  reports: [],
  proofs: [],
  kept: [],
  policies: [],
  delivered: [],
  unknown: [],
};

function hasEntries(paths: readonly string[], checkpoint: string): boolean {
  const beside = checkpoint.slice(0, checkpoint.length - "checkpoint".length);
  return paths.some((path) => path.startsWith(`${beside}tile/entries/`) || path.startsWith(`${beside}checkpoints/`));
}

function kindOf(path: string): Kind {
  if (ARCHIVE.test(path)) return "archive";
  if (RECEIPTS.test(path)) return "receipts";
  if (KEYS.test(path)) return "keys";
  if (PROOF.test(path)) return "proof";
  if (REPORT.test(path)) return "report";
  if (POLICY.test(path)) return "policy";
  return KEPT.test(path) ? "kept" : "unknown";
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
