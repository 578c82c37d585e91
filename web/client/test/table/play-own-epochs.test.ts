import { describe, expect, test } from "vitest";
import { EPOCHS_KEPT_MAX, OwnEpochs } from "../../src/table/play/seeds/own-epochs.ts";
import type { PlayerRecord } from "../../src/table/play/seeds/records.ts";
import { ownSeed } from "../../src/table/verify/round-steps.ts";

const seedOf = (epoch: number): string => epoch.toString(16).padStart(64, "0");
const own = (epoch: number) => ({ epoch, clientSeed: seedOf(epoch), size: 10 + epoch });

function storage() {
  const all = new Map<string, string>();
  return {
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, value: string) => void all.set(name, value),
    removeItem: (name: string) => void all.delete(name),
  };
}

function opening(client: string): PlayerRecord {
  return {
    chain: "0".repeat(32),
    seq: 1,
    type: "open",
    leaf: "0".repeat(64),
    fields: { client },
    receipt: { note: "", leaf: "" },
  } as unknown as PlayerRecord;
}

const said = (epochs: OwnEpochs, epoch: number, client = seedOf(epoch)) => {
  const { result, said: word } = ownSeed({ opened: opening(client), drawn: epochs.drawn(epoch) });
  return [result, word];
};

describe("the seeds that a browser drew", () => {
  test("prove the rounds of an older epoch and of the newest", () => {
    const kept = storage();
    const epochs = new OwnEpochs("player", kept);
    epochs.keep(own(1));
    epochs.keep(own(2));
    const later = new OwnEpochs("player", kept);
    expect(said(later, 1)).toEqual(["holds", "drawn"]);
    expect(said(later, 2)).toEqual(["holds", "drawn"]);
    expect(later.newest).toEqual(own(2));
  });

  test("accuse a record that names another seed, in an older epoch too", () => {
    const epochs = new OwnEpochs("player", storage());
    epochs.keep(own(1));
    epochs.keep(own(2));
    expect(said(epochs, 1, seedOf(9))).toEqual(["fails", "other"]);
  });

  test("are absent for an epoch of another browser, and for another player", () => {
    const kept = storage();
    new OwnEpochs("player", kept).keep(own(1));
    expect(said(new OwnEpochs("player", kept), 2)).toEqual(["given", "absent"]);
    expect(said(new OwnEpochs("other", kept), 1)).toEqual(["given", "absent"]);
  });

  test("are bounded: the oldest goes first, and is said to be dropped", () => {
    const epochs = new OwnEpochs("player", storage());
    for (let epoch = 1; epoch <= EPOCHS_KEPT_MAX + 1; epoch += 1) epochs.keep(own(epoch));
    expect(said(epochs, 1)).toEqual(["given", "dropped"]);
    expect(said(epochs, 2)).toEqual(["holds", "drawn"]);
  });

  test("go on from a browser that kept the newest alone", () => {
    const kept = storage();
    kept.setItem("reddog.epoch.player", JSON.stringify(own(3)));
    const epochs = new OwnEpochs("player", kept);
    epochs.keep(own(4));
    expect(said(epochs, 2)).toEqual(["given", "dropped"]);
    expect(said(epochs, 3)).toEqual(["holds", "drawn"]);
  });
});
