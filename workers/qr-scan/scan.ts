import { findReferencedPage, pageCollections, recordScan } from '../../features/pages/index.js';
import { scan } from '../../shared/contract/catalogue/qr-scan.js';
import { handle } from '../handle.js';

export default handle(scan, async (input, call) => {
  const store = pageCollections(await call.store());
  const page = await findReferencedPage(store, call.account, input);
  const visitor = { ip: input.client_ip, userAgent: input.user_agent, referrer: input.referrer };
  await recordScan(store, page, visitor, call.clock.now(), { requestId: call.requestId });
  return { ok: true, experience_id: page._id, code: page.code, type: page.type };
});
