import { generate } from '../../shared/contract/catalogue/qr-code.js';
import { errors } from '../../shared/contract/errors.js';
import { object, Type, text } from '../../shared/contract/fields.js';
import { conforms } from '../../shared/contract/input.js';
import { restoreError } from '../../shared/queue/internal-jobs.js';
import type { AccountRequests, Key } from '../keys/index.js';
import type { ClientRequest } from '../web/index.js';

/** Fields of a request that draws an image. */
export type ImageRequest = Readonly<Record<string, unknown>>;

interface DrawingOptions {
  readonly key: Pick<Key, '_id' | 'scopes'>;
  readonly client: ClientRequest['client'];
  readonly idempotencyKey?: string;
  /** Called once the request was charged, whatever its response is: some refusals are. */
  onCharge?(): void;
}

const drawn = object({ data_base64: text() });
const failed = Type.Object({ error: Type.String(), type: Type.String() });

/** The host of the client's request may be one that serves nothing but pages. */
const OF_THE_HOST = /^(host|forwarded|x-forwarded-host)$/;

/**
 * Draws an image by a request to the endpoint that generates QR codes, which is charged to the account of the key.
 *
 * @throws ApiError the error of that request
 */
export async function drawImage(
  accountRequests: AccountRequests,
  request: ImageRequest,
  { key, client, idempotencyKey, onCharge }: DrawingOptions,
): Promise<Buffer> {
  const headers = Object.fromEntries(Object.entries(client.headers).filter(([name]) => !OF_THE_HOST.test(name)));
  const { status, body, header } = await accountRequests.send(
    key,
    { headers, req: client.req },
    {
      path: generate.path,
      body: { ...request, include_bytes: true },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    },
  );
  if (Number(header('x-credits-cost')) > 0) onCharge?.();
  const response: unknown = JSON.parse(body);
  if (status === 200 && conforms(drawn, response)) return Buffer.from(response.data_base64, 'base64');
  if (!conforms(failed, response)) throw errors.internalError({}, body);
  throw restoreError({ status }, response);
}
