import { deepEqual, equal, ok } from 'node:assert/strict';
import { type SandboxModel, startSandboxModel } from 'sandbox/llm';
import { readConfig } from '../../../shared/process/config.js';
import { readSpending } from '../../../shared/process/model-spending.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { ask, findGeneratedEndpoint, longTimeout, modelFor } from '../../../test/helpers/generated-endpoints.js';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';

const title = findGeneratedEndpoint('video-platform/generate/title-generator');
/** Upper bound of the tokens for a title, held and used. */
const MAX_TITLE_TOKENS = 2_000;
const NOON = '2026-01-05T12:00:00Z';

describe('the budget of the language model', () => {
  let server: SandboxModel;
  let stage: Stage;
  before(async () => {
    [server, stage] = await Promise.all([startSandboxModel(), openStage()]);
  });
  after(async () => {
    await stage.close();
    await server.close();
  });
  beforeEach(async () => {
    server.behave('good');
    await stage.reset();
    // An hour that does not end while a test counts in it.
    await stage.setTime(NOON);
  });

  /** Resources of a process, on the Redis of the stage. */
  function process(settings: Record<string, string>) {
    const { redis, clock, log } = stage.given();
    const all = { ...longTimeout, LLM_BASE_URL: server.url, LLM_MODEL: 'sandbox', LLM_DIALECT: 'other', ...settings };
    const config = readConfig(all);
    ok(redis && clock && log);
    return { redis, clock, log, config, model: modelFor(config) };
  }
  const spent = () => readSpending(stage.redis, { now: () => new Date(NOON) });
  const PRICES = '{"sandbox": {"read": 1, "written": 4}}';

  it('is not exceeded by concurrent requests of several processes, is logged once, and leaves the rest to the composer', async () => {
    const limit = 6_000;
    const settings = { LLM_TOKENS_PER_HOUR: String(limit) };
    const processes = [process(settings), process(settings), process(settings)];
    const asked = server.received.length;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => ask(title, processes[at % 3] ?? process(settings))),
    );
    const modelled = answers.filter(({ writer }) => writer === 'model sandbox').length;
    ok(modelled > 0 && modelled < 30, `${modelled} of 30`);
    equal(server.received.length - asked, modelled, 'no requests beyond the budget');
    ok(answers.every(({ text }) => text.length > 20));
    const [hour] = await spent();
    ok(hour && hour.tokens <= limit, `${hour?.tokens} tokens`);
    // The rest is used up in turn, down to what a title may need at most.
    for (
      let more = 0;
      more < 60 && (await ask(title, processes[0] ?? process(settings))).writer !== 'composer';
      more++
    );
    const [after] = await spent();
    ok(after && after.tokens <= limit && after.tokens > limit - MAX_TITLE_TOKENS, `${after?.tokens} tokens`);
    const told = stage.logged.filter(({ msg }) =>
      msg.includes('the budget of the language model for this hour is used up'),
    );
    ok(told.length >= 1 && told.length <= 3, `told ${told.length} times by three processes`);
  });

  it('counts the usage that the endpoint reports, also in money, and adds it to the timeline', async () => {
    const given = process({ LLM_PRICES: PRICES, LLM_MONEY_PER_DAY: '1' });
    const before = server.received.length;
    const { remarks } = await ask(title, given);
    const [chat] = server.received.slice(before);
    ok(chat);
    const read = Math.ceil(Buffer.byteLength(chat.system + chat.user) / 4);
    const [, wrote = ''] = /^\d+ read, (\d+) written$/.exec(remarks.get('tokens') ?? '') ?? [];
    const written = Number(wrote);
    ok(written > 5 && written < 200, wrote);
    equal(remarks.get('tokens'), `${read} read, ${written} written`);
    equal(remarks.get('models asked'), 'sandbox');
    equal(remarks.get('written by'), 'model sandbox');
    const money = read + 4 * written;
    equal(remarks.get('cost of the models'), String(money / 1e6));
    const limits = { hour: { tokens: 0, money: 0 }, day: { tokens: 0, money: 1_000_000 } };
    deepEqual(
      await spent(),
      (['hour', 'day'] as const).map((period) => ({ period, tokens: read + written, money, limits: limits[period] })),
    );
    const keys = await stage.redis.keys(redisKey('llm', 'spent', '*'));
    equal(keys.length, 2);
    for (const key of keys) ok((await stage.redis.pttl(key)) > 0, 'it ends by itself');
  });

  it('limits money per day', async () => {
    const given = process({ LLM_PRICES: PRICES, LLM_MONEY_PER_DAY: '0.004' });
    const writers: (string | undefined)[] = [];
    for (let turn = 0; turn < 12; turn++) writers.push((await ask(title, given)).writer);
    equal(writers[0], 'model sandbox');
    equal(writers.at(-1), 'composer');
    const [, day] = await spent();
    ok(day && day.money <= 4_000, `${day?.money} millionths`);
  });

  it('releases the hold of a rejected request, but not that of a request without a response', async () => {
    const given = process({});
    server.behave('throttled');
    equal((await ask(title, given)).writer, 'composer');
    equal((await spent())[0]?.tokens, 0);
    server.behave('truncated');
    equal((await ask(title, given)).writer, 'composer');
    ok(((await spent())[0]?.tokens ?? 0) > 400, 'two questions that may have been billed');
  });
});
