import type { MemberCollections } from './collections.js';

type Store = Pick<MemberCollections, 'accounts' | 'members'>;

/**
 * Returns the address of the account's owner: the stored one, or else the member who joined first. Undefined for an account without
 * members.
 */
export async function findOwner({ accounts, members }: Store, account: string): Promise<string | undefined> {
  const found = await accounts.findOne({ _id: account }, { projection: { owner: 1 } });
  if (found?.owner !== undefined) return found.owner;
  const first = await members.findOne({ account }, { sort: { created: 1, _id: 1 }, projection: { _id: 1 } });
  return first?._id;
}

/** Returns the owner, and stores it, so that it no longer changes with the members. */
export async function ensureOwner(store: Store, account: string): Promise<string | undefined> {
  const owner = await findOwner(store, account);
  if (owner === undefined) return undefined;
  await store.accounts.updateOne({ _id: account, owner: { $exists: false } }, { $set: { owner } });
  // Another process may have stored another owner meanwhile.
  return findOwner(store, account);
}
