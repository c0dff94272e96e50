import { scan } from '../../shared/catalogue/qr-scan.js';
import { experienceCollections } from '../../shared/experiences/collections.js';
import { findNamed } from '../../shared/experiences/find.js';
import { recordScan } from '../../shared/experiences/visits.js';
import { handle } from '../handle.js';

export default handle(scan, async (input, call) => {
  const store = experienceCollections(await call.store());
  const experience = await findNamed(store, call.account, input);
  const visitor = { ip: input.client_ip, userAgent: input.user_agent, referrer: input.referrer };
  await recordScan(store, experience, visitor, call.clock.now());
  return { ok: true, experience_id: experience._id, code: experience.code, type: experience.type };
});
