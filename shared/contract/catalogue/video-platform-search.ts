import { LARGEST_LIST_REPLY, LONGEST_IGNORED } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { integer, language, list, named, nullable, object, oneOf, optional, text, withDefault } from '../fields.js';
import { found, item } from './video-platform.js';

const searchGroup = group({
  id: 'video-platform/search',
  title: 'Video search',
  summary: 'Search for videos, channels and playlists on the video platform, with autocomplete',
  inputStatus: 400,
});

const q = text({ description: 'Search phrase', brief: '', maxLength: 500, missing: errors.missingQ });
const limit = withDefault(
  integer({ description: 'Maximum number of results, from 1 to 50; other values are clamped', brief: '' }),
  25,
);
const sort = withDefault(
  text({
    description: 'Sort order: relevance, date, rating, title or viewCount; other values are treated as relevance',
    brief: 'relevance, date, rating, title or viewCount',
    maxLength: LONGEST_IGNORED,
  }),
  'relevance',
);
const date = (description: string) =>
  optional(
    text({
      minLength: 0,
      maxLength: LONGEST_IGNORED,
      description: `${description}, YYYY-MM-DD; ignored if it is not a date`,
      brief: 'YYYY-MM-DD',
    }),
  );
const filters = named(
  'VideoSearchFilters',
  object(
    {
      q,
      limit,
      sort,
      published_after: date('Only items published on or after this day (UTC)'),
      published_before: date('Only items published before this day (UTC)'),
    },
    { description: 'Search phrase, sort order and filters' },
  ),
);

export const autocomplete = endpoint(searchGroup, {
  path: '/v1/video-platform/search/autocomplete',
  pool: 'fetch',
  credits: 0.01,
  summary: 'Suggests searches that begin with a phrase',
  request: object({
    q: text({ minLength: 0, maxLength: 500, description: 'Beginning of a search phrase', missing: errors.missingQ }),
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
  keywords: ['clips'],
  pool: 'fetch',
  credits: 0.006,
  summary: 'Finds videos that match a phrase',
  request: object(
    {
      ...filters.properties,
      duration: withDefault(
        oneOf(['any', 'short', 'medium', 'long'], { description: 'Length of the videos', brief: '' }),
        'any',
      ),
    },
    { includes: [filters] },
  ),
  largestReply: LARGEST_LIST_REPLY,
  response: object({
    data: object({
      cnt_results: integer(),
      videos: list(
        object({
          ...found,
          channelId: text(),
          durationISO: nullable(text({ description: 'Length as an ISO 8601 duration' })),
          views: nullable(integer()),
        }),
      ),
    }),
  }),
  errors: [errors.missingQ],
  example: { request: { q: 'sourdough', limit: 5, sort: 'viewCount' } },
});

export const channels = endpoint(searchGroup, {
  path: '/v1/video-platform/search/channels',
  pool: 'fetch',
  credits: 0.006,
  summary: 'Finds channels that match a phrase',
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
  summary: 'Finds playlists that match a phrase',
  request: filters,
  largestReply: LARGEST_LIST_REPLY,
  response: object({
    data: object({
      cnt_results: integer(),
      playlists: list(
        object({ ...found, channelId: text(), items: nullable(integer({ description: 'Number of videos' })) }),
      ),
    }),
  }),
  errors: [errors.missingQ],
  example: { request: { q: 'sourdough', limit: 5 } },
});
