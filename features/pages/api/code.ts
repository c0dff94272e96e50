import { randomUUID } from 'node:crypto';
import { codeFileFields } from '../../../shared/contract/catalogue/qr-design.js';
import { imageErrors } from '../../../shared/contract/catalogue/qr-image.js';
import { Download } from '../../../shared/contract/download.js';
import { errors } from '../../../shared/contract/errors.js';
import { object, text } from '../../../shared/contract/fields.js';
import { route } from '../../../shared/contract/route.js';
import { drawCode, runInternalJob } from '../../../shared/queue/internal-jobs.js';
import type { JobClient } from '../../../shared/queue/job-client.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { HostedPage, PageStore } from '../collections.js';
import { findOwnPage, pageIdField, toSentContent, type ViewServices } from './view.js';

/** Maximum rate of codes that are drawn again, per key. */
const CODES_PER_SECOND = 2;

/** Errors of a design beyond invalid values. */
export const designErrors = imageErrors;

interface CodeContext extends Caller, ViewServices {
  readonly sender: JobClient;
  readonly store: PageStore;
}

/** Draws the code of a page with its design. @throws ApiError 422 if the design does not allow it */
export async function drawPageCode(
  context: Omit<CodeContext, 'store'>,
  page: HostedPage,
  { image_format, image_width } = { image_format: 'SVG', image_width: 500 },
) {
  const url = (await context.hosts.urlsFor(page.account)).urlOf(page.code);
  // Only the code of a network encodes its content.
  const body = page.type === 'wifi' ? { ...toSentContent(page) } : {};
  const order = { kind: 'page' as const, type: page.type, body, url, design: { ...page.design } };
  // The id of the request is in use by the job that has read the content of an edit.
  const origin = { account: page.account, requestId: randomUUID() };
  return runInternalJob(context.sender, drawCode, { ...order, image_format, image_width, is_preview: false }, origin);
}

export const readPageCode = accountRoute(
  route({
    name: 'experienceCode',
    title: 'Download the code of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/code',
    scope: 'pages',
    ratePerSecond: CODES_PER_SECOND,
    summary: 'Draws the QR code of a hosted page again, with its design, as a file',
    request: object({ id: pageIdField, ...codeFileFields }),
    response: text({ description: 'Image' }),
    file: 'image/*',
    errors: [errors.experienceUnknown, ...designErrors],
    example: { request: { id: 1, image_format: 'PNG', image_width: 1000 } },
  }),
  async ({ id, ...file }, context: CodeContext) => {
    const page = await findOwnPage(context, id);
    const drawn = await drawPageCode(context, page, file);
    const name = page.slug ?? page.code;
    return Download.of(`qr-${name}.${drawn.ext}`, Buffer.from(drawn.data_base64, 'base64'), drawn.mime);
  },
);
