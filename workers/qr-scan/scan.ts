import { experienceCollections, findNamed, recordScan } from '../../features/pages/index.js';
import { scan } from '../../shared/contract/catalogue/qr-scan.js';
import { handle } from '../handle.js';

export default handle(scan, async (input, call) => {
  const store = experienceCollections(await call.store());
  const experience = await findNamed(store, call.account, input);
  const visitor = { ip: input.client_ip, userAgent: input.user_agent, referrer: input.referrer };
  await recordScan(store, experience, visitor, call.clock.now(), call.requestId);
  return { ok: true, experience_id: experience._id, code: experience.code, type: experience.type };
});
