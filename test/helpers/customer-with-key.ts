import { createKey } from '../../features/keys/keys.js';
import { createPage } from './page-visits.js';
import { newCustomer } from './portal.js';
import { call, stack } from './stack.js';

/** A customer with a key that nothing throttles. */
export async function customerWithKey() {
  const { store } = await stack();
  const someone = await newCustomer();
  const { plain, key } = await createKey(store, {
    account: someone.account,
    name: 'Server',
    scopes: ['*', 'billing'],
    limits: { '*': 100_000 },
  });
  return { ...someone, key: plain, keyId: key.id };
}

/** Creates a hosted page with the text of a visitor. */
export async function givenFeedback(key: string): Promise<number> {
  const { id } = await createPage('feedback', {}, key);
  const said = { experience_id: id, event: 'feedback_submitted', value: 'The soup was <cold>' };
  const { status } = await call('/v1/qr-scan/event', said, { key });
  if (status !== 200) throw new Error(`an event was answered with ${status}`);
  return id;
}
