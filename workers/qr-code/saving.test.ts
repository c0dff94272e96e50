import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collections } from '../../features/collections.js';
import { readConfig } from '../../shared/process/config.js';
import { Disks, reducePath } from '../../shared/storage/disks.js';
import { decode } from '../../test/helpers/decoders.js';
import { startPrivateStore } from '../../test/helpers/private-store.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import handler from './generate.js';

const text = 'https://example.com/menu';
const request = { qr_code_text: text, image_format: 'PNG', save: 1 };

describe('saved QR codes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qr-files-'));
  const config = readConfig({ DATA_DIR: folder, BASE_URL: 'https://qr.example' });
  let documents: Awaited<ReturnType<typeof startPrivateStore>>;
  before(async () => {
    documents = await startPrivateStore();
  });
  after(async () => {
    await documents.close();
    rmSync(folder, { recursive: true });
  });
  const store = async () => documents.db;
  const save = (fields: object, account = 'one', settings = config) =>
    runHandler(handler, { ...request, ...fields }, { account, config: settings, store });
  const onDisk = (path = '') => readFileSync(join(folder, 'files', path));

  it('are at the URL of the response, which has their bytes only on request', async () => {
    const answer = await save({ storage_folder: 'menus/2026', filename: 'Summer Menu.png' });
    match(answer.file_path ?? '', /^accounts\/[0-9a-f]{16}\/menus\/2026\/summer-menu\.png$/);
    equal(answer.file_url, `https://qr.example/files/public/${answer.file_path}`);
    deepEqual([answer.saved, answer.meta.saved, answer.data_base64], [true, true, null]);
    deepEqual(await decode(onDisk(answer.file_path)), { jsqr: text, zxing: text });
    const withBytes = await save({ filename: 'summer-menu.png', include_bytes: 1 });
    equal(withBytes.data_base64, onDisk(withBytes.file_path).toString('base64'));
  });

  it('have the requested name, or get one of their own', async () => {
    const [first, second] = [await save({ filename: 'same' }), await save({ filename: 'same', image_width: 300 })];
    equal(first.file_path, second.file_path);
    const [third, fourth] = [await save({ filename_base: 'same' }), await save({ filename_base: 'same' })];
    notEqual(third.file_path, fourth.file_path);
    match(third.file_path ?? '', /\/qr\/same-[0-9a-z]{12}\.png$/);
    match((await save({})).file_path ?? '', /\/qr\/qr-code-[0-9a-z]{12}\.png$/);
  });

  it('of two accounts never meet', async () => {
    const [mine, theirs] = [await save({ filename: 'logo' }), await save({ filename: 'logo' }, 'two')];
    notEqual(mine.file_path, theirs.file_path);
    const useLogo = (account: string) => save({ qr_code_logo: 'upload', logo_path: mine.file_path }, account);
    equal((await useLogo('one')).meta.logo, 'upload');
    await rejects(useLogo('two'), { status: 422, message: 'logo_path must name an image on the storage disk' });
  });

  it('never leave the folder of their account', async () => {
    const tries = ['../../../etc', '/etc/passwd', '..\\..\\x', 'a/../../b', '%2e%2e/%2e%2e', '.ssh', 'a\0b', '…/．．/'];
    for (const wish of tries) {
      const answer = await save({ storage_folder: wish, filename: wish });
      match(answer.file_path ?? '', /^accounts\/[0-9a-f]{16}(\/[a-z0-9_-][a-z0-9._-]*)+\.png$/);
      ok(!answer.file_path?.includes('..'));
      ok(existsSync(join(folder, 'files', answer.file_path ?? '')));
    }
    equal(reducePath('../A b/./..//c.PNG'), 'a-b/c.png');
    ok(await new Disks(config).canRead('one', 'logos/brand.png'));
    await rejects(save({ save: 0, qr_code_logo: 'upload', logo_path: '../../../../etc/passwd' }), { status: 422 });
  });

  it('go to configured disks only', async () => {
    await rejects(save({ storage_disk: 'attic' }), { status: 422, message: 'storage_disk must be one of public' });
    const broken = (STORAGE_DISKS: string) => () => new Disks(readConfig({ STORAGE_DISKS }));
    for (const wrong of ['{', '{"a": {"driver": "ftp"}}', '{"A b": {"driver": "local", "folder": "x"}}']) {
      await rejects(async () => broken(wrong)(), /STORAGE_DISKS/);
    }
  });

  it('count against the quota of their account, one that replaces another only once', async () => {
    const account = 'quota';
    const small = { ...config, STORAGE_QUOTA_MIB: 1 };
    const { keptBytes } = collections(documents.db);
    const counted = async () => (await keptBytes.findOne({ _id: account }))?.lasting;
    const first = await save({ filename: 'same' }, account, small);
    const bytes = onDisk(first.file_path).length;
    equal(await counted(), bytes);
    const second = await save({ filename: 'same', image_width: 900 }, account, small);
    equal(await counted(), onDisk(second.file_path).length);
    await save({ filename: 'other' }, account, small);
    equal(await counted(), onDisk(second.file_path).length + bytes);
    await keptBytes.updateOne({ _id: account }, { $set: { lasting: 1_048_576 - bytes + 1 } });
    await rejects(save({ filename: 'one more' }, account, small), { status: 422, type: 'storage_full' });
    equal(await counted(), 1_048_576 - bytes + 1);
  });
});
