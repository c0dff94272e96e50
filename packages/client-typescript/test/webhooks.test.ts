import { deepEqual, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { ConfigurationError, verifyWebhook, WebhookVerificationError } from 'utility-api-client';

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
const EVENT = { type: 'job.completed', data: { name: 'Ærøskøbing 🎉' } };
const BODY = JSON.stringify(EVENT);
const ID = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W';

describe('verifying a webhook', () => {
  const secret = newSecret();
  const now = new Date();

  /** The headers with which the library of Standard Webhooks sends a delivery. */
  function sent({ body = BODY, by = secret, at = now } = {}) {
    return {
      'webhook-id': ID,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(by).sign(ID, at, body),
    };
  }
  const refused = (headers: Record<string, string | undefined>, body = BODY) =>
    rejects(verifyWebhook(body, headers, secret, { now }), WebhookVerificationError);

  it('takes what the official library signs, as text or bytes, from headers of either kind', async () => {
    deepEqual(await verifyWebhook(BODY, sent(), secret), EVENT);
    deepEqual(await verifyWebhook(new TextEncoder().encode(BODY), new Headers(sent()), secret), EVENT);
    const [id, at, signature] = Object.values(sent());
    const capitals = { 'Webhook-Id': id, 'Webhook-Timestamp': at, 'Webhook-Signature': signature };
    deepEqual(await verifyWebhook(BODY, capitals, secret), EVENT);
  });

  it('takes any of several signatures, and of several secrets, while one is replaced', async () => {
    const older = newSecret();
    const both = {
      ...sent(),
      'webhook-signature': `${sent({ by: older })['webhook-signature']} ${sent()['webhook-signature']}`,
    };
    deepEqual(await verifyWebhook(BODY, both, secret), EVENT);
    deepEqual(await verifyWebhook(BODY, sent({ by: older }), [secret, older]), EVENT);
    await refused(sent({ by: older }));
  });

  it('refuses what was changed, is old, or has no signature that it knows', async () => {
    await refused(sent(), `${BODY} `);
    await refused({ ...sent(), 'webhook-id': 'msg_other' });
    const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
    await refused(sent({ at: minutes(-6) }));
    await refused(sent({ at: minutes(6) }));
    deepEqual(await verifyWebhook(BODY, sent({ at: minutes(-4) }), secret, { now }), EVENT);
    deepEqual(await verifyWebhook(BODY, sent({ at: minutes(-6) }), secret, { now, toleranceSeconds: 600 }), EVENT);
    await refused({ ...sent(), 'webhook-timestamp': 'soon' });
    await refused({ ...sent(), 'webhook-signature': undefined });
    await refused({ ...sent(), 'webhook-signature': 'v1,?? v1' });
    await refused({ ...sent(), 'webhook-signature': sent()['webhook-signature'].replace('v1,', 'v2,') });
  });

  it('refuses a secret that is not base64, or empty', async () => {
    for (const wrong of ['whsec_?', 'whsec_', ''])
      await rejects(verifyWebhook(BODY, sent(), wrong), ConfigurationError);
  });
});
