import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import { ApiError } from '../../shared/contract/api-error.js';
import { deviceAnalyze } from '../../shared/contract/catalogue/device-analyze.js';
import { always, seeded } from '../../test/helpers/randomised.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import analyze from './device-analyze.js';

const refusal = (message: string) => (error: unknown) =>
  error instanceof ApiError && error.status === 422 && error.message === message;

describe('device-analyze: the contract', () => {
  it('returns every field of the record for its own example', async () => {
    const answer = await runHandler(analyze, deviceAnalyze.example.request);
    equal(answer.response_code, 200);
    ok(answer.response_time_ms >= 0);
    deepEqual(answer.data, {
      ua_string: deviceAnalyze.example.request.ua,
      browser: { name: 'Safari', version: '17.5', vendor: 'Apple' },
      engine: { name: 'WebKit', version: '605.1.15' },
      os: { name: 'iOS', version: '17.5', version_frozen: false },
      device: { type: 'mobile', brand: 'Apple', model: 'iPhone' },
      bot: null,
      client_hints: null,
      is_mobile: true,
      is_tablet: false,
      is_bot: false,
      is_desktop: false,
    });
  });

  it('refuses a call without a user agent, and a blank one', async () => {
    await rejects(runHandler(analyze, {}), refusal('Missing User-Agent string'));
    await rejects(runHandler(analyze, { ua: ' ' }), refusal('Missing User-Agent string'));
    await rejects(runHandler(analyze, { ua: null }), refusal('Missing User-Agent string'));
  });

  it('refuses what is not text, and what is longer than a header can be', async () => {
    await rejects(runHandler(analyze, { ua: { a: 1 } }), refusal('ua must be text of at most 16384 characters'));
    await rejects(
      runHandler(analyze, { ua: 'x'.repeat(16_385) }),
      refusal('ua must be text of at most 16384 characters'),
    );
  });

  it('classifies a string without browser and device as a program, and leaves the rest null', async () => {
    const { data } = await runHandler(analyze, { ua: 'hello' });
    deepEqual(data.browser, { name: null, version: null, vendor: null });
    deepEqual(data.device, { type: null, brand: null, model: null });
    deepEqual(data.bot, { name: 'hello', category: 'crawler', purpose: null, url: null });
  });

  it(seeded('answers any text by its contract'), async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'Mozilla/5.0 (',
        'Linux; Android ',
        '; wv)',
        'Chrome/',
        'bot',
        'iPhone',
        '+http://',
        '😀',
        '\u0000',
      ),
    );
    const agent = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
    await always(
      fc.asyncProperty(agent, async (ua) => {
        fc.pre(ua.trim() !== '');
        const { data } = await runHandler(analyze, { ua });
        equal(data.ua_string, ua.trim());
      }),
      150,
    );
  });

  it('returns identical responses for a repeated user agent', async () => {
    const first = await runHandler(analyze, deviceAnalyze.example.request);
    const second = await runHandler(analyze, deviceAnalyze.example.request);
    deepEqual(second.data, first.data);
  });
});
