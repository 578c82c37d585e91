/**
 * What a refusal says, by its code: `code` is the headline, `code.text` what happened and what to do.
 *
 * `code.more` stands in place of `code.text` where the problem has every member that it names. Amounts and times come formatted.
 */
export const problems = {
  "no-connection": "No connection",
  "no-connection.text": "The platform does not answer. Nothing was changed. Try again.",
  "no-connection.perhaps": "No answer came",
  "no-connection.perhaps.text":
    "It may have been carried out or not. Press the same button again: it is not done twice.",
  "page-fault": "This page is at fault",
  "page-fault.text":
    "It does not understand what the platform answered. Load it again; your money is as the platform has it.",
  "insufficient-funds": "Your balance is too low",
  "insufficient-funds.text": "Nothing was taken.",
  "insufficient-funds.more": "Nothing was taken. {available} is available, {required} is needed.",
  "limit-exceeded": "A limit of your account forbids this",
  "limit-exceeded.text": "Nothing was taken. The limit is {maximum}.",
  "limit-exceeded.more": "Nothing was taken. The limit is {maximum}, and {remaining} of it is left.",
};
