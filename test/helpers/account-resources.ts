import { accountRoutes } from '../../features/account-api/index.js';
import { readRecordedResponses } from '../../features/docs/openapi/recorded-responses.js';
import { call, stack } from './stack.js';

/** A picture of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Items of a batch that is still running when it is cancelled: a few such checks run in a second. */
const LONG_LIST = Array.from({ length: 300 }, () => ({ action: 'check-number', vat_number: 'DE113866163' }));

/** Requests that create resources, by the beginning of the paths that name them, and the field of the response with its id. */
const creations = [
  ['/v1/domains/', '/v1/domains', 'host', () => ({ host: `go-${Date.now()}.example.com` })],
  ['/v1/image-links/', '/v1/image-links', 'id', () => ({ qr_code_text: 'https://example.com/' })],
  ['/v1/qr-drafts/', '/v1/qr-drafts', 'id', () => ({ name: 'Example' })],
  ['/v1/batches/', '/v1/batches', 'id', () => ({ endpoint: '/v1/vat', items: LONG_LIST })],
  ['/v1/pictures/', '/v1/pictures', 'id', () => ({ data_base64: PICTURE })],
] as const;

/**
 * Creates a verified domain, an image link, a draft, a batch and a picture for a key.
 *
 * @returns a function that puts their ids in the place of those of recorded examples
 */
export async function createAccountResources(key: string, baseUrl: string): Promise<(text: string) => string> {
  const { store } = await stack();
  const recorded = readRecordedResponses(baseUrl);
  const ids = new Map<string, string>();
  for (const [beginning, path, field, body] of creations) {
    const created = String((await call(path, body(), { key })).body[field]);
    // The records of its zone do not exist.
    if (field === 'host') await store.domains.updateOne({ host: created }, { $set: { verified_host: created } });
    for (const { contract } of accountRoutes.filter(({ contract }) => contract.path.startsWith(beginning))) {
      const [, parameter = ''] = /\{(\w+)\}/.exec(contract.path) ?? [];
      ids.set(String(recorded[contract.id]?.request[parameter]), created);
    }
  }
  return (text) => [...ids].reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}
