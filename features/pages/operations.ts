import type { Filter } from 'mongodb';
import { MOST_REPORTS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import {
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { reportReasons, slugField } from '../../shared/contract/hosted-pages/page-fields.js';
import { accountId } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import { findPageByName, type HostedPage, type PageCollections } from './collections.js';
import { freeSlug } from './slugs.js';
import { pageSubject } from './subjects.js';
import { throwSlugTaken } from './versions.js';

type Store = Pick<PageCollections, 'experienceReports' | 'experiences'>;

const MOST_PER_PAGE = 200;

const STATES = ['active', 'paused', 'taken_down', 'deleted'] as const;

const id = integer({ minimum: 1, description: 'Id of the hosted page' });

const mutates = { subject: pageSubject, id: ({ id: which }: { id: number }) => String(which) };

const row = object({
  id: integer(),
  account: text(),
  code: text(),
  slug: nullable(text()),
  type: text(),
  title: text({ minLength: 0 }),
  leads_to: list(text(), { description: 'Hosts that the page links to, and words that it is found by' }),
  state: oneOf(STATES),
  reason: nullable(text({ description: 'Reason of the take-down' })),
  reports: integer({ description: 'Number of reports' }),
  reported_at: nullable(instant({ description: 'Time of the last report that is still open' })),
  created_at: instant(),
});

const toRow = (page: HostedPage) => {
  const { _id, account, code, slug = null, type, title, found_by = [], taken_down: down } = page;
  const { reports = 0, reported, created } = page;
  return {
    ...{ id: _id, account, code, slug, type, title, leads_to: found_by, state: readState(page), reports },
    reason: down?.reason ?? null,
    reported_at: reported?.toISOString() ?? null,
    created_at: created.toISOString(),
  };
};

function readState({ deleted, taken_down, paused }: HostedPage): (typeof STATES)[number] {
  if (deleted) return 'deleted';
  if (taken_down) return 'taken_down';
  return paused ? 'paused' : 'active';
}

export const listAllPages = operation({
  command: 'experiences list',
  method: 'GET',
  path: '/v1/admin/experiences',
  summary: 'List hosted pages, newest first, by reports, take-downs, account or search term',
  role: 'viewer',
  request: object({
    show: withDefault(oneOf(['all', 'reported', 'taken_down'], { description: 'Pages to list' }), 'all'),
    account: optional(accountId),
    search: optional(
      text({
        maxLength: 200,
        description: 'Code, slug, id, word of the title or label, or linked host',
      }),
    ),
    limit: withDefault(
      integer({ minimum: 1, maximum: MOST_PER_PAGE, description: 'Hosted pages per page of the list' }),
      50,
    ),
    after: optional(integer({ minimum: 1, description: 'Value of `next` from the previous page' })),
  }),
  response: object({ experiences: list(row), next: nullable(integer()) }),
  example: { request: { show: 'reported' } },
  async run({ show, account, search, limit, after }, { store }: OperationContext<Store>) {
    const conditions: Filter<HostedPage>[] = [
      SHOW_FILTERS[show],
      account === undefined ? {} : { account },
      search === undefined ? {} : await searchFilter(store, search),
      after === undefined ? {} : { _id: { $lt: after } },
    ];
    const found = await store.experiences
      .find({ $and: conditions }, { projection: { page: 0 }, sort: { _id: -1 }, limit: limit + 1 })
      .toArray();
    const page = found.slice(0, limit);
    return { experiences: page.map(toRow), next: found.length > limit ? (page.at(-1)?._id ?? null) : null };
  },
});

/** An instant before all others: comparing with it uses the sparse index of a date. */
const EPOCH = new Date(0);

const SHOW_FILTERS: Readonly<Record<'all' | 'reported' | 'taken_down', Filter<HostedPage>>> = {
  all: { _id: { $gt: 0 } },
  reported: { reported: { $gt: EPOCH } },
  taken_down: { 'taken_down.at': { $gt: EPOCH } },
};

/** Returns the filter of a search: the page with that name or number, else those with that term. */
async function searchFilter(store: Store, search: string): Promise<Filter<HostedPage>> {
  const name = search.replace(/^.*\/e\//, '');
  const page = await findPageByName(store, name);
  if (page) return { _id: page._id };
  if (/^\d{1,15}$/.test(name)) return { _id: Number(name) };
  return { found_by: parseHost(search) ?? search.toLowerCase() };
}

const parseHost = (search: string): string | undefined =>
  /^https?:\/\//i.test(search) && URL.canParse(search) ? new URL(search).hostname : undefined;

const pageDetails = object({
  ...row.properties,
  target: nullable(text()),
  taken_down_at: nullable(instant()),
  all_reports: list(object({ at: instant(), reason: oneOf(reportReasons), details: nullable(text()) }), {
    description: 'Reports, newest first; reporters are not stored',
  }),
});

async function toDetails(store: Store, page: HostedPage) {
  const reports = await store.experienceReports
    .find({ experience: page._id }, { sort: { at: -1 }, limit: MOST_REPORTS })
    .toArray();
  return {
    ...toRow(page),
    target: page.target,
    taken_down_at: page.taken_down?.at.toISOString() ?? null,
    all_reports: reports.map(({ at, reason, details = null }) => ({ at: at.toISOString(), reason, details })),
  };
}

export const showPage = operation({
  command: 'experiences show',
  method: 'GET',
  path: '/v1/admin/experiences/{id}',
  summary: 'Show a hosted page with its reports',
  role: 'viewer',
  request: object({ id }),
  response: pageDetails,
  errors: [errors.experienceUnknown],
  example: { request: { id: 1 } },
  async run({ id: _id }, { store }: OperationContext<Store>) {
    const found = await store.experiences.findOne({ _id }, { projection: { page: 0 } });
    if (!found) throw errors.experienceUnknown();
    return toDetails(store, found);
  },
});

export const takeDownPage = operation({
  command: 'experiences takedown',
  method: 'POST',
  path: '/v1/admin/experiences/{id}/takedown',
  summary: 'Take down a hosted page; visitors see a notice immediately, and its owner sees the reason',
  role: 'support',
  request: object({
    id,
    reason: text({ maxLength: 500, description: 'Reason, shown to the owner' }),
  }),
  response: pageDetails,
  errors: [errors.experienceUnknown],
  example: { request: { id: 1, reason: 'It asks for passwords of a bank.' } },
  mutates,
  async run({ id: _id, reason }, { store, clock }: OperationContext<Store>) {
    return updatePage(store, _id, {
      $set: { taken_down: { at: clock.now(), reason } },
      $unset: { reported: true },
    });
  },
});

export const restorePage = operation({
  command: 'experiences restore',
  method: 'POST',
  path: '/v1/admin/experiences/{id}/restore',
  summary: 'Restore a hosted page that was taken down, unless its owner paused or deleted it, and unblock its slug',
  role: 'support',
  request: object({ id }),
  response: pageDetails,
  errors: [errors.experienceUnknown],
  example: { request: { id: 1 } },
  mutates,
  run: ({ id: _id }, { store }: OperationContext<Store>) =>
    updatePage(store, _id, { $unset: { taken_down: true, reported: true } }, LIVE_OR_TAKEN_DOWN),
});

export const changePageSlug = operation({
  command: 'experiences rename',
  method: 'POST',
  path: '/v1/admin/experiences/{id}/slug',
  summary: 'Assign a slug to a hosted page, even a reserved one; empty text removes it',
  role: 'support',
  request: object({ id, slug: slugField }),
  response: pageDetails,
  errors: [errors.experienceUnknown, errors.slugTaken, errors.slugBlocked],
  example: { request: { id: 1, slug: 'acme-bank' } },
  mutates,
  async run({ id: _id, slug }, { store }: OperationContext<Store>) {
    const page = await store.experiences.findOne({ _id, ...LIVE }, { projection: { account: 1 } });
    if (!page) throw errors.experienceUnknown();
    const update =
      slug === ''
        ? { $unset: { slug: true, slug_skeleton: true } }
        : { $set: await freeSlug(store, page.account, slug) };
    return updatePage(store, _id, update).catch(throwSlugTaken);
  },
});

export const dismissReports = operation({
  command: 'experiences dismiss',
  method: 'POST',
  path: '/v1/admin/experiences/{id}/dismiss',
  summary: 'Dismiss the reports of a hosted page',
  role: 'support',
  request: object({ id }),
  response: pageDetails,
  errors: [errors.experienceUnknown],
  example: { request: { id: 1 } },
  mutates,
  async run({ id: _id }, { store }: OperationContext<Store>) {
    await store.experienceReports.deleteMany({ experience: _id });
    return updatePage(store, _id, { $unset: { reported: true, reports: true } });
  },
});

const LIVE = { deleted: { $exists: false } };
/** A deleted page that was taken down still blocks its slug. */
const LIVE_OR_TAKEN_DOWN = { $or: [LIVE, { taken_down: { $exists: true } }] };

async function updatePage(store: Store, _id: number, update: object, which: Filter<HostedPage> = LIVE) {
  const found = await store.experiences.findOneAndUpdate({ _id, ...which }, update, {
    returnDocument: 'after',
    projection: { page: 0 },
  });
  if (!found) throw errors.experienceUnknown();
  return toDetails(store, found);
}
