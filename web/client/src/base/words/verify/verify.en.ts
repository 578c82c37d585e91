/** The words of a round's proof. */
export const verify = {
  title: "Verify this round",
  back: "Back to the table",
  checking: "Checking …",
  "still-open": "This round is not over",
  "still-open.text": "Its seed is told when it ends. Finish it, then it can be proved.",
  "sum.holds": "This round holds",
  "sum.holds.text":
    "Seed, cards, payout, signatures and places in the log were computed in this browser, by code of its own.",
  "sum.partly": "What was checked holds, and something was not checked",
  "sum.partly.text": "Look for “not checked” below: a step that is left out proves nothing.",
  "sum.fails": "This round does not hold",
  "sum.fails.text": "Keep your receipts and show them to the regulator.",
  "result.holds": "✓ holds",
  "result.fails": "✕ fails",
  "result.given": "given",
  "result.not-checked": "– not checked",

  committed: "The house committed itself first",
  "committed.before":
    "The commitment stands at log index {place, number}. When your seed was sent, a signed checkpoint covered the first {size, number} entries, and your seed stands behind them, at {opened, number}.",
  "committed.after":
    "The commitment stands at log index {place, number}, and the checkpoint that your seed names covers {size, number} entries: it was not there before your seed.",
  "committed.unproved": "The log does not prove it: {detail}.",
  "own-seed": "You chose a seed of your own",
  "own-seed.drawn": "It is the one that this browser drew, after it had looked at the commitment’s place.",
  "own-seed.absent":
    "This browser has no seed of this epoch to compare it with. Another browser or program of yours drew it, or this browser’s data were deleted since.",
  "own-seed.dropped":
    "This browser no longer has a seed of this epoch to compare it with: it keeps those of the newest epochs alone. It may have drawn this one, or another browser or program of yours did.",
  "own-seed.other": "This browser drew another seed for this epoch.",
  seed: "The revealed seed is the one committed to",
  "seed.equal":
    "{rounds, plural, one {SHA-256 over the seed gives the commitment, in all 64 digits.} other {SHA-256 over the seed, and again for each of the # rounds of the epoch so far, gives the commitment, in all 64 digits.}}",
  "seed.differs": "SHA-256 over the seed does not give the commitment.",
  "seed.lost": "The round was voided without its seed. Whether it was committed to cannot be known.",
  cards: "The cards follow from both seeds",
  "cards.equal": "HMAC_DRBG gives bytes; each number places one card. All cards of the round are those drawn here.",
  "cards.differ": "The cards of the round are not those that the seeds give.",
  "cards.lost": "Without the seed no card can be drawn again.",
  "cards.no-rules": "The rules that the round names were not found among those announced.",
  "cards.no-family": "This page does not know the family of this game.",
  payout: "The payout follows from the rules",
  "payout.right":
    "Staked {staked}, returned {returned}, as the announced rules give for these cards and decisions. Balance before the round {before}, after it {after}.",
  "payout.wrong": "The record says that {recorded} was returned. The announced rules give {returned}.",
  "payout.unbalanced": "The payout is right, and the balance did not move by it.",
  "payout.voided": "The round was voided: {reason}. What was staked, {staked}, came back.",
  "payout.void-short": "The round was voided: {reason}. {returned} came back of {staked}.",
  "payout.lost": "Without the seed the cards are not known.",
  "payout.no-rules": "The rules that the round names were not found among those announced.",
  "payout.no-family": "This page does not know the family of this game.",
  signed: "The receipts are signed",
  "signed.by-house":
    "{records, plural, other {All # receipts}} bear an Ed25519 signature by a key that the log’s root key announced.",
  "signed.unsigned": "Record {number} is not signed by a key that the log’s root key announced.",
  logged: "The records are in the public log",
  "logged.included":
    "They stand at log index {places}, under a signed checkpoint of {size, number} entries. The log goes on from what this browser saw before.",
  "logged.unproved": "The log does not prove it: {detail}.",

  "fact.commitment": "commitment",
  "fact.client": "your seed",
  "fact.drawn": "drawn by this browser",
  "fact.seed": "seed revealed",
  "fact.computed": "hash computed here",
  "fact.key": "key",
  "fact.root": "root of the tree",
  draws: "Draws",
  place: "Place",
  from: "Taken from",
  card: "Card",
  dealt: "Dealt",
  equal: "equal",
  "not-shown": "not shown",

  "not-shown.title": "What this does not show",
  "not-shown.text":
    "That the log’s key belongs to this house: compare it with what the regulator publishes. That the log shown to you is the one shown to others: keep your receipts. Who else might have known the seed.",
};
