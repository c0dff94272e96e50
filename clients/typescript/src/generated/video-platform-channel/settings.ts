// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VideoPlatformChannelSettingsRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelSettingsAnswer {
  defaultLang: string | null;
  country: string | null;
  showRelatedChannels: boolean;
  /**
   * Items: Id of a channel
   */
  featuredChannels: string[];
}
