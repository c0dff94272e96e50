import {
  chartData,
  listMusicFields,
  type MusicAction,
  type MusicField,
} from '../../shared/contract/catalogue/music.js';
import { handle } from '../handle.js';
import { askProvider } from './provider.js';

/** Methods of the provider. */
const methods: Readonly<Record<MusicAction, string>> = {
  search: 'search',
  'get-trends': 'getTrends',
  'get-songs': 'getSongs',
  'get-songs-by-trend': 'getSongsByTrend',
  'get-artists': 'getArtists',
  'get-artist-by-trend': 'getArtistByTrend',
  'get-daily-chart': 'getDailyChart',
  'get-weekly-chart': 'getWeeklyChart',
  'get-monthly-chart': 'getMonthlyChart',
  'get-artist-chart': 'getArtistChart',
  'get-videos': 'getVideos',
};

export default handle(chartData, async (input, call) => {
  const method = methods[input.action];
  const fields = listMusicFields(input.action);
  const query = Object.fromEntries(fields.map((field) => [field, asSent(field, input[field])]));
  const { records, responseCode, errorNumber } = await askProvider(call, method, query);
  return {
    data: records,
    meta: {
      provider: call.config.MUSIC_PROVIDER_NAME,
      upstream_response_code: responseCode,
      upstream_error_number: errorNumber,
      endpoint: method,
    },
  };
});

const lists = new Set<MusicField>(['ids', 'yt_codes', 'charts']);

/** The provider takes text only: yes or no, and lists without spaces. */
function asSent(field: MusicField, value: string | boolean | undefined): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return lists.has(field) ? value?.replaceAll(' ', '') : value;
}
