import { deepEqual, equal, ok } from 'node:assert/strict';
import { type PagesInProcess, pagesInProcess } from '../../test/helpers/pages-in-process.js';
import { noFigures } from '../members/collections.js';
import { can, type MemberRole, memberRoles, type Permission } from '../members/roles.js';

/** Permission that each form of the portal needs. A new form needs a row here. */
const FORMS: Readonly<Record<string, Permission | 'self'>> = {
  '/account/batches/:batch/again': 'requests',
  '/account/batches/:batch/cancel': 'requests',
  '/account/batches/:batch/delete': 'requests',
  '/account/batches/new': 'requests',
  '/account/batches/uploads/:upload': 'requests',
  '/account/billing/country': 'billing',
  '/account/billing/coupon': 'billing',
  '/account/billing/method/remove': 'billing',
  '/account/billing/orders': 'billing',
  '/account/billing/orders/:order/cancel': 'billing',
  '/account/billing/orders/:order/pay': 'billing',
  '/account/billing/plan': 'billing',
  '/account/billing/plan/cancel': 'billing',
  '/account/billing/portal': 'billing',
  '/account/billing/top-up': 'billing',
  '/account/billing/top-up/end': 'billing',
  '/account/connections/:key/end': 'keys',
  '/account/connections/new': 'keys',
  '/account/connections/new/cancel': 'self',
  '/account/experiences/:id/delete': 'pages',
  '/account/experiences/:id/duplicate': 'pages',
  '/account/experiences/:id/edit': 'pages',
  '/account/experiences/:id/messages/delete': 'pages',
  '/account/experiences/:id/settings': 'pages',
  '/account/experiences/:id/state': 'pages',
  '/account/experiences/:id/versions/:version/restore': 'pages',
  '/account/experiences/drafts/:draft/delete': 'pages',
  '/account/keys': 'keys',
  '/account/keys/:key': 'keys',
  '/account/keys/:key/revoke': 'keys',
  '/account/keys/:key/rotate': 'keys',
  '/account/logout': 'self',
  '/account/members/invite': 'members',
  '/account/members/leave': 'self',
  '/account/members/owner': 'ownership',
  '/account/members/remove': 'members',
  '/account/members/resend': 'members',
  '/account/members/role': 'members',
  '/account/members/withdraw': 'members',
  '/account/requests/bodies': 'settings',
  '/account/settings': 'billing',
  '/account/settings/alerts': 'settings',
  '/account/settings/delete': 'ownership',
  '/account/settings/delete/cancel': 'ownership',
  '/account/settings/domains': 'pages',
  '/account/settings/domains/change': 'pages',
  '/account/settings/domains/delete': 'pages',
  '/account/settings/domains/verify': 'pages',
  '/account/settings/sessions/end': 'self',
  '/account/studio/api/drafts': 'pages',
  '/account/studio/api/drafts/:id/download': 'pages',
  '/account/studio/api/drafts/:id/publish': 'pages',
  '/account/studio/api/pictures': 'pages',
};

/** Permission that pages and files need which not every member may read. */
const FILES: Readonly<Record<string, Permission>> = {
  '/account/experiences/1/events.csv': 'pages',
  '/account/experiences/1/scans.csv': 'pages',
  '/account/log': 'keys',
  '/account/log.csv': 'keys',
  '/account/settings/export.json': 'settings',
  '/account/studio': 'pages',
  '/account/studio/api/drafts': 'pages',
};

const ACCOUNT = 'acc_roles';
const addressOf = (role: MemberRole): string => `${role}@customers.example`;
const REFUSAL = /Your role in this account is (\w+)\. Ask [^.<]+ to do this/;

describe('the roles of members', () => {
  let pages: PagesInProcess;
  const cookies = new Map<MemberRole, string>();
  const send = (role: MemberRole, path: string, init: RequestInit = {}) =>
    fetch(pages.baseUrl + path, {
      redirect: 'manual',
      ...init,
      headers: { cookie: cookies.get(role) ?? '', 'Content-Type': 'application/x-www-form-urlencoded' },
    });

  before(async () => {
    pages = await pagesInProcess();
    const at = new Date();
    const { store } = pages;
    await store.accounts.insertOne({
      _id: ACCOUNT,
      name: 'Acme',
      created: at,
      owner: addressOf('owner'),
      figures: noFigures,
    });
    for (const role of memberRoles) {
      const member = { _id: addressOf(role), account: ACCOUNT, created: at, signed_in: at, welcomed: true as const };
      await store.members.insertOne({ ...member, ...(role !== 'owner' && { role }) });
      cookies.set(role, await pages.signIn(addressOf(role)));
    }
  });

  after(() => pages.close());

  it('open the forms of their permissions and no others', async () => {
    const forms = pages.routes.filter(
      ({ of, method, path }) => of === 'portal' && method === 'POST' && !/^\/account\/login/.test(path),
    );
    deepEqual(forms.map(({ path }) => path).sort(), Object.keys(FORMS).sort());
    for (const role of memberRoles) {
      const token = /name="form_token" value="([\w-]+)"/.exec(await (await send(role, '/account')).text())?.[1] ?? '';
      const opened: string[] = [];
      for (const [path, permission] of Object.entries(FORMS)) {
        // These would end the session.
        if (permission === 'self') continue;
        const body = new URLSearchParams({ form_token: token });
        const answer = await send(role, path.replace(/:\w+/g, '1'), { method: 'POST', body });
        const refusal = REFUSAL.exec(await answer.text());
        if (refusal) deepEqual([answer.status, refusal[1]], [403, role]);
        else opened.push(path);
      }
      const allowed = Object.entries(FORMS).filter(([, permission]) => permission !== 'self' && can(role, permission));
      deepEqual(
        opened,
        allowed.map(([path]) => path),
        role,
      );
    }
  });

  it('show no form that they do not open', async () => {
    for (const role of memberRoles) {
      for (const path of [
        '/account',
        ...['keys', 'requests', 'billing', 'members', 'settings'].map((one) => `/account/${one}`),
      ]) {
        const answer = await send(role, path);
        equal(answer.status, 200, `${role} ${path}`);
        const shown = [...(await answer.text()).matchAll(/method="post" action="([^"#]+)/g)].map(
          ([, action = '']) => action,
        );
        const refused = shown.filter((action) => {
          const permission = FORMS[action];
          ok(permission, action);
          return permission !== 'self' && !can(role, permission);
        });
        deepEqual(refused, [], `${role} ${path}`);
      }
    }
  });

  it('open exports and the account log to some', async () => {
    for (const role of memberRoles) {
      for (const [path, permission] of Object.entries(FILES)) {
        const answer = await send(role, path);
        equal(REFUSAL.test(await answer.text()), !can(role, permission), `${role} ${path}`);
      }
    }
  });

  it('let a member with billing change the billing details, but not the name of the account', async () => {
    const token =
      /name="form_token" value="([\w-]+)"/.exec(await (await send('billing', '/account')).text())?.[1] ?? '';
    const change = (name: string) => {
      const body = new URLSearchParams({ form_token: token, name, address: 'Main Street', vat_number: '' });
      return send('billing', '/account/settings', { method: 'POST', body });
    };
    equal((await change('Another')).status, 403);
    equal((await change('Acme')).status, 303);
    equal((await pages.store.accounts.findOne({ _id: ACCOUNT }))?.billing?.address, 'Main Street');
  });
});
