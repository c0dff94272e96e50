import { Eta } from 'eta';
import { projectFile } from '../../shared/process/project-file.js';
import type { Email } from './email-queue.js';

/** Content of an email, before it is rendered. */
export interface Content {
  subject: string;
  paragraphs: readonly string[];
  /** Code to enter on a page, instead of opening the main link. */
  code?: string;
  /** Main link. */
  action?: { text: string; link: string };
  /** Small print. */
  closing?: readonly string[];
}

const folder = projectFile('features/emails/templates');
const htmlRenderer = new Eta({ views: folder, cache: true });
const textRenderer = new Eta({ views: folder, cache: true, autoEscape: false });

/** Closing of an email whose recipients may reply. */
const REPLY = 'Questions? Reply to this email.';

const NOT_REQUESTED =
  'If you did not request this, ignore this email. Nobody can sign in without the code or the link.';

/**
 * Writes the content of an email.
 *
 * @param isNew true if the address has no account yet
 * @param takesReplies true if replies have an address
 */
export function writeEmail(email: Email, { isNew, takesReplies }: { isNew: boolean; takesReplies: boolean }): Content {
  if (email.kind === 'sign-in') return writeSignIn(email, isNew);
  const content = email.kind === 'invitation' ? writeInvitation(email, isNew) : email;
  return { ...content, closing: [...(content.closing ?? []), ...(takesReplies ? [REPLY] : [])] };
}

function writeSignIn(email: Extract<Email, { kind: 'sign-in' }>, isNew: boolean): Content {
  const { link, code, minutes } = email;
  return {
    subject: isNew ? 'Create your utility-api account' : 'Sign in to utility-api',
    paragraphs: [
      isNew
        ? 'To create your account, enter this code on the sign-up page, or open the link in the same browser.'
        : 'Enter this code on the sign-in page, or open the link in the same browser.',
    ],
    ...(code !== undefined && { code }),
    action: { text: isNew ? 'Create account' : 'Sign in', link },
    closing: [`The code and the link expire in ${minutes} minutes and work once. Do not share them.`, NOT_REQUESTED],
  };
}

/** Length to which the name of an account is cut. */
const LONGEST_NAME = 80;

const NOT_EXPECTED = 'If you did not expect this invitation, ignore this email.';

function writeInvitation({ link, until, by }: Extract<Email, { kind: 'invitation' }>, isNew: boolean): Content {
  const expiry = `The link works once and expires on ${until.slice(0, 10)}.`;
  if (!by)
    return {
      subject: 'You are invited to utility-api',
      paragraphs: [
        'You have been invited to utility-api. In the portal you create API keys, buy credits and follow your requests.',
      ],
      action: { text: 'Accept invitation', link },
      closing: [`${expiry} After that, sign in with this email address.`, NOT_EXPECTED],
    };
  const { member, role } = by;
  // The name is chosen by the sender: it must not look like a message or a link of ours.
  const account = by.account.replaceAll(/\p{C}|:\/\//gu, ' ').slice(0, LONGEST_NAME);
  return {
    subject: `${member} invited you to an account on utility-api`,
    paragraphs: [
      `${member} invited you to join the account “${account}” on utility-api, with the role ${role}.`,
      ...(isNew
        ? []
        : [
            'Your email address already belongs to another account, and can belong to one only. To accept, first leave or delete that account in the portal, or ask for an invitation of another address.',
          ]),
    ],
    action: { text: 'Accept invitation', link },
    closing: [expiry, NOT_EXPECTED],
  };
}

/** Renders an email as plain text and as HTML. */
export const renderEmail = (content: Content): { subject: string; text: string; html: string } => ({
  subject: content.subject,
  text: textRenderer
    .render('email.txt.eta', content)
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .concat('\n'),
  html: htmlRenderer.render('email.html.eta', content),
});
