// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VideoPlatformChannelSubscribeLinkGeneratorRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelSubscribeLinkGeneratorAnswer {
  url: string;
}
