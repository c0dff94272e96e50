import { LARGEST_LIST_REPLY, LONGEST_IGNORED } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { integer, language, list, named, nullable, object, oneOf, optional, text, withDefault } from '../fields.js';
import { found, item } from './video-platform.js';

const searchGroup = group({
  id: 'video-platform/search',
  title: 'Video search',
  summary: 'Videos, channels and playlists of the video platform by words, and suggestions while typing',
  inputStatus: 400,
});

const q = text({ description: 'What to search for', maxLength: 500, missing: errors.missingQ });
const limit = withDefault(integer({ description: '1 to 50; what lies outside is brought inside' }), 25);
const sort = withDefault(
  text({
    description: 'relevance, date, rating, title or viewCount; anything else counts as relevance',
    maxLength: LONGEST_IGNORED,
  }),
  'relevance',
);
const date = (description: string) =>
  optional(
    text({
      minLength: 0,
      maxLength: LONGEST_IGNORED,
      description: `${description}, as YYYY-MM-DD; ignored when it is not a date`,
    }),
  );
const filters = named(
  'VideoSearchFilters',
  object(
    {
      q,
      limit,
      sort,
      published_after: date('Only what was published on or after this day (UTC)'),
      published_before: date('Only what was published before this day (UTC)'),
    },
    { description: 'What is searched for, and how it is sorted' },
  ),
);

export const autocomplete = endpoint(searchGroup, {
  path: '/v1/video-platform/search/autocomplete',
  pool: 'fetch',
  credits: 0.01,
  summary: 'What people search for that begins like this',
  request: object({
    q: text({ minLength: 0, maxLength: 500, description: 'What was typed so far', missing: errors.missingQ }),
    hl: language,
  }),
  response: object({
    data: object({
      query: text({ minLength: 0 }),
      lang: text(),
      suggestions: list(text()),
      cnt_results: integer(),
    }),
  }),
  errors: [errors.missingQ],
  example: { request: { q: 'sour', hl: 'en' } },
});

export const videos = endpoint(searchGroup, {
  path: '/v1/video-platform/search/videos',
  pool: 'fetch',
  credits: 0.006,
  summary: 'Videos that match words',
  request: object(
    { ...filters.properties, duration: withDefault(oneOf(['any', 'short', 'medium', 'long']), 'any') },
    { includes: [filters] },
  ),
  largestReply: LARGEST_LIST_REPLY,
  response: object({
    data: object({
      cnt_results: integer(),
      videos: list(object({ ...found, channelId: text(), durationISO: nullable(text()), views: nullable(integer()) })),
    }),
  }),
  errors: [errors.missingQ],
  example: { request: { q: 'sourdough', limit: 5, sort: 'viewCount' } },
});

export const channels = endpoint(searchGroup, {
  path: '/v1/video-platform/search/channels',
  pool: 'fetch',
  credits: 0.006,
  summary: 'Channels that match words',
  request: filters,
  largestReply: LARGEST_LIST_REPLY,
  response: object({
    data: object({ cnt_results: integer(), channels: list(item) }),
  }),
  errors: [errors.missingQ],
  example: { request: { q: 'kitchen', limit: 5 } },
});

export const playlists = endpoint(searchGroup, {
  path: '/v1/video-platform/search/playlists',
  pool: 'fetch',
  credits: 0.006,
  summary: 'Playlists that match words',
  request: filters,
  largestReply: LARGEST_LIST_REPLY,
  response: object({
    data: object({
      cnt_results: integer(),
      playlists: list(object({ ...found, channelId: text(), items: nullable(integer()) })),
    }),
  }),
  errors: [errors.missingQ],
  example: { request: { q: 'sourdough', limit: 5 } },
});
