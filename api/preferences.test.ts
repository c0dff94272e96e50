import { deepEqual, equal, ok } from 'node:assert/strict';
import { preferencesOf } from './preferences.js';

const read = (header: string) => preferencesOf({ get: () => header });

describe('the header Prefer', () => {
  it('holds an address behind the wish to be answered later, whatever signs are in it', () => {
    const address = 'https://hooks.example.com/a;b?c=1,2&d="e"';
    const quoted = address.replaceAll('"', '\\"');
    for (const header of [
      `respond-async; callback_url="${quoted}"`,
      `handling=strict, Respond-Async;callback_url = "${quoted}" , wait=5`,
      `respond-async; x=y; callback_url="${quoted}"; z`,
    ]) {
      const { respondAsync, callbackUrl } = read(header);
      deepEqual([respondAsync, callbackUrl], [true, address], header);
    }
    equal(read('respond-async; callback_url=https://hooks.example.com/').callbackUrl, 'https://hooks.example.com/');
  });

  it('names none anywhere else', () => {
    for (const header of [
      '',
      'callback_url="https://x.example"',
      'wait=5; callback_url="https://x.example"',
      'respond-async',
    ])
      equal(read(header).callbackUrl, undefined, header);
  });

  it('is read in a moment, whatever is in it', () => {
    const began = performance.now();
    for (const part of ['"', '\\"', '","', ';"', '"a"', ',;="\\'])
      read(`respond-async; callback_url="${part.repeat(16_000)}`);
    const ms = performance.now() - began;
    ok(ms < 2_000, `${ms} ms`);
  });
});
