import { Eta } from 'eta';
import type { Letter } from '../../shared/mail/queue.js';
import { projectFile } from '../../shared/process/project-file.js';

/** What stands in a mail, before it is laid out. */
export interface Content {
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  action?: { text: string; link: string };
  /** What stands small below. */
  closing?: readonly string[];
}

const folder = projectFile('deliver/mail/templates');
const asHtml = new Eta({ views: folder, cache: true });
const asText = new Eta({ views: folder, cache: true, autoEscape: false });

const NOT_ASKED =
  'If you did not request this, ignore it: somebody typed your address, and nothing happens without the link.';

/** What a mail says. @param isNew whether the address opens an account with it */
export function contentOf(letter: Letter, isNew: boolean): Content {
  if (letter.kind === 'notice') return letter;
  if (letter.kind === 'invitation') return invitationContent(letter);
  const { link, minutes } = letter;
  const terms = `The link works once, for ${minutes} minutes, in a browser in which you requested a link for this address.`;
  return {
    subject: isNew ? 'Your account at utility-api' : 'Sign in to utility-api',
    paragraphs: [
      isNew
        ? 'Somebody, presumably you, wants to open an account with this address.'
        : 'Somebody, presumably you, wants to sign in with this address.',
    ],
    action: { text: isNew ? 'Open the account' : 'Sign in', link },
    closing: [terms, NOT_ASKED],
  };
}

const invitationContent = ({ link, until }: Extract<Letter, { kind: 'invitation' }>): Content => ({
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

/** Lays out a mail, as plain text and as HTML. */
export const layOut = (content: Content): { subject: string; text: string; html: string } => ({
  subject: content.subject,
  text: asText
    .render('letter.txt.eta', content)
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .concat('\n'),
  html: asHtml.render('letter.html.eta', content),
});
