import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { audit } from '../../shared/ledger/audit.js';
import { decode } from '../helpers/decoders.js';
import { type Answer, call, eventually, isAtRest, newAccount, stack, type TestAccount } from '../helpers/stack.js';

const PRICE = 10_000;
/** A picture that cannot be made smaller. */
const NOISE = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const PATH = '/v1/qr-code/batch';
/** More than a code holds. */
const TOO_LONG = 'x'.repeat(3_000);

const tables = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    qr_code_text: `https://example.com/t/${at + 1}`,
    name: `Tisch ${at + 1}`,
  }));

describe('codes in a batch', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount({ credits: 12 });
  });

  const promised = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    call(PATH, body, { key: account.key, headers: { Prefer: 'respond-async', ...headers } });

  /** The answer to a batch, also where the machine is so busy that it is promised first. */
  async function ask(body: object, mine = account): Promise<Answer> {
    const answer = await call(PATH, body, { key: mine.key });
    if (answer.status !== 202) return answer;
    const { body: job } = await ended(answer.body.job_id, mine);
    return { ...answer, status: job.status, body: job.body };
  }

  /** The files of the archive that an answer leads to, by name. */
  async function readFiles({ file_url }: Answer['body']): Promise<Map<string, Buffer>> {
    const response = await fetch(file_url);
    equal(response.status, 200);
    equal(response.headers.get('content-type'), 'application/zip');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]));
  }

  const ended = (jobId: string, { key } = account): Promise<Answer> =>
    eventually(
      () => call(`/v1/jobs/${jobId}`, undefined, { method: 'GET', key }),
      ({ body }) => body.state === 'finished',
      60_000,
    );

  /** Amount that the account has paid, once all holds are settled and its ledger is audited. */
  async function spent(): Promise<number | undefined> {
    const { store } = await stack();
    const wallet = await eventually(() => store.wallets.findOne({ _id: account.account }), isAtRest);
    deepEqual((await audit(store, account.account)).findings, []);
    const usages = await store.usage.find({ account: account.account, state: 'spent' }).toArray();
    equal(
      usages.reduce((sum, { cost }) => sum + cost, 0),
      wallet?.spent,
    );
    return wallet?.spent;
  }

  it('come in one archive, named by a pattern; those that cannot be made are listed, and not charged', async () => {
    const rows = [...tables(1), { qr_code_text: TOO_LONG }, ...tables(2)];
    const { status, body, headers } = await ask({
      rows,
      name_pattern: '{n}: {name}',
      image_format: 'PNG',
      image_width: 300,
      filename: 'tables',
    });
    equal(status, 200, JSON.stringify(body));
    deepEqual(body.failed, [
      { row: 2, error: 'qr_code_text is too long', type: 'qr_text_too_long', param: 'qr_code_text' },
    ]);
    deepEqual([body.made, body.credits, body.mime], [3, 0.03, 'application/zip']);
    match(body.file_path, /\/qr\/tables\.zip$/);
    deepEqual([headers.get('x-credits-cost'), headers.get('x-credits-remaining')], ['0.03', '11.97']);
    const files = await readFiles(body);
    deepEqual([...files.keys()], ['1- Tisch 1.png', '3- Tisch 1.png', '4- Tisch 2.png']);
    const read = await decode(files.get('4- Tisch 2.png') ?? Buffer.alloc(0));
    deepEqual(read, { jsqr: 'https://example.com/t/2', zxing: 'https://example.com/t/2' });
    equal(await spent(), 3 * PRICE);
  });

  it('have unique names whatever is requested, and none that leads out of a folder', async () => {
    const rows = ['../../etc/passwd', 'A', 'a', '', 'Ärger & Söhne', '...'].map((name) => ({
      qr_code_text: 'x',
      name,
    }));
    const files = await readFiles((await ask({ rows, name_pattern: '{name}' })).body);
    deepEqual([...files.keys()], ['etc-passwd.svg', 'A.svg', 'a-3.svg', 'qr-4.svg', 'Ärger & Söhne.svg', 'qr-6.svg']);
  });

  it('have captions of their own', async () => {
    const rows = [
      { qr_code_text: 'a', frame_text: 'Table 7' },
      { qr_code_text: 'b' },
      { qr_code_text: 'c', frame_text: 'வணக்கம்' },
    ];
    const { body } = await ask({ rows, frame_name: 'bottom-banner', frame_text: 'Menu' });
    deepEqual(
      body.failed.map(({ row, param }: { row: number; param: string }) => [row, param]),
      [[3, 'frame_text']],
    );
    const [first, second] = [...(await readFiles(body)).values()];
    ok(first && second && !first.equals(second));
  });

  it('are paid as one when none can be made, and when the request is wrong', async () => {
    const { status, body } = await ask({ rows: [{ qr_code_text: TOO_LONG }, { qr_code_text: TOO_LONG }] });
    deepEqual([status, body.made, body.bytes, body.file_url, body.credits], [200, 0, 0, undefined, 0.01]);
    for (const [wrong, param] of [
      [{ rows: [] }, 'rows'],
      [{ rows: tables(1_001) }, 'rows'],
      [{ rows: [{ name: 'nothing' }] }, 'rows[0].qr_code_text'],
      [{ rows: tables(2), image_width: 1_001 }, 'image_width'],
      [{ rows: tables(2), foreground_color: '#fff' }, 'foreground_color'],
    ] as const) {
      const refused = await ask(wrong);
      deepEqual([refused.status, refused.body.param], [422, param], JSON.stringify(refused.body));
      equal(refused.headers.get('x-credits-cost'), '0.01');
    }
    equal(await spent(), 6 * PRICE);
  });

  it('fill an archive, and what has no room in it is listed', async () => {
    const noise = { create: { width: 780, height: 780, channels: 3, background: '#000', noise: NOISE } } as const;
    const logo_data_base64 = (await sharp(noise).png().toBuffer()).toString('base64');
    const look = { qr_code_logo: 'upload', logo_data_base64, image_format: 'SVG' };
    const { status, body } = await ask({ rows: tables(20), ...look });
    equal(status, 200, JSON.stringify(body));
    ok(body.made > 0 && body.bytes < 33 * 1024 ** 2, JSON.stringify(body));
    equal(body.made + body.failed.length, 20);
    ok(body.failed.length > 0 && body.failed.every(({ type }: { type: string }) => type === 'qr_batch_full'));
    equal(await spent(), body.made * PRICE);
  });

  it('are cancelled before they start, by their account alone and at no cost', async () => {
    const { body } = await promised({ rows: tables(2) });
    const other = await newAccount();
    const gone = await call(`/v1/jobs/${body.job_id}`, undefined, { method: 'DELETE', key: other.key });
    equal(gone.status, 404);
    const own = await call(`/v1/jobs/${body.job_id}`, undefined, { method: 'DELETE', key: account.key });
    // It may have been quicker.
    ok([200, 409].includes(own.status), JSON.stringify(own.body));
    equal(await spent(), own.status === 200 ? 0 : 2 * PRICE);
  });

  it('are not begun without the credits for all', async () => {
    account = await newAccount({ credits: 9.99 });
    const { status, body } = await ask({ rows: tables(1_000) });
    deepEqual([status, body.type], [402, 'insufficient_credits']);
    equal(await spent(), 0);
  });

  it('count against the budget of a key as far as they were made', async () => {
    const { key } = await newAccount({ credits: 5, budget_per_day: 50_000 });
    const some = { rows: [...tables(2), { qr_code_text: TOO_LONG }] };
    const asked = () => call(PATH, some, { key });
    equal((await asked()).status, 200);
    const second = await eventually(asked, ({ status }) => status !== 402);
    equal(second.status, 200);
  });

  it('are a job that is fetched later, handed in once under an idempotency key', async () => {
    const later = () => promised({ rows: tables(20) }, { 'Idempotency-Key': `batch-${account.account}` });
    const [first, again] = [await later(), await later()];
    equal(first.status, 202);
    equal(again.body.job_id, first.body.job_id);
    const { body } = await ended(first.body.job_id);
    deepEqual([body.status, body.body.made, (await readFiles(body.body)).size], [200, 20, 20]);
    equal(await spent(), 20 * PRICE);
  });
});
