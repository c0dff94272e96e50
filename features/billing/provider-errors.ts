import { errors } from '../../shared/contract/errors.js';
import { ProviderError } from './provider.js';

/** Throws errors of the provider as 502. */
export function throwPaymentUnavailable(thrown: unknown): never {
  throw thrown instanceof ProviderError ? errors.paymentUnavailable({}, thrown) : thrown;
}
