import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { type SandboxModel, startSandboxModel } from 'sandbox/llm';
import { ConfigError, readConfig } from '../../../shared/process/config.js';
import { ask, findGeneratedEndpoint, longTimeout, modelFor } from '../../../test/helpers/generated-endpoints.js';
import { createModel } from './model.js';

const title = findGeneratedEndpoint('video-platform/generate/title-generator');
const script = findGeneratedEndpoint('video-platform/generate/script-generator');

describe('the plan of models', () => {
  let server: SandboxModel;
  before(async () => {
    server = await startSandboxModel();
  });
  after(() => server.close());
  beforeEach(() => server.behave('good'));

  function process(settings: Record<string, string>) {
    const config = readConfig({ ...longTimeout, LLM_BASE_URL: server.url, LLM_DIALECT: 'other', ...settings });
    return { config, model: modelFor(config) };
  }

  it('chooses models and parameters by the length of the text', async () => {
    const LLM_MODELS = JSON.stringify({
      short: [{ model: 'small', temperature: 0.9 }],
      long: [{ model: 'large', effort: 'low', tokens: 5_000 }],
    });
    const given = process({ LLM_MODELS });
    equal((await ask(title, given)).writer, 'model small');
    equal((await ask(script, given)).writer, 'model large');
    deepEqual(
      server.received.slice(-2).map(({ model, temperature, effort }) => [model, temperature, effort]),
      [
        ['small', 0.9, undefined],
        ['large', undefined, 'low'],
      ],
    );
  });

  it('uses LLM_MODEL by default', async () => {
    const given = process({ LLM_MODEL: 'plain', LLM_MODELS: '{"long": [{"model": "large"}]}' });
    equal((await ask(title, given)).writer, 'model plain');
    equal((await ask(script, given)).writer, 'model large');
  });

  it('falls back to the next model at once, and to the composer after the last', async () => {
    const LLM_MODELS = '{"short": [{"model": "first"}, {"model": "second"}], "long": [{"model": "first"}]}';
    const given = process({ LLM_MODELS });
    const modelsAsked = async (): Promise<[string | undefined, string[]]> => {
      const before = server.received.length;
      const { writer } = await ask(title, given);
      return [writer, server.received.slice(before).map(({ model }) => model)];
    };
    server.behave('server-error', 'good');
    deepEqual(await modelsAsked(), ['model second', ['first', 'second']]);
    // The first model gets a second attempt if a new prompt may help.
    server.behave('not-json', 'good');
    deepEqual(await modelsAsked(), ['model first', ['first', 'first']]);
    server.behave('not-json', 'not-json', 'good');
    deepEqual(await modelsAsked(), ['model second', ['first', 'first', 'second']]);
    server.behave('server-error');
    deepEqual(await modelsAsked(), ['composer', ['first', 'second', 'second']]);
  });

  it('is rejected at the start if it is invalid, with an example', () => {
    const wrong = (settings: Record<string, string>, said: RegExp) =>
      throws(
        () => createModel(readConfig({ LLM_BASE_URL: server.url, ...settings })),
        (error: unknown) => error instanceof ConfigError && said.test(error.message),
      );
    wrong({ LLM_MODELS: 'gpt' }, /^LLM_MODELS is no JSON\. It is to be like \{"short"/);
    wrong(
      { LLM_MODELS: '{"short": [{"model": "a", "heat": 1}]}' },
      /^LLM_MODELS at short\.0 must NOT have additional prop/,
    );
    wrong({ LLM_MODELS: '{"short": [{"model": "a"}]}' }, /^LLM_MODELS names no model for long texts/);
    wrong({ LLM_MODELS: '{"short": [{"model": "naïve"}]}' }, /^LLM_MODELS at short\.0\.model/);
    wrong({ LLM_MODEL: 'a', LLM_MONEY_PER_DAY: '1' }, /^LLM_PRICES has no price of a, for which money is limited/);
    wrong({ LLM_MODEL: 'a', LLM_PRICES: '{"a": 1}' }, /^LLM_PRICES at a must be object/);
    ok(createModel(readConfig({ LLM_MODEL: 'a' })) === undefined, 'without an endpoint there is no model');
  });
});
