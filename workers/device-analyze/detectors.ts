import { createRequire } from 'node:module';
import type { ResultBot, ResultClient, ResultDevice, ResultOs } from 'node-device-detector';
import { UAParser } from 'ua-parser-js';
import { crawlersIn, type ListedCrawler } from './bot-lists.js';

const load = createRequire(import.meta.url);

/**
 * The detector builds a regular expression anew each time it tries one, thousands per call. Remembering them makes
 * a call three times faster; their number is bounded by the detector's own tables.
 */
const Parser: { prototype: { getBaseRegExp(source: string): RegExp } } = load(
  'node-device-detector/parser/abstract-parser',
);
const patterns = new Map<string, RegExp>();
const buildPattern = Parser.prototype.getBaseRegExp;
Parser.prototype.getBaseRegExp = (source) => {
  const known = patterns.get(source);
  if (known) return known;
  const built = buildPattern(source);
  patterns.set(source, built);
  return built;
};

// Its declarations announce a default export but its code assigns module.exports: an import cannot satisfy both.
const DeviceDetector: typeof import('node-device-detector').default = load('node-device-detector');
const detector = new DeviceDetector({
  clientIndexes: true,
  deviceIndexes: true,
  osIndexes: true,
  deviceAliasCode: true,
});

/** What the libraries and lists say of one user agent, to be weighed against each other. */
export interface Readings {
  readonly ua: string;
  /** node-device-detector. A field it knows nothing of is an empty text or absent. */
  readonly detected: { os: Partial<ResultOs>; client: Partial<ResultClient>; device: ResultDevice };
  /** The bot that node-device-detector's list has it for. */
  readonly detectedBot: Partial<ResultBot>;
  readonly crawlers: readonly ListedCrawler[];
  /** ua-parser-js. */
  readonly parsed: Omit<UAParser.IResult, 'ua' | 'cpu'>;
}

/** Words that tell of a system or a device: without one, a bot's user agent has nothing of them to be read. */
const deviceWord = /Windows|Mac OS|Linux|Android|iP(?:hone|ad|od)|X11|CrOS|Darwin|BlackBerry|Symbian|MIDP|DoCoMo|TV\b/;

/** Reads a user agent with all of them; of a listed bot only what it claims to run on, if anything. */
export function readAgent(ua: string): Readings {
  const detectedBot: Partial<ResultBot> = detector.parseBot(ua);
  const crawlers = crawlersIn(ua);
  const isListed = detectedBot.name !== undefined || crawlers.length > 0;
  return {
    ua,
    detected: isListed && !deviceWord.test(ua) ? nothing : detect(ua),
    detectedBot,
    crawlers,
    parsed: new UAParser(ua).getResult(),
  };
}

const nothing: Readings['detected'] = { os: {}, client: {}, device: { id: '', type: '', brand: '', model: '' } };

function detect(ua: string): Readings['detected'] {
  const os = detector.parseOs(ua);
  const client = detector.parseClient(ua);
  const device = appleDevice(ua) ?? detector.parseDevice(ua);
  return { os, client, device: { ...device, ...detector.parseDeviceType(ua, os, client, device) } };
}

/**
 * The device of a user agent that says no more of it than "a Mac" or "an iPhone", as most of Apple's do. The detector
 * would try the patterns of all its two thousand brands first.
 */
function appleDevice(ua: string): ResultDevice | undefined {
  const [, product] = /^Mozilla\/5\.0 \((Macintosh|iPhone|iPad|iPod)\b/.exec(ua) ?? [];
  const isMac = product === 'Macintosh';
  if (product === undefined || /\bi(?:Phone|Pad|Pod)\d/.test(ua) || (isMac && /\b(?:Silk|iPhone)\b/.test(ua))) {
    return undefined;
  }
  const type = { Macintosh: '', iPhone: 'smartphone', iPad: 'tablet', iPod: 'portable media player' }[product] ?? '';
  return { id: 'AP', brand: 'Apple', model: isMac ? '' : product, type };
}
