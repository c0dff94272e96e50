import { deepEqual, equal, rejects } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { type Config, readConfig } from '../../shared/process/config.js';
import { Disks } from '../../shared/storage/disks.js';
import handler from '../../workers/qr-code/generate.js';
import { decode } from '../helpers/decoders.js';
import { startPrivateStore } from '../helpers/private-store.js';
import { runHandler } from '../helpers/run-handler.js';
import { startS3 } from '../helpers/s3-server.js';
import { stack } from '../helpers/stack.js';

const qr_code_text = 'https://example.com/menu';
const request = { qr_code_text, image_format: 'PNG', save: 1, storage_disk: 'cloud', filename: 'logo' };

describe('disks in a store that speaks S3', () => {
  let store: Awaited<ReturnType<typeof startS3>>;
  let front: Child;
  let baseUrl: string;
  let documents: Awaited<ReturnType<typeof startPrivateStore>>;
  before(async () => {
    store = await startS3();
    documents = await startPrivateStore();
    const { environment } = (await stack()).platform;
    const env = { ...environment, PORT: '0', METRICS_PORT: '0', STORAGE_DISKS: disks() };
    front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
    baseUrl = `http://127.0.0.1:${(await front.start()).port}`;
  });
  after(() => Promise.all([store.stop(), front?.stop(5_000), documents.close()]));

  const disks = (changes: object = {}) => JSON.stringify({ cloud: { driver: 's3', ...store.options, ...changes } });
  const given = (config: Config) => ({ config, store: async () => documents.db });
  const configured = (changes?: object) => readConfig({ STORAGE_DISKS: disks(changes) });

  it('keep images, give them back, and serve as a source of logos', async () => {
    const config = configured({ public_url: 'https://files.example/' });
    const { file_path = '', file_url } = await runHandler(handler, request, given(config));
    equal(file_url, `https://files.example/${file_path}`);
    const cloud = await new Disks(config).get('cloud');
    const kept = Buffer.from((await cloud?.getBytes(file_path)) ?? []);
    deepEqual(await decode(kept), { jsqr: qr_code_text, zxing: qr_code_text });
    const logo = { ...request, filename: 'with-logo', qr_code_logo: 'upload', logo_path: file_path };
    equal((await runHandler(handler, logo, given(config))).meta.logo, 'upload');
    await rejects(runHandler(handler, { ...logo, logo_path: 'none.png' }, given(config)), { status: 422 });
  });

  it('without a public address have their images served here', async () => {
    const { file_url = '' } = await runHandler(handler, { ...request, filename: 'served' }, given(configured()));
    const answer = await fetch(baseUrl + new URL(file_url).pathname);
    equal(answer.headers.get('content-type'), 'image/png');
    deepEqual(await decode(Buffer.from(await answer.arrayBuffer())), { jsqr: qr_code_text, zxing: qr_code_text });
  });

  it('that are unreachable or refuse access are a 502, soon', async () => {
    const started = performance.now();
    for (const wrong of [{ endpoint: 'http://127.0.0.1:1' }, { secret_access_key: 'wrong' }, { bucket: 'attic' }]) {
      await rejects(runHandler(handler, request, given(configured(wrong))), {
        status: 502,
        message: 'The storage disk is unavailable',
      });
    }
    equal(performance.now() - started < 15_000, true);
  });
});
