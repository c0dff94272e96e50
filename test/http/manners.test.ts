import { deepEqual, equal } from 'node:assert/strict';
import { newAccount, stack } from '../helpers/stack.js';

const REQUEST = '{"action":"calculate","net":"100","country_code":"DE"}';
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('careless clients', () => {
  let key: string;
  let baseUrl: string;
  before(async () => {
    ({ baseUrl } = (await stack()).platform);
    ({ key } = await newAccount());
  });

  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const init = { method, headers: { 'X-API-Key': key, ...headers }, redirect: 'manual' as const };
    const response = await fetch(baseUrl + path, { ...init, ...(body !== undefined && { body }) });
    const text = await response.text();
    return { status: response.status, allow: response.headers.get('allow'), text };
  };
  const error = ({ text }: { text: string }): string => JSON.parse(text).error;

  it('may send JSON as a form, as plain text, or without a content type', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8', '']) {
      const { status, text } = await send('POST', '/v1/vat', { 'Content-Type': type }, `\n  ${REQUEST}`);
      equal(status, 200, text);
      equal(JSON.parse(text).gross, 119);
    }
  });

  it('get 415 for other text without a content type, and 400 for broken JSON as a form, uncharged', async () => {
    equal((await send('POST', '/v1/vat', { 'Content-Type': '' }, 'action=calculate')).status, 415);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const broken = await send('POST', '/v1/vat', form, '{"action":');
    deepEqual([broken.status, error(broken)], [400, 'The body is not valid JSON']);
  });

  it('may add a slash to a path, and use any letter case', async () => {
    for (const path of ['/v1/vat/', '/V1/VAT']) equal((await send('POST', path, JSON_TYPE, REQUEST)).status, 200, path);
    for (const path of ['/mcp/', '/MCP']) equal((await send('POST', path, JSON_TYPE, PING)).status, 200, path);
    for (const path of ['/v1/account/', '/V1/Account', '/docs/', '/Docs']) equal((await send('GET', path)).status, 200);
  });

  it('get the path that they may have meant', async () => {
    for (const [path, meant] of [
      ['/v1/vatt', '/v1/vat'],
      ['/vat', '/v1/vat'],
      ['/v1/mail-checker', '/v1/mailchecker'],
      ['/v1/currency/conversion', '/v1/currency/convert'],
      ['/v1/acount', '/v1/account'],
    ] as const)
      equal(error(await send('POST', path, JSON_TYPE, '{}')), `Not found: did you mean ${meant}?`);
    equal(error(await send('POST', '/v1/nothing-of-the-kind', JSON_TYPE, '{}')), 'Not found');
  });

  it('get 405 with the methods of a path, and these alone for OPTIONS', async () => {
    for (const [method, path, allow] of [
      ['GET', '/v1/vat', 'POST, OPTIONS'],
      ['GET', '/mcp', 'POST, OPTIONS'],
      ['PUT', '/v1/account', 'HEAD, GET, PATCH, OPTIONS'],
      ['POST', '/docs', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const refused = await send(method, path);
      deepEqual([refused.status, refused.allow], [405, allow], path);
      const listed = await send('OPTIONS', path);
      deepEqual([listed.status, listed.allow, listed.text], [204, allow, ''], path);
    }
    equal((await send('OPTIONS', '/v1/nothing-of-the-kind')).status, 404);
  });
});
