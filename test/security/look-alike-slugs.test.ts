import { deepEqual, equal, match } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { isReserved } from '../../features/pages/reserved-slugs.js';
import { expectError, expectSuccess, ownerRequests } from '../helpers/page-owner.js';
import { ADMIN_TOKEN, type Answer, call, newAccount, stack } from '../helpers/stack.js';
import { asVisitors, contents, createPage } from '../helpers/visits.js';

const IMPERSONATING = [
  ...['paypal', 'pay-pal', 'paypa1', 'paypai', 'p4ypal', 'paypal-login', 'my-paypal', 'paypal24', 'paypallogin'],
  ...['google', 'go0gle', 'g00gle-docs', 'gmail', 'microsoft', 'micr0soft-365', 'rnicrosoft', 'facebook-security'],
  ...['lnstagram', 'whats-app', 'netfl1x', 'amazon', 'amaz0n-refund', 'apple', 'app1e-id', 'apple-support'],
  ...['deutsche-bank', 'sparkasse', 'hsbc-alerts', 'chase-bank', 'bankofamerica', 'bank-of-america', 'wells-fargo'],
  ...['metamask-wallet', 'coinbase', 'stripe-billing', 'dhl-tracking', 'login', 'l0gin', 'sign-in', 'account'],
  ...['security', 'support', 'billing', 'official', 'account-security', 'official-support', 'secure-login', 'adm1n'],
  ...['paypals', 'getpaypal', 'thepaypal', 'paypalde', 'netflixde', 'googl', 'qoogle', 'faccbook', 'amazon-de'],
  ...['amazon-prime', 'chase-online', 'utilityapi', 'utility-api-support', 'utllity-api', 'clropbox', 'nnicrosoft'],
  ...['v1sa', 'e-bay', 'sony-support', 'applepay', 'signin', 'help', 'utility-api'],
];

const LEGITIMATE = [
  ...[
    'applepie',
    'apple-pie',
    'pineapple-bakery',
    'apple-orchard-tours',
    'trattoria-lucia',
    'wifi-login',
    'orange-grove',
  ],
  ...[
    'wifi-password',
    'acme-security',
    'security-2026',
    'menu',
    'menu-1',
    'menu-2',
    'table-11',
    'table-1-1',
    'room-101',
  ],
  ...['pay-it-forward', 'my-pals', 'repay-pals', 'target-practice', 'chase-the-sun', 'shell-beach', 'cash-register'],
  ...['visa-requirements-guide', 'square-dance-club', 'slack-line-park', 'zoom-lens-rental', 'amazon-rainforest-tour'],
  ...[
    'food-bank',
    'blood-bank-berlin',
    'river-bank-hotel',
    'bank-holiday-fair',
    'tax-account-guide',
    'support-our-team',
  ],
  ...['event-2026', 'summer-event', 'contact-jane', 'about-us', 'privacy-workshop', 'pop-ups', 'push-ups', 'in-gear'],
  ...[
    'modern-art',
    'corner-shop',
    'learn-more',
    'st-johns-school',
    'cafe-le-go',
    'winebar',
    'dr-mueller',
    'meta-physics',
  ],
  ...['official-menu', 'billing-and-sons', 'jane-doe', 'help-desk-acme', 'discover-rome', 'deli', 'mall', 'horne'],
  ...['finance-club', 'goggle-shop', 'light-switch', 'revolution-cafe', 'trust-fund', 'phone-repair', 'postal-museum'],
  ...['ferrari-wine-bar', 'zara-and-tom', 'santander-tours', 'social-club'],
];

const newWord = (): string =>
  nanoid(12)
    .toLowerCase()
    .replace(/[^a-z]/g, 'q');

const generate = (key: string, slug: string): Promise<Answer> =>
  call('/v1/qr-experience/generate', { type: 'text', content: contents.text, slug }, { key });

describe('slugs of hosted pages', () => {
  const { visit } = asVisitors();

  it('that name a brand or a word of trust are refused with a message that says what to do', async () => {
    deepEqual(
      IMPERSONATING.filter((slug) => !isReserved(slug)),
      [],
    );
    const { key } = await newAccount();
    for (const slug of ['paypal', 'pay-pal', 'paypa1', 'paypal-login']) {
      const { status, body } = await generate(key, slug);
      deepEqual([status, body.type, body.param], [422, 'slug_reserved', 'slug'], slug);
      match(body.error, /choose another/i);
    }
    const made = await createPage('text');
    await expectError(ownerRequests(made).edit({ slug: 'g00gle' }), 422, 'slug_reserved', 'slug');
  });

  it('that are ordinary names are accepted', async () => {
    deepEqual(
      LEGITIMATE.filter((slug) => isReserved(slug)),
      [],
    );
    const { key } = await newAccount();
    equal((await generate(key, `apple-pie-${newWord()}`)).status, 200);
  });

  it('with the format of a code are refused', async () => {
    const { key } = await newAccount();
    const { status, body } = await generate(key, 'a1b2c3d4e5');
    deepEqual([status, body.type], [422, 'slug_like_code']);
    match(body.error, /hyphen/);
  });

  it('that look like another slug or code are refused, also when they are requested at once', async () => {
    const word = newWord();
    const { key } = await newAccount();
    equal((await generate(key, `pizzeria-${word}-o1`)).status, 200);
    for (const slug of [`pizzeria-${word}-01`, `pizzerla-${word}-ol`, `p1zzeria${word}oi`])
      await expectError(generate(key, slug), 409, 'slug_taken', 'slug');
    const race = newWord();
    const alike = [`villa-${race}`, `vil1a-${race}`, `vi1la-${race}`, `villa${race}`];
    const statuses = (await Promise.all(alike.map((slug) => generate(key, slug)))).map(({ status }) => status);
    deepEqual(statuses.sort(), [200, 409, 409, 409]);
    const { code } = await createPage('text');
    const split = code.toLowerCase().replace(/(?<=.)(?=[a-z])/, '-');
    await expectError(generate(key, split), 409, 'slug_taken', 'slug');
  });

  it('with different numbers are accepted', async () => {
    const word = newWord();
    const { key } = await newAccount();
    for (const slug of [`${word}-table-1-1`, `${word}-table-11`, `${word}-table-1`])
      equal((await generate(key, slug)).status, 200, slug);
  });

  it('that are reserved are assigned by operators alone', async () => {
    const { store } = await stack();
    const made = await createPage('text');
    const slug = `paypal-${newWord()}`;
    const assign = (wanted: string) =>
      call(
        `/v1/admin/experiences/${made.id}/slug`,
        { slug: wanted },
        { method: 'POST', headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } },
      );
    const { status, body } = await assign(slug);
    deepEqual([status, body.slug], [200, slug]);
    equal((await visit(`/e/${slug}`)).status, 200);
    equal((await expectSuccess(ownerRequests(made).edit({ slug, label: 'kept' }))).slug, slug);
    const taken = await createPage('text', { slug: `cafe-${newWord()}` });
    const { slug: others = '' } = (await store.experiences.findOne({ _id: taken.id })) ?? {};
    equal((await assign(others)).body.type, 'slug_taken');
  });
});
