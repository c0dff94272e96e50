import { equal, ok } from 'node:assert/strict';
import { type SandboxModel, startSandboxModel } from 'sandbox/llm';
import { readConfig } from '../../../shared/process/config.js';
import { type DraftJudge, openDraftJudge } from '../../../test/helpers/canned-drafts.js';
import { longTimeout, modelFor } from '../../../test/helpers/generated-endpoints.js';
import { handlers } from '../../../test/helpers/generator-assertions.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { waitForRestOfDay } from '../../../test/helpers/timing.js';
import * as examples from './examples.js';

/** By kind of text, as canned drafts name them. */
const EXAMPLES = {
  title: examples.TITLES,
  description: examples.DESCRIPTIONS,
  tags: examples.TAGS,
  hashtags: examples.HASHTAGS,
  comment: examples.COMMENTS,
  channel_description: examples.CHANNEL_DESCRIPTIONS,
  channel_names: examples.NAMES,
  script: examples.SCRIPTS,
  social_post: examples.POSTS,
  all_in_one: examples.PACKS,
} as const;

/** Maximum number of tokens of the instructions with all options, at four characters each. */
const MOST_TOKENS = 1_400;

describe('prompts', () => {
  let server: SandboxModel;
  let judge: DraftJudge;
  before(async () => {
    [server, judge] = await Promise.all([startSandboxModel(), openDraftJudge()]);
  });
  after(async () => {
    await server.close();
    await judge.close();
  });

  async function promptFor(name: string, request: object): Promise<{ system: string; user: string }> {
    const handler = handlers[name];
    ok(handler);
    const config = readConfig({
      ...longTimeout,
      LLM_BASE_URL: server.url,
      LLM_MODEL: 'sandbox',
      LLM_DIALECT: 'other',
      LLM_FALLBACK: 'composer',
    });
    await runHandler(handler, { network: 'SOCIAL_NETWORK', ...request }, { config, model: modelFor(config) });
    const prompt = server.received.at(-1);
    ok(prompt);
    return prompt;
  }

  it('contain two examples of every kind, and stay within bounds', async () => {
    for (const name of Object.keys(handlers)) {
      const request = { topic: 'Repairing a bicycle', keywords: ['chain', 'brakes'], mood: 'funny', tone: 'casual' };
      const { system, user } = await promptFor(name, { ...request, language: 'fr' });
      equal(system.match(/ → \{/g)?.length, 2, name);
      const asked = Object.keys(handlers[name]?.endpoint.request.properties ?? {});
      const manner = ['Mood: funny', 'Tone: casual', '"keywords"'].filter((what) =>
        asked.includes(/\w+/.exec(what)?.[0].toLowerCase() ?? ''),
      );
      for (const what of ['A good|Good ones', 'Language: French', ...manner]) {
        ok(new RegExp(what).test(system), `${name}: ${what}`);
      }
      ok(!/bicycle|chain/i.test(system) && /bicycle/.test(user), `${name}: what the caller gave is data`);
      ok(system.length / 4 < MOST_TOKENS, `${name}: ${system.length / 4} tokens`);
    }
  });

  it('require sobriety for a grave topic, without the light examples', async () => {
    const { system } = await promptFor('description-generator', {
      topic: 'Grief after losing a parent',
      mood: 'funny',
    });
    ok(/Write soberly/.test(system) && /Mood: serious/.test(system));
    ok(!/ → \{|pizza/i.test(system));
  });

  it('contain the date, the register of the language, and that mood yields to gravity', async () => {
    const today = await waitForRestOfDay();
    const { system } = await promptFor('title-generator', {
      topic: 'Jogos de tabuleiro',
      language: 'pt-PT',
      mood: 'funny',
    });
    ok(system.includes(`Today is ${today}`), system);
    ok(/Language: European Portuguese/.test(system) && /Mood and tone yield to gravity/.test(system), system);
    ok(
      /traditional characters/.test((await promptFor('title-generator', { topic: '茶', language: 'zh-Hant' })).system),
    );
  });

  it('require emoji and hashtags in the same draft if they are requested', async () => {
    const { system } = await promptFor('description-generator', {
      topic: 'Tea',
      emojis_mode: 'delimiter',
      hashtags_mode: 'end',
    });
    ok(/"emoji"/.test(system) && /"text_hashtags"/.test(system), system);
    ok(!/text_hashtags/.test((await promptFor('description-generator', { topic: 'Tea' })).system));
  });

  it('contain only examples that pass the check of drafts', async () => {
    for (const [kind, two] of Object.entries(EXAMPLES)) {
      for (const { topic, draft } of two) {
        const { isServed, reason } = await judge.judge({ kind, language: 'en', topic, draft: { ...draft } });
        // The examples are part of the instructions themselves.
        ok(
          isServed || reason === 'the text contained its instructions, a secret or the call of a tool',
          `${kind}: ${reason}`,
        );
      }
    }
  });
});
