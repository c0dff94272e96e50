// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { MailcheckerAnswer, MailcheckerRequest } from './mailchecker.js';

/**
 * Rate an email address by its syntax, its domain and what the DNS says of mail to it, without sending any. 0.005 credits.
 */
export const mailchecker =
  (transport: Transport) =>
  (request: MailcheckerRequest, options?: CallOptions): Promise<MailcheckerAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/mailchecker', body: request }, options);
