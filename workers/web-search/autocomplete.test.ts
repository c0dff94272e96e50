import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { openStage, type Stage } from '../../test/helpers/handler-stage.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import autocomplete from './autocomplete.js';

describe('web-search autocomplete', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(() => stage.reset());

  const ask = (input: object, settings = {}) => runHandler(autocomplete, input, stage.given(settings));

  it('suggests up to ten completions', async () => {
    const { query, lang, cnt_results, suggestions } = await ask({ q: ' best  electric ' });
    deepEqual([query, lang], ['best electric', 'en']);
    equal(cnt_results, suggestions.length);
    ok(suggestions.length > 0 && suggestions.every((words) => words.startsWith('best electric')));
    ok((await ask({ q: 'b' })).cnt_results <= 10);
  });

  it('suggests in the requested language', async () => {
    const { lang, suggestions } = await ask({ q: 'laptops', hl: 'DE' });
    equal(lang, 'de');
    ok(suggestions.includes('laptops für anfänger'));
  });

  it('reads the character set of the response', async () => {
    const body = JSON.stringify(['caf', ['café crème', 'café près de moi']]);
    for (const charset of ['ISO-8859-1', 'utf-8', '"windows-1252"']) {
      await stage.reset();
      await stage.injectFault({
        upstream: 'web-suggest',
        kind: 'other-body',
        body,
        contentType: `text/javascript; charset=${charset}`,
      });
      deepEqual((await ask({ q: 'caf', hl: 'fr' })).suggestions, ['café crème', 'café près de moi'], charset);
    }
  });

  it('sends one request for the same phrase within an hour', async () => {
    await stage.setTime('2026-03-10T12:00:00Z');
    await ask({ q: 'laptops' });
    await stage.setTime('2026-03-10T12:59:59Z');
    await ask({ q: 'laptops ' });
    equal((await stage.received('web-suggest')).length, 1);
    await stage.setTime('2026-03-10T13:00:01Z');
    await ask({ q: 'laptops' });
    equal((await stage.received('web-suggest')).length, 2);
  });

  it('needs a q', async () => {
    for (const input of [{}, { q: null }, { q: ' ' }]) {
      await rejects(ask(input), { status: 400, message: 'Missing "q" (query) parameter' });
    }
    await rejects(ask({ q: 'x', hl: 'english' }), { status: 400, message: 'hl must be a language code such as en' });
  });

  it('refuses a response that violates the protocol', async () => {
    for (const body of ['{}', '[]', '["q"]', '["q", "not a list"]', '["q", [1]]', '<html>']) {
      await stage.reset();
      await stage.injectFault({ upstream: 'web-suggest', kind: 'other-body', body, times: 3 });
      await rejects(ask({ q: 'laptops' }), { status: 502, message: 'Upstream unavailable' }, body);
      equal((await ask({ q: 'office' })).query, 'office');
    }
  });

  it('names the setting that is missing', async () => {
    await rejects(ask({ q: 'x' }, { WEB_SUGGEST_URL: undefined }), {
      status: 502,
      message: 'Upstream not configured: set WEB_SUGGEST_URL',
    });
  });
});
