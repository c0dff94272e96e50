import type { Collections } from '../shared/store/collections.js';
import type { SigningSecrets } from '../shared/webhooks/secrets.js';

/**
 * Encrypts the secrets of all webhooks with the newest secret of ours, where there are older ones beside it: those can go then.
 *
 * @returns how many webhooks had older ones
 */
export async function reseal({ webhooks }: Pick<Collections, 'webhooks'>, signing: SigningSecrets): Promise<number> {
  if (!signing.areChanging) return 0;
  let done = 0;
  for await (const { _id, secrets } of webhooks.find({}, { projection: { secrets: 1 } })) {
    const anew = signing.resealed(secrets);
    // One that is rotated meanwhile has the newest already.
    if (anew) done += (await webhooks.updateOne({ _id, secrets }, { $set: { secrets: anew } })).modifiedCount;
  }
  return done;
}
