// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VideoPlatformChannelAuditRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
  /**
   * Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  after?: string;
  /**
   * Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  before?: string;
}

export interface VideoPlatformChannelAuditAnswer {
  /**
   * Weekday (UTC) whose uploads were viewed most on average
   */
  bestUploadDay: string;
  /**
   * Hour whose uploads were viewed most on average, HH:00
   */
  bestUploadHourUTC: string;
  avgVideoLengthSec: number;
  topVideos: {
    id: string;
    title: string;
    views: number;
    len_s: number;
  }[];
  language: string | null;
  country: string | null;
  category: string | null;
  categoryRaw: string | null;
}
