import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { Mailbox } from './mailbox.js';

export type { ReceivedMail } from './mailbox.js';

const LARGEST_MAIL = 1024 * 1024;

/** A mail server that keeps what it is sent, and sends nothing on. */
export interface SandboxMail {
  /** As a setting, e.g. smtp://127.0.0.1:4025 */
  readonly url: string;
  readonly mailbox: Mailbox;
  close(): Promise<void>;
}

/**
 * Starts a mail server (RFC 5321) on the loopback interface that takes mail for everybody, except: addresses that begin with
 * `unknown` are refused for good (550), those that begin with `greylisted` the first time (451).
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
    onRcptTo({ address }, _, answer) {
      if (address.startsWith('unknown')) return answer(refusal(550, 'No such user here'));
      if (!address.startsWith('greylisted') || greylist.has(address)) return answer();
      greylist.add(address);
      answer(refusal(451, 'Greylisted, try again later'));
    },
    onData(stream, session, answer) {
      keep(mailbox, stream, session).then(
        () => answer(),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // A connection that breaks is its sender's trouble.
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

async function keep(mailbox: Mailbox, stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
  const { from, subject = '', text = '' } = await PostalMime.parse(await readText(stream));
  const to = envelope.rcptTo.map(({ address }) => address.toLowerCase());
  mailbox.put({ from: from?.address ?? '', to, subject, text: text.trim() });
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
