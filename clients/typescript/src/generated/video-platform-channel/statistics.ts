// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VideoPlatformChannelStatisticsRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelStatisticsAnswer {
  /**
   * 0 when hidden
   */
  subscribers: number;
  views: number;
  videos: number;
  hiddenSubs: boolean;
}
