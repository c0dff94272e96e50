import { json, type SandboxResponse } from '../http.js';
import type { Mailbox, ReceivedMail } from './mailbox.js';

/** Renders the mailbox: `/mailbox` lists the emails, `/mailbox/{id}` shows one; `?json` lists them for tests, `?to` those to one address. */
export function renderMailbox(mailbox: Mailbox, { pathname, searchParams }: URL): SandboxResponse {
  const to = searchParams.get('to') ?? undefined;
  if (searchParams.has('json')) return json(200, { mails: mailbox.list(to) });
  const [, , id = ''] = pathname.split('/');
  if (id === '') return renderPage(200, 'Mailbox', renderList(mailbox.list(to)));
  const mail = mailbox.find(id);
  return mail ? renderPage(200, mail.subject, renderMail(mail)) : renderPage(404, 'No such mail', BACK);
}

const BACK = '<p><a href="/mailbox">All mail</a></p>';

const renderList = (mails: readonly ReceivedMail[]): string =>
  mails.length === 0
    ? '<p>No email yet. <a href="/mailbox">Refresh</a></p>'
    : `<p>All email the platform has sent, newest first. <a href="/mailbox">Refresh</a></p><ul>${mails
        .map(
          ({ id, subject, to, at }) =>
            `<li><a href="/mailbox/${id}">${escapeHtml(subject)}</a><br>to ${escapeHtml(to.join(', '))}, ${at.slice(11, 19)} UTC</li>`,
        )
        .join('')}</ul>`;

const renderMail = ({ from, to, at, text }: ReceivedMail): string =>
  `${BACK}<p>From ${escapeHtml(from)} to ${escapeHtml(to.join(', '))}, ${at.slice(0, 19).replace('T', ' ')} UTC</p><pre>${linkUrls(text)}</pre>`;

const linkUrls = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 16px }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
li { margin-bottom: 8px }`;

const renderPage = (status: number, title: string, body: string): SandboxResponse => ({
  status,
  contentType: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
});
