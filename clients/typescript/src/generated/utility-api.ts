// Made from the catalogue by `npm run generate:client`; changes here are lost.

import { Client } from '../client.js';
import type { CallOptions } from '../options.js';
import { withQuery } from '../transport.js';
import type { AccountAnswer, AccountRequest } from './account/account.js';
import type { CreateTokenAnswer, CreateTokenRequest } from './account/create-token.js';
import type { UsageAnswer, UsageRequest } from './account/usage.js';
import { currency } from './currency/methods.js';
import { deviceAnalyze } from './device-analyze/methods.js';
import type { Endpoints } from './endpoints.js';
import { horoscope } from './horoscope/methods.js';
import { mailchecker } from './mailchecker/methods.js';
import { music } from './music/methods.js';
import { numerology } from './numerology/methods.js';
import { qrCode } from './qr-code/methods.js';
import { qrExperience } from './qr-experience/methods.js';
import { qrScan } from './qr-scan/methods.js';
import { vat } from './vat/methods.js';
import { videoPlatformChannel } from './video-platform-channel/methods.js';
import { videoPlatformGenerate } from './video-platform-generate/methods.js';
import { videoPlatformSearch } from './video-platform-search/methods.js';
import { webSearch } from './web-search/methods.js';

/** The service: every endpoint is a method of its group. */
export class UtilityApi extends Client<Endpoints> {
  /** Calculated zodiac profiles, horoscopes, compatibility, tarot, Chinese zodiac, moon phases and biorhythm. */
  readonly horoscope = horoscope(this.transport);

  /** Pythagorean numbers from a birth date and a full name, each with a written reading. */
  readonly numerology = numerology(this.transport);

  /** Titles, descriptions, tags, scripts and posts for videos and channels. */
  readonly videoPlatformGenerate = videoPlatformGenerate(this.transport);

  /** Facts, videos, playlists, statistics and an audit of channels of the video platform. */
  readonly videoPlatformChannel = videoPlatformChannel(this.transport);

  /** Videos, channels and playlists of the video platform by words, and suggestions while typing. */
  readonly videoPlatformSearch = videoPlatformSearch(this.transport);

  /** QR image rendering. */
  readonly qrCode = qrCode(this.transport);

  /** Hosted mobile pages behind QR codes. */
  readonly qrExperience = qrExperience(this.transport);

  /** Scan and event logging. */
  readonly qrScan = qrScan(this.transport);

  /**
   * Rate an email address by its syntax, its domain and what the DNS says of mail to it, without sending any. 0.005 credits.
   */
  readonly mailchecker = mailchecker(this.transport);

  /**
   * Say what a User-Agent string tells of its browser, system and device. 0.002 credits.
   */
  readonly deviceAnalyze = deviceAnalyze(this.transport);

  /** Query suggestions. */
  readonly webSearch = webSearch(this.transport);

  /**
   * Calculate VAT, or look up the VAT rates and profile of a country. 0.001 credits.
   * country_code is required for country-profile and country-rates.
   */
  readonly vat = vat(this.transport);

  /** Currency list, exchange rates, conversion with a comparison of providers, history. */
  readonly currency = currency(this.transport);

  /** Songs, artists, trends, charts and videos, chosen by an action. */
  readonly music = music(this.transport);

  /** The balance of the account, its purchases with their expiry, and the key that asks. Free. */
  account(request: AccountRequest = {}, options?: CallOptions): Promise<AccountAnswer> {
    return this.transport.ask({ method: 'GET', path: withQuery('/v1/account', request) }, options);
  }

  /** Calls, credits and statuses of the account by day, endpoint or key. Free. */
  usage(request: UsageRequest = {}, options?: CallOptions): Promise<UsageAnswer> {
    return this.transport.ask({ method: 'GET', path: withQuery('/v1/usage', request) }, options);
  }

  /** Get a short-lived token for a browser, with no more rights than the key. Free. */
  createToken(request: CreateTokenRequest = {}, options?: CallOptions): Promise<CreateTokenAnswer> {
    return this.transport.ask({ method: 'POST', path: '/v1/tokens', body: request }, options);
  }
}
