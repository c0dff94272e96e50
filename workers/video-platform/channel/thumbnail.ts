import { thumbnail } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { errors } from '../../../shared/contract/errors.js';
import { handle } from '../../handle.js';
import { lifetimes } from '../../lib/video-platform/data-api.js';
import { channelBy } from '../../lib/video-platform/find-channel.js';
import { choosePicture } from '../../lib/video-platform/resources.js';

export default handle(thumbnail, async ({ channel }, call) => {
  const found = await channelBy(call, channel, {
    part: ['snippet'],
    fields: 'snippet/thumbnails',
    lifetimeMs: lifetimes.facts,
  });
  const url = choosePicture(found);
  if (url === null) throw errors.channelNotFound();
  return { url };
});
