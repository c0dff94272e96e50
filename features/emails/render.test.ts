import { deepEqual, equal } from 'node:assert/strict';
import { renderEmail, writeEmail } from './render.js';

const INVITATION = { kind: 'invitation', link: 'https://api.example/i', until: '2026-05-04T00:00:00.000Z' } as const;
const NOTICE = { kind: 'notice', subject: 'Moved', paragraphs: ['It moved.'], closing: ['You are a member.'] } as const;

describe('emails', () => {
  it('invite to reply only if replies have an address', () => {
    for (const email of [INVITATION, { ...NOTICE, paragraphs: [...NOTICE.paragraphs], closing: [...NOTICE.closing] }]) {
      const { text, html } = renderEmail(writeEmail(email, { isNew: false, takesReplies: false }));
      equal(/reply/i.test(text + html), false, text);
      const open = renderEmail(writeEmail(email, { isNew: false, takesReplies: true }));
      deepEqual([/Reply/.test(open.text), /Reply/.test(open.html)], [true, true]);
    }
  });
});
