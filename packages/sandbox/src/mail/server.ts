import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { Mailbox } from './mailbox.js';

export type { ReceivedMail } from './mailbox.js';

const LARGEST_MAIL = 1024 * 1024;

/** A mail server that stores all emails, and forwards none. */
export interface SandboxMail {
  /** URL for the setting SMTP_URL, e.g. smtp://127.0.0.1:4025 */
  readonly url: string;
  readonly mailbox: Mailbox;
  close(): Promise<void>;
}

/**
 * Starts a mail server (RFC 5321) on the loopback interface that accepts all emails, except to addresses that begin with `unknown`,
 * which it refuses permanently (550), or with `greylisted`, which it refuses the first time (451).
 *
 * @param port 0 lets the system choose
 */
export async function startSandboxMail(port = 0): Promise<SandboxMail> {
  const mailbox = new Mailbox();
  const greylist = new Set<string>();
  const server = new SMTPServer({
    banner: 'sandbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: LARGEST_MAIL,
    disableReverseLookup: true,
    onRcptTo({ address }, _, callback) {
      if (address.startsWith('unknown')) return callback(createError(550, 'No such user here'));
      if (!address.startsWith('greylisted') || greylist.has(address)) return callback();
      greylist.add(address);
      callback(createError(451, 'Greylisted, try again later'));
    },
    onData(stream, session, callback) {
      storeMail(mailbox, stream, session).then(
        () => callback(),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // The sender notices a broken connection.
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const { port: chosen } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${chosen}`,
    mailbox,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function storeMail(
  mailbox: Mailbox,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<void> {
  const { from, subject = '', text = '' } = await PostalMime.parse(await readText(stream));
  const to = envelope.rcptTo.map(({ address }) => address.toLowerCase());
  mailbox.put({ from: from?.address ?? '', to, subject, text: text.trim() });
}

const createError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
