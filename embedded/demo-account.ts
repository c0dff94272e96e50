import { storeKey } from '../shared/keys/keys.js';
import { toMicro } from '../shared/ledger/amounts.js';
import { purchase } from '../shared/ledger/purchase.js';
import { systemClock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import { collections, createIndexes } from '../shared/store/collections.js';
import { connectStore } from '../shared/store/connect.js';

const ACCOUNT = 'demo';

/** Gives the demo account its key, and its credits once: a later start finds what is left of them. */
export async function openDemoAccount(config: Config, plainKey: string): Promise<void> {
  const { db, close } = connectStore(config);
  try {
    await createIndexes(db);
    const store = collections(db);
    await store.accounts.updateOne(
      { _id: ACCOUNT },
      { $setOnInsert: { name: 'Demo account', created: systemClock.now() } },
      { upsert: true },
    );
    await storeKey(store, plainKey, { account: ACCOUNT, name: 'Demo key' });
    if (config.DEMO_CREDITS > 0) {
      const amount = toMicro(config.DEMO_CREDITS);
      await purchase(store, { id: 'demo', account: ACCOUNT, amount, bought: systemClock.now() });
    }
  } finally {
    await close();
  }
}
