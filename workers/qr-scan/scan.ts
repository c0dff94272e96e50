import { scan } from '../../shared/contract/catalogue/qr-scan.js';
import { experienceCollections, findNamed } from '../../shared/experience/collections.js';
import { recordScan } from '../../shared/experience/visits.js';
import { handle } from '../handle.js';

export default handle(scan, async (input, call) => {
  const store = experienceCollections(await call.store());
  const experience = await findNamed(store, call.account, input);
  const visitor = { ip: input.client_ip, userAgent: input.user_agent, referrer: input.referrer };
  await recordScan(store, experience, visitor, call.clock.now(), call.requestId);
  return { ok: true, experience_id: experience._id, code: experience.code, type: experience.type };
});
