import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Sandbox, startSandbox } from 'sandbox';
import { channels as catalogue } from 'sandbox/video-platform';
import { ask, order } from './ask.js';
import { drawn, seeded } from './drawn.js';

const isNightly = process.env.TEST_SCALE === 'nightly';
const NOW = '2026-03-10T12:00:00Z';
const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));

interface Found {
  id: { videoId: string; channelId: string; playlistId: string };
  snippet: { title: string; description: string; publishedAt: string; channelId: string; channelTitle: string };
}

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

describe('the world that answers whatever is asked', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
    equal(await order(sandbox.url, { now: NOW }), 200);
  });
  after(() => sandbox.close());

  const list = async (path: string, url = sandbox.url) =>
    (await ask(`${url}/video-platform/youtube/v3/${path}&key=sandbox-key-1`)).body;
  const search = async (type: string, q: string, more = ''): Promise<Found[]> =>
    (await list(`search?part=snippet&type=${type}&maxResults=50&q=${encodeURIComponent(q)}${more}`)).items;

  /** Everything that a method lists, page by page, to the end. */
  async function all(path: string) {
    const items = [];
    let total: number;
    let token = '';
    do {
      const page = await list(`${path}&maxResults=50${token && `&pageToken=${token}`}`);
      items.push(...page.items);
      total = page.pageInfo.totalResults;
      token = page.nextPageToken ?? '';
    } while (token);
    equal(items.length, total);
    return items;
  }

  const fetchDetails = async (ids: readonly string[]) => {
    const items = [];
    for (let start = 0; start < ids.length; start += 50) {
      const some = ids.slice(start, start + 50).join();
      items.push(...(await list(`videos?part=snippet&part=contentDetails&part=statistics&id=${some}`)).items);
    }
    return items;
  };

  const words = isNightly
    ? ['music', 'cats', 'cooking', 'Taylor Swift', 'кулинария', '東京の猫カフェ', ...drawn.words(4)]
    : ['cats', '東京の猫カフェ', ...drawn.words(1)];

  it(
    seeded('finds videos, channels and playlists for any words, and says of them what it says elsewhere'),
    async () => {
      for (const q of words) {
        const videos = await search('video', q);
        const channels = await search('channel', q);
        const playlists = await search('playlist', q);
        ok(videos.length >= 5 && channels.length >= 1 && playlists.length >= 1, q);

        const details = await fetchDetails(videos.map(({ id }) => id.videoId));
        for (const [index, { snippet }] of videos.entries()) {
          equal(details[index]?.snippet.title, plain(snippet.title), q);
          equal(details[index]?.snippet.channelId, snippet.channelId);
          equal(details[index]?.snippet.publishedAt, snippet.publishedAt);
          ok(snippet.publishedAt <= NOW);
          ok(!/[{}]|undefined|null/.test(snippet.title + snippet.description), snippet.title);
        }
        const ids = [...new Set([...videos, ...channels].map(({ snippet }) => snippet.channelId))].slice(0, 50);
        const owners = (await list(`channels?part=snippet&maxResults=50&id=${ids}`)).items;
        deepEqual(new Set(owners.map(({ id }: { id: string }) => id)), new Set(ids), q);
        for (const { snippet } of videos) {
          const owner = owners.find(({ id }: { id: string }) => id === snippet.channelId);
          equal(owner.snippet.title, snippet.channelTitle);
          ok(owner.snippet.publishedAt <= snippet.publishedAt, 'no video is older than its channel');
        }
        for (const { id, snippet } of playlists.slice(0, 5)) {
          const [playlist] = (await list(`playlists?part=snippet&part=contentDetails&id=${id.playlistId}`)).items;
          deepEqual([playlist.snippet.title, playlist.snippet.channelId], [plain(snippet.title), snippet.channelId]);
        }
      }
    },
  );

  it(seeded('has channels that agree with themselves everywhere'), async () => {
    for (const q of words) {
      const found = await search('video', q);
      const one = drawn.of(found, 1);
      const channelId = one.snippet.channelId;
      const parts = 'part=snippet&part=statistics&part=contentDetails&part=brandingSettings';
      const [channel] = (await list(`channels?${parts}&id=${channelId}`)).items;
      const uploads = await all(
        `playlistItems?part=snippet&part=contentDetails&playlistId=${channel.contentDetails.relatedPlaylists.uploads}`,
      );
      const ids = uploads.map(({ contentDetails }) => contentDetails.videoId);
      ok(ids.includes(one.id.videoId), `${channel.snippet.title} lists what a search found`);
      equal(new Set(ids).size, ids.length);
      equal(channel.statistics.videoCount, String(ids.length));
      const dates = uploads.map(({ contentDetails }) => contentDetails.videoPublishedAt);
      deepEqual(dates, [...dates].sort().reverse());
      const titles = new Set(uploads.map(({ snippet }) => snippet.title));
      if (!catalogue.some(({ id }) => id === channelId)) equal(titles.size, ids.length, 'no two have the same title');

      const details = await fetchDetails(ids);
      deepEqual(
        details.map(({ id }) => id),
        ids,
      );
      const views = details.reduce((sum, { statistics }) => sum + Number(statistics.viewCount), 0);
      equal(channel.statistics.viewCount, String(views));
      if (!channel.statistics.hiddenSubscriberCount) ok(Number(channel.statistics.subscriberCount) < views);
      const searched = await all(`search?part=snippet&type=video&order=date&channelId=${channelId}`);
      deepEqual(
        searched.map(({ id }) => id.videoId),
        ids,
      );

      const playlists = await all(`playlists?part=snippet&part=contentDetails&channelId=${channelId}`);
      for (const { id, contentDetails } of playlists) {
        const items = await all(`playlistItems?part=contentDetails&playlistId=${id}`);
        equal(items.length, contentDetails.itemCount);
        ok(items.every((item) => ids.includes(item.contentDetails.videoId)));
      }
      const sections = await list(`channelSections?part=contentDetails&channelId=${channelId}`);
      for (const { contentDetails } of sections.items) {
        if (contentDetails.channels.length === 0) continue;
        const featured = (await list(`channels?part=id&maxResults=50&id=${contentDetails.channels}`)).items;
        equal(featured.length, contentDetails.channels.length);
      }
    }
  });

  it(seeded('filters, orders, and pages to an end without repeating itself'), async () => {
    for (const q of ['cats', ...drawn.words(1)]) {
      const path = `search?part=snippet&type=video&q=${encodeURIComponent(q)}`;
      const everything: Found[] = await all(path);
      const ids = everything.map(({ id }) => id.videoId);
      equal(new Set(ids).size, ids.length, q);

      const [after, before] = ['2024-06-01T00:00:00Z', '2025-06-01T00:00:00Z'];
      const within: Found[] = await all(`${path}&publishedAfter=${after}&publishedBefore=${before}`);
      const expected = everything.filter(
        ({ snippet: { publishedAt } }) => publishedAt >= after && publishedAt < before,
      );
      deepEqual(new Set(within.map(({ id }) => id.videoId)), new Set(expected.map(({ id }) => id.videoId)));

      let counted = 0;
      for (const [duration, fits] of [
        ['short', (seconds: number) => seconds < 240],
        ['medium', (seconds: number) => seconds >= 240 && seconds <= 1_200],
        ['long', (seconds: number) => seconds > 1_200],
      ] as const) {
        const some: Found[] = await all(`${path}&videoDuration=${duration}`);
        counted += some.length;
        for (const { contentDetails } of await fetchDetails(some.slice(0, 50).map(({ id }) => id.videoId))) {
          const [, hours = 0, minutes = 0, seconds = 0] =
            /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(contentDetails.duration) ?? [];
          ok(
            fits(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)),
            `${contentDetails.duration} is ${duration}`,
          );
        }
      }
      equal(counted, everything.length, 'each is short, medium or long');

      const byViews = await fetchDetails((await search('video', q, '&order=viewCount')).map(({ id }) => id.videoId));
      const views = byViews.map(({ statistics }) => Number(statistics.viewCount));
      deepEqual(
        views,
        [...views].sort((a, b) => b - a),
      );
      const titles = (await search('video', q, '&order=title')).map(({ snippet }) => plain(snippet.title));
      deepEqual(titles, [...titles].sort(new Intl.Collator('en').compare));
    }
  });

  it(seeded('has one channel of every name, handle, user page and id'), async () => {
    for (const q of ['mkbhd', 'marques brownlee', 'Linus Tech Tips', '@cats', 'sunday-dough', ...drawn.words(6)]) {
      const [called] = (await list(`channels?part=snippet&forHandle=${encodeURIComponent(q)}`)).items;
      ok(called, q);
      const again = await list(`channels?part=snippet&forUsername=${encodeURIComponent(q.replace('@', ''))}`);
      deepEqual(again.items, [called]);
      deepEqual((await list(`channels?part=snippet&id=${called.id}`)).items, [called]);
      if (called.snippet.customUrl) {
        deepEqual((await list(`channels?part=snippet&forHandle=${called.snippet.customUrl}`)).items, [called]);
      }
      const found = await search('channel', called.snippet.title);
      equal(found[0]?.id.channelId, called.id, `a search for ${called.snippet.title} finds it first`);
    }
    const [catalogued] = (await list('channels?part=snippet&forHandle=@copper-kettle-kitchen')).items;
    equal(catalogued.snippet.title, 'Copper Kettle Kitchen');
  });

  it('takes ids of the platform’s own for channels and videos of its world, and gives out none of these', async () => {
    const channelId = 'UCabcdefghijklmnopqrstuw';
    const [channel] = (await list(`channels?part=snippet&part=statistics&id=${channelId}`)).items;
    equal(channel.id, channelId);
    const uploads = await all(`playlistItems?part=contentDetails&playlistId=UU${channelId.slice(2)}`);
    equal(channel.statistics.videoCount, String(uploads.length));

    const videoId = 'abcdefghijk';
    const [video] = await fetchDetails([videoId]);
    const owned = await all(
      `playlistItems?part=snippet&part=contentDetails&playlistId=UU${video.snippet.channelId.slice(2)}`,
    );
    equal(owned.at(-1).contentDetails.videoId, videoId);
    equal(owned.at(-1).snippet.title, video.snippet.title);

    const listed = new Set(catalogue.map(({ id }) => id));
    for (const { id, snippet } of await search('video', 'rain')) {
      // The platform's video ids have 64 bits, so that the last character has nothing in its lowest two.
      if (!listed.has(snippet.channelId)) ok(!/[AEIMQUYcgkosw048]$/.test(id.videoId), id.videoId);
    }
  });

  it('gives the videos of a channel whose name is too long for their ids, whichever way they are asked for', async () => {
    const name = 'the extraordinarily longwinded chronicle of chess and gardening';
    const [channel] = (await list(`channels?part=snippet&forHandle=${encodeURIComponent(name)}`)).items;
    const uploads = (await list(`playlistItems?part=snippet&maxResults=50&playlistId=UU${channel.id.slice(2)}`)).items;
    const ids = uploads.map(
      ({ snippet }: { snippet: { resourceId: { videoId: string } } }) => snippet.resourceId.videoId,
    );
    const getTitle = ({ snippet }: Found): string => snippet.title;
    ok(ids.length >= 5);
    deepEqual((await fetchDetails(ids)).map(getTitle), uploads.map(getTitle));
  });

  it('knows nothing whose name contains unknown', async () => {
    for (const path of [
      'search?part=id&type=video&q=unknown+cats',
      'search?part=id&type=channel&q=The+Unknown',
      'search?part=id&type=playlist&q=unknowns',
      'channels?part=id&forHandle=@unknown-handle',
      'channels?part=id&forUsername=unknownuser',
      'channels?part=id&id=UCunknown000000000000000',
      'videos?part=id&id=unknown0000',
    ]) {
      deepEqual((await list(path)).items, [], path);
    }
    for (const path of [
      'playlists?part=id&channelId=UCunknown000000000000000',
      'playlistItems?part=id&playlistId=UUunknown000000000000000',
      'channelSections?part=id&channelId=UCunknown000000000000000',
    ]) {
      equal((await list(path)).error.code, 404, path);
    }
  });

  describe('in another process', () => {
    let child: ChildProcess;
    let url: string;
    before(async () => {
      child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      [{ url }] = await once(child, 'message');
      equal(await order(url, { now: NOW }), 200);
    });
    after(async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    });

    it(seeded('is the same, asked for ids alone'), async () => {
      for (const q of words) {
        const videos = await search('video', q);
        const ids = videos.map(({ id }) => id.videoId);
        const path = `videos?part=snippet&part=contentDetails&part=statistics&id=${ids}`;
        deepEqual(await list(path, url), await list(path), q);
        for (const { id } of (await search('channel', q)).slice(0, 3)) {
          const channel = `channels?part=snippet&part=statistics&part=contentDetails&id=${id.channelId}`;
          deepEqual(await list(channel, url), await list(channel), q);
        }
        notEqual(ids.length, 0);
      }
    });
  });
});
