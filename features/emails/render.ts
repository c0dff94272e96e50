import { Eta } from 'eta';
import { projectFile } from '../../shared/process/project-file.js';
import type { Email } from './email-queue.js';

/** Content of an email, before it is rendered. */
export interface Content {
  subject: string;
  paragraphs: readonly string[];
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
  'If you did not request this, ignore it: somebody typed your address, and nothing happens without the link.';

/**
 * Writes the content of an email.
 *
 * @param isNew true if the address has no account yet
 * @param takesReplies true if somebody reads the replies
 */
export function writeEmail(email: Email, { isNew, takesReplies }: { isNew: boolean; takesReplies: boolean }): Content {
  if (email.kind === 'sign-in') return writeSignIn(email, isNew);
  const content = email.kind === 'invitation' ? writeInvitation(email) : email;
  return { ...content, closing: [...(content.closing ?? []), ...(takesReplies ? [REPLY] : [])] };
}

function writeSignIn(email: Extract<Email, { kind: 'sign-in' }>, isNew: boolean): Content {
  const { link, minutes } = email;
  const terms = `The link works once, for ${minutes} minutes, in a browser in which you requested a link for this address.`;
  return {
    subject: isNew ? 'Your account at utility-api' : 'Sign in to utility-api',
    paragraphs: [
      isNew
        ? 'Somebody, presumably you, wants to open an account with this address.'
        : 'Somebody, presumably you, wants to sign in with this address.',
    ],
    action: { text: isNew ? 'Open the account' : 'Sign in', link },
    closing: [terms, NOT_REQUESTED],
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
