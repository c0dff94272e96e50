import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { nanoid } from 'nanoid';
import { toMicro } from '../../shared/contract/amounts.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { purchase } from '../../shared/ledger/purchase.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { createAccount } from '../accounts/index.js';
import {
  canonicalAddress,
  classifyAddress,
  type Invitation,
  type Member,
  type MemberCollections,
  requireAccount,
} from '../members/index.js';
import type { OperationContext } from '../operators/index.js';

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'SIGN_UP' | 'SIGN_UP_CREDITS'>;
  readonly store: Pick<LedgerCollections, 'payments' | 'wallets'> & MemberCollections;
}

/**
 * Lets in somebody who has proved to have an address: a member, or whoever may become one. Every step may be repeated, so that a
 * sign-up that is cut short is finished by the next sign-in.
 *
 * @throws ApiError 403 for a stranger
 */
export async function enter(services: Dependencies, address: string): Promise<Member> {
  const { store, config, clock } = services;
  const standing = await classifyAddress(store, config, address, clock.now());
  if (standing.is === 'refused') throw errors.signUpClosed();
  const invitation = standing.is === 'invited' ? standing.invitation : undefined;
  const member = standing.is === 'member' ? standing.member : await join(services, address, invitation);
  if (!member.welcomed) await openAccount(services, member);
  await store.members.updateOne({ _id: address }, { $set: { signed_in: clock.now(), welcomed: true } });
  return member;
}

async function join({ store, clock }: Dependencies, address: string, invitation?: Invitation): Promise<Member> {
  const now = clock.now();
  const led = invitation?.account;
  if (led !== undefined && (await requireAccount(store, led)).closed) throw errors.invitationLinkInvalid();
  const $setOnInsert = { account: led ?? `acc_${nanoid(12)}`, created: now, signed_in: now };
  const joined = await store.members.findOneAndUpdate(
    { _id: address },
    // What is there already has no starting credits.
    { $setOnInsert: led === undefined ? $setOnInsert : { ...$setOnInsert, welcomed: true as const } },
    { upsert: true, returnDocument: 'after' },
  );
  await store.invitations.deleteOne({ _id: address });
  return joined ?? { _id: address, ...$setOnInsert };
}

/** Opens the account of a new member and gives it what it starts with. */
async function openAccount({ store, clock, config }: Dependencies, { _id: address, account }: Member): Promise<void> {
  await openUnlessOpen(account, address, { store, clock });
  if (config.SIGN_UP_CREDITS === 0) return;
  const id = await startingCreditsOf(canonicalAddress(address));
  await purchase(store, { id, account, amount: toMicro(config.SIGN_UP_CREDITS), bought: clock.now() });
}

async function openUnlessOpen(account: string, name: string, context: OperationContext<object>): Promise<void> {
  try {
    await createAccount.run({ account, name }, context);
  } catch (error) {
    if (!(error instanceof ApiError && error.type === errors.accountExists.type)) throw error;
  }
}

/** How the ids of payments begin that are starting credits. */
export const STARTING_CREDITS = 'start-';

const HASH_BYTES = 24;

/**
 * The id of the payment that is an address's starting credits: a slow hash of it, by which it is known again when its account is
 * long deleted, and which costs too much to guess addresses by. All spellings of an address have the same.
 */
async function startingCreditsOf(address: string): Promise<string> {
  const hash = await promisify(scrypt)(address, 'utility-api starting credits', HASH_BYTES);
  if (!Buffer.isBuffer(hash)) throw new TypeError('scrypt gave no bytes');
  return STARTING_CREDITS + hash.toString('base64url');
}
