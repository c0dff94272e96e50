import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { errors } from '../../shared/contract/errors.js';
import { eventually, stack } from './stack.js';

const MOST_TRIES = 5;
const UNAVAILABLE = errors.serviceUnavailable().message;

interface Mailed {
  subject: string;
  text: string;
}

/** Returns the emails that the sandbox has received for an address, the latest first. */
export async function findEmails(address: string): Promise<Mailed[]> {
  const { mailboxUrl } = (await stack()).platform;
  const response = await fetch(`${mailboxUrl}?json&to=${encodeURIComponent(address)}`);
  return Object(await response.json()).mails;
}

/** Waits for a number of emails to an address, and returns the sign-in code of the latest. */
export async function findSignInCode(address: string, mails = 1): Promise<string> {
  const [latest] = await eventually(
    () => findEmails(address),
    (found) => found.length >= mails,
  );
  return /^\d{6}$/m.exec(latest?.text ?? '')?.[0] ?? '';
}

/** Waits for a number of emails to an address, and returns the sign-in link of the latest. */
export async function findSignInLink(address: string, mails = 1): Promise<string> {
  const [latest] = await eventually(
    () => findEmails(address),
    (found) => found.length >= mails,
  );
  return /https?:\S+\/account\/login\/link\?token=\S+/.exec(latest?.text ?? '')?.[0] ?? '';
}

export const newAddress = (): string => `customer-${randomUUID()}@customers.example`;

/** A browser with cookies and its own IP address, since all of 127.0.0.0/8 is this machine. */
export class Customer {
  readonly #cookies = new Map<string, string>();
  #dispatcher: Agent;

  constructor(
    readonly baseUrl: string,
    localAddress = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`,
  ) {
    this.#dispatcher = new Agent({ localAddress });
  }

  /** Sends further requests from another IP address. */
  moveTo(localAddress: string): void {
    this.#dispatcher = new Agent({ localAddress });
  }

  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request, and does not follow redirects. Sends it again, as `call` does, while a busy machine keeps the store waiting. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    for (let left = MOST_TRIES - 1; ; left -= 1) {
      const response = await this.#askOnce(path, init);
      if (response.status !== 503 || left === 0 || !(await response.clone().text()).includes(UNAVAILABLE))
        return response;
      await pause(Number(response.headers.get('retry-after')) * 1_000);
    }
  }

  async #askOnce(path: string, init: RequestInit): Promise<Response> {
    const headers = { cookie: this.cookies, ...Object(init.headers) };
    const url = new URL(path, this.baseUrl);
    const response = await fetch(url, { redirect: 'manual', dispatcher: this.#dispatcher, ...init, headers });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    return response;
  }

  async page(path: string): Promise<string> {
    return (await this.ask(path)).text();
  }

  /** Sends a form as a page has it. @param page on which it stands */
  async send(page: string, action: string, fields: Record<string, string | string[]> = {}): Promise<Response> {
    const html = await this.page(page);
    const form_token = /name="form_token" value="([\w-]+)"/.exec(html)?.[1] ?? '';
    return this.post(action, { form_token, ...fields });
  }

  /** Sends a form as a page has it, again while a rate limit refuses it. */
  sendWithinLimit(page: string, action: string, fields?: Record<string, string>): Promise<Response> {
    return eventually(
      () => this.send(page, action, fields),
      ({ status }) => status !== 429,
    );
  }

  /** Sends a form with these fields alone. */
  post(
    action: string,
    fields: Record<string, string | string[]>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    );
    return this.ask(action, {
      method: 'POST',
      body: body.toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  /** Requests a sign-in link, opens it and presses the button. @returns the URL of the redirect */
  async signIn(address: string, page = '/account/login'): Promise<string | null> {
    const before = (await findEmails(address)).length;
    const next = /name="next" value="([^"]*)"/.exec(await this.page(page))?.[1] ?? '';
    await this.send(page, '/account/login', { email: address, next: next.replaceAll('&amp;', '&') });
    return (await this.press(await findSignInLink(address, before + 1))).headers.get('location');
  }

  /** Opens a link at the front that this browser knows, and presses its button. @param page on which the form stands */
  press(link: string, page?: string): Promise<Response> {
    const { pathname, search, searchParams } = new URL(link);
    return this.send(page ?? pathname + search, pathname, { token: searchParams.get('token') ?? '' });
  }

  close(): Promise<void> {
    return this.#dispatcher.close();
  }
}

/** Signs a new customer up. */
export async function newCustomer(): Promise<{ customer: Customer; address: string; account: string }> {
  const { platform, store } = await stack();
  const customer = new Customer(platform.baseUrl);
  const address = newAddress();
  await customer.signIn(address);
  const member = await store.members.findOne({ _id: address });
  if (!member) throw new Error('The sign-up has failed');
  return { customer, address, account: member.account };
}
