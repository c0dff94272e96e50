import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { verifyVatNumber } from '../../shared/queue/internal-jobs.js';
import { type Call, handleInternal } from '../handle.js';
import { vies } from '../lib/upstream/declarations.js';
import { checkNumber } from './check-number/index.js';

/** Checks the VAT number of a customer. The seller is the requester, unless VIES does not accept its number. */
export default handleInternal(verifyVatNumber, async ({ vat_number, requester }, call) => {
  const checkedAt = call.clock.now().toISOString();
  const unasked = { status: 'unknown', name: null, consultation_number: null, checked_at: checkedAt } as const;
  if (!call.upstreams.get(vies).isConfigured) return { ...unasked, reason: 'not_configured' };
  const { status, reason, name, consultation_number, checked_at } = await checkFor(requester, vat_number, call);
  return { status, reason, name, consultation_number, checked_at };
});

async function checkFor(requester: string, vat_number: string, call: Call) {
  const check = (more: { requester_vat_number?: string }) => checkNumber({ vat_number, online: true, ...more }, call);
  if (requester === '') return check({});
  try {
    return await check({ requester_vat_number: requester });
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== errors.requesterVatNumberInvalid.type) throw error;
    call.log.warn('VIES does not accept SELLER_VAT_NUMBER: VAT numbers are checked without a consultation number');
    return check({});
  }
}
