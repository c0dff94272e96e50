import { deepEqual, equal, ok } from 'node:assert/strict';
import { parsePreferences } from './parse.js';

const parse = (prefer: string) =>
  parsePreferences({ headers: { prefer }, get: (name) => (name === 'Prefer' ? prefer : '') });

describe('parsePreferences', () => {
  it('parses the callback_url of respond-async, whatever characters are in it', () => {
    const url = 'https://hooks.example.com/a;b?c=1,2&d="e"';
    const quoted = url.replaceAll('"', '\\"');
    for (const header of [
      `respond-async; callback_url="${quoted}"`,
      `handling=strict, Respond-Async;callback_url = "${quoted}" , wait=5`,
      `respond-async; x=y; callback_url="${quoted}"; z`,
    ]) {
      const { respondAsync, callbackUrl } = parse(header);
      deepEqual([respondAsync, callbackUrl], [true, url], header);
    }
    equal(parse('respond-async; callback_url=https://hooks.example.com/').callbackUrl, 'https://hooks.example.com/');
  });

  it('ignores a callback_url of any other preference', () => {
    for (const header of [
      '',
      'callback_url="https://x.example"',
      'wait=5; callback_url="https://x.example"',
      'respond-async',
    ])
      equal(parse(header).callbackUrl, undefined, header);
  });

  it('parses any header in linear time', () => {
    const began = performance.now();
    for (const part of ['"', '\\"', '","', ';"', '"a"', ',;="\\'])
      parse(`respond-async; callback_url="${part.repeat(16_000)}`);
    const ms = performance.now() - began;
    ok(ms < 2_000, `${ms} ms`);
  });
});
