import { search as contract } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { handle } from '../../handle.js';
import type { UpstreamContext } from '../../lib/upstream/upstreams.js';
import { lifetimes } from '../../lib/video-platform/data-api.js';
import { type ChannelName, findChannel, readChannelName } from '../../lib/video-platform/find-channel.js';
import { choosePicture } from '../../lib/video-platform/resources.js';
import { type Found, isWithin, publishedIn, search, timeRange } from '../../lib/video-platform/search.js';

export default handle(contract, async ({ query, limit, order, ...dates }, call) => {
  const range = timeRange(dates, call.clock.now());
  const name = readChannelName(query);
  if (name.kind === 'handle') {
    const owner = await findOwner(call, name);
    return owner.filter(({ publishedAt }) => isWithin(range, new Date(publishedAt)));
  }
  const found = await search(call, 'channel', limit, { q: query, order, ...publishedIn(range) });
  return found.map(({ channelId: _, ...channel }) => channel);
});

/** Finds the owner of a handle, for a hundredth of the quota of a search. */
async function findOwner(call: UpstreamContext, name: ChannelName): Promise<Omit<Found, 'channelId'>[]> {
  const owner = await findChannel(call, name, {
    part: ['snippet'],
    fields: 'snippet(title,description,publishedAt,thumbnails)',
    lifetimeMs: lifetimes.facts,
  });
  const { title = '', description = '', publishedAt } = owner?.snippet ?? {};
  return owner && publishedAt ? [{ id: owner.id, title, description, publishedAt, thumb: choosePicture(owner) }] : [];
}
