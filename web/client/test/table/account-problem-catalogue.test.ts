import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROBLEMS } from "../../src/table/app/problem-catalogue.ts";

const { en, ja } = PROBLEMS;

/** Every code of a refusal, as the page on the interface lists them; a test of the platform compares it with the source. */
const page = readFileSync(new URL("../../../../docs/api.md", import.meta.url), "utf8");
const table = page.slice(page.indexOf("| status | codes |")).split("\n\n")[0] ?? "";
const codes = table
  .split("\n")
  .slice(2)
  .flatMap((row) => [...row.replaceAll(/\([^)]*\)/g, "").matchAll(/`([a-z-]+)`/g)].map(([, code]) => code ?? ""));

/** What the table never asks for, and so is never refused: what the staff, auditors and programs that sign do. */
const OF_OTHERS = new Set(
  `
  # Requests that no code of the page makes.
  duplicate-member length-required malformed-body malformed-idempotency-key malformed-page malformed-request method-not-allowed missing-idempotency-key truncated-body unsupported-media-type not-ready
  # Tiles, bundles and proofs by size, which auditors' programs read.
  impossible-consistency malformed-leaf malformed-tile malformed-tree-size uncovered-bundle uncovered-tile
  # The staff's log-in, accounts and proposals.
  challenge-expired enrolment-required factor-not-proved no-administrator no-second-factor own-account own-act password-is-one-time presence-not-proved proposal-arguments-needed proposal-decided proposal-expired proposal-needed proposal-not-found proposal-not-own proposal-not-permitted proposal-outdated proposal-own proposal-play-money-only proposal-proposer-gone roles-not-separate staff-not-found staff-unchanged
  # The staff's acts on players, money, cases and lists.
  account-not-found act-review-not-found act-reviewed case-closed case-not-found correction-one-way correction-too-large deposits-not-blocked dispute-answered dispute-not-found exclusion-list-shrank exclusion-list-too-large exclusion-list-unfinished limit-not-loosened malformed-exclusion-list not-correctable not-erasable not-excluded-by-operator person-review-decided person-review-not-found play-money-only
  # The staff's acts on tables, switches and the release.
  already-invited beacon-unavailable epoch-not-running invitation-not-found not-a-table-game release-differs release-not-verified return-below-minimum rules-not-current switch-not-found switch-unchanged table-outside-rules table-status-unchanged version-not-off wagers-not-stopped
  # Reports.
  malformed-period period-before-log period-not-over report-delivered report-delivery-not-found report-due report-file-changed report-file-not-found report-not-found report-order-not-found report-order-over report-store-away rollups-in-another-zone too-many-report-orders unknown-report unknown-report-filter
  `
    .split("\n")
    .filter((line) => !line.trim().startsWith("#"))
    .flatMap((line) => line.split(" ").filter((code) => code !== "")),
);

test("each code that the platform knows has words here, or is none that a player’s page meets", () => {
  expect(codes).toContain("wrong-clock");
  expect(codes.filter((code) => !Object.hasOwn(en, code) && !OF_OTHERS.has(code))).toEqual([]);
  expect([...OF_OTHERS].filter((code) => !codes.includes(code) || Object.hasOwn(en, code))).toEqual([]);
});

/** What the page itself says, of no answer of the platform's. */
const OWN = new Set([
  "no-connection",
  "no-connection.perhaps",
  "page-fault",
  "field",
  "passkey-not-used",
  "account-elsewhere",
]);

test("no words are left of a code that the platform knows no more", () => {
  const said = Object.keys(en).map((key) => key.replace(/\.\w+$/, ""));
  expect(said.filter((code) => !codes.includes(code) && !OWN.has(code))).toEqual([]);
});

test.each(codes.filter((code) => !OF_OTHERS.has(code)))("%s says in both languages what happened", (code) => {
  const texts: readonly Readonly<Record<string, string>>[] = [en, ja];
  for (const words of texts) expect([words[code], words[`${code}.text`]]).not.toContain(undefined);
  const japanese = Object.entries(ja).filter(([key]) => key === code || key.startsWith(`${code}.`));
  for (const [key, text] of japanese) expect(text, key).toMatch(/[\u3040-\u30ff]/);
});

test("no refusal speaks of the units of one currency: an account may be in yen", () => {
  const said = [...Object.values(en), ...Object.values(ja)];
  expect(said.filter((text) => /\bcents?\b|\bdollars?\b|(?<!パー)セント|ドル/.test(text))).toEqual([]);
});
