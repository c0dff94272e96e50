import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { addOperator } from '../../test/helpers/add-operator.js';
import { ConsoleClient } from '../../test/helpers/console-client.js';
import { newAddress as newIpAddress } from '../../test/helpers/new-address.js';
import { type OidcProvider, type ProviderUser, startOidcProvider } from '../../test/helpers/oidc-provider.js';
import { Customer, newAddress } from '../../test/helpers/portal.js';
import { type PrivateFronts, startPrivateFronts } from '../../test/helpers/private-fronts.js';

const ADA: ProviderUser = { sub: 'ada', email: 'ada@acme.example', email_verified: true, groups: ['staff', 'ops'] };

describe('single sign-on', () => {
  let fronts: PrivateFronts;
  let provider: OidcProvider;
  const clients: Customer[] = [];

  before(async function () {
    this.timeout(120_000);
    provider = await startOidcProvider(ADA);
    provider.down = 503;
    fronts = await startPrivateFronts(1, {
      OPERATOR_OIDC_ISSUER: provider.issuer,
      OPERATOR_OIDC_CLIENT_ID: provider.clientId,
      OPERATOR_OIDC_CLIENT_SECRET: provider.clientSecret,
      PORTAL_OIDC_ISSUER: provider.issuer,
      PORTAL_OIDC_CLIENT_ID: provider.clientId,
      PORTAL_OIDC_CLIENT_SECRET: provider.clientSecret,
      PORTAL_OIDC_ROLES: '{"groups": {"acme-admins": "admin", "acme-developers": "developer"}}',
      OPERATOR_OIDC_ROLES: '{"groups": {"ops": "admin", "helpdesk": "support"}, "resource.roles": {"look": "viewer"}}',
    });
  });
  after(async () => {
    await fronts.close();
    await Promise.all([provider.close(), ...clients.map((client) => client.close())]);
  });
  beforeEach(() => {
    Object.assign(provider, {
      subjectOf: () => undefined,
      user: ADA,
      forged: {},
      userinfo: {},
      down: undefined,
      isWronglySigned: false,
    });
  });

  describe('of operators', () => {
    const openClient = () => {
      const client = new ConsoleClient(fronts.urls[0] ?? '', { 'X-Forwarded-For': newIpAddress() });
      clients.push(client);
      return client;
    };
    /** Goes to the provider and back. @returns the URL that the provider redirects to */
    const goToProvider = async (client: ConsoleClient, next = '/operator') => {
      const begun = await client.ask(`/operator/login/sso?next=${encodeURIComponent(next)}`);
      const answer = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    };
    const signIn = async (client = openClient()) => {
      const response = await client.ask(await goToProvider(client));
      return { client, status: response.status, page: await response.text(), refresh: response.headers.get('refresh') };
    };

    it('is unavailable while the provider is, which does not keep the platform from starting', async () => {
      const client = openClient();
      provider.down = 503;
      const begun = await client.ask('/operator/login/sso');
      equal(begun.status, 503);
      match(await begun.text(), /not available right now.*name="token"/s);
      provider.down = undefined;
      const back = await goToProvider(client);
      provider.down = 503;
      const returned = await client.ask(back);
      equal(returned.status, 503);
      match(await returned.text(), /not available right now/);
    });

    it('creates an operator with the mapped role, who may do what it includes', async () => {
      const client = openClient();
      match(await client.page('/operator/login'), /Continue with single sign-on/);
      const response = await client.ask(await goToProvider(client, '/operator/accounts'));
      deepEqual([response.status, response.headers.get('refresh')], [200, '0; url=/operator/accounts']);
      equal((await client.ask('/operator/accounts')).status, 200);
      match(await client.page('/operator/operators'), /ada@acme\.example, admin/);
      const operator = await fronts.store.operators.findOne({ _id: 'ada@acme.example' });
      deepEqual([operator?.role, operator?.password, operator?.identity?.subject], ['admin', undefined, 'ada']);
      const trail = await fronts.store.auditTrail.find({ actor: 'ada@acme.example' }).toArray();
      deepEqual(
        trail.map(({ operation }) => operation),
        ['operators create', 'sessions open'],
      );
      const [session] = await fronts.store.operatorSessions.find({ operator: 'ada@acme.example' }).toArray();
      equal(Number(session?.expires) - Number(session?.opened), 8 * 3_600_000);
    });

    it('finds the operator by the id at the provider, and updates the role', async () => {
      await addOperator(fronts.store, 'admin');
      await signIn();
      provider.user = { ...ADA, email: 'ada.king@acme.example', groups: ['helpdesk'] };
      const { client } = await signIn();
      match(await client.page('/operator/operators'), /ada@acme\.example, support/);
      provider.user = { ...ADA, groups: [], resource: { roles: ['look'] } };
      equal((await signIn()).status, 200);
      const operator = await fronts.store.operators.findOne({ _id: 'ada@acme.example' });
      equal(operator?.role, 'viewer');
      match(await client.page('/operator/operators'), /ada@acme\.example, viewer/, 'open sessions follow');
    });

    it('gives the last admin a session of the lesser role, and keeps the admin', async () => {
      await fronts.store.operators.updateMany({ _id: { $ne: 'ada@acme.example' } }, { $set: { role: 'viewer' } });
      await signIn();
      provider.user = { ...ADA, groups: ['helpdesk'] };
      const { client, status } = await signIn();
      equal(status, 200);
      match(await client.page('/operator/operators'), /ada@acme\.example, support/);
      equal((await fronts.store.operators.findOne({ _id: 'ada@acme.example' }))?.role, 'admin');
    });

    it('refuses users without a role, with the name of another operator, and deactivated operators', async () => {
      provider.user = { ...ADA, sub: 'bob', groups: ['staff'] };
      match((await signIn()).page, /gives you no role/);
      provider.user = { ...ADA, sub: 'bob' };
      const taken = await signIn();
      deepEqual([taken.status, taken.page.includes('Another operator is named')], [409, true]);
      provider.user = { sub: 'root', preferred_username: 'root', groups: ['ops'] };
      equal((await signIn()).status, 409);
      provider.user = { ...ADA, sub: 'eve', email: 'eve@acme.example', email_verified: false };
      match((await signIn()).page, /neither a verified email address nor a user name/);
      await signIn();
      provider.user = ADA;
      await signIn();
      await fronts.store.operators.updateOne({ _id: 'ada@acme.example' }, { $set: { active: false } });
      const off = await signIn();
      deepEqual([off.status, off.client.cookies.includes('operator=')], [403, false]);
      await fronts.store.operators.updateOne({ _id: 'ada@acme.example' }, { $set: { active: true } });
    });

    it('reads claims that only the user info has', async () => {
      provider.user = { sub: 'thin' };
      provider.userinfo = { email: 'thin@acme.example', email_verified: true, groups: 'helpdesk' };
      equal((await signIn()).status, 200);
      equal((await fronts.store.operators.findOne({ _id: 'thin@acme.example' }))?.role, 'support');
      provider.user = { sub: 'mixed', email: 'ada.other@acme.example', groups: ['ops'] };
      provider.userinfo = { email_verified: true };
      equal((await signIn()).status, 403, 'an address is verified by what names it');
      provider.user = { ...ADA, groups: undefined };
      provider.userinfo = { sub: 'another', groups: ['ops'] };
      equal((await signIn()).status, 403, "another user's claims");
    });

    it('refuses responses that are forged, and those to another browser or an earlier attempt', async () => {
      const hour = Math.floor(Date.now() / 1_000) - 3_600;
      for (const forged of [
        { iss: 'https://elsewhere.example' },
        { aud: 'another-client' },
        { nonce: 'another' },
        { exp: hour, iat: hour - 300 },
      ]) {
        provider.forged = forged;
        equal((await signIn()).status, 403, JSON.stringify(forged));
      }
      provider.forged = {};
      provider.isWronglySigned = true;
      equal((await signIn()).status, 403, 'signed by somebody else');
      provider.isWronglySigned = false;

      const client = openClient();
      const back = new URL(await goToProvider(client));
      const stolen = await openClient().ask(back.href);
      equal(stolen.status, 410, 'another browser');
      const other = new URL(back);
      other.searchParams.set('state', 'another');
      equal((await client.ask(other.href)).status, 410, 'another state');
      equal((await client.ask(back.href)).status, 200);
      equal((await client.ask(back.href)).status, 410, 'replayed');
      const wrong = new URL(await goToProvider(client));
      wrong.searchParams.set('code', back.searchParams.get('code') ?? '');
      equal((await client.ask(wrong.href)).status, 403, 'a code that was used');
      const denied = new URL(await goToProvider(client));
      denied.searchParams.delete('code');
      denied.searchParams.set('error', 'access_denied');
      const refused = await client.ask(denied.href);
      equal(refused.status, 403);
      match(await refused.text(), /did not sign you in/);
      ok(!(await openClient().page('/operator/login')).includes('Something went wrong'));
    });

    it('leads to no other site', async () => {
      const client = openClient();
      const back = await goToProvider(client, '//elsewhere.example');
      equal((await client.ask(back)).headers.get('refresh'), '0; url=/operator');
    });
  });

  describe('of members', () => {
    const openClient = () => {
      const client = new Customer(fronts.urls[0] ?? '');
      clients.push(client);
      return client;
    };
    const newUser = (claims: object = {}): ProviderUser => {
      const email = newAddress();
      return { sub: email, email, email_verified: true, ...claims };
    };
    /** Goes to the provider and back. @returns the path that the provider redirects to */
    const goToProvider = async (client: Customer, next = '/account') => {
      const begun = await client.ask(`/account/login/sso?next=${encodeURIComponent(next)}`);
      const answer = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
      const { pathname, search } = new URL(answer.headers.get('location') ?? '');
      return pathname + search;
    };
    const signIn = async (user: ProviderUser, client = openClient()) => {
      provider.user = user;
      const response = await client.ask(await goToProvider(client));
      return { client, status: response.status, page: await response.text(), to: response.headers.get('location') };
    };
    const findMember = (email: unknown) => fronts.store.members.findOne({ _id: String(email) });

    it('signs newcomers up with starting credits, and leads to the requested page', async () => {
      const client = openClient();
      match(await client.page('/account/login'), /Continue with single sign-on/);
      const user = newUser();
      provider.user = { ...user, email: String(user.email).toUpperCase() };
      const response = await client.ask(await goToProvider(client, '/account/keys?x=1'));
      equal(response.headers.get('location'), '/account/keys?x=1');
      equal((await client.ask('/account/keys')).status, 200);
      const member = await findMember(user.email);
      equal(member?.identity?.subject, user.sub);
      equal((await fronts.store.wallets.findOne({ _id: member?.account ?? '' }))?.bought, 5_000_000);
    });

    it('refuses addresses that are not verified, and other users with the address of a member', async () => {
      for (const verified of [false, undefined, 'true']) {
        const user = newUser({ email_verified: verified });
        const { status, page, client } = await signIn(user);
        deepEqual([status, page.includes('has not verified your email address')], [403, true], String(verified));
        ok(!client.cookies.includes('account='));
        equal(await findMember(user.email), null);
      }
      const entra = newUser({ email_verified: undefined, xms_edov: true });
      equal((await signIn(entra)).status, 302);
      const other = await signIn({ ...entra, sub: 'another' });
      deepEqual([other.status, other.page.includes('belongs to another user')], [403, true]);
      equal((await signIn(entra)).status, 302);
    });

    it('lets one of several users with the same new address in', async () => {
      const user = newUser({ groups: [] });
      const clients = [openClient(), openClient()];
      const backs: string[] = [];
      const subs = new Map<string, string>();
      for (const client of clients) {
        provider.user = user;
        backs.push(await goToProvider(client));
        subs.set(backs.at(-1) ?? '', `sub-${backs.length}`);
      }
      provider.subjectOf = (code) => [...subs].find(([back]) => back.includes(code))?.[1];
      const responses = await Promise.all(clients.map((client, index) => client.ask(backs[index] ?? '')));
      deepEqual(responses.map(({ status }) => status).sort(), [302, 403]);
    });

    it('accepts the invitation of an operator, and maps roles at every sign-in, but not that of the owner', async () => {
      const owner = newUser({ groups: [] });
      const { client } = await signIn(owner);
      const { account = '' } = (await findMember(owner.email)) ?? {};
      const guest = newUser({ groups: ['acme-developers', 'others'] });
      const now = new Date();
      const expires = new Date(now.getTime() + 60_000);
      await fronts.store.invitations.insertOne({ _id: String(guest.email), account, created: now, expires });
      equal((await signIn(guest)).status, 302);
      const joined = await findMember(guest.email);
      deepEqual([joined?.account, joined?.role], [account, 'developer']);
      await signIn({ ...guest, groups: ['acme-admins'] });
      equal((await findMember(guest.email))?.role, 'admin');
      await signIn({ ...guest, groups: [] });
      equal((await findMember(guest.email))?.role, 'viewer');
      const log = await fronts.store.accountLog.find({ account, action: 'member.role' }).toArray();
      equal(log.length, 3);
      await signIn(owner, client);
      equal((await findMember(owner.email))?.role, undefined);
      equal((await client.ask('/account/members')).status, 200);
    });

    it('refuses responses to another browser or an earlier attempt, and forged ones', async () => {
      const client = openClient();
      provider.user = newUser();
      const back = await goToProvider(client);
      equal((await openClient().ask(back)).status, 410);
      equal((await client.ask(back)).status, 302);
      const replayed = await client.ask(back);
      equal(replayed.status, 410);
      match(await replayed.text(), /Email address/);
      provider.forged = { nonce: 'another' };
      equal((await signIn(newUser())).status, 403);
    });
  });
});
