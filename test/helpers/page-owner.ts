import { deepEqual, equal } from 'node:assert/strict';
import { type Answer, call } from './stack.js';
import type { CreatedPage } from './visits.js';

export const requestPages = (
  method: string,
  path: string,
  body: object,
  key: string,
  headers: Record<string, string> = {},
): Promise<Answer> => call(`/v1/qr-experience${path}`, body, { method, key, headers });

/** Requests of the owner of a page. */
export const ownerRequests = ({ id, key }: Pick<CreatedPage, 'id' | 'key'>) => ({
  get: async (path = ''): Promise<Answer['body']> => (await requestPages('GET', `/${id}${path}`, {}, key)).body,
  edit: (fields: object, etag = '*') => requestPages('PATCH', `/${id}`, fields, key, { 'If-Match': etag }),
  restore: (version: number, etag = '*') =>
    requestPages('POST', `/${id}/versions/${version}/restore`, {}, key, { 'If-Match': etag }),
  remove: (etag = '*') => requestPages('DELETE', `/${id}`, {}, key, { 'If-Match': etag }),
});

/** Asserts that a response is a success, and returns its body. */
export async function expectSuccess(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  equal(status, 200, JSON.stringify(body));
  return body;
}

export async function expectError(
  answer: Promise<Answer>,
  status: number,
  type: string,
  param?: string,
): Promise<void> {
  const { body, ...got } = await answer;
  deepEqual([got.status, body.type, body.param], [status, type, param], JSON.stringify(body));
}

/** Returns the bytes that an account's pages use. */
export const readStorage = async (key: string): Promise<number> =>
  (await call('/v1/account', {}, { method: 'GET', key })).body.storage.bytes_used;
