import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Told } from './load.js';

/** Calls that come when they come, whether or not those before them have been answered. */
interface Arrivals {
  /** The whole address of an endpoint. */
  url: string;
  key: string;
  body: object;
  /** Per second. */
  rate: number;
  forMs: number;
}

/** So often calls are sent that have become due, in ms. */
const TICK_MS = 4;
const ANSWER_WITHIN_MS = 60_000;

/** Sends them, on as many connections as it takes, and waits for the last answer. */
export async function arrive({ url, key, body, rate, forMs }: Arrivals): Promise<Told[]> {
  const { hostname, port, host, pathname } = new URL(url);
  const text = JSON.stringify(body);
  const request = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `X-API-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `\r\n${text}`,
  ].join('\r\n');
  const lines: Line[] = [];
  const ask = async (): Promise<Told> => {
    const line = lines.pop() ?? new Line(connect(Number(port), hostname));
    const at = Date.now();
    const began = performance.now();
    const answer = await line.ask(request);
    if (line.isOpen) lines.push(line);
    return { pool: url, at, ms: performance.now() - began, ...answer };
  };
  const asked: Promise<Told>[] = [];
  const began = performance.now();
  for (let past = 0; past < forMs; past = performance.now() - began) {
    const due = Math.floor((past / 1_000) * rate);
    while (asked.length < due) asked.push(ask());
    await pause(TICK_MS);
  }
  const told = await Promise.all(asked);
  for (const line of lines) line.close();
  return told;
}

type Answer = Pick<Told, 'requestId' | 'status' | 'retryAfter' | 'cause'>;

/**
 * A connection that one call at a time is sent on. It reads of an answer what is asked about, as it has to cost less than what
 * it asks for.
 */
class Line {
  #heard = '';
  #answered: (answer: Answer) => void = () => {};

  constructor(private readonly socket: Socket) {
    socket
      .setNoDelay(true)
      .setEncoding('latin1')
      .setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on('data', (bytes) => this.#hear(String(bytes)));
    socket.on('error', (cause) => this.#answered({ ...UNANSWERED, cause }));
    socket.on('close', () => this.#answered(UNANSWERED));
  }

  get isOpen(): boolean {
    return this.socket.writable;
  }

  ask(request: string): Promise<Answer> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #hear(bytes: string): void {
    this.#heard += bytes;
    const end = this.#heard.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#heard.slice(0, end);
    if (this.#heard.length < end + 4 + Number(field(head, 'content-length'))) return;
    this.#heard = '';
    if (field(head, 'connection') === 'close') this.socket.end();
    const [, status = '0'] = /^HTTP\/1.1 (\d+)/.exec(head) ?? [];
    this.#answered({
      status: Number(status),
      requestId: field(head, 'x-request-id') ?? undefined,
      retryAfter: field(head, 'retry-after'),
    });
  }
}

const UNANSWERED: Answer = { status: 0, requestId: undefined, retryAfter: null };

const field = (head: string, name: string): string | null =>
  new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1] ?? null;
