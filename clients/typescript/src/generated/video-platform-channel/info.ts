// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VideoPlatformChannelInfoRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelInfoAnswer {
  id: string;
  title: string;
  description: string;
  keywords: string;
  topicCats: string[];
  topicCatsRaw: string[];
  country: string | null;
}
