import { createReadStream, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { domainToASCII } from 'node:url';

const load = createRequire(import.meta.url);

/** Maximum size of an operator's list, in bytes: about 500,000 domains. */
const LARGEST = 8 * 1024 * 1024;
/** Timeout of a download, in ms. */
const DOWNLOAD_MS = 30_000;
/** Time between two reads of an operator's list, and after one that failed, in ms. */
const DAY_MS = 24 * 3_600_000;
const RETRY_MS = 3_600_000;
/** Share of entries that may be malformed: a page that is not a list has more. */
const MALFORMED_SHARE = 0.01;

/** An operator's list: domains that it adds to the shipped ones, and those that it removes. */
interface DomainList {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

const EMPTY: DomainList = { added: new Set(), removed: new Set() };

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface Shipped {
  /** Every domain that a list names, some of which are no disposable ones. */
  readonly all: ReadonlySet<string>;
  /** Domains that the list's maintainers have seen an address of. */
  readonly confirmed: ReadonlySet<string>;
}

/** Domains of disposable addresses: those of the shipped lists, and of a list that the operator names. */
export class DisposableDomains {
  readonly #source: string | undefined;
  readonly #log: Log;
  #shipped: Shipped | undefined;
  #listed = EMPTY;
  #dueAt = Number.NEGATIVE_INFINITY;

  /** @param source the setting DISPOSABLE_DOMAINS: a path or a URL */
  constructor(source: string | undefined, log: Log) {
    this.#source = source;
    this.#log = log;
  }

  /** True if a list names this very domain, and the operator's does not remove it. */
  has(domain: string): boolean {
    const { added, removed } = this.#listed;
    return added.has(domain) || (this.#load().all.has(domain) && !removed.has(domain));
  }

  /** True if that is certain: the operator's list names the domain, or the maintainers of a shipped one have seen an address of it. */
  isConfirmed(domain: string): boolean {
    const { added, removed } = this.#listed;
    return added.has(domain) || (this.#load().confirmed.has(domain) && !removed.has(domain));
  }

  /**
   * Reads the operator's list if that was not done within a day. The list stays in use as it is until the new one is complete, and
   * if that cannot be read.
   *
   * @param now the current time, in ms since the epoch
   */
  async refreshIfDue(now: number): Promise<void> {
    const source = this.#source;
    if (source === undefined || now < this.#dueAt) return;
    this.#dueAt = now + RETRY_MS;
    try {
      this.#listed = parseDomainList(await readSource(source));
      this.#dueAt = now + DAY_MS;
      const { added, removed } = this.#listed;
      this.#log.info({ source, added: added.size, removed: removed.size }, 'disposable domains refreshed');
    } catch (error) {
      this.#log.warn({ err: error, source }, 'disposable domains not refreshed: the previous list stays in use');
    }
  }

  #load(): Shipped {
    this.#shipped ??= loadShipped();
    return this.#shipped;
  }
}

/** Lists of npm packages: disposable-email-domains-js (CC0), FakeFilter (BSD-3-Clause), and the disposable project (MIT). */
function loadShipped(): Shipped {
  const maintained: readonly string[] = load('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json');
  const monitored = parseDomainList(readFileSync(load.resolve('fakefilter/txt/data.txt'), 'utf8')).added;
  const collected: readonly string[] = load('@dahoom/disposable-email/domains.json');
  const confirmed = new Set([...maintained, ...monitored]);
  return { confirmed, all: new Set([...confirmed, ...collected]) };
}

/** Reads a file, or downloads a URL. @throws Error if it is too large, or cannot be read in time */
async function readSource(source: string): Promise<string> {
  if (!/^https?:\/\//i.test(source)) return readBounded(createReadStream(source));
  const response = await fetch(source, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
  if (!response.ok || !response.body) throw new Error(`the response has status ${response.status}`);
  return readBounded(response.body);
}

async function readBounded(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > LARGEST) throw new Error(`the list has more than ${LARGEST} bytes`);
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString('utf8');
}

const DOMAIN = /^(?:[a-z\d_-]{1,63}\.)+[a-z\d-]{2,63}$/;
/** Characters of URLs, addresses and markup, which `domainToASCII` would cut off. */
const NOT_IN_DOMAINS = /[\s/:@<>"',;]/;

/**
 * Parses a list of domains: one a line, with `#` comments and `!` before those to remove, or a JSON array.
 *
 * @throws Error if it has no domains, or more than one in a hundred entries is none
 */
export function parseDomainList(text: string): DomainList {
  const added = new Set<string>();
  const removed = new Set<string>();
  const malformed: string[] = [];
  for (const entry of readEntries(text)) {
    const domain = NOT_IN_DOMAINS.test(entry) ? '' : domainToASCII(entry.replace(/^!/, ''));
    if (!DOMAIN.test(domain)) malformed.push(entry);
    else (entry.startsWith('!') ? removed : added).add(domain);
  }
  const total = added.size + removed.size + malformed.length;
  if (malformed.length === total) throw new Error('the list has no domains');
  if (malformed.length > total * MALFORMED_SHARE) throw new Error(`the list has entries such as ${malformed[0]}`);
  return { added, removed };
}

function readEntries(text: string): string[] {
  if (!text.trimStart().startsWith('[')) {
    const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
    return lines.filter((line) => line !== '');
  }
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}
