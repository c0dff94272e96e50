import type { ErrorName, Explanation } from './explanation.js';

/** Errors of the customers' own pages, which are shown there as pages, and of what operators do about them. */
export const ofThePortal = {
  portalFormFromElsewhere: {
    cause:
      'A form of your account was sent by another site, by a page of an earlier session, or after the session had ended.',
    remedy: 'Load the page again and send the form from there.',
  },
  formFieldUnknown: {
    cause:
      'A form of your account, of the console or of a hosted page was sent with a field that the page does not show.',
    remedy: 'Load the page again and send the form from there. Programs use the API instead of forms.',
    example: { field: 'limits.*' },
  },
  formOnly: {
    cause: 'A form of your account or of the console was sent as something else than a form.',
    remedy: 'Send it from its page. Programs use the API instead of forms.',
  },
  emailInvalid: {
    cause: 'What was typed for signing in is not an e-mail address.',
    remedy: 'Look for a missing @ or ending: it must be like `you@example.com`.',
  },
  tooManySignIns: {
    cause: 'Many links for signing in were requested or opened from one network.',
    remedy: 'Use the latest mail that has come, or try again when `Retry-After` is over.',
    example: { minutes: 15 },
  },
  signInLinkInvalid: {
    cause: 'A link for signing in works once, for 15 minutes. This one is older, or has been used.',
    remedy: 'Ask for another at `/account`.',
  },
  signInOtherBrowser: {
    cause:
      'A link for signing in works only in a browser in which a link for the same address was requested in the last 15 minutes.',
    remedy: 'Open the link in that browser, or request another in this one, at `/account`.',
  },
  vatNumberInvalid: {
    cause: 'The VAT number in the settings has the form of no country that this platform knows.',
    remedy: 'Write it with the letters of its country in front, e.g. `DE123456789`, or leave it empty.',
  },
  ownerOnly: {
    cause: 'An account has one owner, who alone deletes it, cancels its deletion and withdraws invitations.',
    remedy: 'Ask the owner, whom the settings name.',
    example: { owner: 'ada@example.com' },
  },
  deletionNotScheduled: {
    cause: 'A deletion can be cancelled while it is scheduled: until it begins, 14 days after it was requested.',
    remedy: 'Look at the account: it is open, or it has been deleted.',
    example: { account: 'shop' },
  },
  notAMember: {
    cause: 'Only a member of the account can become its owner.',
    remedy: 'Use the address of a member, or invite the address first.',
    example: { account: 'shop' },
  },
  addressNotRepeated: {
    cause: 'An account is deleted only when its e-mail address is typed once more, and it was not.',
    remedy: 'Type the address with which you are signed in.',
  },
  memberExists: {
    cause: 'The operator invites an address that has an account at the portal.',
    remedy: 'Nothing is to be done: it can sign in. To open another account it has to delete its own.',
  },
  invitationUnknown: {
    cause: 'The invitation has been used, has expired, or there was none.',
    remedy: 'List those that wait with `invitations list`.',
  },
  invitationLinkInvalid: {
    cause: 'The link in the mail of an invitation works once, for as long as the invitation does.',
    remedy: 'Who has used it signs in at `/account`. Everybody else asks who invited them for another invitation.',
  },
  invitedBefore: {
    cause: 'The address has an invitation that is some minutes old, and its mail may still be on its way.',
    remedy: 'Wait until `Retry-After` is over, or withdraw the invitation first to invite anew.',
    example: { minutes: 15 },
  },
  signUpClosed: {
    cause:
      'The address has no account here, and the operator of this platform opens accounts by invitation, or by hand.',
    remedy: 'Sign in with another address, or ask the operator for an invitation.',
  },
} satisfies Partial<Record<ErrorName, Explanation>>;
