import { randomUUID } from 'node:crypto';

/** A mail as it came. */
export interface ReceivedMail {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly at: string;
}

/** Number of stored emails. The oldest are removed first. */
const KEPT = 200;

/** The mail that was sent to the sandbox, whoever it was for. */
export class Mailbox {
  #mails: ReceivedMail[] = [];

  /** The latest first. @param to mail for this address only */
  list(to?: string): readonly ReceivedMail[] {
    return to === undefined ? this.#mails : this.#mails.filter((mail) => mail.to.includes(to.toLowerCase()));
  }

  find(id: string): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  put(mail: Omit<ReceivedMail, 'id' | 'at'>): void {
    this.#mails = [{ ...mail, id: randomUUID(), at: new Date().toISOString() }, ...this.#mails].slice(0, KEPT);
  }
}
