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
    deepEqual(model.received.at(-1), { system, user: '{"topic":"Sauerteig"}', model: 'any', hasSchema: false });
  });

  it('writes badly in every way that it is told', async () => {
    const good = await contentIn('good');
    const answering = ['slow', 'refuses-schema'];
    const refusing = ['server-error', 'throttled', 'truncated', 'hang'];
    for (const mode of modelModes.filter((one) => one !== 'good' && ![...answering, ...refusing].includes(one))) {
      ok((await contentIn(mode)) !== good, mode);
    }
    for (const mode of answering) equal(await contentIn(mode as ModelMode), good, mode);
  });

  it('refuses, breaks off and hangs when told to', async () => {
    const statuses = [];
    model.behave('server-error', 'throttled', 'refuses-schema', 'truncated', 'hang', 'good');
    for (let refused = 0; refused < 3; refused++) statuses.push((await chat({ response_format: {} })).status);
    deepEqual(statuses, [500, 429, 400]);
    await rejects(async () => (await chat()).text(), TypeError);
    await rejects(chat({}, AbortSignal.timeout(300)), { name: 'TimeoutError' });
    equal((await chat()).status, 200);
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
