import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { startSandboxMail } from 'sandbox/mail';
import { connectRedis } from '../../shared/process/redis.js';
import { type DeliveryPlatform, deliveryPlatform } from '../../test/helpers/delivery-platform.js';
import { launch } from '../../test/helpers/launch.js';
import { Customer, findEmails, findSignInLink, newAddress } from '../../test/helpers/portal.js';
import { ADMIN_TOKEN, eventually } from '../../test/helpers/stack.js';
import { unusedPort } from '../../test/helpers/unused-port.js';
import { openEmailQueue } from '../emails/email-queue.js';

/** Asks the admin API of a platform. */
async function admin({ baseUrl }: DeliveryPlatform, method: string, path: string, body?: object) {
  const response = await fetch(`${baseUrl}/v1/admin${path}`, {
    method,
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: Object(await response.json()) };
}

const NOTHING_SOLD = { PAYMENT_PACKS: '', PAYMENT_PLANS: '', STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' };

const ask = (customer: Customer, email: string) => customer.send('/account/login', '/account/login', { email });

describe('signing up to the portal', () => {
  /** Platform with sign-up by invitation. */
  let platform: DeliveryPlatform;
  /** Base URL of a front with closed sign-up. */
  let closed: string;
  /** Value of SIGN_UP in the process that sends the emails, which checks it again; undefined if none runs. */
  let delivering: string | undefined;

  before(async () => {
    platform = await deliveryPlatform({ SIGN_UP: 'invitation', SIGN_UP_CREDITS: '0', ...NOTHING_SOLD });
    closed = await platform.front({ SIGN_UP: 'closed' });
  });
  after(() => platform.stop());

  async function deliver(SIGN_UP: string): Promise<void> {
    if (delivering === SIGN_UP) return;
    await platform.stopDelivering();
    await platform.deliver({ SIGN_UP });
    delivering = SIGN_UP;
  }

  it('is open to invited addresses if it is by invitation', async () => {
    await deliver('invitation');
    const { store, baseUrl } = platform;
    const [stranger, invited, colleague] = [newAddress(), newAddress(), newAddress()];
    const { account } = await platform.newAccount();
    equal((await admin(platform, 'POST', '/invitations', { email: invited.toUpperCase() })).body.email, invited);
    equal((await admin(platform, 'POST', '/invitations', { email: colleague, account })).status, 200);
    equal((await admin(platform, 'POST', '/invitations', { email: colleague, account: 'nobody' })).status, 404);
    equal((await admin(platform, 'POST', '/invitations', { email: 'nobody' })).status, 422);
    const waiting = async () =>
      (await admin(platform, 'GET', '/invitations')).body.invitations
        .map(({ email }: { email: string }) => email)
        .filter((email: string) => [invited, colleague].includes(email));
    deepEqual((await waiting()).toSorted(), [invited, colleague].toSorted());

    equal((await ask(new Customer(baseUrl), stranger)).status, 303, 'nobody is told');
    const customer = new Customer(baseUrl);
    equal(await customer.signIn(invited), '/account');
    deepEqual(await findEmails(stranger), []);
    const member = await store.members.findOne({ _id: invited });
    ok(member);
    equal(
      await store.payments.countDocuments({ account: member.account }),
      0,
      'no starting credits unless they are set',
    );

    const billing = await customer.page('/account/billing');
    match(billing, /No credits received yet/);
    ok(!/Continue to payment|Automatic top-up|<h2>Orders/.test(billing), 'where nothing is sold nothing can be bought');
    for (const path of ['orders', 'top-up', 'top-up/end']) {
      equal((await customer.send('/account/billing', `/account/billing/${path}`, { pack: 'small' })).status, 404, path);
    }

    await new Customer(baseUrl).signIn(colleague);
    equal((await store.members.findOne({ _id: colleague }))?.account, account, 'into the account that is there');
    equal((await admin(platform, 'POST', '/invitations', { email: colleague })).status, 409);
    deepEqual(await waiting(), [], 'used up');
    equal((await admin(platform, 'DELETE', `/invitations/${stranger}`)).status, 404);
  });

  it('is refused if it is no longer allowed when the link is used', async () => {
    await deliver('invitation');
    const address = newAddress();
    await admin(platform, 'POST', '/invitations', { email: address });
    const customer = new Customer(platform.baseUrl);
    await ask(customer, address);
    const link = await findSignInLink(address);
    equal((await admin(platform, 'DELETE', `/invitations/${address}`)).status, 200);
    const refused = await customer.press(link);
    equal(refused.status, 403);
    match(await refused.text(), /by invitation/);
  });

  it('is refused if it is closed, except with an invitation to an account', async () => {
    await deliver('closed');
    const { store } = platform;
    const { account } = await platform.newAccount();
    const [invited, colleague] = [newAddress(), newAddress()];
    await admin(platform, 'POST', '/invitations', { email: invited });
    await admin(platform, 'POST', '/invitations', { email: colleague, account });
    await ask(new Customer(closed), invited);
    await new Customer(closed).signIn(colleague);
    deepEqual(await findEmails(invited), []);
    equal(await store.members.countDocuments({ _id: { $in: [invited, colleague] } }), 1);
  });

  it('sends the email once the mail server is back, and logs neither address nor link', async () => {
    await platform.stopDelivering();
    delivering = undefined;
    const port = await unusedPort();
    const settings = { ...Object(platform.environment), LOG_LEVEL: 'debug', SMTP_URL: `smtp://127.0.0.1:${port}` };
    const patient = launch('dist/workers/main.js', ['deliver'], settings);
    const address = newAddress();
    await admin(platform, 'POST', '/invitations', { email: address });
    const customer = new Customer(platform.baseUrl);
    await ask(customer, address);
    await patient.printed(/email not sent/);
    const mail = await startSandboxMail(port);
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    const queue = openEmailQueue(redis, () => {});
    try {
      // It is tried again in seconds, without being told to as well.
      await queue.promoteJobs();
      const mails = () => Promise.resolve(mail.mailbox.list(address));
      const [arrived] = await eventually(mails, (found) => found.length > 0);
      match(arrived?.text ?? '', /\/account\/login\//);
      const link = /token=(\S+)/.exec(arrived?.text ?? '')?.[1] ?? '';
      const said = patient.output();
      ok(link !== '' && !said.includes(link) && !said.includes(address) && !said.includes('customers.example'), said);
    } finally {
      patient.process.kill('SIGTERM');
      await patient.ended();
      await queue.close();
      redis.disconnect();
      await mail.close();
    }
  });
});
