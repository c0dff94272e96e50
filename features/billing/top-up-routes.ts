import { toCredits } from '../../shared/contract/amounts.js';
import { MOST_TOP_UPS_PER_DAY } from '../../shared/contract/bounds.js';
import { MOST_CREDITS, parseCredits } from '../../shared/contract/credits-input.js';
import { errors } from '../../shared/contract/errors.js';
import { flag, instant, integer, named, nullable, number, object, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { type MemberCollections, requireOpenAccount } from '../members/index.js';
import type { SubjectKind } from '../operators/index.js';
import { accountRoute, type Caller } from '../web/index.js';
import type { Payer, PaymentCollections } from './collections.js';
import { type Payments, requirePack, requirePayments } from './payments.js';
import { isTaxable } from './tax.js';

interface Dependencies {
  readonly payments: Payments | undefined;
  readonly store: Pick<MemberCollections, 'accounts'> & Pick<PaymentCollections, 'payers'>;
}

const topUpView = named(
  'TopUp',
  object({
    top_up: nullable(
      object({
        below: number({ description: 'Balance below which a pack is bought, in credits' }),
        pack: text(),
        most_per_day: integer({ description: 'Maximum number of purchases per day (UTC)' }),
        on: flag({ description: 'True while the top-up is active' }),
        switched_off: nullable(
          object(
            { at: instant(), why: text({ description: 'Reason code of the payment provider' }) },
            { description: 'Switch-off after a declined payment; null if there was none' },
          ),
        ),
      }),
    ),
    method: nullable(
      object(
        { brand: text(), last4: text({ minLength: 0, description: 'Last four digits' }) },
        { description: 'Saved payment method; null if there is none' },
      ),
    ),
  }),
);

const toTopUpView = (payer: Payer | null) => {
  const { top_up: topUp, method } = payer ?? {};
  return {
    top_up: topUp
      ? {
          below: toCredits(topUp.below),
          pack: topUp.pack,
          most_per_day: topUp.most_per_day,
          on: topUp.on,
          switched_off: topUp.off ? { at: topUp.off.at.toISOString(), why: topUp.off.why } : null,
        }
      : null,
    method: method ? { brand: method.brand, last4: method.last4 } : null,
  };
};

/** The automatic top-up of an account, and its saved payment method. */
export const topUpSubject: SubjectKind = {
  type: 'top-up',
  async read({ payers }: Pick<PaymentCollections, 'payers'>, id) {
    return { account: id, state: toTopUpView(await payers.findOne({ _id: id })) };
  },
};

export const showTopUp = accountRoute(
  route({
    name: 'topUp',
    title: 'Get the automatic top-up',
    method: 'GET',
    path: '/v1/account/top-up',
    scope: 'billing',
    summary: 'Returns the automatic top-up and its saved payment method',
    request: object({}),
    response: topUpView,
    example: { request: {} },
  }),
  async (_, { store, key: { account } }: Dependencies & Caller) =>
    toTopUpView(await store.payers.findOne({ _id: account })),
);

export const setTopUp = accountRoute(
  route({
    name: 'setTopUp',
    title: 'Set the automatic top-up',
    method: 'PUT',
    path: '/v1/account/top-up',
    scope: 'billing',
    summary:
      'Buys a pack with the saved payment method whenever the balance falls below an amount. Also switches the top-up on again after a decline',
    request: object({
      below: number({
        minimum: 0.000001,
        maximum: MOST_CREDITS,
        description: 'Balance below which a pack is bought, in credits',
      }),
      pack: text({ maxLength: 40, description: 'Id of a pack' }),
      most_per_day: integer({
        minimum: 1,
        maximum: MOST_TOP_UPS_PER_DAY,
        description: 'Maximum number of purchases per day (UTC)',
      }),
    }),
    response: topUpView,
    errors: [
      errors.paymentsOff,
      errors.packUnknown,
      errors.billingCountryMissing,
      errors.accountIsClosed,
      errors.savedMethodMissing,
    ],
    example: { request: { below: 5, pack: 'small', most_per_day: 1 } },
  }),
  async ({ below, pack, most_per_day }, { store, payments, key: { account } }: Dependencies & Caller) => {
    const opened = requirePayments(payments);
    requirePack(opened, pack);
    const { billing } = await requireOpenAccount(store, account);
    if (!isTaxable(opened.taxation, billing)) throw errors.billingCountryMissing();
    const set = { below: parseCredits(below, 'below'), pack, most_per_day, on: true };
    const changed = await store.payers.findOneAndUpdate(
      { _id: account, method: { $exists: true } },
      [
        {
          $set: {
            top_up: {
              $mergeObjects: ['$top_up', { $literal: set }, { crossings: { $ifNull: ['$top_up.crossings', 0] } }],
            },
          },
        },
        { $unset: 'top_up.off' },
      ],
      { returnDocument: 'after' },
    );
    if (!changed) throw errors.savedMethodMissing();
    return toTopUpView(changed);
  },
  { action: 'top_up.change', subject: topUpSubject, id: (_, account) => account },
);

export const endTopUp = accountRoute(
  route({
    name: 'endTopUp',
    title: 'Switch off the automatic top-up',
    method: 'DELETE',
    path: '/v1/account/top-up',
    scope: 'billing',
    summary: 'Switches off the automatic top-up. A payment that is in progress is still credited',
    request: object({}),
    response: topUpView,
    example: { request: {} },
  }),
  async (_, { store, key: { account } }: Dependencies & Caller) =>
    toTopUpView(
      await store.payers
        .findOneAndUpdate(
          { _id: account, top_up: { $exists: true } },
          { $set: { 'top_up.on': false }, $unset: { 'top_up.off': true } },
          { returnDocument: 'after' },
        )
        .then((changed) => changed ?? store.payers.findOne({ _id: account })),
    ),
  { action: 'top_up.end', subject: topUpSubject, id: (_, account) => account },
);
