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

const NOT_REQUESTED =
  'If you did not request this, ignore this email. Nobody can sign in without the code or the link.';

/** Writes the content of an email. @param isNew true if the address has no account yet */
export function writeEmail(email: Email, isNew: boolean): Content {
  if (email.kind === 'notice') return email;
  if (email.kind === 'invitation') return writeInvitation(email);
  const { link, code, minutes } = email;
  return {
    subject: isNew ? 'Create your utility-api account' : 'Sign in to utility-api',
    paragraphs: [
      `Enter this code on the page where you requested it${isNew ? ' to create your account' : ''}, or open the link in the same browser.`,
    ],
    ...(code !== undefined && { code }),
    action: { text: isNew ? 'Create account' : 'Sign in', link },
    closing: [`The code and the link expire in ${minutes} minutes and work once. Do not share them.`, NOT_REQUESTED],
  };
}

const writeInvitation = ({ link, until }: Extract<Email, { kind: 'invitation' }>): Content => ({
  subject: 'You are invited to utility-api',
  paragraphs: ['You are invited to join an account at utility-api. You sign in with this email address.'],
  action: { text: 'Accept the invitation', link },
  closing: [
    `The link works once, until ${until.slice(0, 10)}.`,
    'If you did not expect this invitation, ignore this email. No account is created without the link.',
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
