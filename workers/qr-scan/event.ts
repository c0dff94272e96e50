import { findReferencedPage, pageCollections, recordEvent } from '../../features/pages/index.js';
import { event } from '../../shared/contract/catalogue/qr-scan.js';
import { handle } from '../handle.js';

export default handle(event, async (input, call) => {
  const store = pageCollections(await call.store());
  const page = await findReferencedPage(store, call.account, input);
  const visitor = { ip: input.client_ip, userAgent: input.user_agent, referrer: input.referrer };
  const details = { event: input.event, value: input.value ?? null, meta: input.meta ?? null };
  await recordEvent(store, page, visitor, call.clock.now(), details, call.requestId);
  return { ok: true };
});
