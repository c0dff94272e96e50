import { LARGEST_LIST_REPLY, LONGEST_WORD } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { flag, instant, integer, list, nullable, object, oneOf, optional, Type, text, withDefault } from '../fields.js';
import { datesAreInOrder, item } from './video-platform.js';

const channelGroup = group({
  id: 'video-platform/channel',
  title: 'Channel data',
  summary: 'Facts, videos, playlists, statistics and an audit of channels of the video platform',
});

const channel = text({
  description: 'Channel id starting with UC, handle, vanity name, or URL of the channel',
  maxLength: 300,
  missing: errors.missingChannel,
});
const query = (description: string) => text({ description, maxLength: 300, missing: errors.missingQuery });
const limit = (fallback: number) =>
  withDefault(integer({ minimum: 1, maximum: 50, invalid: errors.invalidLimit }), fallback);
const date = (description: string) =>
  optional(
    text({
      maxLength: LONGEST_WORD,
      tooLong: errors.invalidDates,
      description: `${description}; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)`,
    }),
  );
const after = date('Only what was published at or after this');
const before = date('Only what was published before this');
const period = optional(
  oneOf(['today', 'week', 'month', 'year'], {
    description: 'Only what was published in this time up to now; after and before override it',
  }),
);
const contentOrders = ['date', 'relevance', 'rating', 'viewCount', 'title', 'videoCount'] as const;

const unresolved = [errors.missingChannel, errors.channelUnresolved];

/** What the questions about one channel have in common that ask for nothing else. */
const ofChannel = {
  pool: 'fetch',
  request: object({ channel }),
  errors: unresolved,
  example: { request: { channel: '@copper-kettle-kitchen' } },
} as const;

export const info = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/info',
  credits: 0.005,
  summary: 'Title, description, keywords, topics and country of a channel',
  response: object({
    id: text(),
    title: text({ minLength: 0 }),
    description: text({ minLength: 0 }),
    keywords: text({ minLength: 0 }),
    topicCats: list(text()),
    topicCatsRaw: list(text()),
    country: nullable(text()),
  }),
});

export const videos = endpoint(channelGroup, {
  path: '/v1/video-platform/channel/videos',
  pool: 'fetch',
  credits: 0.009,
  summary: 'Videos of a channel',
  request: object({
    channel,
    limit: limit(50),
    order: withDefault(oneOf(contentOrders, { invalid: errors.invalidOrder }), 'date'),
    period,
    after,
    before,
  }),
  rules: [datesAreInOrder],
  largestReply: LARGEST_LIST_REPLY,
  response: list(item),
  errors: [...unresolved, errors.invalidLimit, errors.invalidOrder, errors.invalidDates],
  example: { request: { channel: '@copper-kettle-kitchen', limit: 5 } },
});

export const playlists = endpoint(channelGroup, {
  path: '/v1/video-platform/channel/playlists',
  pool: 'fetch',
  credits: 0.009,
  summary: 'Playlists of a channel',
  request: object({
    channel,
    limit: limit(50),
    order: withDefault(oneOf(['date', 'videos', 'title'], { invalid: errors.invalidOrder }), 'date'),
    after,
    before,
  }),
  rules: [datesAreInOrder],
  largestReply: LARGEST_LIST_REPLY,
  response: object({
    playlists: list(
      object({
        id: text(),
        title: text({ minLength: 0 }),
        description: text({ minLength: 0 }),
        video_count: integer(),
        published_at: instant(),
      }),
    ),
  }),
  errors: [...unresolved, errors.invalidLimit, errors.invalidOrder, errors.invalidDates],
  example: { request: { channel: '@copper-kettle-kitchen', order: 'videos' } },
});

export const findId = endpoint(channelGroup, {
  path: '/v1/video-platform/channel/find-id',
  pool: 'fetch',
  credits: 0.001,
  summary: 'The id of a channel, from its handle or name',
  request: object({ query: query('Handle or name of the channel') }),
  response: object({ channel_id: text() }),
  errors: [errors.missingQuery, errors.channelNotFound],
  example: { request: { query: '@copper-kettle-kitchen' } },
});

export const thumbnail = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/thumbnail',
  credits: 0.001,
  summary: 'The picture of a channel',
  response: object({ url: text() }),
});

export const regionRestrictions = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/region-restrictions',
  credits: 0.003,
  summary: 'Whether a channel is made for kids',
  response: object({ madeForKids: flag() }),
});

export const settings = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/settings',
  credits: 0.005,
  summary: 'Language, country and featured channels of a channel',
  response: object({
    defaultLang: nullable(text()),
    country: nullable(text()),
    showRelatedChannels: flag(),
    featuredChannels: list(text({ description: 'Id of a channel' })),
  }),
});

export const statistics = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/statistics',
  credits: 0.007,
  summary: 'Subscribers, views and number of videos of a channel',
  response: object({
    subscribers: integer({ description: '0 when hidden' }),
    views: integer(),
    videos: integer(),
    hiddenSubs: flag(),
  }),
});

export const subscribeLinkGenerator = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/subscribe-link-generator',
  credits: 0.001,
  summary: 'A link that asks whoever opens it to subscribe to a channel',
  response: object({ url: Type.String({ format: 'uri' }) }),
});

export const search = endpoint(channelGroup, {
  path: '/v1/video-platform/channel/search',
  pool: 'fetch',
  credits: 0.009,
  summary: 'Channels that match keywords or a handle',
  request: object({
    query: query('Keywords, or a handle beginning with @'),
    limit: limit(10),
    order: withDefault(
      oneOf(['relevance', 'date', 'rating', 'viewCount', 'title', 'videoCount'], { invalid: errors.invalidOrder }),
      'relevance',
    ),
    period,
    after,
    before,
  }),
  rules: [datesAreInOrder],
  largestReply: LARGEST_LIST_REPLY,
  response: list(item),
  errors: [errors.missingQuery, errors.invalidLimit, errors.invalidOrder, errors.invalidDates],
  example: { request: { query: 'kitchen', limit: 5 } },
});

export const audit = endpoint(channelGroup, {
  path: '/v1/video-platform/channel/audit',
  pool: 'fetch',
  credits: 0.01,
  summary: 'When a channel uploads best, how long its videos are and which do best',
  request: object({ channel, after, before }),
  rules: [datesAreInOrder],
  response: object({
    bestUploadDay: text({ description: 'Weekday (UTC) whose uploads were viewed most on average' }),
    bestUploadHourUTC: text({ description: 'Hour whose uploads were viewed most on average, HH:00' }),
    avgVideoLengthSec: integer(),
    topVideos: list(object({ id: text(), title: text({ minLength: 0 }), views: integer(), len_s: integer() })),
    language: nullable(text()),
    country: nullable(text()),
    category: nullable(text()),
    categoryRaw: nullable(text()),
  }),
  errors: [...unresolved, errors.invalidDates, errors.noRecentVideos],
  example: { request: { channel: '@copper-kettle-kitchen' } },
});
