import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { startSandboxModel } from 'sandbox/llm';
import { assertions, handlers } from '../../../test/helpers/generator-assertions.js';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { cookingChannel, cookingVideos } from '../../../test/helpers/video-platform-channels.js';

const topic = 'Winter soups';

describe('texts in the context of a video or channel', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(() => stage.reset());

  async function ask(
    name: string,
    request: Record<string, unknown>,
    settings: Record<string, string> = {},
    seed = 'a',
  ) {
    const handler = handlers[name];
    ok(handler);
    const given = stage.given(settings);
    const answer = (await runHandler(handler, { topic, ...request }, { ...given, requestId: seed })) as Record<
      string,
      unknown
    >;
    assertions[name]?.(answer, { topic, ...request });
    return { answer, text: Object.values(answer).flat().join('\n'), headers: given.headers };
  }

  const [video] = cookingVideos();
  const subjects = cookingChannel.topic.subjects;

  it('takes up the keywords of a channel in tags and hashtags, behind the topic itself', async () => {
    const { answer } = await ask('tag-generator', { channel: cookingChannel.id });
    const tags = answer.tags as string[];
    equal(tags[0], 'Winter soups');
    ok(tags.includes(subjects[0] ?? ''), `${tags}`);
    ok(tags.includes(cookingChannel.title), `${tags}`);
    const { text } = await ask('hashtag-generator', { channel: cookingChannel.handle });
    match(text, /#SourdoughBread/i);
    match((await ask('all-in-one-generator', { channel: cookingChannel.handle })).text, /sourdough bread/i);
  });

  it('takes up the keywords of a video, by id or any usual form of its URL', async () => {
    ok(video);
    const keyword = subjects.find((subject) => video.title.toLowerCase().includes(subject.toLowerCase())) ?? '';
    ok(keyword);
    for (const given of [
      video.id,
      `https://www.youtube.com/watch?v=${video.id}&t=3s`,
      `https://youtu.be/${video.id}`,
      `https://www.youtube.com/shorts/${video.id}`,
    ]) {
      const { answer, headers } = await ask('tag-generator', { video: given });
      ok((answer.tags as string[]).includes(keyword), `${given}: ${answer.tags}`);
      equal(headers.get('X-Upstream'), 'sandbox');
    }
  });

  it('names the channel in descriptions, posts and scripts', async () => {
    for (const [name, extra] of [
      ['description-generator', {}],
      ['all-in-one-generator', {}],
      ['script-generator', { person: '3rd' }],
      ['social-post-generator', { network: 'VIDEO_PLATFORM' }],
      ['social-post-generator', { network: 'SOCIAL_NETWORK' }],
    ] as const) {
      for (const language of ['en', 'es', 'fr', 'de', 'pt', 'it']) {
        const { text } = await ask(name, { channel: cookingChannel.id, language, ...extra });
        ok(text.includes(cookingChannel.title), `${name} in ${language}: ${text}`);
      }
    }
  });

  it('leaves out keywords of another language than the text', async () => {
    const { text } = await ask('tag-generator', {
      topic: 'sopas de invierno',
      channel: cookingChannel.id,
      language: 'es',
    });
    ok(!text.includes('sourdough'), text);
  });

  it('keeps every promise on every endpoint', async () => {
    ok(video);
    for (const name of Object.keys(handlers)) {
      for (let seed = 0; seed < 5; seed++) {
        await ask(name, { channel: cookingChannel.handle, video: video.id }, {}, String(seed));
      }
    }
  });

  it('writes as without a context when it does not resolve, whatever the reason', async () => {
    for (const name of Object.keys(handlers)) {
      const { answer: plain, headers } = await ask(name, {});
      equal(headers.has('X-Upstream'), false);
      const unresolved = { video: 'https://example.com/nothing', channel: '@unknown-by-this-name' };
      deepEqual((await ask(name, unresolved)).answer, plain);
      for (const kind of ['server-error', 'forbidden'] as const) {
        await stage.reset();
        await stage.injectFault({ upstream: 'video-platform', kind });
        deepEqual((await ask(name, { channel: cookingChannel.id })).answer, plain);
      }
      await stage.reset();
    }
  });

  it('gives the context to the model as data, never as an instruction', async () => {
    ok(video);
    const model = await startSandboxModel();
    try {
      const settings = { LLM_BASE_URL: model.url, LLM_MODEL: 'sandbox' };
      await ask('title-generator', { channel: cookingChannel.id, video: video.id }, settings);
      const [chat] = model.received;
      ok(chat);
      const { context } = JSON.parse(chat.user) as { context: { video: { name: string }; channel: { name: string } } };
      equal(context.channel.name, cookingChannel.title);
      equal(context.video.name, video.title);
      ok(!chat.system.includes(cookingChannel.title));
    } finally {
      await model.close();
    }
  });
});
