// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface DeviceAnalyzeRequest {
  /**
   * The User-Agent string; by default the calling request's own. Its first 512 characters are analyzed
   */
  ua?: string;
}

export interface DeviceAnalyzeAnswer {
  data: {
    ua_string: string;
    browser: {
      name: string | null;
      version: string | null;
      vendor: string | null;
    };
    engine: {
      name: string | null;
      version: string | null;
    };
    os: {
      name: string | null;
      version: string | null;
    };
    device: {
      type: string | null;
      brand: string | null;
      model: string | null;
    };
    bot: {
      name: string;
      category: string | null;
      url: string | null;
    } | null;
    is_mobile: boolean;
    is_tablet: boolean;
    is_bot: boolean;
    is_desktop: boolean;
  };
  response_code: number;
  response_time_ms: number;
}
