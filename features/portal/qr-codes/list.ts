import { pageTypes } from '../../../shared/contract/hosted-pages/page-types.js';
import { readFields } from '../../../shared/contract/input.js';
import { listPages } from '../../pages/index.js';
import { deleteDraft, listDrafts } from '../../studio/index.js';
import { readDone } from '../../web/index.js';
import { createMemberContext, requireJson } from '../member-context.js';
import { handleForm, type PortalRouter, showPage } from '../pages.js';
import type { PortalServices } from '../services.js';
import { describeState, nameQrCode, PATH } from './qr-code.js';
import { nameType, TYPES } from './words.js';

const PER_PAGE = 50;
const MAX_LENGTH = 100;

const FILTERS = ['search', 'type', 'state', 'after'] as const;

/** States that the list can be filtered by, with what the API filters by. */
const STATES = {
  active: { name: 'Active', filter: { state: 'active', availability: 'open' } },
  scheduled: { name: 'Scheduled', filter: { state: 'active', availability: 'scheduled' } },
  ended: { name: 'Ended', filter: { state: 'active', availability: 'ended' } },
  paused: { name: 'Paused', filter: { state: 'paused' } },
  taken_down: { name: 'Taken down', filter: { state: 'taken_down' } },
};

const isState = (text: string | undefined): text is keyof typeof STATES =>
  text !== undefined && Object.hasOwn(STATES, text);

const DONE: Record<string, string> = {
  deleted: 'QR code deleted. Visitors who scan it see that it is gone.',
  draft: 'Draft deleted.',
};

/** The list of the account's QR codes. */
export function listPage(router: PortalRouter, services: PortalServices): void {
  deleteDraftForm(router, services);
  router.get('/experiences', async (ctx) => {
    const given = readFilters(ctx.query);
    const context = createMemberContext(services, ctx);
    const { state, ...others } = given;
    const filters = { ...others, ...(isState(state) ? STATES[state].filter : state && { state }) };
    const query = readFields(listPages.contract.request, { limit: PER_PAGE, include_scans: true, ...filters }, 422);
    const [{ experiences, next }, { drafts }] = await Promise.all([
      Promise.resolve(listPages.run(query, context)).then(requireJson),
      Promise.resolve(listDrafts.run({}, context)).then(requireJson),
    ]);
    const link = (changed: Readonly<Record<string, string>>) => {
      const { after: _, ...others } = given;
      const left = Object.entries({ ...others, ...changed }).filter(([, value]) => value !== '');
      return left.length === 0 ? PATH : `${PATH}?${new URLSearchParams(left)}`;
    };
    const chip = (label: string, name: (typeof FILTERS)[number], options: Readonly<Record<string, string>>) => ({
      label,
      value: given[name] === undefined ? undefined : (options[given[name]] ?? given[name]),
      remove: link({ [name]: '' }),
      options: Object.entries(options).map(([value, text]) => ({ text, link: link({ [name]: value }) })),
    });
    const search = chip('Text', 'search', {});
    showPage(ctx, 'qr-codes', {
      title: 'QR codes',
      codes: experiences.map((row) => ({
        ...row,
        name: nameQrCode(row),
        typeName: nameType(row.type),
        shownState: describeState(row),
        recent: row.recent_scans ?? { total: 0, per_day: [] },
      })),
      drafts: Object.keys(given).length > 0 ? [] : drafts.map(toDraftRow),
      given,
      chips: [
        ...(search.value === undefined ? [] : [search]),
        chip('Type', 'type', Object.fromEntries(pageTypes.map((type) => [type, TYPES[type]]))),
        chip('State', 'state', Object.fromEntries(Object.entries(STATES).map(([name, one]) => [name, one.name]))),
      ],
      nextPage: next === null ? undefined : link({ after: next }),
      // Operators who view the account download nothing.
      isView: ctx.state.view !== undefined,
      done: readDone(DONE, ctx.query),
    });
  });
}

/** A draft as the list shows it. */
const toDraftRow = (draft: { readonly name: string; readonly type: string }) => {
  const typeName = nameType(draft.type);
  return { ...draft, typeName, name: draft.name || typeName };
};

/** Deletes a draft. @throws ApiError 404 */
function deleteDraftForm(router: PortalRouter, services: PortalServices): void {
  handleForm(router, '/experiences/drafts/:draft/delete', {
    permission: 'pages',
    mutates: 'nothing',
    fields: [],
    async run(ctx) {
      const request = { id: String(ctx.params.draft), if_match: '*' };
      await deleteDraft.run(request, createMemberContext(services, ctx));
      return `${PATH}?done=draft`;
    },
  });
}

/** Reads the filters that are given; those that are empty have no effect. */
const readFilters = (query: Readonly<Record<string, unknown>>): Partial<Record<(typeof FILTERS)[number], string>> =>
  Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = typeof query[name] === 'string' ? query[name].trim().slice(0, MAX_LENGTH) : '';
      return value === '' ? [] : [[name, value]];
    }),
  );
