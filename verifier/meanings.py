"""What each code of a verdict means, in the words of the page that defines it.

Source: docs/formats/verdicts.md, "Codes".
"""

from collections.abc import Mapping
from typing import Final

from verifier.verdict import Code

MEANINGS: Final[Mapping[Code, str]] = {
    Code.E_FORM: (
        "not a signed note, or a field is missing, unknown or of the wrong form, a rule sheet's own fields and their "
        "agreement included; or the first version after the second"
    ),
    Code.E_TYPE: "a type that the record's version does not have",
    Code.E_SYS: "a system record in a player's chain, or the reverse",
    Code.E_CANON: "the text is not canonical JSON",
    Code.E_KEY: (
        "signed by a key that was not announced, was revoked, or is for another use; or a key is announced or revoked"
        " otherwise than by the root and in order (signing-keys.md)"
    ),
    Code.E_SIG: "the signature does not verify",
    Code.E_CHAIN: (
        "seq or prev does not follow, a settlement names another deal or stake, or init or table is not first and in "
        "its own kind of chain"
    ),
    Code.E_TAG: "a chain with the player of another one; in logs of version rdf/2 (adjustments.md)",
    Code.E_PKEY: (
        "no live key of the chain that may sign this; a player's key that is none, is there already, at another place "
        "of the log too, or is not there to end (player-keys.md)"
    ),
    Code.E_PSIG_MISSING: "a player who signs did not sign this, or a key comes or ends without anybody's leave",
    Code.E_PSIG: (
        "the player's signature is not over what the record says at this place, is not in its only spelling, or is "
        "out of its time"
    ),
    Code.E_TIME_ORDER: (
        "earlier than the chain's previous record or than a record of a table that it cites, or an act outside its "
        "round"
    ),
    Code.E_TWO_OPEN: "a second open round or stake, or a new epoch while a round is open",
    Code.E_NONCE: (
        "an epoch, a nonce or a turn out of order, or no round to settle; a table's commitment replaced while "
        "somebody has a stake in its epoch; a deal in an epoch that a lost seed has ended"
    ),
    Code.E_COMMIT_LATE: "the commitment, or a table's seats, was not covered by a checkpoint before the client seeds",
    Code.E_CLIENT_REUSE: "a client seed used before in the chain, or a seat's value used before at the table",
    Code.E_SESSION: (
        "a stake more than 24 hours and 60 seconds after the first one of its session (sessions.md); since rdf/2"
    ),
    Code.E_RULES: (
        "the rules named are unknown, in another currency or, of a round alone, those of a game at tables, the ante or "
        "the side bet is outside them (an odd ante "
        "and a side bet that is not offered are), or a published version changed"
    ),
    Code.E_RTP: (
        "a sheet's declared return is not what its rules give, or is above 1 (returns.md); in logs of version rdf/2; "
        "a game below the profile's least return was played by others than test accounts"
    ),
    Code.E_TABLE: (
        "no such table or seat; a table or a stake outside its sheet's form, in another currency, or of test accounts "
        "among others"
    ),
    Code.E_SEATS: (
        "seats out of order or too few, a stake that is not the player's for this table, epoch and seat, of another "
        "amount, withdrawn, or named before; the wrong seat begins a game"
    ),
    Code.E_CONTRIB: (
        "not the contribution of the stake; a value that does not open it, or is missing; another mix; a table's beacon "
        "left out or added, of another source or round; an owed value not given, not the owed one, or not owed"
    ),
    Code.E_BEACON: "a table's beacon has another value, or other times of its rounds, than the auditor's own copy of its source",
    Code.E_ABORT: (
        "an epoch burnt too early, with nobody missing, with other seats than those of seats, or for the wrong "
        "reason; a void that is not by two operators with a text"
    ),
    Code.E_ACCOUNT: "a test account deposits or withdraws (adjustments.md)",
    Code.E_CAUSE: "an adjustment that is not the return, the correction or the play money that it says it is",
    Code.E_RG: (
        "the limits named are not the newest; a deal, a raise, a deposit or what counts as one breaks those in force "
        "(record.md), or an excluded player's deposit was taken; the raises of a game exceed room, or room exceeds "
        "the limits"
    ),
    Code.E_LIMITS: (
        "limits that do not follow: from who did what to them, by the profile in force (protection.md); a loosening "
        "without its wait, an exclusion that was shortened or lifted, an owner that there is not"
    ),
    Code.E_PROFILE: (
        "a profile that holds from before its record, or that shortens a wait without 7 days' notice; a stake or a "
        "change of limits before there is one"
    ),
    Code.E_FILING: (
        "the times of a filing are out of order, it covers entries that come after it, or its revision does not "
        "follow (record.md)"
    ),
    Code.E_EVENT: (
        "an event is not the one that the log lists, its number does not follow, events of a record are out of order, "
        "or a record names an event about somebody else, of another kind or of another amount (events.md)"
    ),
    Code.E_EVENT_MISSING: "a record names no event and must, or one that the log does not list",
    Code.E_EVENT_LATE: (
        "an event listed more than 10 seconds after it, or after a record that names it; more than an hour without a "
        "listing"
    ),
    Code.E_WITHHELD_EVENT: "the export lacks an event that the log lists, or a private part that was not erased",
    Code.E_SEED: (
        "the revealed seed does not hash to the one before; at a table also a commitment or a seed used twice, or a "
        "burnt epoch without its seed; the same of left and replaced"
    ),
    Code.E_SEED_LOST: "a void without a seed; of a round of one seat since rdf/2, unless it is E_SEED_HELD",
    Code.E_SEED_HELD: (
        "a void without a seed, and a later seed of its epoch, or left, proves that it was held (statistics.md)"
    ),
    Code.E_CARDS: (
        "the cards, of the deal or the settlement, are not those of the seed; told at the settlement or void; at a "
        "table those of hand, turn and hand_end, told at hand_end or the void"
    ),
    Code.E_SEALED: "a seal that is not that of the seed, or a shown hand that does not open its seal",
    Code.E_ACTION: (
        "the acts are not decisions that the hand asks for, each at its price, or a time-out came early or took "
        "another than the default action; at a table also an act left out, changed or invented, somebody asked or not "
        "against the rules, a vote or mark that may not be or was ignored, or the wrong reason for a game's end"
    ),
    Code.E_CLOCK: (
        "a deadline that does not follow, a default before it, an act or a turn after it, a seat told away that is "
        "not, or a game divided before its time; or a record dated more than 12 seconds before one that stands before "
        "it in the log (log.md, rule 8); or a list of events or checkpoints dated so long after one behind its "
        "checkpoint (rule 9)"
    ),
    Code.E_CHIPS: "chips made, lost or moved otherwise than the rules do; accounts do not hold what tables owe",
    Code.E_PAYOUT: (
        "result, staked, returned, or the side bet's category or part are not what the rules give; a side bet that "
        "was placed is not settled, or the reverse"
    ),
    Code.E_END: "a stake at a table settled, voided or left with by anything but the end of its epoch",
    Code.E_UNBALANCED: "the moves do not sum to 0",
    Code.E_MOVES: "the moves are not those of the event",
    Code.E_BALANCE: "the balance does not follow, is negative, or did not pay the raise",
    Code.E_LATE: (
        "settled or voided after the time-out and the grace; at a table a default, a burnt epoch, an end by time or "
        "the end of a stake that comes later than the grace allows"
    ),
    Code.E_UNSETTLED: (
        "still open at the end of the log, past the time-out and the grace; also values that are awaited, a hand, and "
        "a stake that no seats named"
    ),
    Code.E_WITHHELD_ENTRY: "a checkpoint promises entries that the export lacks",
    Code.E_TRUST: "the trusted keys are missing or malformed, or the export's own disagree with --trust",
    Code.E_CHECKPOINT: (
        "a checkpoint is malformed, not signed by each log key that holds at its size, of another size than its name, or missing; or the log's"
        " list of its checkpoints does not follow (log.md)"
    ),
    Code.E_CHECKPOINT_OMITTED: "the log signed a checkpoint that its own list leaves out",
    Code.E_LIST_LATE: "a record more than 10 minutes and 10 seconds after the newest list of checkpoints",
    Code.E_QUORUM: (
        "the newest checkpoint lacks the cosignatures that the policy asks for: too few witnesses have seen this log"
        " (witnesses.md)"
    ),
    Code.E_BACKDATED: (
        "a record is dated more than 12 seconds before the checkpoint that came before it was witnessed, or more than 3"
        " seconds after the one that covers it was"
    ),
    Code.E_FORK: "two signed roots for one size",
    Code.E_ROOT: "a checkpoint's root, or the one that a player signed in open, is not that of the entries",
    Code.W_SUSPECT: (
        "a key that was revoked as stolen signed this since the theft, or a receipt of then whose record the log lacks"
        " (signing-keys.md)"
    ),
    Code.W_FORK_STOLEN: (
        "a kept checkpoint that only a stolen log key signed, and no quorum of witnesses, though the policy asks for one"
    ),
    Code.W_KEY_FORCED: "a key signs that two operators let in without the player's signature, told once for each",
    Code.W_BEACON: (
        "a table's beacon whose value, or the times of whose rounds, were compared with no copy of its source, told once for"
        " each: only such a copy shows that the value was not chosen (tables.md)"
    ),
    Code.E_RECEIPT_MISSING: "a genuine receipt is not in the log",
    Code.E_SPLIT: "a genuine receipt of the log's second version, and another genuine record in its place of the chain",
    Code.E_RECEIPT_SIG: "a receipt given by the player is not signed by a key of this log",
    Code.W_SELECTED: (
        "more of the rounds that were voided, timed out, ended late or never dealt win than chance explains, or fewer"
    ),
    Code.W_ACTS: "the same of the rounds whose decisions are against the player's interest",
    Code.W_DEALT: "the same of all rounds",
    Code.W_CHAIN: "one player staked more on the rounds that win",
    Code.E_PROOF: (
        "a proof is malformed, of another log size than the kept checkpoint, or does not lead to the checkpoint's root"
    ),
    Code.E_TILE: "a tile has another length than its name says, or its hashes are not the roots of the tiles below",
    Code.E_WITHHELD_TILE: (
        "a tile under the checkpoint is missing, or a kept checkpoint is larger than the published one"
    ),
    Code.E_CELL_LEAF: (
        "an entry of a parent log is neither the root's word, nor the naming of a cell, nor a checkpoint that a named "
        "cell's log key signed; or it stands before what it rests on"
    ),
    Code.E_CELL_BACK: "a cell's checkpoint in a parent log that is not larger than the one before",
    Code.E_CELL_UNKNOWN: "a log that was given beside a parent log, or that has a receipt's record, is not named by it",
    Code.E_CELL_MISSING: "a cell that the parent log names, and whose log was not given though the whole was asked for",
    Code.W_UNAPPROVED: (
        "rounds were played under a sheet that is not in the list of approved games that was given (returns.md)"
    ),
    Code.E_REPORT_UNKNOWN: "no filing in the log names a file of this SHA-256",
    Code.E_REPORT_FORM: "the file is not what report.md says a report of its kind and format is",
    Code.E_REPORT_ENVELOPE: (
        "its envelope is not that of its filing, or disagrees with itself or with the log; or the same bytes were "
        "filed twice"
    ),
    Code.E_REPORT_FIGURE: (
        "a row is not the log's, is missing or out of place; a total, a ratio or a difference does not follow from "
        "the rows"
    ),
}
