import { basename, extname } from 'node:path';
import { ApiError } from '../../../shared/contract/api-error.js';
import { BATCH_CSV } from '../../../shared/contract/bounds.js';
import type { Group } from '../../../shared/contract/endpoint.js';
import { errors } from '../../../shared/contract/errors.js';
import {
  decodeCsv,
  listBatchEndpoints,
  looksLikeHeader,
  readFirstLine,
  readTable,
  storeUpload,
} from '../../batches/index.js';
import { requirePermission } from '../../members/index.js';
import { isCrossSite, isValidFormToken, readUploadForm } from '../../web/index.js';
import { type PortalContext, type PortalRouter, type RefusedForm, showPage } from '../pages.js';
import type { PortalServices } from '../services.js';
import { describePrice, nameEndpoint, PATH } from './offered.js';

/** Bytes of a form beside its file. */
const OTHER_FIELDS = 64 * 1024;
const LONGEST_NAME = 100;

/** Values of the form that uploads a CSV. */
interface UploadValues {
  readonly endpoint?: string | undefined;
  readonly rows?: string | undefined;
  readonly header?: string | undefined;
}

/** The page on which a member chooses what to do, and uploads a CSV for it. */
export function mountUploadPage(router: PortalRouter, services: PortalServices): void {
  const endpoints = listBatchEndpoints(services.offered);
  // Lists of texts are rare.
  const rank = ({ isWritten }: Group) => (isWritten ? 1 : 0);
  const ordered = [...new Set(endpoints.map(({ group }) => group))].toSorted((a, b) => rank(a) - rank(b));
  const groups = ordered.map(({ title }) => ({
    title,
    endpoints: endpoints
      .filter(({ group }) => group.title === title)
      .map((endpoint) => ({ ...endpoint, name: nameEndpoint(endpoint), price: describePrice(endpoint) })),
  }));

  const show = (ctx: PortalContext, values: UploadValues, refused?: Pick<RefusedForm, 'problem' | 'problems'>) =>
    showPage(ctx, 'batch-upload', {
      title: 'New batch',
      ...{ groups, values, problem: refused?.problem, problems: refused?.problems ?? {} },
      ...{ mostRows: BATCH_CSV.rows, mostMiB: BATCH_CSV.bytes / 1024 / 1024 },
    });

  router.get('/batches/new', (ctx) => {
    const { endpoint } = ctx.query;
    show(ctx, { endpoint: typeof endpoint === 'string' ? endpoint : undefined });
  });

  router.post('/batches/new', async (ctx) => {
    if (isCrossSite(ctx)) throw errors.portalFormFromElsewhere();
    requirePermission(ctx.state.role, 'requests');
    let values: UploadValues = {};
    try {
      const { texts, files } = await readUploadForm(ctx, BATCH_CSV.bytes + OTHER_FIELDS).catch((error) => {
        throw error instanceof ApiError && error.status === 413 ? tooLarge() : error;
      });
      // The file may have taken long to arrive.
      await ctx.state.refresh();
      if (!isValidFormToken(ctx.state, texts.get('form_token'))) throw errors.portalFormFromElsewhere();
      requirePermission(ctx.state.role, 'requests');
      const pasted = texts.get('rows')?.trim();
      values = { endpoint: texts.get('endpoint'), rows: pasted, header: texts.get('header') };
      const endpoint = endpoints.find(({ id }) => id === values.endpoint);
      if (!endpoint) throw errors.batchUploadIncomplete({ problem: 'Choose what to do' });
      const file = files.get('file');
      if (!file && !pasted) throw errors.batchUploadIncomplete({ problem: 'Choose a CSV file, or paste its rows' });
      const csv = file ? decodeCsv(file.bytes) : (pasted ?? '');
      const stored = await storeTable(ctx, csv, {
        endpoint: endpoint.id,
        name: file ? basename(file.name, extname(file.name)).slice(0, LONGEST_NAME) : 'Pasted rows',
        hasHeader: values.header === 'yes' || (values.header !== 'no' && looksLikeHeader(readFirstLine(csv))),
      });
      ctx.status = 303;
      ctx.redirect(`${PATH}/uploads/${stored}`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 403) throw error;
      ctx.status = error.status;
      show(ctx, values, { problem: error.message, problems: {} });
    }
  });

  /** Stores a CSV, with names of its columns if it has none. */
  async function storeTable(
    ctx: PortalContext,
    csv: string,
    { hasHeader, ...upload }: { endpoint: string; name: string; hasHeader: boolean },
  ): Promise<string> {
    const { header, separator, rows } = await readTable(csv, { hasHeader });
    return storeUpload(services, {
      ...{ account: ctx.state.member.account, ...upload, header, separator, rows: rows.length },
      csv: hasHeader ? csv : `${header.join(separator)}\n${csv.replace(/^\uFEFF?(sep=.\r?\n)?/, '')}`,
    });
  }
}

const tooLarge = () => errors.csvInvalid({ problem: `it is larger than ${BATCH_CSV.bytes / 1024 / 1024} MiB` });
