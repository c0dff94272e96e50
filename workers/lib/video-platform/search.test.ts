import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { countViews, findPlaylistById, findVideoById, videosIn } from 'sandbox/video-platform';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import type { Handler } from '../../handle.js';
import autocomplete from '../../video-platform/search/autocomplete.js';
import channels from '../../video-platform/search/channels.js';
import playlists from '../../video-platform/search/playlists.js';
import videos from '../../video-platform/search/videos.js';

const now = new Date('2026-03-10T12:00:00Z');

describe('video search', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime(now.toISOString());
  });

  const ask = <E extends Endpoint>(handler: Handler<E>, input: object) => runHandler(handler, input, stage.given());
  const found = async (input: object) => (await ask(videos, { q: 'sourdough', ...input })).data.videos;
  const asked = async () => (await stage.received('video-platform')).map(({ path }) => path.replace('youtube/v3/', ''));

  it('wraps its results in data, with their count, twenty-five by default', async () => {
    const { data } = await ask(videos, { q: 'bread' });
    equal(data.cnt_results, 25);
    equal(data.videos.length, 25);
    deepEqual(await asked(), ['search', 'videos']);
  });

  it('gives length and views of every video found', async () => {
    for (const one of await found({ limit: 50 })) {
      const video = findVideoById(one.id, now);
      ok(video);
      equal(one.title, video.title);
      equal(one.views, countViews(video, now));
      equal(one.channelId, video.channel.id);
      ok(/^PT(\d+H)?(\d+M)?\d+S$/.test(one.durationISO ?? ''));
    }
    deepEqual(await asked(), ['search', 'videos']);
  });

  it('brings a limit inside 1 to 50', async () => {
    for (const [limit, expected] of [
      [1, 1],
      [0, 1],
      [-5, 1],
      [50, 50],
      [500, 50],
      ['3', 3],
    ] as const) {
      equal((await ask(videos, { q: 'sandbox', limit })).data.cnt_results, expected, String(limit));
    }
    await rejects(found({ limit: 'many' }), { status: 400 });
  });

  it('sorts, and takes an unknown sort for relevance', async () => {
    const views = (await found({ sort: 'viewCount' })).map((one) => one.views ?? 0);
    deepEqual(
      views,
      [...views].sort((a, b) => b - a),
    );
    const dates = (await found({ sort: 'DATE' })).map(({ publishedAt }) => publishedAt);
    deepEqual(dates, [...dates].sort().reverse());
    deepEqual(await found({ sort: 'newest' }), await found({ sort: 'relevance' }));
  });

  it('keeps to the dates, and ignores what is not a date', async () => {
    const within = await found({ published_after: '2025-01-01', published_before: '2025-07-01', limit: 50 });
    ok(
      within.length > 0 && within.every(({ publishedAt }) => publishedAt >= '2025-01-01' && publishedAt < '2025-07-01'),
    );
    const all = await found({});
    for (const nonsense of ['soon', '2025-02-30', '2025-13-01', '01/02/2025', '2025-01-01T00:00:00Z', '']) {
      deepEqual(await found({ published_after: nonsense, published_before: nonsense }), all, nonsense);
    }
  });

  it('filters by length', async () => {
    const lengths = async (duration: string) =>
      (await ask(videos, { q: 'sandbox', duration, limit: 50 })).data.videos.map(
        ({ id }) => findVideoById(id, now)?.seconds ?? -1,
      );
    ok((await lengths('short')).every((length) => length >= 0 && length < 240));
    ok((await lengths('medium')).every((length) => length >= 240 && length <= 1200));
    ok((await lengths('long')).every((length) => length > 1200));
    await rejects(found({ duration: 'endless' }), {
      status: 400,
      message: 'duration must be one of any, short, medium, long',
    });
  });

  it('finds channels with their pictures, in one request', async () => {
    const { data } = await ask(channels, { q: 'dough' });
    ok(data.channels.some(({ title, thumb }) => title === 'Sunday Dough' && URL.canParse(thumb ?? '')));
    deepEqual(await asked(), ['search']);
  });

  it('finds playlists with the number of their videos, in two requests', async () => {
    const { data } = await ask(playlists, { q: 'classics', limit: 10 });
    equal(data.cnt_results, 10);
    for (const { id, title, items } of data.playlists) {
      const playlist = findPlaylistById(id);
      ok(playlist);
      equal(title, playlist.title);
      equal(items, videosIn(playlist, now).length);
    }
    deepEqual(await asked(), ['search', 'playlists']);
  });

  it('finds nothing without a second request', async () => {
    deepEqual((await ask(videos, { q: 'unknown' })).data, { cnt_results: 0, videos: [] });
    deepEqual((await ask(playlists, { q: 'unknown' })).data, { cnt_results: 0, playlists: [] });
    deepEqual(await asked(), ['search', 'search']);
  });

  it('needs a q', async () => {
    for (const handler of [videos, channels, playlists, autocomplete]) {
      await rejects(runHandler<Endpoint>(handler as Handler, {}, stage.given()), {
        status: 400,
        message: 'Missing "q" (query) parameter',
      });
    }
    await rejects(ask(videos, { q: '  ' }), { status: 400, message: 'Missing "q" (query) parameter' });
  });

  it('suggests what people search for', async () => {
    const { data } = await ask(autocomplete, { q: '  Sour   dough', hl: 'en' });
    deepEqual([data.query, data.lang, data.suggestions[0]], ['Sour dough', 'en', 'sour dough']);
    const { data: some } = await ask(autocomplete, { q: 'Sourd' });
    equal(some.lang, 'en');
    equal(some.cnt_results, some.suggestions.length);
    ok(some.suggestions.length > 3 && some.suggestions.every((words) => words.startsWith('sourd')));
  });

  it('suggests nothing for an empty q, without asking', async () => {
    deepEqual((await ask(autocomplete, { q: '' })).data, { query: '', lang: 'en', suggestions: [], cnt_results: 0 });
    deepEqual(await stage.received('video-suggest'), []);
  });
});
