// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface MusicChartDataRequest {
  action:
    | 'search'
    | 'get-trends'
    | 'get-songs'
    | 'get-songs-by-trend'
    | 'get-artists'
    | 'get-artist-by-trend'
    | 'get-daily-chart'
    | 'get-weekly-chart'
    | 'get-monthly-chart'
    | 'get-artist-chart'
    | 'get-videos';
  /**
   * search: song or artist, about 20 characters
   */
  keyword?: string;
  /**
   * Comma-separated ids of songs, artists or trends
   */
  ids?: string;
  /**
   * Id of a trend (country or region)
   */
  trend?: string;
  /**
   * Day of the chart
   */
  day?: string;
  /**
   * get-videos: comma-separated video codes
   */
  yt_codes?: string;
  /**
   * Comma-separated charts to include: daily, weekly, monthly, artists
   */
  charts?: string;
  /**
   * Whether to include statistics: yes or no
   */
  stats?: boolean;
  /**
   * Whether to include an artist's songs: yes or no
   */
  songs?: boolean;
  /**
   * Whether to include a video's statistics by day: yes or no
   */
  dailyStats?: boolean;
}

export interface MusicChartDataAnswer {
  data: {
    [k: string]: unknown;
  }[];
  meta: {
    provider: string;
    upstream_response_code: number;
    upstream_error_number: number | null;
    /**
     * Name of the provider's method that was called
     */
    endpoint: string;
  };
}
