import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { purchase } from '../../shared/ledger/purchase.js';
import { type Customer, newCustomer } from '../../test/helpers/portal.js';
import { call, retryWhileBusy, stack } from '../../test/helpers/stack.js';

const BASE = '/account/studio';
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A member in the editor, with its token. */
class Editor {
  constructor(
    readonly customer: Customer,
    readonly account: string,
    readonly token: string,
  ) {}

  static async open(credits: number): Promise<Editor> {
    const { customer, account } = await newCustomer();
    const { store } = await stack();
    // Credits of the sign-up do not matter here.
    await store.wallets.updateOne({ _id: account }, { $set: { lots: [] } });
    if (credits > 0) await purchase(store, { account, amount: credits * 1_000_000, bought: new Date() });
    const token = /data-token="([\w-]+)"/.exec(await customer.page(BASE))?.[1] ?? '';
    return new Editor(customer, account, token);
  }

  send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    return retryWhileBusy(() => this.#sendOnce(method, path, body, headers));
  }

  async #sendOnce(method: string, path: string, body: object | undefined, headers: Record<string, string>) {
    const response = await this.customer.ask(`${BASE}/api/${path}`, {
      method,
      headers: { ...JSON_TYPE, 'X-Form-Token': this.token, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  /** Creates a draft of a coupon. @returns its id */
  async draft(fields: object = {}): Promise<string> {
    const body = { content: { title: 'Ten off', code: 'TEN' } };
    return (await this.send('POST', 'drafts', { type: 'coupon', name: 'Shop', body, ...fields })).body.id;
  }

  publish(id: string, fields: object = {}) {
    return this.send('POST', `drafts/${id}/publish`, fields);
  }

  close(): Promise<void> {
    return this.customer.close();
  }
}

describe('The studio of a member', () => {
  let editor: Editor;
  // Each test has a session of its own, whose requests per second are limited.
  beforeEach(async () => {
    editor = await Editor.open(1);
  });
  afterEach(() => editor.close());

  it('publishes a draft once, charged, with a key that members see and can revoke', async () => {
    const { store } = await stack();
    const id = await editor.draft({ design: { body_style: 'dot', foreground_color: '#102030' } });
    const [first, second] = await Promise.all([editor.publish(id), editor.publish(id)]);
    const done = [first, second].find(({ status }) => status === 200);
    ok(done, first.text + second.text);
    deepEqual((await editor.publish(id)).body, done.body);
    equal(await store.experiences.countDocuments({ account: editor.account }), 1);
    const page = await store.experiences.findOne({ _id: done.body.experience_id });
    deepEqual(page?.design, { body_style: 'dot', foreground_color: '#102030' });
    equal(page?.label, 'Shop');
    equal((await editor.send('GET', `drafts/${id}`)).status, 404);
    match(await editor.customer.page('/account/keys'), /QR studio/);
    const code = await editor.send('GET', `pages/${done.body.experience_id}/code?image_format=SVG`);
    match(code.text, /#102030/);
  });

  it('names a page as its draft was renamed, and by its title without a name', async () => {
    const { store } = await stack();
    const findLabel = async (id: number) => (await store.experiences.findOne({ _id: id }))?.label;
    const { body: made } = await editor.publish(await editor.draft({ name: '' }));
    equal(await findLabel(made.experience_id), undefined);
    for (const name of ['Window', 'Counter', '']) {
      const { body: draft } = await editor.send('POST', 'drafts', { experience_id: made.experience_id });
      await editor.send('PATCH', `drafts/${draft.id}`, { name }, { 'If-Match': draft.etag });
      equal((await editor.publish(draft.id)).status, 200);
      equal(await findLabel(made.experience_id), name || undefined);
    }
  });

  it('says that the key was revoked, and creates a new one on request', async () => {
    const { store } = await stack();
    await editor.publish(await editor.draft());
    const id = await editor.draft();
    await store.keys.updateMany({ account: editor.account, purpose: 'studio' }, { $set: { active: false } });
    const refused = await editor.publish(id);
    deepEqual([refused.status, refused.body.type], [409, 'account_key_revoked']);
    equal((await editor.publish(id, { new_key: true })).status, 200);
  });

  it('keeps the draft when publishing is refused', async () => {
    const poor = await Editor.open(0);
    const id = await poor.draft();
    const refused = await poor.publish(id);
    deepEqual([refused.status, refused.body?.type], [402, 'insufficient_credits']);
    equal((await poor.send('GET', `drafts/${id}`)).status, 200);
    await poor.close();
    const unfinished = await editor.draft({ body: { content: { code: 'TEN' } } });
    deepEqual((await editor.publish(unfinished)).body.param, 'content.title');
    equal((await editor.send('GET', `drafts/${unfinished}`)).status, 200);
  });

  it('edits a page at the version that the draft began with, and only asked to over a later one', async () => {
    const { store } = await stack();
    const { body: made } = await editor.publish(
      await editor.draft({ body: { content: { title: 'A', code: 'A' }, max_scans: 5 } }),
    );
    const { body: draft } = await editor.send('POST', 'drafts', { experience_id: made.experience_id });
    equal(draft.body.max_scans, 5);
    await store.experiences.updateOne({ _id: made.experience_id }, { $set: { version: 2 } });
    const { content } = draft.body;
    await editor.send(
      'PATCH',
      `drafts/${draft.id}`,
      { body: { content: { ...content, title: 'B' } } },
      { 'If-Match': draft.etag },
    );
    equal((await editor.publish(draft.id)).status, 412);
    const done = await editor.publish(draft.id, { base_etag: '"2"' });
    equal(done.body?.experience_id, made.experience_id, done.text);
    const page = await store.experiences.findOne({ _id: made.experience_id });
    deepEqual([page?.title, page?.max_scans, page?.label], ['B', undefined, 'Shop']);
    const entry = await store.accountLog.findOne({ account: editor.account, action: 'page.change' });
    equal(entry?.outcome, 'done');
  });

  it('downloads a code without a page, charged once for each file', async () => {
    const id = await editor.draft({ kind: 'code', type: 'text', body: { qr_code_text: 'Hello' } });
    const { status, headers, text } = await editor.send(
      'POST',
      `drafts/${id}/download?image_format=SVG&image_width=300`,
    );
    equal(status, 200, text);
    match(headers.get('content-disposition') ?? '', /Shop\.svg/);
    equal((await editor.publish(id)).body.type, 'draft_is_no_page');
  });

  it('accepts changes only as JSON with the token of the session', async () => {
    const send = (headers: Record<string, string>) =>
      editor.customer.ask(`${BASE}/api/drafts`, { method: 'POST', body: '{}', headers });
    const token = { 'X-Form-Token': editor.token };
    equal((await send(JSON_TYPE)).status, 403);
    equal((await send({ ...JSON_TYPE, 'X-Form-Token': 'x' })).status, 403);
    equal((await send({ 'Content-Type': 'text/plain', ...token })).status, 415);
    equal((await send({ ...JSON_TYPE, ...token, 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    const { body } = await call(`${BASE}/api/drafts`, {}, { method: 'GET' });
    equal(body.type, 'signed_out');
  });
});
