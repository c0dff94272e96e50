import { randomUUID } from 'node:crypto';

/** A received email. */
export interface ReceivedMail {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly at: string;
}

/** Number of stored emails. The oldest are removed first. */
const MOST_STORED = 200;

/** All emails that the sandbox has received. */
export class Mailbox {
  #mails: ReceivedMail[] = [];

  /** Lists the emails, the latest first. @param to address; all emails by default */
  list(to?: string): readonly ReceivedMail[] {
    return to === undefined ? this.#mails : this.#mails.filter((mail) => mail.to.includes(to.toLowerCase()));
  }

  find(id: string): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  put(mail: Omit<ReceivedMail, 'id' | 'at'>): void {
    this.#mails = [{ ...mail, id: randomUUID(), at: new Date().toISOString() }, ...this.#mails].slice(0, MOST_STORED);
  }
}
