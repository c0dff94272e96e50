/**
 * Compares each library of user agents with the analysis that combines them. `node dist/bench/device-analyze.js` prints for each the
 * share of real visitors with the right kind of device, of people taken for bots, of detected bots, and the time of one user agent
 * (median and 99th percentile).
 */
import { createRequire } from 'node:module';
import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { bots, visits } from '../test/references/user-agents/corpora.js';
import { analyse } from '../workers/device-analyze/analyse.js';

interface Contender {
  kind(ua: string): string | null;
  isBot(ua: string): boolean;
}

const load = createRequire(import.meta.url);
const DeviceDetector: typeof import('node-device-detector').default = load('node-device-detector');
const detector = new DeviceDetector({ clientIndexes: true, deviceIndexes: true, osIndexes: true });
const handheld = new Set(['smartphone', 'feature phone', 'phablet']);

const contenders: Record<string, Contender> = {
  'ua-parser-js and isbot': {
    kind: (ua) => new UAParser(ua).getResult().device.type ?? 'desktop',
    isBot: (ua) => isbot(ua),
  },
  'node-device-detector': {
    kind(ua) {
      const { type } = detector.detect(ua).device;
      return handheld.has(type) ? 'mobile' : type;
    },
    isBot: (ua) => 'name' in detector.parseBot(ua),
  },
  'this analysis': {
    kind: (ua) => analyse(ua).device.type,
    isBot: (ua) => analyse(ua).is_bot,
  },
};

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;

function measure({ kind, isBot }: Contender): Record<string, string> {
  const everyBot = Object.values(bots).flat();
  const right = visits.filter(({ ua, deviceCategory }) => kind(ua) === deviceCategory).length;
  const calledBots = visits.filter(({ ua }) => isBot(ua)).length;
  const found = everyBot.filter(isBot).length;
  const times = visits
    // Another digit in the last version: parsed alike, but not cached.
    .map(({ ua }) => ua.replace(/(\d)(\D*)$/, '$19$2'))
    .map((ua) => {
      const started = performance.now();
      kind(ua);
      isBot(ua);
      return performance.now() - started;
    })
    .sort((a, b) => a - b);
  const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(2)} ms`;
  return {
    'device right': percent(right, visits.length),
    'people called bots': percent(calledBots, visits.length),
    'bots found': percent(found, everyBot.length),
    median: at(0.5),
    p99: at(0.99),
  };
}

console.table(Object.fromEntries(Object.entries(contenders).map(([name, contender]) => [name, measure(contender)])));
