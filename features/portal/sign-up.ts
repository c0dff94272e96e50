import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { nanoid } from 'nanoid';
import { toMicro } from '../../shared/contract/amounts.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { type LogActor, recordChange } from '../account-log/index.js';
import { createAccount, memberSubject } from '../accounts/index.js';
import {
  addressOf,
  canonicalizeAddress,
  classifyAddress,
  findInvitation,
  type Invitation,
  type Member,
  redeemInvitation,
  requireAccount,
} from '../members/index.js';
import type { OperationContext } from '../operators/index.js';
import type { PortalServices } from './services.js';

type Services = Pick<PortalServices, 'clock' | 'config' | 'store'>;

/**
 * Returns the member of a verified address, and signs up one that is invited or new. Every step can be repeated, so that the next sign-in
 * completes a sign-up that was interrupted.
 *
 * @throws ApiError 403 if the address may not sign up
 */
export async function ensureMember(services: Services, address: string, origin: LogOrigin): Promise<Member> {
  const { store, config, clock } = services;
  const status = await classifyAddress(store, config, address, clock.now());
  if (status.is === 'refused') throw errors.signUpClosed();
  const invitation = status.is === 'invited' ? status.invitation : undefined;
  return welcome(services, status.is === 'member' ? status.member : await join(services, address, origin, invitation));
}

/**
 * Returns the member who accepts an invitation by its link. Those by members are accepted in no other way, so that
 * signing in never leads into an account that an unknown person has invited the member to.
 *
 * @throws ApiError 409 for a member of another account, 410 if the invitation has expired, was used or withdrawn
 */
export async function acceptInvitation(services: Services, secret: string, origin: LogOrigin): Promise<Member> {
  const { store, clock } = services;
  const found = await findInvitation(store, secret, clock.now());
  if (!found) throw errors.invitationLinkInvalid();
  const address = addressOf(found);
  const { account } = found;
  if (account === undefined) {
    if (!(await redeemInvitation(store, secret, clock.now()))) throw errors.invitationLinkInvalid();
    return ensureMember(services, address, origin);
  }
  const member = await store.members.findOne({ _id: address });
  if (member && member.account !== account) throw errors.memberElsewhere();
  const invitation = await redeemInvitation(store, secret, clock.now());
  if (!invitation) throw errors.invitationLinkInvalid();
  const joined = await join(services, address, origin, invitation);
  if (joined.account !== account) throw errors.memberElsewhere();
  return welcome(services, joined);
}

/** Opens the account of a new member, if it is not complete yet, and stores the time of the sign-in. */
async function welcome(services: Services, member: Member): Promise<Member> {
  const { store, clock } = services;
  const { _id: address } = member;
  if (!member.welcomed) await openAccount(services, member);
  await store.members.updateOne({ _id: address }, { $set: { signed_in: clock.now(), welcomed: true } });
  return member;
}

/** Origin of a sign-up, for the account log. */
export type LogOrigin = Pick<LogActor, 'from' | 'requestId'>;

/** Creates a member: of the account that an invitation is to, or else of a new one. */
async function join(services: Services, address: string, origin: LogOrigin, invitation?: Invitation): Promise<Member> {
  const { store } = services;
  const invitedTo = invitation?.account;
  if (invitedTo === undefined) return insertMember(services, address, invitation);
  if ((await requireAccount(store, invitedTo)).closed) throw errors.invitationLinkInvalid();
  // Whoever was removed before is a member again.
  await store.accounts.updateOne({ _id: invitedTo, removing: address }, { $pull: { removing: address } });
  const actor = { kind: 'member', id: address, name: address } as const;
  const { role = 'admin' } = invitation ?? {};
  return recordChange(
    services,
    { account: invitedTo, actor, role, ...origin },
    {
      ...{ action: 'member.join', subject: memberSubject, idOf: () => address },
      run: () => insertMember(services, address, invitation),
    },
  );
}

async function insertMember({ store, clock }: Services, address: string, invitation?: Invitation): Promise<Member> {
  const now = clock.now();
  const { account: invitedTo, role } = invitation ?? {};
  const account = invitedTo ?? `acc_${nanoid(12)}`;
  const $setOnInsert = { account, ...(role && { role }), created: now, signed_in: now };
  const joined = await store.members.findOneAndUpdate(
    { _id: address },
    // Only a new account gets starting credits.
    { $setOnInsert: invitedTo === undefined ? $setOnInsert : { ...$setOnInsert, welcomed: true as const } },
    { upsert: true, returnDocument: 'after' },
  );
  if (invitation) await store.invitations.deleteOne({ _id: invitation._id });
  return joined ?? { _id: address, ...$setOnInsert };
}

/** Creates the account of a new member, with its starting credits. */
async function openAccount({ store, clock, config }: Services, { _id: address, account }: Member): Promise<void> {
  await ensureAccount(account, address, { store, clock });
  if (config.SIGN_UP_CREDITS === 0) return;
  const id = await createStartingCreditsId(canonicalizeAddress(address));
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
