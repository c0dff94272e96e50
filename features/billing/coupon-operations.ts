import { toCredits } from '../../shared/contract/amounts.js';
import { MOST_CREDITS, parseCredits } from '../../shared/contract/credits-input.js';
import { errors } from '../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  named,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { insertNew } from '../../shared/store/insert-new.js';
import { checkGroups } from '../keys/index.js';
import { type OperationContext, operation, type SubjectKind } from '../operators/index.js';
import type { Coupon, PaymentCollections } from './collections.js';
import { normalizeCode } from './coupons.js';

type Store = Pick<PaymentCollections, 'coupons'>;

const code = text({
  minLength: 4,
  maxLength: 40,
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
  description: 'Code that customers enter, in any case',
});

const couponRow = named(
  'Coupon',
  object({
    code: text(),
    percent: nullable(number({ description: 'Discount in percent' })),
    amount: nullable(integer({ description: 'Discount in the smallest unit of the currency' })),
    currency: nullable(text()),
    credits: nullable(number({ description: 'Credits that it adds' })),
    groups: nullable(list(text(), { description: 'Groups that these credits pay for; null for all' })),
    valid_days: nullable(integer({ description: 'Days for which these credits are valid; null for 12 months' })),
    only: nullable(oneOf(['pack', 'plan'], { description: 'What the discount is for; null for both' })),
    months: integer({ description: 'Months of a plan that the discount is for' }),
    first_order: flag({ description: 'True if it is only for accounts that have not paid an order yet' }),
    ends_at: nullable(instant()),
    most: nullable(integer({ description: 'Maximum number of accounts that can redeem it' })),
    used: integer({ description: 'Number of accounts that have redeemed it' }),
    active: flag(),
    created_at: instant(),
    created_by: text(),
  }),
);

const toRow = (coupon: Coupon) => ({
  code: coupon._id,
  percent: coupon.percent ?? null,
  amount: coupon.amount ?? null,
  currency: coupon.currency ?? null,
  credits: coupon.credits === undefined ? null : toCredits(coupon.credits),
  groups: coupon.groups ?? null,
  valid_days: coupon.valid_days ?? null,
  only: coupon.only ?? null,
  months: coupon.months,
  first_order: coupon.first_order,
  ends_at: coupon.ends?.toISOString() ?? null,
  most: coupon.most ?? null,
  used: coupon.used,
  active: coupon.active,
  created_at: coupon.created.toISOString(),
  created_by: coupon.by,
});

const couponSubject: SubjectKind = {
  type: 'coupon',
  async read({ coupons }: Store, id) {
    const found = await coupons.findOne({ _id: id });
    return found && { account: null, state: found };
  },
};

export const createCoupon = operation({
  command: 'coupons create',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/coupons',
  summary: 'Create a coupon: a discount in percent or as an amount, or credits',
  request: object({
    code,
    percent: optional(integer({ minimum: 1, maximum: 100, description: 'Discount in percent' })),
    amount: optional(integer({ minimum: 1, description: 'Discount in the smallest unit of the currency' })),
    currency: optional(text({ pattern: '^[a-z]{3}$', description: 'Currency of the amount, such as eur' })),
    credits: optional(number({ minimum: 0.000001, maximum: MOST_CREDITS, description: 'Credits that it adds' })),
    groups: optional(
      list(text({ maxLength: 100 }), { maxItems: 50, description: 'Groups that these credits pay for' }),
    ),
    valid_days: optional(integer({ minimum: 1, maximum: 365, description: 'Days for which these credits are valid' })),
    only: optional(oneOf(['pack', 'plan'], { description: 'What the discount is for; both by default' })),
    months: withDefault(integer({ minimum: 1, maximum: 36, description: 'Months of a plan that it is for' }), 1),
    first_order: withDefault(flag({ description: 'Only for accounts that have not paid an order yet' }), false),
    ends_at: optional(instant({ description: 'End; never by default' })),
    most: optional(integer({ minimum: 1, description: 'Maximum number of accounts; unlimited by default' })),
  }),
  response: couponRow,
  errors: [errors.couponExists, errors.couponIncomplete, errors.groupUnknown],
  example: { request: { code: 'WELCOME20', percent: 20, first_order: true } },
  mutates: { subject: couponSubject, id: ({ code }) => normalizeCode(code) },
  async run({ code, percent, amount, currency, ...given }, { store, clock, actor }: OperationContext<Store>) {
    const { credits, groups = [], valid_days, only, months, first_order, ends_at, most } = given;
    const isOne = [percent, amount, credits].filter((value) => value !== undefined).length === 1;
    if (!isOne || (amount === undefined) !== (currency === undefined)) throw errors.couponIncomplete();
    checkGroups(groups);
    const coupon: Coupon = {
      ...{ _id: normalizeCode(code), months, first_order, used: 0, active: true, created: clock.now() },
      by: actor?.name ?? '',
      ...(percent !== undefined && { percent }),
      ...(amount !== undefined && currency !== undefined && { amount, currency }),
      ...(credits !== undefined && { credits: parseCredits(credits, 'credits') }),
      ...(credits !== undefined && groups.length > 0 && { groups }),
      ...(credits !== undefined && valid_days !== undefined && { valid_days }),
      ...(only !== undefined && { only }),
      ...(ends_at !== undefined && { ends: new Date(ends_at) }),
      ...(most !== undefined && { most }),
    };
    const existing = await insertNew(store.coupons, [coupon]);
    if (existing.length > 0) throw errors.couponExists({ code: coupon._id });
    return toRow(coupon);
  },
});

const MOST_LISTED = 200;

export const listCoupons = operation({
  command: 'coupons list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/coupons',
  summary: 'List the coupons, newest first',
  request: object({
    limit: withDefault(integer({ minimum: 1, maximum: MOST_LISTED }), 100),
    after: optional(text({ maxLength: 40, description: 'Value of `next` from the previous page' })),
  }),
  response: object({ coupons: list(couponRow), next: nullable(text()) }),
  errors: [errors.cursorInvalid],
  example: { request: {} },
  async run({ limit, after }, { store }: OperationContext<Store>) {
    const last = after === undefined ? null : await store.coupons.findOne({ _id: after });
    if (after !== undefined && !last) throw errors.cursorInvalid();
    const beyond = last && {
      $or: [{ created: { $lt: last.created } }, { created: last.created, _id: { $lt: last._id } }],
    };
    const sort = { created: -1, _id: -1 } as const;
    const found = await store.coupons.find(beyond ?? {}, { sort, limit: limit + 1 }).toArray();
    const page = found.slice(0, limit);
    return { coupons: page.map(toRow), next: found.length > limit ? (page.at(-1)?._id ?? null) : null };
  },
});

export const deactivateCoupon = operation({
  command: 'coupons deactivate',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/coupons/{code}/deactivate',
  summary: 'Deactivate a coupon; orders that use it keep their discount',
  request: object({ code }),
  response: couponRow,
  errors: [errors.couponUnknown],
  example: { request: { code: 'WELCOME20' } },
  mutates: { subject: couponSubject, id: ({ code }) => normalizeCode(code) },
  async run({ code }, { store }: OperationContext<Store>) {
    const update = { $set: { active: false } };
    const found = await store.coupons.findOneAndUpdate({ _id: normalizeCode(code) }, update, {
      returnDocument: 'after',
    });
    if (!found) throw errors.couponUnknown({ code });
    return toRow(found);
  },
});
