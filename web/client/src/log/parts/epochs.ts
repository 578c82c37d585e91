/** Commitments and openings of epochs: docs/formats/record.md, "Epochs". */

import { fromBase64 } from "../bytes.ts";
import { must } from "../failure.ts";
import { numberOf, objectIn, textOf } from "../fields.ts";
import * as form from "../form.ts";
import type { Log, Player } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import { event } from "./system.ts";

/** Bytes in their only spelling; whether they are a signature is judged with the players' signatures. */
export const SIGNATURE: form.Form = (value) => typeof value === "string" && fromBase64(value) !== undefined;
export const PSIG = form.objectOf({
  kid: form.digits(16),
  sig: SIGNATURE,
  until: form.instant,
});

const ROUNDS = form.integer(1, 1024);
/** The hex of 16 to 64 bytes. */
const CLIENT = form.matching(/^(?:[0-9a-f]{2}){16,64}$/);

function mayCommit(read: Reading, player: Player): void {
  const { fields } = read;
  const epoch = numberOf(fields, "epoch");
  if (player.announced === undefined) {
    must(player.epoch === undefined && epoch === 0, "E_NONCE", "The first commitment is to epoch 0.", epoch, 0);
    return;
  }
  const due = player.announced.epoch;
  must(epoch === due, "E_NONCE", "The commitment is to an epoch that is not the next one.", epoch, due);
  must(fields["reason"] !== undefined, "E_NONCE", "A commitment is replaced without a reason.");
}

export function epochs(log: Log): Part {
  const clients = new Map<string, Set<string>>();
  const seen = (chain: string): Set<string> => {
    const known = clients.get(chain) ?? new Set<string>();
    clients.set(chain, known);
    return known;
  };

  function mayOpen(read: Reading, player: Player): void {
    const { fields, index } = read;
    must(player.round === undefined, "E_TWO_OPEN", "An epoch is opened while a round is open.");
    const epoch = numberOf(fields, "epoch");
    const { announced } = player;
    must(announced?.epoch === epoch, "E_NONCE", "The epoch was not announced.", epoch, announced?.epoch);
    const size = numberOf(fields, "size");
    const covered = announced.index < size && size <= index && log.published.has(size);
    must(
      covered,
      "E_COMMIT_LATE",
      `No checkpoint of size ${size} covers the commitment at log index ${announced.index}.`,
    );
    log.count("commitments");
    const fresh = !seen(read.chain).has(textOf(fields, "client"));
    must(fresh, "E_CLIENT_REUSE", "The client seed was used in this chain before.");
  }

  const ofPlayer = (judge: (read: Reading, player: Player) => void) => (read: Reading) => {
    const { player } = log.chainOf(read);
    if (player !== undefined) judge(read, player);
  };

  return {
    checks: ["commitments"],
    forms: [
      {
        type: "commit",
        place: "player",
        fields: (version, { reason }) => ({
          epoch: form.u32,
          n: ROUNDS,
          commit: form.leaf,
          reason: form.optional(form.text),
          ...(reason === undefined ? {} : event(version)),
        }),
      },
      {
        type: "open",
        place: "player",
        when: (fields) => fields["reveals"] === undefined,
        fields: (version, { psig }) => ({
          epoch: form.u32,
          client: CLIENT,
          next: form.objectOf({ commit: form.leaf, n: ROUNDS }),
          size: form.money,
          ...(version === "rdf/1"
            ? {}
            : {
                left: form.optional(form.leaf),
                replaced: form.optional(form.listOf(form.leaf, 1, 1024)),
                // A root without a signature is judged with the players' signatures.
                ...(psig === undefined ? { root: form.optional(form.leaf) } : { psig: PSIG, root: form.leaf }),
              }),
        }),
      },
    ],
    steps: [
      { stage: "place", types: ["commit"], judge: ofPlayer(mayCommit) },
      { stage: "place", types: ["open"], judge: ofPlayer(mayOpen) },
    ],
    follow: {
      commit: ofPlayer(({ fields, index }, player) => {
        player.announced = {
          epoch: numberOf(fields, "epoch"),
          n: numberOf(fields, "n"),
          commit: textOf(fields, "commit"),
          index,
        };
      }),
      open: ofPlayer(({ fields, index, chain }, player) => {
        const epoch = numberOf(fields, "epoch");
        const client = textOf(fields, "client");
        const next = objectIn(fields, "next");
        const { announced } = player;
        seen(chain).add(client);
        player.epoch = {
          epoch,
          n: announced?.n ?? 0,
          commit: announced?.commit ?? "",
          index: announced?.index ?? index,
          client,
          opened: index,
          nonce: 0,
          known: 0,
          seed: announced?.commit ?? "",
          lost: false,
        };
        player.announced = { epoch: epoch + 1, n: numberOf(next, "n"), commit: textOf(next, "commit"), index };
      }),
    },
  };
}
