import { findId } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { errors } from '../../../shared/contract/errors.js';
import { handle } from '../../handle.js';
import { channelIdLike } from '../../lib/video-platform/find-channel.js';

export default handle(findId, async ({ query }, call) => {
  const channel_id = await channelIdLike(call, query);
  if (channel_id === undefined) throw errors.channelNotFound();
  return { channel_id };
});
