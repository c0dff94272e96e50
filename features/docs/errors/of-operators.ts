import type { ErrorName, Explanation } from './explanation.js';

/** Errors of what operators do. */
export const ofOperators = {
  adminTokenInvalid: {
    cause: 'What operators do takes a token of theirs, and the request has none, a wrong one, or one that is over.',
    remedy:
      'Send `Authorization: Bearer` with an operator’s token (`ua_ops_…`); until the first admin is made, with the `ADMIN_TOKEN` of the platform. API keys do not open this.',
  },
  adminTokenUnlocksOnly: {
    cause:
      'The `ADMIN_TOKEN` makes the first admin. Now that there is one, it is good for making and unlocking admins alone.',
    remedy: 'Log in to the console with name and password, and issue yourself a token under *Operators*.',
  },
  roleTooLow: {
    cause: 'Operators are viewers, who look, support, who serve customers, or admins. What was asked takes more.',
    remedy: 'Ask an admin to do it, or for the role. A token may have a lesser role than its operator.',
    example: { operation: 'accounts close', needed: 'admin', role: 'support' },
  },
  tooManyAdminTokens: {
    cause: 'Ten wrong tokens or passwords came from this address.',
    remedy: 'Wait five minutes. Until then the right one is not heard from there either.',
  },
  tooManyPasswords: {
    cause:
      'Fifty wrong passwords were given for this name in an hour, from networks where the operator has not logged in lately.',
    remedy:
      'Log in from a network that you have used in the last 30 days, have another admin unlock you, or wait until the hour is over. Open sessions and tokens keep working.',
  },
  sessionUnreadable: {
    cause: 'The cookie of the console was not made by this platform, or its admin token has been changed since.',
    remedy: 'Log in again.',
  },
  formFromElsewhere: {
    cause: 'The form was not made for this session: it was sent by another site, or is older than the last log-in.',
    remedy: 'Load the page again and send the form from there.',
  },
  adminTokenWrong: {
    cause: 'What was given to the console is not the `ADMIN_TOKEN` of the platform.',
    remedy: 'The one-command start prints it; elsewhere it is a setting of the fronts.',
  },
  signInWrong: {
    cause: 'There is no operator with this name and password, or the operator is switched off.',
    remedy: 'Try again, or ask an admin to unlock you: that gives you a new password.',
  },
  operatorUnknown: {
    cause: 'No operator has this name.',
    remedy: 'Look it up in the list of operators.',
    example: { operator: 'jane' },
  },
  operatorExists: {
    cause: 'There is an operator with this name already.',
    remedy: 'Choose another name. An operator who was switched off keeps theirs: switch them on again.',
    example: { operator: 'jane' },
  },
  operatorNeeded: {
    cause: 'Who asks is no operator with a name, so that it must be said whose it is to be.',
    remedy: 'Send `operator`.',
  },
  lastAdmin: {
    cause: 'Without an admin nobody could make operators any more.',
    remedy: 'Make another operator an admin first.',
    example: { operator: 'jane' },
  },
  ownUnlock: {
    cause: 'Unlocking sets a password without asking for the present one, and is for other operators.',
    remedy: 'Change your password, or ask another admin to unlock you.',
  },
  tokenTooNarrow: {
    cause:
      'A token with less than its operator’s role changes nothing about its operator: no password, no session, and no token but itself.',
    remedy: 'Log in to the console, or use a token of your full role.',
    example: { operation: 'operators password' },
  },
  tokenExpires: {
    cause: 'The token that was used expires, and operators that it creates, unlocks or changes would outlive it.',
    remedy: 'Log in to the console, or use a token without an expiry.',
    example: { operation: 'operators create' },
  },
  tokenOutlivesCreator: {
    cause: 'The token that was used expires, and a token cannot create one that works longer.',
    remedy: 'Send an earlier `expires_at` or none, or create the token in the console.',
    example: { expires: '2027-01-01T00:00:00.000Z' },
  },
  passwordWrong: {
    cause: 'To change a password, the one that is to be replaced must be given.',
    remedy: 'Who has forgotten it is given a new one by an admin.',
  },
  operatorTokenUnknown: {
    cause: 'No token has this id. It is the id that begins with `tok_`, not the token itself.',
    remedy: 'Look it up in the list of tokens.',
    example: { token: 'tok_0123456789ab' },
  },
  operatorSessionUnknown: {
    cause: 'No session has this id: it may have ended meanwhile.',
    remedy: 'Look at the list of sessions.',
    example: { session: 'ses_0123456789ab' },
  },
  trailUnavailable: {
    cause: 'Every change is entered in the audit trail before it is answered, and the store did not take the entry.',
    remedy:
      'Look whether it was done, and repeat it if not. What was done is entered by the scheduler, as an entry whose outcome is unknown.',
  },
  queueUnknown: {
    cause: 'No queue has this name: they are called like the pools, and `deliver` is that of webhooks.',
    remedy: 'Look at the list of queues.',
    example: { queue: 'computer' },
  },
  queueNotConfirmed: {
    cause: 'Emptying and obliterating do away with jobs in numbers, and take the name of the queue a second time.',
    remedy: 'Send the name of the queue as `confirm` too.',
    example: { queue: 'compute' },
  },
  queueNotPaused: {
    cause: 'Only a queue that is paused can be obliterated: workers would go on filling and emptying it.',
    remedy: 'Pause it first, and resume it afterwards.',
    example: { queue: 'compute' },
  },
  queueRuns: {
    cause: 'The queue has jobs that run, and nobody would learn how they end.',
    remedy: 'Wait until they have ended, or send `force`.',
    example: { queue: 'compute' },
  },
  queueJobUnknown: {
    cause: 'The queue does not keep a job of this id: those that have ended are kept for a day at most.',
    remedy: 'Look at the list of failed jobs.',
    example: { job: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11', queue: 'compute' },
  },
  queueJobNotFailed: {
    cause: 'Only what has failed is tried again: the job waits, runs, or has ended well.',
    remedy: 'Look at the story of the call, or at the job in the queue.',
    example: { job: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' },
  },
  accountIsClosed: {
    cause: 'The account has been closed for good: it gets no keys and no credits any more.',
    remedy: 'Open another account for the customer.',
    example: { account: 'shop' },
  },
  accountUnknown: {
    cause: 'There is no account with this id.',
    remedy: 'Open it first, or look it up in the list of accounts.',
    example: { account: 'shop' },
  },
  accountExists: {
    cause: 'There is an account with this id already.',
    remedy: 'Use it, or choose another id.',
    example: { account: 'shop' },
  },
  keyUnknown: {
    cause: 'No key has this id. It is the id that begins with `key_`, not the key itself.',
    remedy: 'Look it up in the list of the account’s keys.',
    example: { key: 'key_0123456789' },
  },
  requestUnknown: {
    cause: 'No call of the last 30 days has this id, or it is another account’s.',
    remedy:
      'Take the id from `X-Request-Id` or the error’s `request_id`. Calls that were refused before they were charged are not listed.',
    example: { request: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' },
  },
} satisfies Partial<Record<ErrorName, Explanation>>;
