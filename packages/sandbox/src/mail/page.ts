import { json, type SandboxAnswer } from '../http.js';
import type { Mailbox, ReceivedMail } from './mailbox.js';

/** The mailbox as pages: `/mailbox` lists the mail, `/mailbox/{id}` shows one; `?json` lists them for tests, `?to` those for one address. */
export function mailboxAnswer(mailbox: Mailbox, { pathname, searchParams }: URL): SandboxAnswer {
  const to = searchParams.get('to') ?? undefined;
  if (searchParams.has('json')) return json(200, { mails: mailbox.list(to) });
  const [, , id = ''] = pathname.split('/');
  if (id === '') return page(200, 'Mailbox', listed(mailbox.list(to)));
  const mail = mailbox.find(id);
  return mail ? page(200, mail.subject, shown(mail)) : page(404, 'No such mail', BACK);
}

const BACK = '<p><a href="/mailbox">All mail</a></p>';

const listed = (mails: readonly ReceivedMail[]): string =>
  mails.length === 0
    ? '<p>No email yet. <a href="/mailbox">Refresh</a></p>'
    : `<p>All email the platform has sent, newest first. <a href="/mailbox">Refresh</a></p><ul>${mails
        .map(
          ({ id, subject, to, at }) =>
            `<li><a href="/mailbox/${id}">${escaped(subject)}</a><br>to ${escaped(to.join(', '))}, ${at.slice(11, 19)} UTC</li>`,
        )
        .join('')}</ul>`;

const shown = ({ from, to, at, text }: ReceivedMail): string =>
  `${BACK}<p>From ${escaped(from)} to ${escaped(to.join(', '))}, ${at.slice(0, 19).replace('T', ' ')} UTC</p><pre>${linked(text)}</pre>`;

const linked = (text: string): string =>
  escaped(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 16px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
li { margin-bottom: 8px }`;

const page = (status: number, title: string, body: string): SandboxAnswer => ({
  status,
  contentType: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
});
