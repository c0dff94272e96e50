import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { createTransport } from 'nodemailer';
import { startSandboxMail } from '../src/mail/server.js';
import { startSandbox } from '../src/server.js';

describe('the mailbox', () => {
  it('keeps what is mailed, and shows it as pages', async () => {
    const mail = await startSandboxMail();
    const sandbox = await startSandbox(0, mail.mailbox);
    const transport = createTransport({ url: mail.url });
    try {
      const text = 'Grüße: https://example.com/a?b=1&c=<2>';
      await transport.sendMail({ from: 'A <a@a.example>', to: 'B@b.example', subject: 'Hello, <you>', text });
      await rejects(transport.sendMail({ from: 'a@a.example', to: 'unknown@b.example', text }), /550/);
      const later = { from: 'a@a.example', to: 'greylisted@b.example', subject: 'Later', text };
      await rejects(transport.sendMail(later), /451/);
      await transport.sendMail(later);

      const ask = async (path: string) => (await fetch(`${sandbox.url}/mailbox${path}`)).text();
      const { mails } = JSON.parse(await ask('?json&to=b@b.example'));
      deepEqual(
        mails.map(({ from, to, subject, text: body }: Record<string, unknown>) => ({ from, to, subject, body })),
        [{ from: 'a@a.example', to: ['b@b.example'], subject: 'Hello, <you>', body: text }],
      );
      match(await ask(''), /Hello, &#60;you&#62;<\/a>/);
      match(await ask(`/${mails[0].id}`), /<a href="https:\/\/example\.com\/a\?b=1&#38;c=&#60;2&#62;">/);
      equal((await fetch(`${sandbox.url}/mailbox/nothing`)).status, 404);
    } finally {
      transport.close();
      await Promise.all([sandbox.close(), mail.close()]);
    }
  });
});
