import { toCredits } from '../../../shared/contract/amounts.js';
import { ApiError } from '../../../shared/contract/api-error.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { errors } from '../../../shared/contract/errors.js';
import { readFields, readInput } from '../../../shared/contract/input.js';
import { recordChange } from '../../account-log/index.js';
import { showAccount } from '../../accounts/index.js';
import {
  type BatchView,
  batchSubject,
  createBatch,
  findUpload,
  hasImages,
  type ItemRow,
  listBatchEndpoints,
  listFormats,
  type Mapping,
  mapRows,
  readTable,
  saveMapping,
  startUpload,
  type Table,
} from '../../batches/index.js';
import { requirePermission } from '../../members/index.js';
import { createMemberContext, requireJson } from '../member-context.js';
import {
  type Fields,
  handleForm,
  identifyMember,
  type PortalContext,
  type PortalRouter,
  type RefusedForm,
  showPage,
} from '../pages.js';
import type { PortalServices } from '../services.js';
import { findVariants, type ItemField, listFieldPaths, listItemFields, nameField } from './item-fields.js';
import { findNameColumn, matchColumns } from './match-columns.js';
import { describePrice, nameEndpoint, PATH } from './offered.js';

const PREVIEWED_ROWS = 5;
/** Rows whose input is checked before the start. */
const CHECKED_ROWS = 100;
const MOST_FAILURES_SHOWN = 5;

type Upload = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** Value of a field of the form: the number of a column, and a value for rows without their own. */
interface Source {
  readonly column: string;
  readonly value: string;
}

/** The page on which a member maps the columns of an uploaded CSV to the fields of an endpoint, and starts the batch. */
export function mountMappingPage(router: PortalRouter, services: PortalServices): void {
  const endpoints = listBatchEndpoints(services.offered);
  const paths = [...new Set(endpoints.flatMap(listFieldPaths))];

  const find = async (ctx: PortalContext): Promise<{ upload: Upload; endpoint: Endpoint }> => {
    requirePermission(ctx.state.role, 'requests');
    const upload = await findUpload(services, ctx.state.member.account, String(ctx.params.upload));
    const endpoint = endpoints.find(({ id }) => id === upload?.endpoint);
    if (!upload || !endpoint) throw errors.batchUploadUnknown();
    return { upload, endpoint };
  };

  const show = async (ctx: PortalContext, refused?: RefusedForm) => {
    const { upload, endpoint } = await find(ctx);
    const table = await readTable(upload.csv);
    const variants = findVariants(endpoint);
    const saved = variants && upload.mapping?.defaults?.[variants.by];
    const variant = chooseVariant(variants, refused?.fields.variant ?? ctx.query.variant ?? saved);
    const fields = listItemFields(endpoint, variant);
    const isOther = ctx.query.variant !== undefined && !refused;
    const sources = refused
      ? readSources(fields, refused.fields)
      : upload.mapping && !isOther
        ? showMapping(fields, upload)
        : matchSources(fields, table);
    const mapping = toMapping(sources, upload.header, variants && variant ? { [variants.by]: variant } : {});
    const { balance } = await showAccount.run({ account: ctx.state.member.account }, services);
    const most = toCredits(endpoint.cost * upload.rows);
    const isFirst = (field: ItemField) =>
      field.required ||
      field.isSpecial ||
      field.example !== undefined ||
      isSet(sources.get(field.path)) ||
      refused?.problems[`column.${field.path}`] !== undefined;
    showPage(ctx, 'batch-mapping', {
      title: 'Map columns',
      ...{ upload, endpoint, what: nameEndpoint(endpoint), price: describePrice(endpoint), variants, variant },
      ...{ first: fields.filter(isFirst), more: fields.filter((field) => !isFirst(field)) },
      sourceOf: (path: string) => sources.get(path) ?? EMPTY,
      preview: table.rows.slice(0, PREVIEWED_ROWS),
      check: checkRows(endpoint, tryToMap(endpoint, table, mapping)),
      cost: { each: toCredits(endpoint.cost), most, balance, isCovered: balance >= most },
      name: refused?.fields.name ?? upload.name,
      namePattern: hasImages(endpoint)
        ? (refused?.fields.name_pattern ?? upload.name_pattern ?? suggestPattern(upload.header))
        : undefined,
      nameField,
      isKeyRevoked: refused?.type === errors.accountKeyRevoked.type,
      ...{ problem: refused?.problem, problems: refused?.problems ?? {} },
    });
  };

  router.get('/batches/uploads/:upload', (ctx) => show(ctx));

  handleForm(router, '/batches/uploads/:upload', {
    permission: 'requests',
    mutates: 'nothing',
    fields: [
      'name',
      'name_pattern',
      'variant',
      'intent',
      ...paths.flatMap((path) => [`column.${path}`, `value.${path}`]),
    ],
    async run(ctx, fields) {
      const { upload, endpoint } = await find(ctx);
      const variants = findVariants(endpoint);
      const variant = chooseVariant(variants, fields.variant);
      const listed = listItemFields(endpoint, variant);
      const sources = readSources(listed, fields);
      const mapping = toMapping(sources, upload.header, variants && variant ? { [variants.by]: variant } : {});
      const name = readText(fields.name);
      const pattern = readText(fields.name_pattern);
      const name_pattern = hasImages(endpoint) && pattern !== '' ? { name_pattern: pattern } : {};
      if (fields.intent === 'check') {
        await saveMapping(services, upload._id, { name, mapping, ...name_pattern });
        return `${PATH}/uploads/${upload._id}#check`;
      }
      refuseMissing(listed, sources);
      const table = await readTable(upload.csv);
      const { checked, failed, failures } = checkRows(endpoint, mapItems(endpoint, table, mapping));
      if (failed === checked)
        throw errors.csvMappingInvalid({ problem: `row ${failures[0]?.row}: ${failures[0]?.message}` });
      const isNewKey = fields.intent === 'renew';
      const started = await startUpload(services, upload._id, () =>
        start(ctx, { endpoint: endpoint.path, csv: upload.csv, ...mapping, name, ...name_pattern }, isNewKey),
      );
      // Another request has started it.
      return started ? `${PATH}/${started.id}?done=started` : PATH;
    },
    refuse: show,
  });

  /** Starts a batch with the key of the account for batches, by which it is limited and charged. */
  async function start(ctx: PortalContext, batch: object, isNewKey: boolean): Promise<BatchView> {
    const { accountRequests } = services;
    const { account } = ctx.state.member;
    const author = identifyMember(ctx);
    const key = isNewKey
      ? await accountRequests.renewKey(account, 'batches', author)
      : await accountRequests.ensureKey(account, 'batches', author);
    const request = readFields(createBatch.contract.request, batch, 422);
    const context = { ...createMemberContext(services, ctx), key, client: ctx };
    return recordChange(ctx.state.log, author, {
      ...{ action: 'batch.create', subject: batchSubject },
      idOf: (created) => created?.id,
      run: async () => requireJson(await createBatch.run(request, context)),
    });
  }
}

const EMPTY: Source = { column: '', value: '' };

const isSet = (source: Source | undefined): boolean => source !== undefined && source.column + source.value !== '';

/** Suggests names of images: by the column that names the rows, if there is one. */
function suggestPattern(header: readonly string[]): string {
  const column = findNameColumn(header);
  return column === undefined ? '' : `{${column}}`;
}

/** Returns the variant of a request that was chosen; the first one without a choice. */
function chooseVariant(variants: ReturnType<typeof findVariants>, chosen: unknown): string | undefined {
  return variants?.names.find((name) => name === chosen) ?? variants?.names[0];
}

/** Reads the form. */
const readSources = (fields: readonly ItemField[], sent: Fields): Map<string, Source> =>
  new Map(
    fields.map(({ path }) => [
      path,
      { column: readText(sent[`column.${path}`]), value: readText(sent[`value.${path}`]) },
    ]),
  );

const readText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Shows the mapping of an upload in the form. */
function showMapping(fields: readonly ItemField[], { header, mapping }: Upload): Map<string, Source> {
  const show = ({ path }: ItemField): Source => {
    const column = header.indexOf(mapping?.columns?.[path] ?? '');
    const value = mapping?.defaults?.[path];
    return { column: column < 0 ? '' : String(column), value: value === undefined ? '' : String(value) };
  };
  return new Map(fields.map((field) => [field.path, show(field)]));
}

/** Suggests columns by their names and contents. Members choose values themselves, such as the action: a wrong one is charged. */
function matchSources(fields: readonly ItemField[], table: Table): Map<string, Source> {
  const matched = matchColumns(fields, table);
  const findColumn = (path: string) => String(table.header.indexOf(matched.get(path) ?? ''));
  return new Map(fields.map(({ path }) => [path, matched.has(path) ? { column: findColumn(path), value: '' } : EMPTY]));
}

/** Returns the mapping of a form, in which columns are numbers. */
function toMapping(
  sources: ReadonlyMap<string, Source>,
  header: readonly string[],
  fixed: Readonly<Record<string, string>>,
): Required<Pick<Mapping, 'columns' | 'defaults'>> {
  const set = [...sources];
  const columns = set.flatMap(([path, { column }]) => {
    const name = column === '' ? undefined : header[Number(column)];
    return name === undefined ? [] : [[path, name]];
  });
  const values = set.flatMap(([path, { value }]) => (value === '' ? [] : [[path, value]]));
  return { columns: Object.fromEntries(columns), defaults: { ...Object.fromEntries(values), ...fixed } };
}

/** @throws ApiError 422 that names the required fields without a column or a value */
function refuseMissing(fields: readonly ItemField[], sources: ReadonlyMap<string, Source>): void {
  const missing = fields.filter(({ path, required }) => required && !isSet(sources.get(path)));
  const [first] = missing;
  if (!first) return;
  const { type, status } = errors.csvMappingInvalid;
  throw new ApiError(type, status, `Choose the column for: ${missing.map(({ label }) => label).join(', ')}`, {
    problems: missing.map(({ path }) => ({
      ...{ param: `column.${path}`, type, message: 'Choose a column, or enter a value for all rows' },
    })),
  });
}

interface Failure {
  /** Number of the row, from 1. */
  readonly row: number;
  readonly message: string;
}

/** Checks the input of the first rows, without running them. */
function checkRows(endpoint: Endpoint, rows: readonly ItemRow[]) {
  const failures = rows.flatMap(({ item }, index): Failure[] => {
    const message = findProblem(endpoint, item);
    return message === undefined ? [] : [{ row: index + 1, message }];
  });
  return { checked: rows.length, failed: failures.length, failures: failures.slice(0, MOST_FAILURES_SHOWN) };
}

function findProblem(endpoint: Endpoint, item: Readonly<Record<string, unknown>>): string | undefined {
  try {
    readInput(endpoint, item);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** Maps the rows that are checked, as the batch will. */
const mapItems = ({ request }: Endpoint, { header, rows }: Table, mapping: Mapping): ItemRow[] =>
  mapRows({ header, rows: rows.slice(0, CHECKED_ROWS) }, { ...mapping, formats: listFormats(request) });

/** Maps rows; none if the mapping is refused, of which the form tells. */
function tryToMap(endpoint: Endpoint, table: Table, mapping: Mapping): ItemRow[] {
  try {
    return mapItems(endpoint, table, mapping);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
