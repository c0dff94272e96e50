// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VideoPlatformChannelPlaylistsRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
  limit?: number;
  order?: 'date' | 'videos' | 'title';
  /**
   * Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  after?: string;
  /**
   * Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  before?: string;
}

export interface VideoPlatformChannelPlaylistsAnswer {
  playlists: {
    id: string;
    title: string;
    description: string;
    video_count: number;
    published_at: string;
  }[];
}
