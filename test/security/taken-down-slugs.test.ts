import { equal, match } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { expectError, expectSuccess, ownerRequests } from '../helpers/page-owner.js';
import { ADMIN_TOKEN, type Answer, call, newAccount } from '../helpers/stack.js';
import { asVisitors, type CreatedPage, contents, createPage } from '../helpers/visits.js';

const newSlug = (): string =>
  `shop-${nanoid(12)
    .toLowerCase()
    .replace(/[^a-z]/g, 'x')}`;

const asOperator = (id: number, action: string, body: object = {}): Promise<Answer> =>
  call(`/v1/admin/experiences/${id}/${action}`, body, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
  });

const generate = (key: string, slug: string): Promise<Answer> =>
  call('/v1/qr-experience/generate', { type: 'text', content: contents.text, slug }, { key });

/** A page with a slug that an operator has taken down. */
async function makeTakenDown(): Promise<CreatedPage & { slug: string }> {
  const slug = newSlug();
  const made = await createPage('text', { slug });
  equal((await asOperator(made.id, 'takedown', { reason: 'It asks for passwords.' })).status, 200);
  return { ...made, slug };
}

describe('the slug of a page that was taken down', () => {
  const { visit } = asVisitors();

  it('is kept by the page: its owner cannot give it up, nor its account or another take it', async () => {
    const { slug, ...made } = await makeTakenDown();
    await expectError(ownerRequests(made).edit({ slug: '' }), 409, 'slug_blocked', 'slug');
    await expectError(ownerRequests(made).edit({ slug: newSlug() }), 409, 'slug_blocked', 'slug');
    equal((await expectSuccess(ownerRequests(made).edit({ slug, label: 'read and sent back' }))).slug, slug);
    const { key: another } = await newAccount();
    for (const key of [made.key, another]) await expectError(generate(key, slug), 409, 'slug_blocked', 'slug');
    const other = await createPage('text', {}, made.key);
    await expectError(ownerRequests(other).edit({ slug }), 409, 'slug_blocked', 'slug');
    equal((await visit(`/e/${slug}`)).status, 451);
  });

  it('stays blocked after the page is deleted, until an operator lifts it', async () => {
    const { slug, ...made } = await makeTakenDown();
    equal((await ownerRequests(made).remove()).status, 200);
    const { key: another } = await newAccount();
    for (const key of [made.key, another]) {
      const response = await generate(key, slug);
      match(response.body.error, /taken down.*[Cc]hoose another slug/);
      equal(response.body.type, 'slug_blocked');
    }
    equal((await visit(`/e/${slug}`)).status, 410);
    equal((await asOperator(made.id, 'restore')).status, 200);
    equal((await generate(made.key, slug)).status, 200);
    equal((await visit(`/e/${slug}`)).status, 200);
  });

  it('does not come back with an earlier version of another page', async () => {
    const slug = newSlug();
    const first = await createPage('text', { slug });
    await expectSuccess(ownerRequests(first).edit({ slug: '' }));
    const second = await createPage('text', { slug }, first.key);
    equal((await asOperator(second.id, 'takedown', { reason: 'Phishing' })).status, 200);
    equal((await expectSuccess(ownerRequests(first).restore(1))).slug, null);
    equal((await visit(`/e/${slug}`)).status, 451);
  });

  it('belongs to its owner again once an operator restores the page', async () => {
    const { slug, ...made } = await makeTakenDown();
    equal((await asOperator(made.id, 'restore')).status, 200);
    equal((await visit(`/e/${slug}`)).status, 200);
    equal((await expectSuccess(ownerRequests(made).edit({ slug: '' }))).slug, null);
  });
});
