import { LARGEST_LIST_REPLY } from '../bounds.js';
import { endpoint, group, type Rule } from '../endpoint.js';
import { errors } from '../errors.js';
import { day, flag, integer, list, nullable, object, oneOf, optional, record, Type, text } from '../fields.js';

const musicGroup = group({
  id: 'music',
  title: 'Music charts',
  summary: 'Songs, artists, trends, charts and videos of the music charts',
  ratePerSecond: 10,
});

/** Required and optional fields of each action. */
const fieldsByAction = {
  search: { required: ['keyword'], optional: [] },
  'get-trends': { required: [], optional: ['ids'] },
  'get-songs': { required: ['ids'], optional: ['stats', 'charts'] },
  'get-songs-by-trend': { required: ['trend', 'day'], optional: ['stats', 'charts'] },
  'get-artists': { required: ['ids'], optional: ['stats', 'charts', 'songs'] },
  'get-artist-by-trend': { required: ['trend', 'day'], optional: ['stats', 'charts', 'songs'] },
  'get-daily-chart': { required: ['trend', 'day'], optional: [] },
  'get-weekly-chart': { required: ['trend', 'day'], optional: [] },
  'get-monthly-chart': { required: ['trend', 'day'], optional: [] },
  'get-artist-chart': { required: ['trend', 'day'], optional: [] },
  'get-videos': { required: ['yt_codes'], optional: ['charts', 'dailyStats', 'day'] },
} as const satisfies Record<string, { required: readonly MusicField[]; optional: readonly MusicField[] }>;

export type MusicField = 'keyword' | 'ids' | 'trend' | 'day' | 'yt_codes' | 'stats' | 'charts' | 'songs' | 'dailyStats';
export type MusicAction = keyof typeof fieldsByAction;

export const musicActions = Object.keys(fieldsByAction) as [MusicAction, ...MusicAction[]];

/** Fields that an action reads; others are ignored. */
export const listMusicFields = (action: MusicAction): readonly MusicField[] => [
  ...fieldsByAction[action].required,
  ...fieldsByAction[action].optional,
];

const idList = (description: string, brief: string) =>
  text({
    description,
    brief,
    pattern: '^\\d{1,16}( *, *\\d{1,16})*$',
    shape: 'a comma-separated list of ids',
    maxLength: 2_000,
  });
const yesOrNo = (description: string) => optional(flag({ description: `${description}: yes or no`, advanced: true }));

const actionHasItsFields: Rule<{ action: MusicAction } & { [Field in MusicField]?: unknown }> = {
  describe: 'Each action has its own required fields',
  requires: Object.entries(fieldsByAction).flatMap(([action, { required: fields }]) =>
    fields.length === 0 ? [] : [{ when: { action }, fields }],
  ),
  brief:
    'search needs keyword; get-songs and get-artists ids; get-videos yt_codes; …-by-trend and …-chart a trend (id from get-trends) and day',
  check(input) {
    const field = fieldsByAction[input.action].required.find((name) => input[name] === undefined);
    return field && errors.musicFieldRequired({ field, action: input.action });
  },
};

const exampleValues = { keyword: 'river', ids: '1', trend: '1', day: '2026-01-05', yt_codes: 'dQw4w9WgXcQ' };

/** Returns an example request of an action, with its required fields. */
const createExample = (action: MusicAction) => ({
  action,
  ...Object.fromEntries(fieldsByAction[action].required.map((field) => [field, exampleValues[field]])),
});

export const chartData = endpoint(musicGroup, {
  path: '/v1/music/chart-data',
  keywords: ['song', 'hit', 'top', 'popular', 'singer'],
  aliases: ['/v1/music-chart-data'],
  pool: 'fetch',
  credits: 0.01,
  summary:
    'Returns songs, artists, trends, charts or videos from the music charts of many countries, depending on action',
  request: object({
    action: oneOf(musicActions, { description: 'Data to return; each action has its own fields', brief: '' }),
    keyword: optional(
      text({
        description: 'Song or artist, for search; about 20 characters work best',
        brief: 'Song or artist',
        maxLength: 100,
      }),
    ),
    ids: optional(idList('Comma-separated ids of songs, artists or trends', 'Comma-separated')),
    trend: optional(
      text({
        description: 'Id of a trend (country or region)',
        brief: 'Id of a country or region',
        pattern: '^\\d{1,12}$',
        shape: 'the id of a trend',
      }),
    ),
    day: optional(day({ description: 'Day of the chart', brief: '' })),
    yt_codes: optional(
      text({
        description: 'Comma-separated video codes, for get-videos',
        brief: 'Comma-separated video codes',
        pattern: '^[\\w-]{1,20}( *, *[\\w-]{1,20})*$',
        shape: 'a comma-separated list of video codes',
        maxLength: 2_000,
      }),
    ),
    charts: optional(
      text({
        description: 'Comma-separated charts to include: daily, weekly, monthly, artists',
        advanced: true,
        pattern: '^ *(daily|weekly|monthly|artists)( *, *(daily|weekly|monthly|artists))* *$',
        shape: 'a comma-separated list of daily, weekly, monthly, artists',
        maxLength: 100,
      }),
    ),
    stats: yesOrNo('Include statistics'),
    songs: yesOrNo("Include the artist's songs"),
    dailyStats: yesOrNo("Include the video's daily statistics"),
  }),
  rules: [actionHasItsFields],
  largestReply: LARGEST_LIST_REPLY,
  response: object({
    data: list(record(Type.Unknown())),
    meta: object({
      provider: text({ description: 'Name of the data provider' }),
      upstream_response_code: integer({ description: 'Status of the provider’s response' }),
      upstream_error_number: nullable(integer({ description: 'Error number of the provider' })),
      endpoint: text({ description: "Name of the provider's method" }),
    }),
  }),
  errors: [errors.musicFieldRequired, errors.musicDenied, errors.upstreamUnavailable],
  example: {
    request: { action: 'search', keyword: 'river' },
    otherActions: musicActions.flatMap((action) => (action === 'search' ? [] : [createExample(action)])),
  },
});
