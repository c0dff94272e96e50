// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VideoPlatformChannelFindIdRequest {
  /**
   * Handle or name of the channel
   */
  query: string;
}

export interface VideoPlatformChannelFindIdAnswer {
  channel_id: string;
}
