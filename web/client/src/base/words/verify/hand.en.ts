/** The words of the proof of a hand at a live table. */
export const hand = {
  title: "Verify this hand",
  "title.of": "Hand {epoch}",
  back: "Back to the table",
  checking: "Checking …",
  "sum.holds": "This hand holds",
  "sum.holds.text":
    "Stakes, values, seed, cards, decisions, payouts, signatures and places in the log were checked in this browser, by code of its own.",
  "sum.partly": "What was checked holds, and something was not checked",
  "sum.partly.text": "Look for “not checked” below: a step that is left out proves nothing.",
  "sum.fails": "This hand does not hold",
  "sum.fails.text": "Keep your receipts and show them to the regulator.",
  "result.holds": "✓ holds",
  "result.fails": "✕ fails",
  "result.given": "given",
  "result.not-checked": "– not checked",

  broken: "Record {number} of type {type} breaks a rule. {rule}",
  after: "A record before it broke a rule, so this cannot be computed again.",
  "no-rules": "The rules that the table names were not found among those announced.",

  committed: "The house committed itself first",
  "committed.before":
    "The commitment to the seed stands at log index {place, number}. The stakes of the seats stand behind it, at {stakes}, and the record that ends the betting behind them, at {named, number}.",
  "committed.after":
    "The commitment stands at log index {place, number}, the stakes at {stakes}, the end of the betting at {named, number}: they are not in this order.",
  "committed.unproved": "The log does not prove where the commitment and all stakes stand.",
  values: "Every seat put a value of its own into the deck",
  "values.open":
    "{seats, plural, one {The value of the seat opens the contribution that it was bound to before.} other {Each of the # values opens the contribution that its seat was bound to before.}} The values were told when a checkpoint of {size, number} entries covered the stakes. Mixed, they give the second seed.",
  "values.named":
    "{seats, plural, one {The seat is named with its stake.} other {All # seats are named with their stakes.}} Not all values came, so no card was dealt.",
  seed: "The revealed seed is the one committed to",
  "seed.equal": "SHA-256 over the seed gives the commitment, in all 64 digits.",
  "seed.lost": "The hand was voided without its seed. Whether it was committed to cannot be known.",
  cards: "The cards follow from the seed and all values",
  "cards.equal":
    "HMAC_DRBG gives bytes; each number places one card. All cards of the hand, and the seals of hidden ones, are those computed here.",
  "cards.game":
    "The whole game was dealt again: each hand, each third card, each reshuffle and each seal are those computed here.",
  "cards.lost": "Without the seed no card can be drawn again.",
  decisions: "Decisions and defaults keep to rules and clock",
  "decisions.right":
    "{players, plural, =0 {No seat decided itself} one {# decision of a player} other {# decisions of players}}, {defaults, plural, =0 {no default} one {# default} other {# defaults}}. Each was allowed, at its price and in its time.",
  "decisions.signed":
    "{players, plural, =0 {No seat decided itself} one {# decision of a player} other {# decisions of players}}, {defaults, plural, =0 {no default} one {# default} other {# defaults}}. Each was allowed, at its price and in its time. This browser’s key signed {signed, plural, one {the one turn that is called yours} other {all # turns that are called yours}}.",
  "decisions.late":
    "{players, plural, =0 {No seat decided itself} one {# decision of a player} other {# decisions of players}}, {defaults, plural, =0 {no default} one {# default} other {# defaults}}. Each was allowed, and some came later than the grace.",
  payout: "Payouts follow from the rules",
  "payout.right":
    "{seats, plural, one {The seat} other {All # seats}} staked {staked} and got back {returned}, as the announced rules give for these cards and decisions.",
  "payout.pot":
    "{seats, plural, other {# seats}} bought in for {staked} and left with {returned}; the house kept {rake}. Every move of chips and the division of the pot are those of the announced rules.",
  "payout.seat": "Seat {seat}: {result}, staked {staked}, returned {returned}.",
  burnt: "The hand ended without a result",
  "burnt.no_reveal":
    "No value came from seat {missing} until the deadline; all stakes go back. Whether a checkpoint covered the seats in time, the auditor checks.",
  "burnt.not_covered":
    "No checkpoint covered the stakes in time; all stakes go back. Seats without a value: {missing}. Whether there was one, the auditor checks.",
  "burnt.void": "Two operators voided the hand; all stakes go back.",
  own: "Your stake ended as the hand did",
  "own.paid":
    "Your stake is the one that the table named for seat {seat}. Staked {staked}, returned {returned}, as the hand’s end says; the balance moved by it.",
  "own.back": "Your stake for seat {seat} came back as a whole.",
  "own.none": "You had no stake in this hand.",
  "own.waits": "Your stake has not ended yet. Open this page again in a moment.",
  "own.not-named": "The table named another stake for your seat.",
  "own.unbalanced": "Your balance did not move by what the records say was staked and returned.",
  "own.other": "You were told of {told}, and your record says that {returned} came back.",
  chained: "The table’s records are one chain",
  "chained.linked":
    "{records, plural, other {# records}} from the commitment to the end: each names the hash of the one before it, so none can be exchanged or left out.",
  signed: "The records are signed",
  "signed.by-house":
    "{records, plural, other {All # records}} bear an Ed25519 signature by a key that the log’s root key announced.",
  logged: "The records are in the public log",
  "logged.included":
    "The rules, the table’s first record, those of the hand that bind all others, the stakes of all seats and your own records stand at log index {places}, under signed checkpoints of up to {size, number} entries. The log goes on from what this browser saw before.",
  "logged.unproved": "The log does not prove it: {detail}.",

  "fact.value": "value of a seat",
  "fact.mix": "second seed",
  "fact.seed": "seed revealed",
  "fact.computed": "hash computed here",
  "fact.commitment": "commitment",
  "fact.key": "key",
  "fact.root": "root of the tree",
  "fact.said": "in the record",
  "fact.due": "by the rules",
  draws: "Draws",
  place: "Place",
  from: "Taken from",
  card: "Card",
  dealt: "Dealt",
  equal: "equal",
  turns: "{turns, plural, one {# decision} other {# decisions}}",
  "by.player": "the player",
  "by.timeout": "the clock",
  "by.away": "the house, for a seat that is away",
  "by.protection": "the house, for a player who may not go on",
  "turn.did": "Record {number}, seat {seat}: {act}. Decided by {by}.",
  "turn.did.amount": "Record {number}, seat {seat}: {act}, {amount}. Decided by {by}.",
  "turn.finished": "Seat {seat}: {cards}. Staked {staked}, returned {returned}.",

  "not-shown.title": "What this does not show",
  "not-shown.text":
    "What the accounts of other players hold: of them you see their seats’ numbers and the places of their stakes in the log. Whether their stakes, decisions and balances say the same as the table does, whether players’ own signatures hold, and whether limits were kept, an auditor checks over the whole log. That the log’s key belongs to this house: compare it with what the regulator publishes. That the log shown to you is the one shown to others: keep your receipts. Who else might have known the seed.",
};
