import { thumbnail } from '../../../shared/catalogue/video-platform-channel.js';
import { errors } from '../../../shared/errors.js';
import { handle } from '../../handle.js';
import { lifetimes } from '../../tools/video-platform/data-api.js';
import { channelBy } from '../../tools/video-platform/find-channel.js';
import { pictureOf } from '../../tools/video-platform/shapes.js';

export default handle(thumbnail, async ({ channel }, call) => {
  const found = await channelBy(call, channel, {
    part: ['snippet'],
    fields: 'snippet/thumbnails',
    lifetimeMs: lifetimes.facts,
  });
  const url = pictureOf(found);
  if (url === null) throw errors.channelNotFound();
  return { url };
});
