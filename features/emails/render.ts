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

const NOT_REQUESTED =
  'If you did not request this, ignore it: somebody typed your address, and nothing happens without the link.';

/** Writes the content of an email. @param isNew true if the address has no account yet */
export function writeEmail(email: Email, isNew: boolean): Content {
  if (email.kind === 'notice') return email;
  if (email.kind === 'invitation') return writeInvitation(email);
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
    'You are invited to an account at utility-api with this address: for keys to the API, credits, and what your calls do.',
  ],
  action: { text: 'Accept the invitation', link },
  closing: [
    `The link works once, until ${until.slice(0, 10)}. Afterwards you sign in with this address.`,
    'If you expect no invitation, do nothing: no account is opened without the link.',
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
