import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { type ModelMode, modelModes, type SandboxModel, startSandboxModel } from 'sandbox/llm';

const properties = { title: { type: 'string' }, tags: { type: 'array' } };
const system = `Write. Language: German. Schema: ${JSON.stringify({ properties })}`;

describe('the model', () => {
  let model: SandboxModel;
  before(async () => {
    model = await startSandboxModel(50);
  });
  after(() => model.close());

  const chat = (more: object = {}, signal?: AbortSignal) =>
    fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({
        model: 'any',
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: '{"topic":"Sauerteig"}' },
        ],
        ...more,
      }),
      ...(signal ? { signal } : {}),
    });
  const contentIn = async (mode: ModelMode): Promise<string> => {
    model.behave(mode);
    return JSON.parse(await (await chat()).text()).choices[0].message.content;
  };

  it('writes in the schema and the language that it is told', async () => {
    const { title, tags, ...others } = JSON.parse(await contentIn('good'));
    match(title, /^Das ist, was ich über Sauerteig gelernt habe/);
    ok(tags.length >= 10 && tags.every((tag: string) => tag.startsWith('Sauerteig')));
    deepEqual(others, {});
    const { system: told, user, model: asked, hasSchema } = model.received.at(-1) ?? {};
    deepEqual([told, user, asked, hasSchema], [system, '{"topic":"Sauerteig"}', 'any', false]);
  });

  it('writes badly in every way that it is told', async () => {
    const good = await contentIn('good');
    const answering = ['slow', 'refuses-schema', 'overthinks'];
    const refusing = ['server-error', 'throttled', 'filtered', 'truncated', 'hang'];
    for (const mode of modelModes.filter((one) => one !== 'good' && ![...answering, ...refusing].includes(one))) {
      ok((await contentIn(mode)) !== good, mode);
    }
    for (const mode of answering) equal(await contentIn(mode as ModelMode), good, mode);
  });

  it('refuses, breaks off and hangs when told to', async () => {
    const statuses = [];
    model.behave('server-error', 'throttled', 'refuses-schema', 'truncated', 'hang', 'good');
    const format = { type: 'json_schema', json_schema: { name: 'any', schema: { properties } } };
    for (let refused = 0; refused < 3; refused++) statuses.push((await chat({ response_format: format })).status);
    deepEqual(statuses, [500, 429, 400]);
    await rejects(async () => (await chat()).text(), TypeError);
    await rejects(chat({}, AbortSignal.timeout(300)), { name: 'TimeoutError' });
    equal((await chat()).status, 200);
  });

  it('refuses in each dialect what the original refuses, in its words', async () => {
    const closed = {
      type: 'object',
      properties: { title: { type: 'string' } },
      required: ['title'],
      additionalProperties: false,
    };
    const schema = (more: object) => ({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'title', strict: true, schema: { ...closed, ...more } },
      },
    });
    const bounded = { properties: { title: { type: 'string', minLength: 1 } } };
    const unanchored = { properties: { title: { type: 'string', pattern: '\\S' } } };
    const azure = 'deployments/any/chat/completions?api-version=2024-10-21';
    const [key, thinker] = [{ 'api-key': 'k' }, { model: 'gpt-5-mini' }];
    model.behave('good');
    for (const [dialect, body, status, said, path = 'chat/completions', headers = {}] of [
      ['openai', schema({}), 200],
      [
        'openai',
        schema({ additionalProperties: true }),
        400,
        "In context=(), 'additionalProperties' is required to be supplied",
      ],
      ['openai', schema({ required: [] }), 400, "an array including every key in properties. Missing 'title'"],
      ['openai', schema(bounded), 400, "In context=('properties', 'title'), 'minLength' is not permitted"],
      ['openai', { ...thinker, max_tokens: 9 }, 400, "Use 'max_completion_tokens' instead"],
      ['openai', { ...thinker, temperature: 0.7 }, 400, "'temperature' does not support 0.7 with this model"],
      ['openai', { reasoning_effort: 'low' }, 400, 'Unrecognized request argument supplied: reasoning_effort'],
      ['openai', { ...thinker, max_completion_tokens: 1 }, 400, 'Could not finish the message'],
      ['azure', schema({}), 200, undefined, azure, key],
      ['azure', schema(bounded), 400, "'minLength' is not permitted", azure, key],
      ['azure', schema({}), 401, 'invalid subscription key', azure],
      ['azure', schema({}), 404, 'Resource not found', 'deployments/any/chat/completions', key],
      [
        'azure',
        schema({}),
        400,
        'only for api versions 2024-08-01-preview',
        azure.replace('2024-10-21', '2024-02-01'),
        key,
      ],
      ['ollama', { ...schema(bounded), anything: 1 }, 200],
      ['llamacpp', schema(bounded), 200],
      ['llamacpp', schema(unanchored), 400, "Pattern must start with '^' and end with '$'"],
      ['vllm', { max_tokens: 8_192 }, 400, "This model's maximum context length is 8192 tokens"],
      ['lmstudio', { response_format: { type: 'json_object' } }, 400, "must be 'json_schema' or 'text'"],
      ['gateway', schema({}), 400, 'unavailable'],
    ] as const) {
      const answer = await fetch(`${model.findUrl(dialect)}/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          model: 'any',
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: '{"topic":"Sauerteig"}' },
          ],
          ...body,
        }),
      });
      const text = await answer.text();
      equal(answer.status, status, `${dialect} ${JSON.stringify(body)}: ${text}`);
      if (said) ok(text.includes(said), text);
    }
  });

  it('counts the requests that are in flight together', async () => {
    model.behave('hang');
    const leaving = new AbortController();
    const chats = [1, 2, 3].map(() => chat({}, leaving.signal));
    while (model.mostInFlight < 3) await setTimeout(5);
    leaving.abort();
    for (const { status } of await Promise.allSettled(chats)) equal(status, 'rejected');
  });
});
