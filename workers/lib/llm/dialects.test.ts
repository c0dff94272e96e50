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
import { byTurns, combinations } from '../../../test/helpers/scale.js';
import { ask, endpointOf, modelOf, patient, writtenEndpoints } from '../../../test/helpers/written.js';
import { detectDialect, dialectNames } from './dialects.js';
import { strictSchema, withoutNulls } from './strict-schema.js';

const title = endpointOf('video-platform/generate/title-generator');
const lifePath = endpointOf('numerology/lifepath-number');

describe('the dialects of model servers', () => {
  let server: SandboxModel;
  before(async () => {
    server = await startSandboxModel();
  });
  after(() => server.close());
  beforeEach(() => {
    server.behave('good');
    server.failProbes(false);
  });

  /** What a process has that is told of one of the servers. */
  function process(dialect: SandboxDialect, settings: Record<string, string> = {}) {
    const given = {
      ...patient,
      LLM_BASE_URL: server.urlOf(dialect),
      LLM_MODEL: 'sandbox',
      LLM_API_KEY: 'k',
      ...settings,
    };
    const config = readConfig(given);
    return { config, model: modelOf(config) };
  }

  /** What the server received and refused while something was done. */
  async function during<T>(run: () => Promise<T>) {
    const [received, refused] = [server.received.length, server.refused.length];
    const result = await run();
    return { result, received: server.received.slice(received), refused: server.refused.slice(refused) };
  }

  for (const [turn, dialect] of sandboxDialects.entries()) {
    const endpoints = byTurns(writtenEndpoints, turn);

    it(`${dialect}: every generator and reading is written by the model, and no question is refused`, async () => {
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
      it(`${dialect}: a model that thinks ${known ? 'is known when it is asked' : 'is learned from refusals where nobody probes'}`, async () => {
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

  it('a temperature goes to models that take one, and no effort to those that do not', async () => {
    const LLM_MODELS = JSON.stringify({ short: [{ model: 'plain', temperature: 0.9, effort: 'low' }] });
    const given = process('openai', { LLM_MODELS });
    const { received } = await during(async () => equal((await ask(title, given)).writer, 'model plain'));
    deepEqual(
      received.map(({ temperature, effort }) => [temperature, effort]),
      [[0.9, undefined]],
    );
  });

  it('an answer that used up its tokens by thinking is asked for once more with three times as many', async () => {
    server.behave('overthinks');
    for (const dialect of ['openai', 'ollama'] as const) {
      const { received } = await during(async () =>
        equal((await ask(title, process(dialect))).writer, 'model sandbox'),
      );
      const [first = 0, second = 0] = received.map(({ limit }) => limit);
      ok(second > 3 * first, `${dialect}: ${first} tokens, then ${second}`);
    }
  });

  it('a budget of tokens beyond the context of the server is lowered until it fits', async () => {
    const LLM_MODELS = JSON.stringify({ short: [{ model: 'sandbox', tokens: 20_000 }] });
    const given = process('vllm', { LLM_MODELS });
    const { received } = await during(async () => equal((await ask(title, given)).writer, 'model sandbox'));
    equal(received[0]?.limit, 5_000);
  });

  it('a server that cannot be probed is asked all the same, and its refusals teach the rest', async () => {
    for (const dialect of sandboxDialects) {
      server.failProbes(true);
      const given = process(dialect);
      for (const endpoint of [title, lifePath]) equal((await ask(endpoint, given)).writer, 'model sandbox', dialect);
    }
  });

  it('a dialect that is named is not probed', async () => {
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

  it('all of them can be named, and addresses tell two', () => {
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
  /** Failures that an answer is made of all the same. */
  const mended: readonly ModelMode[] = ['fenced', 'thinks-aloud', 'refuses-schema'];
  /** What is not asked a second time: the answer would be the same. */
  const final: readonly ModelMode[] = ['declines', 'filtered'];

  it('no caller sees what fails, in any dialect, from any endpoint', async () => {
    const factors = {
      dialect: [...sandboxDialects],
      endpoint: writtenEndpoints.map(({ id }) => id),
      mode: [...failures],
    };
    const rows = combinations(factors, 1);
    for (const { dialect, endpoint: id, mode } of rows as {
      dialect: SandboxDialect;
      endpoint: string;
      mode: ModelMode;
    }[]) {
      const endpoint = endpointOf(id);
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
  it('close every object, require every property and say nothing that strict mode does not know', () => {
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

  it('are not made of what strict mode cannot say', () => {
    equal(strictSchema(Type.Object({ any: Type.Record(Type.String(), Type.String()) })), undefined);
    equal(strictSchema(Type.Object({ any: Type.Unknown() })), undefined);
  });
});
