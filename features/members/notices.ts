import { nanoid } from 'nanoid';
import type { Notice } from './collections.js';

/** Creates an email about an account, to be stored in the account's document. The scheduler sends it, so that no other process has to. */
export const newNotice = (to: Notice['to'], at: Date, subject: string, paragraphs: string[]): Notice => ({
  id: nanoid(),
  at,
  to,
  subject,
  paragraphs,
});
