import { equal } from 'node:assert/strict';
import { countPending } from '../../features/pages/count-visits.js';
import { newAddress } from './new-address.js';
import { everyBlock, everyContent } from './showcase.js';
import { call, newAccount, stack } from './stack.js';

export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

export const contents = everyContent('https://media.example');

/** A hosted page, and the key of its account. */
export interface CreatedPage {
  key: string;
  id: number;
  code: string;
  scanUrl: string;
  path: string;
}

export async function createPage(type: string, fields: object = {}, key?: string): Promise<CreatedPage> {
  const caller = key ?? (await newAccount()).key;
  const body = type === 'page' ? { page: { version: 1, blocks: everyBlock('https://media.example') } } : {};
  const request = { type, content: contents[type], image_format: 'PNG', include_bytes: 0, ...body, ...fields };
  const response = await call('/v1/qr-experience/generate', request, { key: caller });
  equal(response.status, 200, JSON.stringify(response.body));
  const { experience, scan_url: scanUrl } = response.body;
  return { key: caller, id: experience.id, code: experience.code, scanUrl, path: new URL(scanUrl).pathname };
}

/** Counts pending visits, as the scheduler does every few seconds, and returns the statistics of a page. */
export async function countAndReadStats({ id, key }: Pick<CreatedPage, 'id' | 'key'>) {
  await countPending((await stack()).store);
  return (await call(`/v1/qr-experience/${id}/stats`, {}, { key, method: 'GET' })).body;
}

/** Gives each test of a suite its own client address, as if behind a proxy, so that rate limits do not interfere. */
export function asVisitors() {
  let baseUrl: string;
  let address: string;
  before(async () => {
    ({ baseUrl } = (await stack()).platform);
  });
  beforeEach(() => {
    address = newAddress();
  });
  return {
    address: () => address,
    /** Sends a request as a browser does. */
    visit: (path: string, options: RequestInit = {}): Promise<Response> =>
      fetch(baseUrl + path, {
        redirect: 'manual',
        ...options,
        headers: { 'User-Agent': PHONE, 'X-Forwarded-For': address, ...options.headers },
      }),
  };
}
