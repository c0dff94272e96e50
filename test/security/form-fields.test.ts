import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { newAddress } from '../helpers/new-address.js';
import { OPERATOR, type PageRoute, type PagesInProcess, pagesInProcess } from '../helpers/pages-in-process.js';
import { call, newAccount, stack } from '../helpers/stack.js';

const ADDRESS = 'member@customers.example';
const FIELD_REFUSED = /Unknown form field/;

/** Names that no form shows, for every form; and for those of keys, with what only operators may limit. */
const OTHERS = ['unheard_of', '__proto__', 'constructor[prototype][x]'];
const OTHERS_OF_KEYS = [
  'limits.*',
  'limits[*]',
  'limits.mcp',
  'limits',
  'account',
  'active',
  '__proto__.x',
  'toString',
];

describe('Forms', () => {
  let pages: PagesInProcess;
  let cookies: Record<'portal' | 'console' | 'hosted', string>;
  let tokens: Record<'portal' | 'console' | 'hosted', Record<string, string>>;
  let code: string;

  const ask = (path: string, of: keyof typeof cookies, body?: URLSearchParams) =>
    fetch(pages.baseUrl + path, {
      ...(body && { method: 'POST', body }),
      headers: { cookie: cookies[of], 'X-Forwarded-For': newAddress() },
      redirect: 'manual',
    });

  const tokenOn = async (path: string, of: keyof typeof cookies): Promise<Record<string, string>> => {
    const [, form_token = ''] = /name="form_token" value="(\w+)"/.exec(await (await ask(path, of)).text()) ?? [];
    ok(form_token, path);
    return { form_token };
  };

  before(async () => {
    pages = await pagesInProcess();
    const { store } = pages;
    const created = new Date();
    await store.accounts.insertOne({ _id: 'example', name: 'Example', created });
    await store.members.insertOne({ _id: ADDRESS, account: 'example', created, signed_in: created, welcomed: true });
    const password = { hash: '', salt: '', cost: 2, block: 1, parallel: 1 };
    await store.operators.insertOne({
      ...{ _id: OPERATOR, role: 'admin', active: true, created, password, password_set: created },
    });
    code = 'AAAAAAAAAA';
    await store.experiences.insertOne({
      ...{ _id: 1, code, type: 'text', title: 'x', account: 'example', created, target: null, bytes: 0 },
      page: { version: 1, blocks: [] },
    });
    cookies = { portal: await pages.signIn(ADDRESS), console: await pages.logIn(OPERATOR), hosted: '' };
    tokens = {
      portal: await tokenOn('/account', 'portal'),
      console: await tokenOn('/operator/accounts/example', 'console'),
      hosted: { event: 'link_click' },
    };
  });

  after(() => pages?.close());

  const everything = async (): Promise<string> => {
    const { store } = pages;
    const kept = await Promise.all(
      [store.accounts, store.keys, store.members, store.operators, store.operatorSessions, store.operatorTokens].map(
        async (collection) => JSON.stringify(await Object(collection).find().sort({ _id: 1 }).toArray()),
      ),
    );
    const counts = [
      store.auditTrail,
      store.invitations,
      store.orders,
      store.events,
      store.experienceReports,
      store.payments,
    ];
    const counted = await Promise.all(counts.map((collection) => Object(collection).countDocuments()));
    return [...kept, ...counted, JSON.stringify(await store.experiences.find().toArray())].join('\n');
  };

  it('refuse every field that they do not show, and change nothing', async () => {
    // The studio is sent JSON, and the upload of a CSV is multipart.
    const forms = pages.routes.filter(
      ({ method, path }) =>
        method === 'POST' && !path.startsWith('/account/studio/api/') && path !== '/account/batches/new',
    );
    ok(forms.length > 40, `${forms.length} forms`);
    const before = await everything();
    const refuses = async ({ of, path }: PageRoute) => {
      const action = path
        .replace(':code', code)
        .replaceAll(/:(id|order)\b/g, '1')
        .replaceAll(/:\w+/g, 'example');
      const token = path.startsWith('/operator/log') ? {} : tokens[of];
      for (const other of [...OTHERS, ...(path.startsWith('/account/keys') ? OTHERS_OF_KEYS : [])]) {
        const response = await ask(action, of, new URLSearchParams({ ...token, [other]: '1000000' }));
        const text = await response.text();
        equal(response.status, 422, `${path} with ${other}: ${text.slice(0, 300)}`);
        match(text, FIELD_REFUSED, `${path} with ${other}`);
      }
    };
    await Promise.all(forms.map(refuses));
    equal(await everything(), before);
  });

  it('are not read from anything but a form', async () => {
    const headers = { cookie: cookies.portal, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ ...tokens.portal, name: 'x', limits: { '*': 1_000_000 } });
    const response = await fetch(`${pages.baseUrl}/account/keys`, { method: 'POST', headers, body });
    equal(response.status, 415);
    equal(await pages.store.keys.countDocuments(), 0);
  });

  it('take all fields that their pages show', async () => {
    const paths: [path: string, of: 'portal' | 'console'][] = [
      ...[
        '/account/keys',
        '/account/billing',
        '/account/settings',
        '/account/settings/domains',
        '/account/experiences/1',
      ].map((path): [string, 'portal'] => [path, 'portal']),
      ...['accounts', 'accounts/example', 'operators', `operators/${OPERATOR}`, 'invitations', 'experiences/1'].map(
        (path): [string, 'console'] => [`/operator/${path}`, 'console'],
      ),
    ];
    const shown = new Map<string, { of: 'portal' | 'console'; names: string[] }>();
    for (const [path, of] of paths) {
      const page = await (await ask(path, of)).text();
      for (const [, action = '', fields = ''] of page.matchAll(
        /<form[^>]* method="post" action="([^"#]+)[^>]*>(.*?)<\/form>/gs,
      )) {
        shown.set(action, { of, names: [...fields.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name) });
      }
    }
    ok(shown.size > 15, `${shown.size} forms`);
    const refused: string[] = [];
    // Forms that sign out or delete what the others need come last.
    for (const [action, { of, names }] of [...shown].sort(
      ([a], [b]) => Number(/logout|end|close/.test(a)) - Number(/logout|end|close/.test(b)),
    )) {
      const fields = Object.fromEntries(names.map((name) => [name, '']));
      const body = new URLSearchParams({ ...fields, ...(names.includes('form_token') && tokens[of]) });
      const response = await ask(action, of, body);
      if (FIELD_REFUSED.test(await response.text())) refused.push(action);
    }
    deepEqual(refused, []);
  });

  it('of hosted pages take what their owner has declared and nothing else', async () => {
    const { key, account } = await newAccount();
    const fields = [{ name: 'name', label: 'Your name', required: true }];
    const content = { title: 'A table', fields, consent: 'You may call me back' };
    const made = await call('/v1/qr-experience/generate', { type: 'lead_form', content }, { key });
    const { code: lead, id } = made.body.experience;
    const filled = { event: 'lead_submitted', block: 'b1', consent: 'yes', field_name: 'Ada' };
    const headers = { Accept: 'application/json', 'X-Forwarded-For': newAddress() };
    const { platform, store } = await stack();
    const send = async (more: object) => {
      const body = new URLSearchParams({ ...filled, ...more });
      return (await fetch(`${platform.baseUrl}/e/${lead}/events`, { method: 'POST', headers, body })).status;
    };
    equal(await send({ field_other: 'x' }), 422);
    equal(await send({ value: 'x' }), 422);
    equal(await store.events.countDocuments({ experience: id }), 0, account);
    equal(await send({}), 200);
  });
});
