import { regionRestrictions } from '../../../shared/catalogue/video-platform-channel.js';
import { handle } from '../../handle.js';
import { lifetimes } from '../../tools/video-platform/data-api.js';
import { channelBy } from '../../tools/video-platform/find-channel.js';

export default handle(regionRestrictions, async ({ channel }, call) => {
  const { status } = await channelBy(call, channel, {
    part: ['status'],
    fields: 'status/madeForKids',
    lifetimeMs: lifetimes.facts,
  });
  return { madeForKids: status?.madeForKids ?? false };
});
