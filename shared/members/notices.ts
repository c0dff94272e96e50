import { nanoid } from 'nanoid';
import type { Notice } from '../store/collections.js';

/** Creates an email about an account. Whoever writes it into the account need not reach what sends mail: the scheduler posts it. */
export const newNotice = (to: Notice['to'], at: Date, subject: string, paragraphs: string[]): Notice => ({
  id: nanoid(),
  at,
  to,
  subject,
  paragraphs,
});
