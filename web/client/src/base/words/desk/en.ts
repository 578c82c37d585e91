/** What the desk says in English: the page and the verdict. */
export const en = {
  "page.title": "Red Dog: the auditor’s desk",
  "page.brand": "auditor’s desk",
  "page.skip": "To the desk",
  "page.offline": "works offline, asks no server",
  "page.keep": "Keep this file",
  "page.other-language": "日本語",
  "page.heading": "Judge a log, a receipt or a report",
  "page.lead":
    "Drop what you were given. This one file checks it on your computer, by code of its own, and says what holds, what does not, and what it could not know.",

  "give.label": "What to judge",
  "give.drop": "Drop an exported log here",
  "give.what":
    "its folder or a zip of it; receipts (.jsonl), a report, a proof, a kept checkpoint or a policy of witnesses, beside the log or later",
  "give.folder": "Choose a folder",
  "give.files": "Choose files",
  "give.honest": "Try an honest log",
  "give.forged": "Try a forged one",
  "give.again": "Start over",
  "give.keys": "The operator’s keys, as you got them another way",
  "give.keys-help":
    "Without them the desk shows that a log is consistent, not who made it. Compare by telephone or on paper. A trust.json that is dropped alone goes here too.",
  "give.judge": "Judge with these keys",
  "given.heading": "Given",
  "given.log": "Log: {name}, {files, plural, one {# file} other {# files}}",
  "given.archive": "Log: {name}, an archive",
  "given.honest": "the honest sample",
  "given.forged": "the forged sample",
  "given.receipts": "Receipts: {name}",
  "given.report": "Report: {name}",
  "given.proof": "Proof: {name}",
  "given.kept": "Kept checkpoint: {name}",
  "given.policy": "Witnesses asked for: {name}, in place of what the log announces",
  "given.delivered":
    "Not read: {name}. It came in the folder of the log. Give your own keys and witnesses by themselves.",
  "given.unknown": "Not read: {name}. The desk does not know what this is.",
  "given.no-log": "There is no log yet. Drop the exported log that these belong to.",
  "given.proofs-alone":
    "A proof can be judged without a log: by the operator’s keys, and by the receipt of the record or the checkpoint that you kept.",

  "busy.heading": "Checking",
  "busy.reading": "Reading. Nothing leaves this computer.",
  "busy.progress": "{done} of {total} records. Nothing leaves this computer.",
  "busy.stop": "Stop",

  "trouble.heading": "This could not be judged",
  "trouble.nothing": "Nothing was judged.",
  "trouble.layout":
    "An export holds checkpoint, checkpoints/, tile/entries/ and trust.json. Choose the folder in which these stand, or a zip of it.",
  "trouble.no-export": "There is no exported log in this.",
  "trouble.no-trust": "The keys that you gave are not a trust.json.",
  "trouble.no-policy": "The file named as a policy of witnesses is none.",
  "trouble.not-readable": "A file could not be read. It may have been moved or removed.",
  "trouble.defect": "The desk itself failed. This says nothing about the log.",

  "verdict.heading": "Verdict",
  "verdict.ok": "Everything that was checked holds.",
  "verdict.tampered": "This log was tampered with.",
  "verdict.incomplete": "Part of this log is missing.",
  "verdict.warning": "Nothing was tampered with, and something needs an explanation.",
  "verdict.late": "Nothing was tampered with. The operator was late.",
  "verdict.first": "The first bad record is at log index {index}, of {records}.",
  "verdict.outside": "The fault is not in a record.",
  "verdict.size":
    "{records, plural, one {# record} other {# records}} in {chains, plural, one {# chain} other {# chains}}, {checkpoints, plural, one {# checkpoint} other {# checkpoints}}.",
  "verdict.own-keys": "Who made the log is not shown: the keys are the export’s own.",
  "verdict.given-keys": "The keys are those that you gave.",
  "verdict.witnessed":
    "{count, plural, one {# witness} other {# witnesses}} of {of} signed the newest checkpoint, of {size} entries. The policy’s quorum had signed it by {time}.",
  "verdict.too-few":
    "{count, plural, one {# witness} other {# witnesses}} of {of} signed the newest checkpoint, of {size} entries. These are too few for the policy.",
  "verdict.signers": "Signed by: {names}.",
  "verdict.left-out": "{count, plural, one {# check was not made} other {# checks were not made}}: {checks}.",
  "verdict.label": "Verdict",
  "verdict.code": "Code",
  "verdict.place": "First",
  "verdict.place-of": "log index {index}, chain {chain}, number {seq}, type {type}",
  "verdict.place-short": "log index {index}",
  "verdict.detail": "In detail",
  "verdict.said": "The log says",
  "verdict.due": "It should be",
  "verdict.others": "Others",
  "verdict.took": "Judged in {seconds} s on this computer.",
  "verdict.ignored":
    "{count, plural, one {# file is} other {# files are}} no part of an export and {count, plural, one {was} other {were}} not read: {names}",
  "verdict.show": "Show the record",
  "verdict.copy": "Copy the verdict",
  "verdict.copied": "The verdict is in the clipboard.",
  "verdict.not-copied": "The browser did not allow it. The text stands below: select it and copy it yourself.",
  "verdict.print": "Print",
  "verdict.text": "The verdict as text",

  "proofs.heading": "Proofs",
  "proofs.holds.inclusion":
    "The entry at log index {number} is in the log of {size} entries: the proof leads from it to the signed root.",
  "proofs.holds.consistency":
    "The log of {size} entries begins with the log of {number} entries: the proof leads from one signed root to the other.",
  "proofs.fails.inclusion": "The proof of log index {number} does not hold. Nothing follows from it.",
  "proofs.fails.consistency":
    "The proof that the log of {size} entries begins with the log of {number} does not hold. Nothing follows from it.",
  "proofs.not-checked.inclusion":
    "The proof is of log index {number} in a log of {size} entries. The log that was given has no such entry.",
  "proofs.not-checked.consistency":
    "The proof begins with a log of {number} entries. Nobody gave a checkpoint of that size.",
  "proved.heading": "Proofs without a log",
  "proved.holds.inclusion":
    "The record “{type}” of your receipt on line {line} is in the log: it is the entry at log index {number} of {size}, and the log’s key signed the root that the proof leads to.",
  "proved.holds.consistency":
    "The log only grew: the {size} entries that the newer checkpoint covers begin with the {number} of the one that you kept. The log’s key signed both.",
  "proved.fails": "The proof does not hold.",
  "proved.missing.receipt":
    "Nothing was judged. The proof is of the record at log index {number}: give its receipt too.",
  "proved.missing.checkpoint":
    "Nothing was judged. The proof begins with a log of {number} entries: give the checkpoint of that size that you kept.",
  "proved.limits":
    "A proof shows that a record is in the log, or that the log only grew. Whether what is recorded is right, only an export shows.",

  "report.heading": "The report",
  "report.filed":
    "The operator filed this very file: {report}, from {from} to {to}, revision {revision}, at log index {index}.",
  "report.superseded": "A later revision was filed at log index {index}. This is not the newest version.",
  "report.unknown": "No filing in this log names this file. It was not filed, or it was changed, or the log is older.",
  "report.log-fails": "The log does not hold, so what it says of the report proves nothing.",
  "report.not-checked":
    "Its figures were not checked. The desk compares the file’s digest; python -m verifier report computes every row.",
  "report.digest": "SHA-256",

  "checks.heading": "What was checked",
  "checks.result": "Result",
  "checks.check": "Check",
  "checks.how-much": "How much",
  "checks.holds": "holds",
  "checks.fails": "fails",
  "checks.given": "given",
  "checks.not-checked": "not checked",
  "checks.count": "{count} of {total}",
  "checks.only-count": "{count}",

  "limits-of-proof.heading": "What no check finds",
  "limits-of-proof.lead":
    "An operator with all servers and keys can do each of these, and the verdict is still OK. docs/limits-of-proof.md says what remains against each.",
  "limits-of-proof.people": "People",
  "limits-of-proof.people-items":
    "invented players, unsigned decisions, changed limits, insiders who know cards, seats that play together",
  "limits-of-proof.gaps": "Gaps",
  "limits-of-proof.gaps-items": "refused requests, events never noted, a withheld end, a log written anew",
  "limits-of-proof.chance": "Chance",
  "limits-of-proof.chance-items":
    "a few chosen rounds, known client seeds, money outside the log, the program that ran",
  "limits-of-proof.witnesses":
    "No witnesses: “before” means before in the operator’s own sequence. Keep the checkpoint of every visit.",
  "limits-of-proof.witnessed":
    "Witnesses: “before” is bound by their clocks, as far as those of the policy do not collude. Keep the checkpoint of every visit.",

  "figures.heading": "Figures by game",
  "figures.lead": "Sums over the rounds that were played again from their seeds, raises and side bets included.",
  "figures.none": "No round was settled.",
  "figures.table": "Table of figures",
  "figures.game": "Game",
  "figures.accounts": "Accounts",
  "figures.players": "players",
  "figures.test": "test accounts",
  "figures.rounds": "Rounds",
  "figures.handle": "Handle",
  "figures.returned": "Returned",
  "figures.ggr": "GGR",
  "figures.rtp": "Returned of handle",
  "figures.no-rtp": "none",
} as const;
