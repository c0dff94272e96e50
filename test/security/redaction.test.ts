import { equal, ok } from 'node:assert/strict';
import { redact, redactPath } from '../../shared/process/redact.js';

const KEY = `ua_live_${'Ab1'.repeat(10)}`;

describe('the redaction of logs', () => {
  for (const [what, text, redacted] of [
    ['a key', `refused ${KEY}, again`, 'refused ua_live_Ab1A[…], again'],
    ['the visible part of a key', 'ua_live_Ab1A', 'ua_live_Ab1A'],
    ['an email address', '550 <dana@acme.example> unknown', '550 <[email]> unknown'],
    ['a query string', 'GET https://rates.example/latest?app_id=1234', 'GET https://rates.example/latest?[…]'],
    ['a package in a stack', 'node_modules/@koa/router/index.js', 'node_modules/@koa/router/index.js'],
  ] as const)
    it(`covers secrets and nothing else: ${what}`, () => {
      equal(redact(text), redacted);
      equal(redact(redacted), redacted, 'once is as good as twice');
    });

  it('leaves lines of JSON readable', () => {
    for (const before of ['\n', '\u0001', '\\', '\\n', '"']) {
      const line = JSON.stringify({ why: `${before}dana@acme.example${before}`, at: `${before}${KEY}` });
      equal(/dana@acme|Ab1Ab1/.test(JSON.stringify(JSON.parse(redact(line)))), false, line);
    }
  });

  for (const [path, redacted] of [
    ['/v1/accounts/dana%40acme.example', '/v1/accounts/[email]'],
    ['/console/4f1d9a7bc0de4f1d9a7bc0de4f1d9a7b', '/console/[…]'],
    ['/v1/jobs/0b5cb1a2-6c4e-4a55-9be5-1a1f2b0c3d4e', '/v1/jobs/0b5cb1a2-6c4e-4a55-9be5-1a1f2b0c3d4e'],
    ['/docs/errors/api_key_not_allowed_from_here', '/docs/errors/api_key_not_allowed_from_here'],
    ['/%E0%A4%A', '/[…]'],
    [`/x/${KEY.replaceAll('_', '%255F')}`, '/x/ua_live_Ab1A[…]'],
    ['/x/leaky.person%2540secret-mail.example', '/x/[email]'],
    ['/x/jos%C3%A9@ex%C3%A4mple.com', '/x/[email]'],
    ['/x/user@localhost', '/x/[email]'],
  ] as const)
    it(`of paths has ${redacted}`, () => equal(redactPath(path), redacted));

  it('takes no time for hostile paths', () => {
    for (const part of ['a', 'a.', 'a@', '@', 'eyJ', '%40', '?a=']) {
      const times = Array.from({ length: 3 }, () => {
        const began = performance.now();
        redactPath(`/${part.repeat(5_000)}`);
        return performance.now() - began;
      });
      ok(Math.min(...times) < 500, part);
    }
  });
});
