import { equal, ok } from 'node:assert/strict';
import { startSandboxModel } from 'sandbox/llm';
import { readConfig } from '../../../shared/process/config.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { createModel } from '../../lib/llm/model.js';
import titleGenerator from './title-generator.js';

describe('requests to the model', () => {
  it('are limited: some run, as many wait, and the composer writes the others', async () => {
    const model = await startSandboxModel(1_500);
    try {
      model.behave('slow');
      const config = readConfig({
        LLM_BASE_URL: model.url,
        LLM_MODEL: 'sandbox',
        LLM_CONCURRENCY: '3',
        LLM_FALLBACK: 'composer',
      });
      const given = { config, model: createModel(config) };
      const ask = async () => (await runHandler(titleGenerator, { topic: 'Sourdough bread' }, given)).title;
      const titles = await Promise.all(Array.from({ length: 10 }, ask));
      equal(model.mostInFlight, 3);
      equal(model.received.length, 6);
      equal(titles.filter((title) => title.startsWith('This is what I have learned')).length, 6);
      ok(titles.every((title) => title !== ''));
    } finally {
      await model.close();
    }
  });
});
