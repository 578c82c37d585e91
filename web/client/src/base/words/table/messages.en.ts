/**
 * What a player reads of an event of the own account, by its kind: `kind` is the subject, `kind.text` the message.
 *
 * The English is what the platform tells, word for word; a test compares it with `audit/event_catalogue/`.
 */
export const messages = {
  "dormancy-near": "Your account will become dormant",
  "dormancy-near.text":
    "You have not used your account for a long time. If you do not log in within the next 30 days, it becomes dormant: your money stays yours, but you may have to prove who you are before you play again.",
  "erasure-requested": "Erasure requested",
  "erasure-requested.text":
    "You asked us to erase your personal data. If this was not you, change your password and write to our support at once.",
  "log-in-guarded": "Log-in locked",
  "log-in-guarded.text":
    "Many log-ins to your account failed, from many places. Your account now takes log-ins only from devices that it knows, until you unlock it. If this was not you, change your password and write to our support at once.",
  "log-in-locked": "Log-in locked",
  "log-in-locked.text":
    "Several log-ins to your account failed, and the place that they came from is locked. If this was not you, change your password and write to our support at once.",
  "log-in-unlocked": "Log-in unlocked",
  "log-in-unlocked.text":
    "The log-in to your account was unlocked. If this was not you, change your password and write to our support at once.",
  "passkey-added": "Passkey added",
  "passkey-added.text":
    "A passkey was added to your account. If this was not you, change your password and write to our support at once.",
  "passkey-removed": "Passkey removed",
  "passkey-removed.text":
    "A passkey of your account was removed. If this was not you, change your password and write to our support at once.",
  "password-changed": "Password changed",
  "password-changed.text":
    "The password of your account was changed. If this was not you, change your password and write to our support at once.",
  "password-reset": "Password reset",
  "password-reset.text":
    "The password of your account was replaced, and all sessions were ended. If this was not you, change your password and write to our support at once.",
  "pin-changed": "PIN changed",
  "pin-changed.text":
    "The PIN of your account was changed. If this was not you, change your password and write to our support at once.",
  "pin-locked": "PIN locked",
  "pin-locked.text":
    "Your PIN was entered wrongly five times, and is locked. The password sets a new one. If this was not you, change your password and write to our support at once.",
  "pin-set": "PIN set",
  "pin-set.text":
    "A PIN was set for your account. If this was not you, change your password and write to our support at once.",
  "player-data-released": "Copy of your data handed out",
  "player-data-released.text":
    "A copy of the personal data of your account was handed out. If you did not expect this, write to our support.",
  "player-status": "State of your account changed",
  "player-status.text":
    "The state of your account was changed. Log in to see it. If you did not expect this, write to our support.",
  "player-verification": "Verification of your identity",
  "player-verification.text":
    "There is a result of the verification of your identity. Log in to see it. If you did not expect this, write to our support.",
  "profile-changed": "Personal data changed",
  "profile-changed.text":
    "Personal data of your account was changed. Log in to see it. If this was not you, change your password and write to our support at once.",
  "recovery-code-used": "Recovery code used",
  "recovery-code-used.text":
    "A recovery code of your account was used in place of the authenticator. If this was not you, change your password and write to our support at once.",
  "reset-token-issued": "Our staff issued a token to reset your password",
  "reset-token-issued.text":
    "Our staff issued a token with which the password of your account can be replaced. If you did not ask for it, write to our support at once.",
  "second-factor-enrolled": "Second factor added",
  "second-factor-enrolled.text":
    "An authenticator was added to your account. If this was not you, change your password and write to our support at once.",
  "second-factor-locked": "Second factor locked",
  "second-factor-locked.text":
    "Wrong codes were entered with the right password of your account, and its second factor is locked. If this was not you, change your password and write to our support at once.",
  "second-factor-removed": "Second factor removed",
  "second-factor-removed.text":
    "The authenticator and the recovery codes of your account were removed. If this was not you, change your password and write to our support at once.",
  "sessions-ended": "Sessions ended",
  "sessions-ended.text": "Sessions of your account were ended. If you did not expect this, write to our support.",
  "exclusion-lifted": "Exclusion ended",
  "exclusion-lifted.text":
    "An exclusion of your account has ended, and you may play again. If this was not you, change your password and write to our support at once.",
  "exclusion-return-asked": "Return requested",
  "exclusion-return-asked.text":
    "You asked for the end of your exclusion. It ends after a wait, if you confirm it. If this was not you, change your password and write to our support at once.",
  "exclusion-set": "Excluded from play",
  "exclusion-set.text":
    "Your account is excluded from play. Log in to see until when. Your money stays yours, and you can withdraw it.",
  "limit-loosened": "Limit loosened",
  "limit-loosened.text":
    "A limit of your account was loosened. If this was not you, change your password and write to our support at once.",
  "limit-loosening-asked": "Looser limit requested",
  "limit-loosening-asked.text":
    "You asked for a looser limit. It waits, and binds only after you confirm it. If this was not you, change your password and write to our support at once.",
  "limit-loosening-cancelled": "Looser limit taken back",
  "limit-loosening-cancelled.text": "You took back the request for a looser limit. The limit stays as it is.",
  "limit-set-by-operator": "Our staff changed a limit",
  "limit-set-by-operator.text":
    "Our staff set, changed or ended a limit of your account. Log in to see what binds you.",
  "limit-tightened": "Limit tightened",
  "limit-tightened.text": "A limit of your account was tightened, and binds now.",
  "limits-recounted": "Limits counted anew",
  "limits-recounted.text":
    "The days, weeks and months by which your limits are counted have changed. Log in to see them.",
  "balance-adjusted": "Balance adjusted",
  "balance-adjusted.text":
    "Your balance was adjusted by us. The statement of your account has the amount and the reason.",
  "deposits-blocked": "Deposits blocked",
  "deposits-blocked.text":
    "Several deposits to your account failed, and no more are taken for now. If this was not you, change your password and write to our support at once.",
  "deposits-unblocked": "Deposits taken again",
  "deposits-unblocked.text": "Your account may take deposits again.",
  "payment-decided": "Payment decided",
  "payment-decided.text": "Our staff decided a payment of your account. Log in to see it.",
  "withdrawal-cancelled": "Withdrawal taken back",
  "withdrawal-cancelled.text":
    "A withdrawal was taken back, and its money is in your account again. If this was not you, change your password and write to our support at once.",
  "withdrawal-requested": "Withdrawal requested",
  "withdrawal-requested.text":
    "A withdrawal from your account was requested. Log in to see it. If this was not you, change your password and write to our support at once.",
  "withdrawal-returned": "Withdrawal returned",
  "withdrawal-returned.text": "A withdrawal was not paid out, and its money is in your account again.",
  "round-voided": "Round voided",
  "round-voided.text": "A round that you had open was voided, and its stakes were paid back to you.",
  "stake-given-back": "Stake given back",
  "stake-given-back.text":
    "A stake of yours at a table was given back, because its hand or game was voided, or no stakes are taken there.",
  "table-invitation-taken-back": "Invitation taken back",
  "table-invitation-taken-back.text": "An invitation of yours to a table was taken back. A stake that is placed stays.",
  "table-invited": "Invited to a table",
  "table-invited.text": "You may sit at one more table.",
  "dispute-answered": "Your dispute was answered",
  "dispute-answered.text": "We have answered your dispute. The answer stands with the dispute in your account.",
  "dispute-opened": "Your dispute was received",
  "dispute-opened.text": "We have received your dispute. Your account shows until when we answer.",
  "commitment-replaced": "Commitment replaced",
  "commitment-replaced.text":
    "The commitment to the seed of your next rounds was replaced, because the old one could not be used. No round was played with it. Programs that check the log see why.",
  "player-key-added": "Key added",
  "player-key-added.text":
    "A signing key was added to your account. If this was not you, write to our support at once.",
  "player-key-ended": "Key ended",
  "player-key-ended.text":
    "A signing key of your account has ended. If this was not you, write to our support at once.",
};
