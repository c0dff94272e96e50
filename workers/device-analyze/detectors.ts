import { createRequire } from 'node:module';
import type { ResultBot, ResultClient, ResultDevice, ResultOs } from 'node-device-detector';
import { UAParser } from 'ua-parser-js';
import { type Beginning, Beginnings, beginningsOf, compared } from './beginnings.js';

// Required, not imported: importing JSON is still experimental in Node 20 and warns at each start.
import crawlerList = require('crawler-user-agents');

const load = createRequire(import.meta.url);

// Its declarations announce a default export but its code assigns module.exports: an import cannot satisfy both.
const DeviceDetector: typeof import('node-device-detector').default = load('node-device-detector');

/** An expression that the detector tries. */
type Expression = Pick<RegExp, 'exec' | 'test'>;

/** A part of the detector: it tries the patterns of its table, each as the expression that this method makes of it. */
interface PatternParser {
  getBaseRegExp(pattern: string): Expression;
}

const { getBaseRegExp: buildExpression }: { getBaseRegExp(pattern: string): RegExp } = load(
  'node-device-detector/parser/helper',
);

/** The beginnings of the user agent in hand: all patterns are tried on one before the next one comes. */
let inHand = { ua: '', beginnings: new Beginnings('') };

function mayBegin(ua: string, beginnings: readonly Beginning[]): boolean {
  if (ua !== inHand.ua) inHand = { ua, beginnings: new Beginnings(ua) };
  return inHand.beginnings.mayHave(beginnings);
}

const expressions = new Map<string, Expression>();

/** The expression of a pattern, built once; their number is bounded by the detector's own tables. */
function expressionOf(pattern: string): Expression {
  const known = expressions.get(pattern);
  if (known) return known;
  const built = quickExpression(buildExpression(pattern), beginningsOf(pattern));
  expressions.set(pattern, built);
  return built;
}

/** An expression that is tried only where the user agent has one of its pattern's beginnings. */
function quickExpression(expression: RegExp, beginnings: readonly Beginning[] | undefined): Expression {
  if (!beginnings) return expression;
  const short = compared(beginnings);
  return {
    exec: (ua) => (mayBegin(ua, short) ? expression.exec(ua) : null),
    test: (ua) => mayBegin(ua, short) && expression.test(ua),
  };
}

const keepingExpressions = (parser: PatternParser): PatternParser =>
  Object.assign(parser, { getBaseRegExp: expressionOf });

/**
 * The detector, which by itself builds a regular expression anew each time it tries one, thousands per call. Keeping
 * them makes a call three times faster, and looking up how their patterns begin another three times.
 */
class QuickDetector extends DeviceDetector {
  override addParseOs(name: string, parser: PatternParser): void {
    super.addParseOs(name, keepingExpressions(parser));
  }

  override addParseClient(name: string, parser: PatternParser): void {
    super.addParseClient(name, keepingExpressions(parser));
  }

  override addParseDevice(name: string, parser: PatternParser): void {
    super.addParseDevice(name, keepingExpressions(parser));
  }

  override addParseVendor(name: string, parser: PatternParser): void {
    super.addParseVendor(name, keepingExpressions(parser));
  }

  override addParseBot(name: string, parser: PatternParser): void {
    super.addParseBot(name, keepingExpressions(parser));
  }
}

const detector = new QuickDetector({
  clientIndexes: true,
  deviceIndexes: true,
  osIndexes: true,
  deviceAliasCode: true,
});

/** An entry of crawler-user-agents that matches a user agent. */
export interface ListedCrawler {
  /** What its pattern matched, and where. */
  readonly text: string;
  readonly at: number;
  readonly tag: string | null;
  readonly url: string | null;
}

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

const crawlers = crawlerList.map(({ pattern, tags, url }) => ({
  pattern: new RegExp(pattern),
  tag: tags?.[0] ?? null,
  url: url ?? null,
}));

/**
 * The entries of crawler-user-agents that match a user agent, the list's order kept. One by one they are found by the names in
 * them; all of them in one expression take twenty times as long.
 */
const crawlersIn = (ua: string): ListedCrawler[] =>
  crawlers.flatMap(({ pattern, tag, url }) => {
    const found = pattern.exec(ua);
    return found ? [{ text: found[0], at: found.index, tag, url }] : [];
  });

/** A library's answer, with null for the empty text and undefined that stand for "no idea". */
export const known = (answer: string | null | undefined): string | null => answer?.trim() || null;
