/** The words of the window that reports a seat. Seats are counted from 1. */
export const report = {
  report: "Report a seat",
  "report.label": "Report a seat of hand {epoch}",
  "report.text":
    "Our staff looks at the hand, nobody at the table learns of your report, and you are not told what comes of it.",
  "report.seat": "Which seat?",
  "report.seat.option": "Seat {seat}",
  "report.suspicion": "What do you suspect?",
  "suspicion.chip-dumping": "It loses to another seat on purpose",
  "suspicion.soft-play": "It spares another seat",
  "suspicion.program": "A program plays there, not a person",
  "suspicion.other": "Something else",
  "report.send": "Send the report",
  "report.done": "Seat {seat} of hand {epoch} is reported. Our staff looks at it.",
  "report.turn": "It is your turn. Close this window to decide.",
  "report.close": "Close",
};
