import { equal, match, rejects } from 'node:assert/strict';
import { runHandler } from '../../../test/helpers/run-handler.js';
import titleGenerator from './title-generator.js';

const title = async (raw: Record<string, unknown>, headers = new Map<string, string>()): Promise<string> =>
  (await runHandler(titleGenerator, raw, { headers })).title;

describe('title-generator', () => {
  it('carries the first keyword', async () => {
    match(await title({ topic: 'bread at home', keywords: ['sourdough', 'yeast'] }), /sourdough/i);
  });

  it('writes English, and says so, for a language that it does not have', async () => {
    const headers = new Map<string, string>();
    await title({ topic: 'brød', language: 'da' }, headers);
    equal(headers.get('Content-Language'), 'en');
  });

  it('refuses a topic without a word in it', async () => {
    for (const topic of [undefined, '', '   ', '<br>', '?!']) {
      await rejects(title({ topic }), { message: 'Missing "topic"', status: 400 });
    }
  });
});
