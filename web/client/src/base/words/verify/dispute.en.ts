/** The words of the form by which a player disputes a round, or a hand at a live table. */
export const dispute = {
  title: "Dispute it",
  text: "Say what is wrong, in your own words. Our staff answers within days, and the answer stands in your account. Your words stay with us; the log does not have them.",
  words: "What is wrong?",
  send: "Send the dispute",
  done: "Your dispute is with us. It is answered by {when} at the latest.",
  all: "All your disputes",
};
