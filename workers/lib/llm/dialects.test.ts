import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  type ModelMode,
  type SandboxDialect,
  type SandboxModel,
  sandboxDialects,
  startSandboxModel,
} from 'sandbox/llm';
import Type from 'typebox';
import { readConfig } from '../../../shared/process/config.js';
import {
  ask,
  findGeneratedEndpoint,
  generatedEndpoints,
  longTimeout,
  modelFor,
} from '../../../test/helpers/generated-endpoints.js';
import { combinations, takeTurns } from '../../../test/helpers/scale.js';
import { detectDialect, dialectNames } from './dialects.js';
import { strictSchema, withoutNulls } from './strict-schema.js';

const title = findGeneratedEndpoint('video-platform/generate/title-generator');
const lifePath = findGeneratedEndpoint('numerology/lifepath-number');

describe('dialects of model servers', () => {
  let server: SandboxModel;
  before(async () => {
    server = await startSandboxModel();
  });
  after(() => server.close());
  beforeEach(() => {
    server.behave('good');
    server.failProbes(false);
  });

  /** Resources of a process that is configured with one of the servers. */
  function process(dialect: SandboxDialect, settings: Record<string, string> = {}) {
    const given = {
      ...longTimeout,
      LLM_BASE_URL: server.findUrl(dialect),
      LLM_MODEL: 'sandbox',
      LLM_API_KEY: 'k',
      ...settings,
    };
    const config = readConfig(given);
    return { config, model: modelFor(config) };
  }

  /** Returns the requests that the server received and refused during a function. */
  async function during<T>(run: () => Promise<T>) {
    const [received, refused] = [server.received.length, server.refused.length];
    const result = await run();
    return { result, received: server.received.slice(received), refused: server.refused.slice(refused) };
  }

  for (const [turn, dialect] of sandboxDialects.entries()) {
    const endpoints = takeTurns(generatedEndpoints, turn);

    it(`${dialect}: the model writes every text and reading, and no request is refused`, async () => {
      const given = process(dialect);
      const { received, refused } = await during(async () => {
        for (const endpoint of endpoints) {
          const { writer } = await ask(endpoint, given);
          equal(writer, 'model sandbox', endpoint.id);
        }
      });
      deepEqual(refused, []);
      const written = received.filter(({ system }) => !system.includes('"kind"'));
      equal(written.length, endpoints.length, 'each was asked once, beside the class of a question');
      ok(received.every((chat) => chat.dialect === dialect));
      const schemas = received.filter(({ hasSchema }) => hasSchema).length;
      equal(schemas, dialect === 'gateway' ? 0 : received.length, 'with a schema where there are schemas');
      if (dialect !== 'lenient')
        ok(
          received.every(({ limit }) => limit),
          'the answer is bounded',
        );
    });
  }

  for (const dialect of ['openai', 'azure'] as const) {
    for (const known of [true, false]) {
      it(`${dialect}: recognises a reasoning model ${known ? 'before the first request' : 'by rejections if there is no probe'}`, async () => {
        const LLM_MODELS = JSON.stringify({ short: [{ model: 'my-thinker', temperature: 0.9, effort: 'low' }] });
        const given = process(dialect, { LLM_MODELS, ...(known ? {} : { LLM_DIALECT: dialect }) });
        const { received, refused } = await during(async () => {
          for (let turn = 0; turn < 3; turn++) equal((await ask(title, given)).writer, 'model my-thinker');
        });
        equal(refused.length, known ? 0 : 1, refused.join());
        for (const { temperature, effort, limit = 0 } of received) {
          deepEqual([temperature, effort], [undefined, 'low']);
          ok(limit > 4_000, `room to think: ${limit}`);
        }
      });
    }
  }

  it('sends temperature and effort only to models that accept them', async () => {
    const LLM_MODELS = JSON.stringify({ short: [{ model: 'plain', temperature: 0.9, effort: 'low' }] });
    const given = process('openai', { LLM_MODELS });
    const { received } = await during(async () => equal((await ask(title, given)).writer, 'model plain'));
    deepEqual(
      received.map(({ temperature, effort }) => [temperature, effort]),
      [[0.9, undefined]],
    );
  });

  it('repeats a request with three times the tokens if reasoning has used them up', async () => {
    server.behave('overthinks');
    for (const dialect of ['openai', 'ollama'] as const) {
      const { received } = await during(async () =>
        equal((await ask(title, process(dialect))).writer, 'model sandbox'),
      );
      const [first = 0, second = 0] = received.map(({ limit }) => limit);
      ok(second > 3 * first, `${dialect}: ${first} tokens, then ${second}`);
    }
  });

  it('lowers a token limit beyond the context of the server until it fits', async () => {
    const LLM_MODELS = JSON.stringify({ short: [{ model: 'sandbox', tokens: 20_000 }] });
    const given = process('vllm', { LLM_MODELS });
    const { received } = await during(async () => equal((await ask(title, given)).writer, 'model sandbox'));
    equal(received[0]?.limit, 5_000);
  });

  it('learns from rejections if a server cannot be probed', async () => {
    for (const dialect of sandboxDialects) {
      server.failProbes(true);
      const given = process(dialect);
      for (const endpoint of [title, lifePath]) equal((await ask(endpoint, given)).writer, 'model sandbox', dialect);
    }
  });

  it('does not probe a configured dialect', async () => {
    for (const [dialect, name] of [
      ['ollama', 'ollama'],
      ['openai', 'openai'],
      ['lmstudio', 'lmstudio'],
    ] as const) {
      const before = server.probes;
      equal((await ask(title, process(dialect, { LLM_DIALECT: name }))).writer, 'model sandbox');
      equal(server.probes, before, dialect);
    }
  });

  it('can all be configured, and two are recognised by their URLs', () => {
    for (const name of dialectNames) equal(readConfig({ LLM_DIALECT: name }).LLM_DIALECT, name);
    for (const [url, dialect] of [
      ['https://api.openai.com/v1', 'openai'],
      ['https://me.openai.azure.com', 'azure'],
      ['https://me.openai.azure.com/openai/deployments/small', 'azure'],
      ['https://me.openai.azure.com/openai/v1/', undefined],
      ['https://api.groq.com/openai/v1', undefined],
      ['http://127.0.0.1:11434/v1', undefined],
    ] as const) {
      equal(detectDialect(url), dialect, url);
    }
  });

  const failures: readonly ModelMode[] = [
    ...(['fenced', 'thinks-aloud', 'not-json', 'wrong-schema', 'empty', 'declines', 'filtered'] as const),
    ...(['server-error', 'throttled', 'refuses-schema', 'truncated'] as const),
  ];
  /** Failures that still lead to a text of the model. */
  const mended: readonly ModelMode[] = ['fenced', 'thinks-aloud', 'refuses-schema'];
  /** Failures that are not retried. */
  const final: readonly ModelMode[] = ['declines', 'filtered'];

  it('hides failures from clients in every dialect, on every endpoint', async () => {
    const factors = {
      dialect: [...sandboxDialects],
      endpoint: generatedEndpoints.map(({ id }) => id),
      mode: [...failures],
    };
    const rows = combinations(factors, 1);
    for (const { dialect, endpoint: id, mode } of rows as {
      dialect: SandboxDialect;
      endpoint: string;
      mode: ModelMode;
    }[]) {
      const endpoint = findGeneratedEndpoint(id);
      server.behave(mode);
      const given = process(dialect);
      const { result, received } = await during(() => ask(endpoint, given));
      const what = `${dialect} ${id} ${mode}`;
      equal(result.writer, mended.includes(mode) ? 'model sandbox' : 'composer', what);
      if (!mended.includes(mode)) equal(received.length, final.includes(mode) ? 1 : 2, what);
    }
  });
});

describe('strict schemas', () => {
  it('close every object, require every property and use only keywords of strict mode', () => {
    const schema = Type.Object({
      title: Type.String({ minLength: 1, maxLength: 9, pattern: '\\S', description: 'A title' }),
      tags: Type.Array(Type.Object({ tag: Type.String() }), { minItems: 3 }),
      mood: Type.Optional(Type.Enum(['glad', 'sad'])),
    });
    deepEqual(strictSchema(schema), {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'A title' },
        tags: {
          type: 'array',
          items: {
            type: 'object',
            properties: { tag: { type: 'string' } },
            required: ['tag'],
            additionalProperties: false,
          },
        },
        mood: { anyOf: [{ type: 'string', enum: ['glad', 'sad'] }, { type: 'null' }] },
      },
      required: ['title', 'tags', 'mood'],
      additionalProperties: false,
    });
    deepEqual(withoutNulls(schema, { title: 'A', tags: [], mood: null }), { title: 'A', tags: [] });
  });

  it('are undefined for schemas that strict mode cannot express', () => {
    equal(strictSchema(Type.Object({ any: Type.Record(Type.String(), Type.String()) })), undefined);
    equal(strictSchema(Type.Object({ any: Type.Unknown() })), undefined);
  });
});
