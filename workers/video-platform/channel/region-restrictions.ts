import { regionRestrictions } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { handle } from '../../handle.js';
import { lifetimes } from '../../lib/video-platform/data-api.js';
import { channelBy } from '../../lib/video-platform/find-channel.js';

export default handle(regionRestrictions, async ({ channel }, call) => {
  const { status } = await channelBy(call, channel, {
    part: ['status'],
    fields: 'status/madeForKids',
    lifetimeMs: lifetimes.facts,
  });
  return { madeForKids: status?.madeForKids ?? false };
});
