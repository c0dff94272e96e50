import { experienceCollections, findNamed, recordEvent } from '../../features/pages/index.js';
import { event } from '../../shared/contract/catalogue/qr-scan.js';
import { handle } from '../handle.js';

export default handle(event, async (input, call) => {
  const store = experienceCollections(await call.store());
  const experience = await findNamed(store, call.account, input);
  const visitor = { ip: input.client_ip, userAgent: input.user_agent, referrer: input.referrer };
  const done = { event: input.event, value: input.value ?? null, meta: input.meta ?? null };
  await recordEvent(store, experience, visitor, call.clock.now(), done, call.requestId);
  return { ok: true };
});
