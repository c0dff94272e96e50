import { LRUCache } from 'lru-cache';
import { type Dispatcher, request } from 'undici';
import type { Targets } from '../webhooks/index.js';
import { readMetadata } from './client-metadata.js';
import type { Client } from './collections.js';
import { OAuthError } from './oauth-error.js';

const DEADLINE_MS = 4_000;
const LARGEST_DOCUMENT = 32 * 1_024;
/** Maximum number of documents that are fetched at the same time. */
const MOST_FETCHES = 100;
const REMEMBERED_MS = 300_000;
const MOST_REMEMBERED = 500;

/**
 * Reads the metadata documents of apps whose client id is a URL (OAuth Client ID Metadata Document). They are fetched from public addresses
 * only, without redirects, and remembered for a few minutes.
 */
export class MetadataDocuments {
  readonly #read: LRUCache<string, Client>;

  /**
   * @param targets rules for the URLs
   * @param openAgent opens the HTTP client that refuses private addresses; called for the first document
   */
  constructor(targets: Targets, openAgent: () => Dispatcher) {
    let agent: Dispatcher | undefined;
    let fetches = 0;
    this.#read = new LRUCache({
      max: MOST_REMEMBERED,
      ttl: REMEMBERED_MS,
      fetchMethod: async (url) => {
        const { pathname, hash } = new URL(url);
        const problem = targets.findProblem(url) ?? (pathname === '/' || hash ? 'must have a path' : undefined);
        if (problem) throw new OAuthError('invalid_client', `client_id ${problem}`, 401);
        if (fetches >= MOST_FETCHES)
          throw new OAuthError('temporarily_unavailable', 'Too many apps are connecting: try again in a minute', 503);
        agent ??= openAgent();
        fetches++;
        const document = await fetchDocument(url, agent).finally(() => fetches--);
        return readDocument(url, document);
      },
    });
  }

  /** @throws OAuthError if it cannot be fetched or is invalid */
  async read(url: string): Promise<Client> {
    const refused = () => new OAuthError('invalid_client', 'client_id must be an absolute https URL', 401);
    if (!URL.canParse(url)) throw refused();
    const client = await this.#read.fetch(url);
    if (!client) throw refused();
    return client;
  }
}

async function fetchDocument(url: string, dispatcher: Dispatcher): Promise<unknown> {
  const refuse = (reason: string) =>
    new OAuthError('invalid_client', `The metadata document of the app ${reason}`, 401);
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const headers = { accept: 'application/json', 'user-agent': 'utility-api-connections' };
    const { statusCode, body } = await request(url, { dispatcher, signal, headers });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > LARGEST_DOCUMENT) throw refuse(`has more than ${LARGEST_DOCUMENT / 1_024} KiB`);
    }
    if (statusCode !== 200) throw refuse('does not exist');
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    if (error instanceof OAuthError) throw error;
    // The reason would describe the network of the service to everyone.
    throw refuse('cannot be read');
  }
}

function readDocument(url: string, document: unknown): Client {
  const { client_id: id, client_secret: secret } = Object(document);
  if (id !== url || secret !== undefined) {
    throw new OAuthError('invalid_client', 'The metadata document names another client_id, or a secret', 401);
  }
  return { id: url, ...readMetadata(document) };
}
