/** The words of keys, options and receipts. */
export const settings = {
  keys: "Keys",
  "keys.action": "Action",
  "keys.key": "Key",
  "keys.repeat": "Repeat last bet",
  "keys.deal": "Deal, stand, play",
  "keys.raise": "Raise",
  "keys.up": "Bet {one} more",
  "keys.down": "Bet {one} less",
  "keys.up10": "Bet {ten} more",
  "keys.down10": "Bet {ten} less",
  "keys.remove": "Remove bets",
  "keys.surrender": "Surrender (Montana)",
  "keys.two": "{key} or .",
  "keys.change": "Change keys",
  "keys.change.done": "Done",
  "keys.change.one": "Change",
  "keys.change.one.of": "Change the key for: {action}",
  "keys.press": "Press a key",
  "keys.reset": "As documented",
  "keys.note":
    "Off while a field has the focus or a window is open. On a keyboard without a keypad, hold Fn. The documents give no key for Surrender; this one is ours.",

  "options.heading": "Options",
  sound: "Sound",
  "sound.text": "Cards and chips. A round that returns no more than it cost is never celebrated.",
  voice: "Voice",
  "voice.text": "The spread and the result, spoken by your browser.",
  "voice.none": "This browser does not speak.",
  animation: "Animation",
  "animation.text": "A change takes effect when you leave the game and come back. Switched off, it ends at once.",
  "animation.reduced": "Your system asks for less motion; that is respected.",
  done: "Done",

  receipts: "Receipts",
  "receipts.text":
    "Each record of your account comes with the house’s signed promise that it is in the public log. This browser keeps {count, plural, one {# receipt} other {# receipts}} of yours.",
  "receipts.none":
    "Each record of your account comes with the house’s signed promise that it is in the public log. None is kept here yet.",
  "receipts.export": "Export receipts",
  "receipts.seed":
    "Epoch {epoch}: the commitment stood in the log at {size, number} entries before this browser drew your seed.",

  "fault.heading": "What the platform shows does not hold",
  "fault.text": "This page bets no further. Export your receipts and show them to the regulator.",
  "fault.broken-chain":
    "A record does not continue your chain from the one before, or is another one than was given first.",
  "fault.forked-log": "The log does not contain what it showed earlier.",
  "fault.malformed-text": "A document is not what the published formats say.",
  "fault.other-record": "A record says something else than was asked for or shown.",
  "fault.unknown-player-key":
    "Somebody let a key into your account that this browser does not know. If it was not you, go on, end it at once on the page of PIN and password, and write to our support.",
  "fault.unproved-record": "The proof does not lead from the record to the log’s checkpoint.",
  "fault.unsigned-checkpoint": "The checkpoint lacks the signature of the log’s key.",
  "fault.unsigned-record": "A record of what you asked for lacks the signature of this browser’s key.",
  "fault.other-trust": "The log names another key or another origin than when this browser first met it.",
  "fault.wrong-seed": "A revealed seed does not lead to its commitment.",
  "fault.go-on": "I have looked: go on",
  insecure: "This address is not secure",
  "insecure.text":
    "So the browser refuses what is needed to check the log. Open the page by https or localhost: without it your seed is not drawn.",
};
