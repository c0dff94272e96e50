import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { nanoid } from 'nanoid';
import { toMicro } from '../../shared/contract/amounts.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { createAccount } from '../accounts/index.js';
import { canonicalAddress, classifyAddress, type Invitation, type Member, requireAccount } from '../members/index.js';
import type { OperationContext } from '../operators/index.js';
import type { PortalServices } from './services.js';

type Services = Pick<PortalServices, 'clock' | 'config' | 'store'>;

/**
 * Returns the member of a verified address, and signs up one that is invited or new. Every step can be repeated, so that the next sign-in
 * completes a sign-up that was interrupted.
 *
 * @throws ApiError 403 if the address may not sign up
 */
export async function ensureMember(services: Services, address: string): Promise<Member> {
  const { store, config, clock } = services;
  const status = await classifyAddress(store, config, address, clock.now());
  if (status.is === 'refused') throw errors.signUpClosed();
  const invitation = status.is === 'invited' ? status.invitation : undefined;
  const member = status.is === 'member' ? status.member : await join(services, address, invitation);
  if (!member.welcomed) await openAccount(services, member);
  await store.members.updateOne({ _id: address }, { $set: { signed_in: clock.now(), welcomed: true } });
  return member;
}

async function join({ store, clock }: Services, address: string, invitation?: Invitation): Promise<Member> {
  const now = clock.now();
  const invitedTo = invitation?.account;
  if (invitedTo !== undefined && (await requireAccount(store, invitedTo)).closed) throw errors.invitationLinkInvalid();
  const $setOnInsert = { account: invitedTo ?? `acc_${nanoid(12)}`, created: now, signed_in: now };
  const joined = await store.members.findOneAndUpdate(
    { _id: address },
    // Only a new account gets starting credits.
    { $setOnInsert: invitedTo === undefined ? $setOnInsert : { ...$setOnInsert, welcomed: true as const } },
    { upsert: true, returnDocument: 'after' },
  );
  await store.invitations.deleteOne({ _id: address });
  return joined ?? { _id: address, ...$setOnInsert };
}

/** Creates the account of a new member, with its starting credits. */
async function openAccount({ store, clock, config }: Services, { _id: address, account }: Member): Promise<void> {
  await ensureAccount(account, address, { store, clock });
  if (config.SIGN_UP_CREDITS === 0) return;
  const id = await createStartingCreditsId(canonicalAddress(address));
  await purchase(store, { id, account, amount: toMicro(config.SIGN_UP_CREDITS), bought: clock.now() });
}

async function ensureAccount(account: string, name: string, context: OperationContext<object>): Promise<void> {
  try {
    await createAccount.run({ account, name }, context);
  } catch (error) {
    if (!(error instanceof ApiError && error.type === errors.accountExists.type)) throw error;
  }
}

/** Prefix of the ids of payments that are starting credits. */
export const STARTING_CREDITS = 'start-';

const HASH_BYTES = 24;

/**
 * Creates the id of the payment for an address's starting credits, so that each inbox gets them once, even after its account is deleted. It
 * is a slow hash, from which addresses cannot be guessed. All spellings of an address have the same.
 */
async function createStartingCreditsId(address: string): Promise<string> {
  const hash = await promisify(scrypt)(address, 'utility-api starting credits', HASH_BYTES);
  if (!Buffer.isBuffer(hash)) throw new TypeError('scrypt gave no bytes');
  return STARTING_CREDITS + hash.toString('base64url');
}
