import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretSettings } from '../../embedded/process-environment.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { readInput } from '../../shared/contract/input.js';
import { isPoolName, pools } from '../../shared/contract/pools.js';
import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { Outages } from '../../shared/process/outages.js';
import { type Handlers, loadHandlers } from '../../workers/runtime/load-handlers.js';
import { openResources } from '../../workers/runtime/resources.js';
import { runHandler } from '../../workers/runtime/run.js';
import { describeNightly } from '../helpers/scale.js';
import { ownDatabase } from '../helpers/stack.js';
import { engines } from './harness/engine.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

const ACCOUNT = 'delivered twice';
const log = createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false });

/** A picture of one pixel. */
const PHOTO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Requests with side effects, besides the examples of the contracts. `{code}` is the code of a hosted page. */
const MORE: readonly (readonly [path: string, request: Record<string, unknown>])[] = [
  ['/v1/qr-code/generate', { qr_code_text: 'x', image_format: 'SVG', save: 1 }],
  ['/v1/qr-code/generate', { qr_code_text: 'x', image_format: 'SVG', save: 1, filename: 'named' }],
  ['/v1/qr-experience/generate', { type: 'vcard_plus', content: { first_name: 'Ada', photo_base64: PHOTO } }],
  ['/v1/qr-scan/scan', { type: 'vcard_plus', code: '{code}' }],
  ['/v1/qr-scan/event', { type: 'vcard_plus', code: '{code}', event: 'download', value: 1 }],
];

describeNightly('jobs that are delivered twice, as when a worker dies before it has acknowledged them', () => {
  it('store one result and return identical responses', async () => {
    const [engine] = engines;
    const { platform } = await faultyPlatform(engine);
    const { store, environment, close } = await ownDatabase(platform.environment);
    const folder = await mkdtemp(join(tmpdir(), 'ua-twice-'));
    const config = readConfig({ ...environment, DATA_DIR: folder });
    // No other process can leave anything behind.
    const keeping = (secretSettings.MONGODB_URL ?? []).filter(isPoolName);
    const opened = keeping.map((pool) => ({ pool, ...openResources(pool, config, log, new Outages()) }));
    const handlers = new Map<string, { all: Handlers } & (typeof opened)[number]>();
    for (const one of opened) handlers.set(one.pool, { ...one, all: await loadHandlers(one.pool, one.resources) });

    /** Number of documents and files, and the counters in them. */
    const left = async () => {
      const { db } = store.experiences;
      const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
      const documents = await Promise.all(names.map((name) => db.collection(name).countDocuments({})));
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      return {
        documents: documents.reduce((sum, count) => sum + count, 0),
        files: files.filter((file) => file.isFile()).length,
        bytes: (await store.keptBytes.findOne({ _id: ACCOUNT }))?.lasting ?? 0,
      };
    };
    const deliver = async (path: string, request: object, requestId: string) => {
      const endpoint = catalogue.find((known) => known.path === path);
      const worker = endpoint && handlers.get(endpoint.pool);
      if (!endpoint || !worker) throw new Error(`no worker of ${path}`);
      const input = readInput(endpoint, request);
      const deadline = Date.now() + pools[worker.pool].deadlineMs;
      const work = { endpoint: endpoint.id, input, account: ACCOUNT, requestId, deadline, replyTo: '' };
      return runHandler(worker.all, worker.resources, work);
    };
    try {
      let code = '';
      const examples = catalogue.filter(({ pool }) => handlers.has(pool));
      const requests = [...examples.map(({ path, example }) => [path, example.request] as const), ...MORE];
      for (const [path, request] of requests) {
        const filled = JSON.parse(JSON.stringify(request).replace('{code}', code));
        const requestId = randomUUID();
        const answer = await deliver(path, filled, requestId);
        const before = await left();
        const again = await deliver(path, filled, requestId);
        deepEqual(await left(), before, `${path} has left something twice`);
        const what = (text: string) => ({ ...JSON.parse(text), response_time_ms: 0 });
        deepEqual([again.status, what(again.body)], [answer.status, what(answer.body)]);

        // Two workers at the same time: what another request leaves, once.
        const [one, other] = await Promise.all([1, 2].map(() => deliver(path, filled, `at once ${requestId}`)));
        deepEqual([one?.status, other?.status], [answer.status, answer.status]);
        const both = await left();
        await deliver(path, filled, `at once ${requestId}`);
        deepEqual(await left(), both, `${path} has left something twice`);
        code = JSON.parse(answer.body).experience?.code ?? code;
      }
      // The contract's example and ours, each sent as two requests.
      deepEqual([await store.scans.countDocuments({}), await store.events.countDocuments({})], [4, 4]);
      show(
        'every call that leaves something behind delivered twice',
        'left once, answered alike',
        `${requests.length} calls, ${2 * requests.length} requests, each left what it leaves once`,
      );
    } finally {
      await Promise.all(opened.map((one) => one.close()));
      await close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
