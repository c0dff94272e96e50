import { deepEqual, equal } from 'node:assert/strict';
import { type Answer, call } from './stack.js';
import type { Made } from './visits.js';

export const askPages = (
  method: string,
  path: string,
  body: object,
  key: string,
  headers: Record<string, string> = {},
): Promise<Answer> => call(`/v1/qr-experience${path}`, body, { method, key, headers });

/** What the owner of an experience asks about it. */
export const ownerOf = ({ id, key }: Pick<Made, 'id' | 'key'>) => ({
  get: async (path = ''): Promise<Answer['body']> => (await askPages('GET', `/${id}${path}`, {}, key)).body,
  edit: (fields: object, etag = '*') => askPages('PATCH', `/${id}`, fields, key, { 'If-Match': etag }),
  restore: (version: number, etag = '*') =>
    askPages('POST', `/${id}/versions/${version}/restore`, {}, key, { 'If-Match': etag }),
  remove: (etag = '*') => askPages('DELETE', `/${id}`, {}, key, { 'If-Match': etag }),
});

/** The body of an answer, which must be a success. */
export async function edited(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  equal(status, 200, JSON.stringify(body));
  return body;
}

export async function refused(answer: Promise<Answer>, status: number, type: string, param?: string): Promise<void> {
  const { body, ...got } = await answer;
  deepEqual([got.status, body.type, body.param], [status, type, param], JSON.stringify(body));
}

/** How many bytes an account's pages take. */
export const storageOf = async (key: string): Promise<number> =>
  (await call('/v1/account', {}, { method: 'GET', key })).body.storage.bytes_used;
