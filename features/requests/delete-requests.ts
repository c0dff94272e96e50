import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { RequestCollections } from './collections.js';

type Store = Pick<LedgerCollections, 'usage'> & Pick<RequestCollections, 'requestBodies' | 'requestLog'>;

/** Maximum usage entries that are changed at a time. */
const BATCH = 1_000;

/** Deletes the log of an account's requests, and their bodies. */
export async function deleteRequestLog({ requestLog, requestBodies }: Store, account: string): Promise<void> {
  await requestLog.deleteMany({ account });
  await requestBodies.deleteMany({ account });
}

/** Deletes who sent the charged requests of an account. What they cost stays. Safe to repeat. */
export async function deleteClients({ usage }: Store, account: string): Promise<void> {
  const withClient = { account, 'call.address': { $exists: true } };
  for (;;) {
    const found = await usage.find(withClient, { projection: { _id: 1 }, limit: BATCH }).toArray();
    if (found.length === 0) return;
    const ids = found.map(({ _id }) => _id);
    const client = { $unset: { 'call.address': true, 'call.agent': true } } as const;
    await usage.updateMany({ account, _id: { $in: ids } }, client);
  }
}
