import { ApiError } from '../../shared/contract/api-error.js';
import { REQUESTS_LISTED_DAYS, STORED_BODIES } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import { baseUrl } from '../../shared/process/config.js';
import { settingsSubject } from '../accounts/index.js';
import { curl } from '../docs/index.js';
import { listKeys } from '../keys/index.js';
import { can } from '../members/index.js';
import { findCall, listAccountRequests, listRequests, type MaskedBody } from '../requests/index.js';
import { readDone } from '../web/index.js';
import { handleForm, type PortalRouter, showPage } from './pages.js';
import { createFilterChips, readFilters } from './request-filters.js';
import type { PortalServices } from './services.js';

const PATH = '/account/requests';
const PER_PAGE = 50;
/** Maximum number of keys that the filter offers. */
const KEYS_OFFERED = 100;
const MAX_ID = 100;

const DONE: Record<string, string> = {
  stored: 'Bodies of new requests are stored from now on.',
  deleted: 'Bodies are no longer stored. Those that were stored are deleted.',
};

/** Pages of the account's requests, and the details of each. */
export function requestPages(router: PortalRouter, services: PortalServices): void {
  const { store, clock, bodies, config, offered } = services;

  router.get('/requests', async (ctx) => {
    const { account } = ctx.state.member;
    const id = readId(ctx.query.id);
    if (id !== '') return ctx.redirect(`${PATH}/${encodeURIComponent(id)}`);
    const filters = readFilters(ctx.query);
    const { keys } = await listKeys.run({ account, limit: KEYS_OFFERED }, { store, clock });
    const view = {
      title: 'Requests',
      filters,
      keyNames: Object.fromEntries(keys.map(({ key, name }) => [key, name])),
      hasKeys: keys.length > 0,
      days: REQUESTS_LISTED_DAYS,
      storage: { isOn: ctx.state.account.bodies_since !== undefined, areOff: bodies.areOff, ...STORED_BODIES },
      done: readDone(DONE, ctx.query),
    };
    try {
      const query = readFields(listRequests.contract.request, { limit: PER_PAGE, ...filters.query }, 422);
      const { requests, next } = await listAccountRequests(services, account, query);
      const chips = createFilterChips(filters, { keys, offered, requests }, clock.now());
      const nextPage = next === null ? undefined : filters.link({ after: next });
      showPage(ctx, 'requests', { ...view, chips, requests, problem: undefined, nextPage });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      ctx.status = error.status;
      const chips = createFilterChips(filters, { keys, offered, requests: [] }, clock.now());
      showPage(ctx, 'requests', { ...view, chips, requests: [], problem: error.message, nextPage: undefined });
    }
  });

  handleForm(router, '/requests/bodies', {
    permission: 'settings',
    mutates: { action: 'bodies.change', subject: settingsSubject, id: ({ state }) => state.member.account },
    fields: ['store'],
    async run(ctx, { store: isOn }) {
      await bodies.switch(ctx.state.member.account, isOn === '1');
      return `${PATH}?done=${isOn === '1' ? 'stored' : 'deleted'}`;
    },
  });

  router.get('/requests/:id', async (ctx) => {
    const id = readId(ctx.params.id);
    const call = await findCall(services, id);
    if (!call || call.account !== ctx.state.member.account) throw errors.requestUnknown({ request: id });
    const key = call.key === undefined ? null : await store.keys.findOne({ id: call.key }, { projection: { name: 1 } });
    const stored = can(ctx.state.role, 'requests') ? await bodies.find(ctx.state.account, id) : undefined;
    const endpoint = offered.find((one) => one.id === call.endpoint);
    showPage(ctx, 'request', {
      title: 'Request',
      call,
      keyName: key?.name,
      bodies: stored && { request: toShown(stored.request), response: toShown(stored.response) },
      repeated: endpoint && repeatRequest(endpoint, stored?.request, baseUrl(config)),
    });
  });
}

const readId = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, MAX_ID) : '');

/** Returns a body as a page shows it: a whole one indented. */
const toShown = (body: MaskedBody) => ({
  ...body,
  text: body.text === null || body.isTruncated ? body.text : JSON.stringify(JSON.parse(body.text), null, 2),
});

/** Returns the request to send again, as a command and as a form: with the stored body if it is whole, else with the endpoint's example. */
function repeatRequest(
  { path, example }: PortalServices['offered'][number],
  stored: MaskedBody | undefined,
  base: string,
) {
  const isStored = stored?.text != null && !stored.isTruncated;
  const { api_key: _, ...body }: { api_key?: unknown } = isStored ? JSON.parse(stored.text ?? '{}') : example.request;
  return {
    path,
    isExample: !isStored,
    command: curl({ method: 'POST', url: base + path, body }),
    body: JSON.stringify(body, null, 2),
  };
}
