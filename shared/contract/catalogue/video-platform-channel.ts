import { LARGEST_LIST_REPLY, LONGEST_WORD } from '../bounds.js';
import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { flag, instant, integer, list, nullable, object, oneOf, optional, Type, text, withDefault } from '../fields.js';
import { datesAreInOrder, item } from './video-platform.js';

const channelGroup = group({
  id: 'video-platform/channel',
  title: 'Channel data',
  summary: 'Facts, videos, playlists, statistics and audits of channels on the video platform',
});

const channel = text({
  description: 'Channel: its id (starts with UC), handle, custom name or URL',
  brief: 'Id, @handle or URL',
  maxLength: 300,
  missing: errors.missingChannel,
});
const query = (description: string, brief: string) =>
  text({ description, brief, maxLength: 300, missing: errors.missingQuery });
const limit = (fallback: number) =>
  withDefault(
    integer({
      minimum: 1,
      maximum: 50,
      invalid: errors.invalidLimit,
      description: 'Maximum number of results',
      brief: 'At most 50',
    }),
    fallback,
  );
const date = (description: string) =>
  optional(
    text({
      maxLength: LONGEST_WORD,
      tooLong: errors.invalidDates,
      description: `${description}; RFC 3339, or YYYY-MM-DD for the start of a day (UTC)`,
      brief: 'YYYY-MM-DD',
    }),
  );
const after = date('Only items published at or after this time');
const before = date('Only items published before this time');
const period = optional(
  oneOf(['today', 'week', 'month', 'year'], {
    description: 'Only items published within the last day, week, month or year; after and before override it',
    brief: '',
  }),
);
const contentOrders = ['date', 'relevance', 'rating', 'viewCount', 'title', 'videoCount'] as const;

const unresolved = [errors.missingChannel, errors.channelUnresolved];

/** Common parts of the endpoints whose only field is the channel. */
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
  summary: 'Returns the title, description, keywords, topics and country of a channel',
  response: object({
    id: text(),
    title: text({ minLength: 0 }),
    description: text({ minLength: 0 }),
    keywords: text({ minLength: 0 }),
    topicCats: list(text(), { description: 'Names of the topics' }),
    topicCatsRaw: list(text(), { description: 'Topics as the platform sends them' }),
    country: nullable(text()),
  }),
});

export const videos = endpoint(channelGroup, {
  path: '/v1/video-platform/channel/videos',
  keywords: ['latest', 'uploads'],
  pool: 'fetch',
  credits: 0.009,
  summary: 'Lists the videos of a channel',
  request: object({
    channel,
    limit: limit(50),
    order: withDefault(
      oneOf(contentOrders, { invalid: errors.invalidOrder, description: 'Sort order', brief: '' }),
      'date',
    ),
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
  summary: 'Lists the playlists of a channel',
  request: object({
    channel,
    limit: limit(50),
    order: withDefault(
      oneOf(['date', 'videos', 'title'], { invalid: errors.invalidOrder, description: 'Sort order', brief: '' }),
      'date',
    ),
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
  summary: 'Finds the id of a channel by its handle or name',
  request: object({ query: query('Handle or name of the channel', 'Handle or name') }),
  response: object({ channel_id: text() }),
  errors: [errors.missingQuery, errors.channelNotFound],
  example: { request: { query: '@copper-kettle-kitchen' } },
});

export const thumbnail = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/thumbnail',
  keywords: ['logo', 'avatar', 'picture'],
  credits: 0.001,
  summary: 'Returns the URL of the picture of a channel',
  response: object({ url: text() }),
});

export const regionRestrictions = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/region-restrictions',
  keywords: ['kids', 'children'],
  credits: 0.003,
  summary: 'Returns whether a channel is made for kids',
  response: object({ madeForKids: flag() }),
});

export const settings = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/settings',
  credits: 0.005,
  summary: 'Returns the language, country and featured channels of a channel',
  response: object({
    defaultLang: nullable(text()),
    country: nullable(text()),
    showRelatedChannels: flag(),
    featuredChannels: list(text({ description: 'Channel id' })),
  }),
});

export const statistics = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/statistics',
  keywords: ['subscriber', 'count', 'followers'],
  credits: 0.007,
  summary: 'Returns the numbers of subscribers, views and videos of a channel',
  response: object({
    subscribers: integer({ description: 'Number of subscribers; 0 if hidden' }),
    views: integer(),
    videos: integer(),
    hiddenSubs: flag({ description: 'True if the number of subscribers is hidden' }),
  }),
});

export const subscribeLinkGenerator = endpoint(channelGroup, {
  ...ofChannel,
  path: '/v1/video-platform/channel/subscribe-link-generator',
  credits: 0.001,
  summary: 'Creates a link that invites people to subscribe to a channel',
  response: object({ url: Type.String({ format: 'uri' }) }),
});

export const search = endpoint(channelGroup, {
  path: '/v1/video-platform/channel/search',
  pool: 'fetch',
  credits: 0.009,
  summary: 'Finds channels by keywords or handle',
  request: object({
    query: query('Keywords, or a handle that starts with @', 'Keywords or @handle'),
    limit: limit(10),
    order: withDefault(
      oneOf(['relevance', 'date', 'rating', 'viewCount', 'title', 'videoCount'], {
        invalid: errors.invalidOrder,
        description: 'Sort order',
        brief: '',
      }),
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
  keywords: ['analysis', 'best', 'time'],
  pool: 'fetch',
  credits: 0.01,
  summary: 'Analyzes the recent uploads of a channel: best day and hour, average length and top videos',
  request: object({ channel, after, before }),
  rules: [datesAreInOrder],
  response: object({
    bestUploadDay: text({ description: 'Weekday (UTC) with the most views per upload on average' }),
    bestUploadHourUTC: text({ description: 'Hour with the most views per upload on average, HH:00' }),
    avgVideoLengthSec: integer({ description: 'Average video length in seconds' }),
    topVideos: list(
      object({
        id: text(),
        title: text({ minLength: 0 }),
        views: integer(),
        len_s: integer({ description: 'Length in seconds' }),
      }),
    ),
    language: nullable(text()),
    country: nullable(text()),
    category: nullable(text()),
    categoryRaw: nullable(text()),
  }),
  errors: [...unresolved, errors.invalidDates, errors.noRecentVideos],
  example: { request: { channel: '@copper-kettle-kitchen' } },
});
