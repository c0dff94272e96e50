import { BATCHES } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { readFields } from '../../../shared/contract/input.js';
import {
  type Batch,
  type BatchView,
  batchSubject,
  cancelBatch,
  copyFailedItems,
  deleteBatch,
  findBatch,
  hasImages,
  listBatches,
  listFailures,
  readBatch,
  storeUpload,
  streamResults,
} from '../../batches/index.js';
import { can, requirePermission } from '../../members/index.js';
import { readDone } from '../../web/index.js';
import { createMemberContext, requireJson } from '../member-context.js';
import { batchScript, handleForm, type PortalContext, type PortalRouter, showPage } from '../pages.js';
import { sendDownload } from '../qr-codes/statistics.js';
import type { PortalServices } from '../services.js';
import { nameEndpoint, PATH } from './offered.js';

const PER_PAGE = 50;
const MOST_FAILURES_SHOWN = 10;
/** Characters of the values by which a failed row is recognised. */
const VALUES_SHOWN = 120;

const STATES: Readonly<Record<BatchView['state'], { name: string; tone: string }>> = {
  queued: { name: 'Queued', tone: '' },
  running: { name: 'Running', tone: '' },
  finished: { name: 'Finished', tone: 'good' },
  canceled: { name: 'Cancelled', tone: 'bad' },
};

const REASONS: Readonly<Record<NonNullable<BatchView['canceled_because']>, string>> = {
  request: 'Rows that were not done when the batch was cancelled have no result, and are not charged.',
  expired: `The batch was not finished within ${BATCHES.hours} hours. Rows without a result are not charged.`,
  key: 'The key “Batches” was revoked or has expired, so the batch was stopped. Rows without a result are not charged.',
  account: 'The account was suspended or closed, so the batch was stopped. Rows without a result are not charged.',
};

const DONE: Record<string, string> = {
  started: 'Batch started.',
  cancelled: 'Batch cancelled.',
  deleted: 'Batch deleted.',
};

const FORMATS = ['csv', 'jsonl', 'zip'] as const;

/** Percent of the items that are announced while a batch runs. */
const ANNOUNCED_EVERY = 25;

/** The list of batches, and the page of each: its progress, its results, and what was wrong with the rows that failed. */
export function mountBatchPages(router: PortalRouter, services: PortalServices): void {
  const { offered } = services;

  const findEndpoint = (batch: BatchView) => offered.find(({ path }) => path === batch.endpoint);

  const describe = (batch: BatchView, endpoint = findEndpoint(batch)) => ({
    ...batch,
    title: endpoint ? nameEndpoint(endpoint) : batch.endpoint,
    shown: STATES[batch.state],
    isOpen: batch.state === 'queued' || batch.state === 'running',
    percent: Math.floor((100 * batch.done) / batch.items),
  });

  /** @throws ApiError 404 */
  const find = (ctx: PortalContext): Promise<Batch> =>
    findBatch(createMemberContext(services, ctx), String(ctx.params.batch));

  router.get('/batches', async (ctx) => {
    const { after } = ctx.query;
    const given = { limit: PER_PAGE, ...(typeof after === 'string' && { after }) };
    const query = readFields(listBatches.contract.request, given, 422);
    const { batches, next } = requireJson(await listBatches.run(query, createMemberContext(services, ctx)));
    showPage(ctx, 'batches', {
      title: 'Batches',
      ...{
        batches: batches.map((batch) => describe(batch)),
        isFirst: after === undefined,
        mostRows: BATCHES.items,
        days: BATCHES.days,
      },
      nextPage: next === null ? undefined : `${PATH}?${new URLSearchParams({ after: next })}`,
      done: readDone(DONE, ctx.query),
    });
  });

  router.get('/batches/:batch', async (ctx) => {
    const id = String(ctx.params.batch);
    const read = requireJson(await readBatch.run({ batch: id }, createMemberContext(services, ctx)));
    const endpoint = findEndpoint(read);
    const batch = describe(read, endpoint);
    // Rows are what members have sent, as bodies of requests are.
    const isReader = can(ctx.state.role, 'requests');
    const failures =
      batch.isOpen || !isReader ? [] : await listFailures(services.store, await find(ctx), MOST_FAILURES_SHOWN);
    showPage(ctx, 'batch', {
      title: batch.name || 'Batch',
      batch,
      why: batch.canceled_because && REASONS[batch.canceled_because],
      announced: announce(batch),
      formats: [
        ...(endpoint && hasImages(endpoint) ? [{ format: 'zip', title: 'Download ZIP' }] : []),
        ...[
          { format: 'csv', title: 'Download CSV' },
          { format: 'jsonl', title: 'JSON lines' },
        ],
      ],
      failures: failures.map(({ index, values, body }) => ({
        ...{ index, values: Object.values(values).filter(Boolean).join(', ').slice(0, VALUES_SHOWN) },
        ...describeError(body),
      })),
      // Operators who view the account download nothing.
      isView: ctx.state.view !== undefined,
      scripts: batch.isOpen ? [batchScript] : [],
      done: readDone(DONE, ctx.query),
    });
  });

  router.get('/batches/:batch/results', async (ctx) => {
    requirePermission(ctx.state.role, 'requests');
    const batch = await find(ctx);
    const format = FORMATS.find((one) => one === ctx.query.format) ?? 'csv';
    const { separator } = batch;
    sendDownload(ctx, streamResults(services.store, batch, format, { bom: true, separator }), batch.name || batch._id);
  });

  const changes = (action: 'batch.cancel' | 'batch.delete') => ({
    ...{ action, subject: batchSubject },
    id: ({ params }: PortalContext) => String(params.batch),
  });

  handleForm(router, '/batches/:batch/cancel', {
    permission: 'requests',
    mutates: changes('batch.cancel'),
    fields: [],
    async run(ctx) {
      const batch = String(ctx.params.batch);
      await cancelBatch.run({ batch }, createMemberContext(services, ctx));
      return `${PATH}/${batch}?done=cancelled`;
    },
  });

  handleForm(router, '/batches/:batch/delete', {
    permission: 'requests',
    mutates: changes('batch.delete'),
    fields: [],
    async run(ctx) {
      await deleteBatch.run({ batch: String(ctx.params.batch) }, createMemberContext(services, ctx));
      return `${PATH}?done=deleted`;
    },
  });

  handleForm(router, '/batches/:batch/again', {
    permission: 'requests',
    mutates: 'nothing',
    fields: [],
    async run(ctx) {
      const copied = await copyFailedItems(services.store, await find(ctx));
      if (!copied) throw errors.batchUnknown();
      return `${PATH}/uploads/${await storeUpload(services, copied)}`;
    },
  });
}

/** Describes the progress for those who hear the page: in quarters, and the end. */
function announce({
  isOpen,
  percent,
  succeeded,
  failed,
}: {
  isOpen: boolean;
  percent: number;
  succeeded: number;
  failed: number;
}) {
  if (!isOpen) return `The batch has ended: ${succeeded} succeeded, ${failed} failed.`;
  const reached = percent - (percent % ANNOUNCED_EVERY);
  return reached === 0 ? '' : `${reached}% of the rows are done.`;
}

function describeError(body: unknown): { message: string; type: string | undefined } {
  const { error, type }: { error?: unknown; type?: unknown } = Object(body);
  return {
    message: typeof error === 'string' ? error : 'The request failed',
    type: typeof type === 'string' ? type : undefined,
  };
}
