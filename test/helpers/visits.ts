import { equal } from 'node:assert/strict';
import { countPending } from '../../features/pages/count-visits.js';
import { newAddress } from './new-address.js';
import { everyBlock, everyContent } from './showcase.js';
import { call, newAccount, stack } from './stack.js';

export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

export const contents = everyContent('https://media.example');

/** An experience, and the key of its account. */
export interface Made {
  key: string;
  id: number;
  code: string;
  scanUrl: string;
  path: string;
}

export async function make(type: string, fields: object = {}, key?: string): Promise<Made> {
  const caller = key ?? (await newAccount()).key;
  const body = type === 'page' ? { page: { version: 1, blocks: everyBlock('https://media.example') } } : {};
  const request = { type, content: contents[type], image_format: 'PNG', include_bytes: 0, ...body, ...fields };
  const answer = await call('/v1/qr-experience/generate', request, { key: caller });
  equal(answer.status, 200, JSON.stringify(answer.body));
  const { experience, scan_url: scanUrl } = answer.body;
  return { key: caller, id: experience.id, code: experience.code, scanUrl, path: new URL(scanUrl).pathname };
}

/** The statistics of an experience, with everything counted that came until now, as the scheduler does every few seconds. */
export async function stats({ id, key }: Pick<Made, 'id' | 'key'>) {
  await countPending((await stack()).store);
  return (await call(`/v1/qr-experience/${id}/stats`, {}, { key, method: 'GET' })).body;
}

/** Makes the tests of a suite visitors behind a proxy, each from an address of its own, so that its limits are too. */
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
    /** A request as a browser would send it. */
    visit: (path: string, options: RequestInit = {}): Promise<Response> =>
      fetch(baseUrl + path, {
        redirect: 'manual',
        ...options,
        headers: { 'User-Agent': PHONE, 'X-Forwarded-For': address, ...options.headers },
      }),
  };
}
