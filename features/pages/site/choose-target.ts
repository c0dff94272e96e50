import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { DateTime } from 'luxon';
import { ruleDays, type TargetRule } from '../../../shared/contract/hosted-pages/page-fields.js';
import { toNetwork } from '../../../shared/process/network.js';
import type { HostedPage, PageCollections } from '../collections.js';
import { computeKeyedHash } from '../keyed-hash.js';
import { describeVisitor, type Visitor } from '../visits.js';

/** Target of a visitor of a page. */
export interface ChosenTarget {
  /** URL of the redirect; undefined if the page is shown. */
  readonly url: string | undefined;
  /** Name in statistics; undefined for a page that leads all visitors to the same place. */
  readonly name: string | undefined;
}

/**
 * Chooses where a page leads a visitor: to the URL of the first rule that matches, else to that of their phone, else to that of their share,
 * else to the target of the page or the page itself.
 */
export async function chooseTarget(
  { secrets }: Pick<PageCollections, 'secrets'>,
  { _id, target, targets }: Pick<HostedPage, '_id' | 'target' | 'targets'>,
  visitor: Visitor,
  now: Date,
): Promise<ChosenTarget> {
  if (!targets) return { url: target ?? undefined, name: undefined };
  const { rules = [], shares = [], ...phones } = targets;
  const rule = rules.findIndex((one) => matches(one, visitor, now));
  if (rule >= 0) return { url: rules[rule]?.url, name: `rule ${rule + 1}` };
  const platform = detectPlatform(visitor.userAgent);
  if (platform && phones[platform]) return { url: phones[platform], name: platform };
  if (shares.length === 0) return { url: target ?? undefined, name: 'default' };
  const share = pickShare(shares, await drawNumber(secrets, _id, visitor.ip));
  return { url: shares[share]?.url, name: `share ${String.fromCharCode('A'.charCodeAt(0) + share)}` };
}

/** Detects the platform of a phone. A tablet whose user agent is that of a Mac is not detected. */
function detectPlatform(userAgent = ''): 'ios' | 'android' | undefined {
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios';
  return /\bAndroid\b/.test(userAgent) ? 'android' : undefined;
}

/** True if a visitor meets all conditions of a rule. */
function matches(rule: TargetRule, visitor: Visitor, now: Date): boolean {
  const { device, country, language } = describeVisitor(visitor);
  const devices: readonly (string | undefined)[] = [device, detectPlatform(visitor.userAgent)];
  return (
    (!rule.languages || rule.languages.includes(language ?? '')) &&
    (!rule.countries || rule.countries.includes(country ?? '')) &&
    (!rule.devices || rule.devices.some((one) => devices.includes(one))) &&
    isWithin(rule, now)
  );
}

/** True if a moment is on the days and within the times of a rule. A period over midnight belongs to the day on which it begins. */
function isWithin({ days, from = '00:00', until = '24:00', timezone }: TargetRule, now: Date): boolean {
  const there = DateTime.fromJSDate(now, { zone: timezone });
  const isOn = (day: DateTime) => !days || days.some((name) => ruleDays.indexOf(name) === day.weekday - 1);
  const time = there.toFormat('HH:mm');
  if (from < until) return from <= time && time < until && isOn(there);
  return (time >= from && isOn(there)) || (time < until && isOn(there.minus({ days: 1 })));
}

/** Returns the index of the share that a number from 0 to below 1 falls into. */
function pickShare(shares: readonly { weight: number }[], drawn: number): number {
  let left = drawn * shares.reduce((sum, { weight }) => sum + weight, 0);
  const index = shares.findIndex(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return Math.max(0, index);
}

const DRAWS = 2 ** 32;

/** Draws a number from 0 to below 1 that is always the same for a visitor's network and a page: nothing is stored about the visitor. */
async function drawNumber(secrets: PageCollections['secrets'], pageId: number, ip = ''): Promise<number> {
  if (!isIP(ip)) return randomInt(DRAWS) / DRAWS;
  const hash = await computeKeyedHash(secrets, 'client-address-hash', `share|${pageId}|${toNetwork(ip)}`);
  return hash.readUInt32BE() / DRAWS;
}
