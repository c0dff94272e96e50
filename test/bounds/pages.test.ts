import { deepEqual, equal, match, notEqual, ok, throws } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { separateOrigins } from '../../api/steps/separate-origins.js';
import { Child } from '../../embedded/child.js';
import { readConfig } from '../../shared/process/config.js';
import { Disks } from '../../shared/storage/disks.js';
import { connectWithLongTimeouts } from '../../shared/store/connect.js';
import generate from '../../workers/qr-experience/generate.js';
import { rawRequest } from '../helpers/raw-request.js';
import { runHandler } from '../helpers/run-handler.js';
import { call, newAccount, stack, stackConfig, type TestAccount } from '../helpers/stack.js';

/** A page with one picture from here. */
const withPicture = (url: string) => ({
  type: 'page',
  page: { version: 1, blocks: [{ type: 'gallery', props: { images: [{ url }] } }] },
});

describe('hosted pages', () => {
  let mine: TestAccount;
  before(async () => {
    mine = await newAccount({ credits: 10 });
  });

  it('refuse a picture of a host that would extend the content security policy', async () => {
    for (const host of [
      'a;script-src',
      "a;script-src'none'",
      'a,b.example',
      '*',
      '*.example',
      "'self'",
      'a$b',
      'a&b',
    ]) {
      const { status, body } = await call('/v1/qr-experience/generate', withPicture(`https://${host}/x.png`), mine);
      equal(status, 422, host);
      match(body.error, /url must be an http or https URL/, host);
    }
    for (const host of ['pictures.example', 'münchen.example', 'a_b.example:8443', '[2001:db8::1]', '192.0.2.1']) {
      equal((await call('/v1/qr-experience/generate', withPicture(`https://${host}/x.png`), mine)).status, 200, host);
    }
  });

  it('that were stored with such a host are shown without it', async () => {
    const { store, platform } = await stack();
    const { body } = await call('/v1/qr-experience/generate', withPicture('https://pictures.example/x.png'), mine);
    const { id, code } = body.experience;
    const path = 'page.blocks.0.props.images.0.url';
    await store.experiences.updateOne({ _id: id }, { $set: { [path]: 'https://a;script-src/x.png' } });
    const { status, headers } = await fetch(`${platform.baseUrl}/e/${code}`);
    equal(status, 200);
    const policy = headers.get('content-security-policy') ?? '';
    match(policy, /script-src 'self'; .*img-src 'self' data:;/);
    equal(policy.match(/script-src/g)?.length, 1);
  });

  describe('with PAGES_URL', () => {
    let front: Child;
    let address: string;
    let code: string;
    let file: string;
    const PAGES = 'pages.example.com';

    before(async () => {
      const { platform } = await stack();
      const saved = await call('/v1/qr-code/generate', { qr_code_text: 'x', image_format: 'PNG', save: 1 }, mine);
      file = new URL(saved.body.file_url).pathname;
      const made = await call('/v1/qr-experience/generate', withPicture('https://pictures.example/x.png'), mine);
      code = made.body.experience.code;
      const env = { ...platform.environment, PORT: '0', METRICS_PORT: '0', PAGES_URL: `https://${PAGES}` };
      front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
      const { port } = await front.start();
      address = `http://127.0.0.1:${port}`;
    });
    after(() => front.stop(5_000));

    const get = (path: string, host?: string) =>
      rawRequest(address + path, { method: 'GET', headers: host ? { host } : {} });

    it('are served on its host, with their files and events, and nothing else is', async () => {
      const page = await get(`/e/${code}`, PAGES);
      equal(page.status, 200);
      const assets = [...page.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
      equal(assets.length, 2);
      for (const path of [file, '/healthz', '/readyz', ...assets]) equal((await get(path, PAGES)).status, 200, path);
      const body = JSON.stringify({ event: 'cta_click' });
      const headers = { host: PAGES, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
      equal((await rawRequest(`${address}/e/${code}/events`, { headers, body })).status, 200);
      for (const path of ['/', '/docs', '/operator', '/operator/login', '/v1/account', '/openapi.json', '/metrics']) {
        equal((await get(path, PAGES)).status, 404, path);
      }
      equal((await rawRequest(`${address}/v1/vat`, { headers, body })).status, 404);
    });

    it('redirect printed URLs there, and leave the rest where it was', async () => {
      for (const path of [`/e/${code}?done=b1`, file]) {
        const { status, headers } = await get(path);
        deepEqual([status, headers.location], [307, `https://${PAGES}${path}`]);
      }
      for (const path of ['/docs', '/operator/login', '/healthz']) equal((await get(path)).status, 200, path);
    });

    /** Sends a GET request with any target and headers, and returns status and headers. */
    const send = async (path: string, headers: Record<string, string> = {}) => {
      const [response] = await once(httpGet({ port: new URL(address).port, path, headers }), 'response');
      response.resume();
      return {
        status: response.statusCode,
        location: response.headers.location,
        type: response.headers['content-type'],
      };
    };

    it('redirect requests with an absolute URL there as well', async () => {
      const { status, location } = await send('http://other.example/e/x?y=1');
      deepEqual([status, location], [307, `https://${PAGES}/e/x?y=1`]);
    });

    it('show no page of the API host instead of a missing one', async () => {
      const { status, type } = await send('/files/public/none.png', { host: PAGES, accept: 'text/html' });
      deepEqual([status, type], [404, 'application/json; charset=utf-8']);
    });

    it('are the host of new codes and saved images', async () => {
      const config = { ...(await stackConfig()), PAGES_URL: `https://${PAGES}/` };
      const { db, close } = connectWithLongTimeouts(config);
      const answer = await runHandler(generate, withPicture('https://pictures.example/x.png'), {
        config,
        store: async () => db,
      });
      await close();
      match(answer.scan_url, new RegExp(`^https://${PAGES}/e/\\w{10}$`));
      equal(new Disks(config).url('public', 'a/b.png'), `https://${PAGES}/files/public/a/b.png`);
    });

    it('cannot have the host of the API', () => {
      const config = readConfig({ BASE_URL: 'https://x.example', PAGES_URL: 'https://x.example/pages' });
      throws(() => separateOrigins(config, () => true), /: PAGES_URL must have another host than BASE_URL$/);
    });
  });
});

describe('the folder of saved files', () => {
  const save = async ({ key }: TestAccount): Promise<string> => {
    const { body } = await call('/v1/qr-code/generate', { qr_code_text: 'x', save: 1, filename: 'logo' }, { key });
    return body.file_path.split('/')[1];
  };

  it('is the same for an account always, and cannot be told from its id without the secret', async () => {
    const [one, two] = [await newAccount(), await newAccount()];
    const folder = await save(one);
    equal(await save(one), folder);
    notEqual(await save(two), folder);
    for (const account of [one.account, one.keyId, one.key]) {
      for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
        ok(!createHash(algorithm).update(account).digest('hex').includes(folder), algorithm);
      }
    }
  });

  it('depends on STORAGE_SECRET if it is set, or on a secret that is created once and stored', async () => {
    const { DATA_DIR } = await stackConfig();
    const folders = (settings: Record<string, string>) => {
      const disks = new Disks(readConfig({ DATA_DIR: `${DATA_DIR}/secret-of-a-test`, ...settings }));
      return disks.accountFolder('shop');
    };
    const [first, second, set, setAgain, other] = await Promise.all([
      folders({}),
      folders({}),
      folders({ STORAGE_SECRET: 'one' }),
      folders({ STORAGE_SECRET: 'one', DATA_DIR: '/nowhere' }),
      folders({ STORAGE_SECRET: 'two' }),
    ]);
    equal(first, second, 'of two processes that start at once');
    equal(set, setAgain);
    equal(new Set([first, set, other]).size, 3);
    await rm(`${DATA_DIR}/secret-of-a-test`, { recursive: true });
  });
});

describe('a channel with an empty name', () => {
  it('is the 404 of a channel that is not found, on every endpoint of channels, and no failure of an upstream', async () => {
    const { key } = await newAccount({ credits: 10 });
    const endpoints = ['info', 'videos', 'playlists', 'thumbnail', 'region-restrictions', 'settings', 'statistics'];
    for (const channel of ['@', '@@', 'https://www.youtube.com/', 'https://www.youtube.com/user/']) {
      for (const endpoint of [...endpoints, 'subscribe-link-generator', 'audit']) {
        const { status, body } = await call(`/v1/video-platform/channel/${endpoint}`, { channel }, { key });
        deepEqual([status, body.error], [404, 'Unable to resolve channel ID'], `${endpoint} ${channel}`);
      }
      const found = await call('/v1/video-platform/channel/find-id', { query: channel }, { key });
      deepEqual([found.status, found.body.error], [404, 'Not found'], channel);
    }
    deepEqual((await call('/v1/video-platform/channel/search', { query: '@' }, { key })).body, []);
  });
});
