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
  const content = email.kind === 'invitation' ? writeInvitation(email) : email;
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

const writeInvitation = ({ link, until }: Extract<Email, { kind: 'invitation' }>): Content => ({
  subject: 'You are invited to utility-api',
  paragraphs: [
    'You have been invited to utility-api. In the portal you create API keys, buy credits and follow your requests.',
  ],
  action: { text: 'Accept invitation', link },
  closing: [
    `The link works once and expires on ${until.slice(0, 10)}. After that, sign in with this email address.`,
    'If you did not expect this invitation, ignore this email.',
  ],
});

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
