import { equal, ok } from 'node:assert/strict';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import {
  bots,
  bowser,
  type Labelled,
  type SecondOpinion,
  secondOpinion,
  visits,
} from '../../test/references/user-agents/corpora.js';
import { type Analysis, analyse as analyseAnew } from './analyse.js';

const analysed = new Map<string, Analysis>();

/** The analysis of a user agent; that of each is compared in several tests, and takes some milliseconds. */
function analyse(ua: string): Analysis {
  const analysis = analysed.get(ua) ?? analyseAnew(ua);
  analysed.set(ua, analysis);
  return analysis;
}

/** Bowser's names for what we call otherwise. */
const synonyms = new Map([
  ['Amazon Silk', 'Silk'],
  ['Microsoft Edge', 'Edge'],
  ['Google Search', 'Google App'],
  ['BlackBerry', 'BlackBerry Browser'],
  ['WebOS Browser', 'webOS Browser'],
  ['Tizen', 'Tizen Browser'],
  ['Sailfish', 'Sailfish Browser'],
  ['Epiphany', 'GNOME Web'],
  ['Samsung Internet for Android', 'Samsung Internet'],
  ['NAVER Whale Browser', 'Whale Browser'],
  ['MZ Browser', 'Meizu Browser'],
  ['Focus', 'Firefox Focus'],
  ['Miui', 'Mi Browser'],
  ['HeyTap Browser', 'HeyTapBrowser'],
  ['Bada', 'Dolfin'],
  ['PlayStation 4', 'PlayStation Browser'],
  ['Roku', 'Roku Browser'],
]);

/** Distinctions that Bowser does not make: our finer name, and the coarser name of Bowser that it agrees with. */
const finerBrowsers = new Map([
  ['Chrome WebView', 'Chrome'],
  ['Huawei Browser', 'Chrome'],
  ['Roku Browser', 'Chrome'],
  ['Safari WebView', 'Safari'],
  ['Facebook', 'Safari'],
  ['Iceweasel', 'Firefox'],
  ['Opera Mini', 'Opera'],
  ['Sogou Explorer', 'Sogou Browser'],
  ['Sogou Mobile Browser', 'Sogou Browser'],
]);
const finerSystems = new Map([
  ['Ubuntu', 'Linux'],
  ['Debian', 'Linux'],
  ['Sailfish OS', 'Linux'],
  ['Orsay', 'Linux'],
  ['iPadOS', 'iOS'],
  ['Fire OS', 'Android'],
  ['Xbox', 'Windows'],
  ['Roku OS', 'Roku'],
  ['PlayStation', 'PlayStation 4'],
  ['BlackBerry OS', 'BlackBerry'],
  ['BlackBerry Tablet OS', 'BlackBerry'],
]);

const plain = (name: string | null | undefined) => (name ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const same = (wanted: string, got: string | null, finer = new Map<string, string>()) =>
  plain(wanted) === plain(got) || plain(wanted) === plain(finer.get(got ?? ''));

/** Every nth item of a list by default, all of them nightly: reading a visitor takes 3 ms, and a bot longer. */
const some = <T>(all: readonly T[], each: number) =>
  nightlyOrDaily(
    all,
    all.filter((_, at) => at % each === 0),
  );

/** The share of labels that the analysis agrees with, and the ones that it does not. */
function agreement(label: (row: Labelled) => string, agrees: (wanted: string, got: Analysis, ua: string) => boolean) {
  const rows = some(bowser, 2).filter((row) => row.type !== 'bot' && label(row) !== '');
  const wrong = rows.filter((row) => !agrees(label(row), analyse(row.ua), row.ua));
  const share = 1 - wrong.length / rows.length;
  return {
    share,
    report: `${(share * 100).toFixed(1)} % of ${rows.length}; not: ${wrong.map((row) => row.ua).join('\n')}`,
  };
}

describe("device-analyze: agreement with Bowser's labelled user agents", () => {
  it('agrees on the browser in at least 97 %', () => {
    const { share, report } = agreement(
      ({ browser }) => synonyms.get(browser) ?? browser,
      (wanted, got) => same(wanted, got.browser.name, finerBrowsers),
    );
    ok(share >= 0.97, report);
  });

  it('agrees on the operating system in at least 97 %', () => {
    const { share, report } = agreement(
      ({ os }) => os,
      (wanted, got) => same(wanted, got.os.name, finerSystems),
    );
    ok(share >= 0.97, report);
  });

  it('agrees on the kind of device in at least 97 %', () => {
    const { share, report } = agreement(
      ({ type }) => type,
      (wanted, got) => wanted === got.device.type,
    );
    ok(share >= 0.97, report);
  });

  it('agrees on the brand in at least 95 %', () => {
    // Bowser calls Google's Nexus a vendor; some were made by others, whose name is right too.
    const { share, report } = agreement(
      ({ vendor }) => vendor,
      (wanted, got) => same(wanted, got.device.brand) || (wanted === 'Nexus' && got.device.brand !== null),
    );
    ok(share >= 0.95, report);
  });
});

const visitors = some(visits, 8);

describe('device-analyze: agreement with what real visitors used', () => {
  it('agrees on the kind of device in at least 97 %', () => {
    const wrong = visitors.filter(({ ua, deviceCategory }) => analyse(ua).device.type !== deviceCategory);
    ok(wrong.length <= visitors.length * 0.03, `${wrong.length} of ${visitors.length}`);
  });

  it('calls under 0.5 % of people bots', () => {
    const called = visitors.filter(({ ua }) => analyse(ua).is_bot);
    ok(called.length < visitors.length * 0.005, called.map(({ ua }) => ua).join('\n'));
  });
});

/** WhichBrowser's names for what we call otherwise, or tell apart where it does not. */
const whichBrowserNames = new Map([
  ['Google App', 'Google Search'],
  ['Mi Browser', 'MIUI Browser'],
  ['Opera', 'Opera Mobile'],
  ['Firefox', 'Firefox Mobile'],
  ['DuckDuckGo', 'Safari'],
  ['Brave', 'Safari'],
  ['Ecosia', 'Ecosia Browser'],
  ['macOS', 'OS X'],
  ['iPadOS', 'iOS'],
  ['Fire OS', 'Android'],
  ['POCO', 'Xiaomi'],
]);

describe("device-analyze: agreement with WhichBrowser's reading of real visitors", () => {
  const opinions: { ua: string; opinion: SecondOpinion }[] = [];
  before(() => {
    // It takes 10 ms for one.
    const asked = visitors.filter((_, at) => at % nightlyOrDaily(5, 2) === 0);
    opinions.push(...asked.map(({ ua }) => ({ ua, opinion: secondOpinion(ua) })));
  });

  const promise = (what: keyof SecondOpinion, least: number, ours: (analysis: Analysis) => string | null) => {
    it(`agrees on the ${what} in at least ${least} %`, () => {
      const given = opinions.filter(({ ua, opinion }) => opinion[what] !== undefined && !/Nexus/.test(ua));
      const wrong = given.filter(({ ua, opinion }) => {
        const answer = ours(analyse(ua));
        return !same(opinion[what] ?? '', answer, whichBrowserNames);
      });
      ok(given.length > 100, `only ${given.length} read`);
      const list = wrong.map(({ ua, opinion }) => `${opinion[what]}: ${ua}`).join('\n');
      ok(wrong.length <= (given.length * (100 - least)) / 100, `${wrong.length} of ${given.length}: ${list}`);
    });
  };

  promise('browser', 97, ({ browser }) => browser.name);
  promise('os', 97, ({ os }) => os.name);
  // The Nexus are left out: they bear Google's brand, but were made by LG and others, whom WhichBrowser names.
  promise('brand', 95, ({ device }) => device.brand);
});

describe('device-analyze: bots', () => {
  for (const [source, all] of Object.entries(bots)) {
    const agents = some(all, 3);
    it(`finds at least 99 % of ${source}'s ${agents.length}`, () => {
      const missed = agents.filter((ua) => !analyse(ua).is_bot);
      ok(missed.length <= agents.length * 0.01, missed.join('\n'));
    });
  }

  it("finds all of Bowser's", () => {
    const missed = bowser.filter(({ ua, type }) => type === 'bot' && !analyse(ua).is_bot);
    equal(missed.length, 0, missed.map(({ ua }) => ua).join('\n'));
  });
});

describe('device-analyze: every record of every corpus', () => {
  it('has booleans that follow from the rest, and no version without a name', () => {
    const agents = [...some(bowser, 2), ...visitors]
      .map(({ ua }) => ua)
      .concat(...Object.values(bots).map((all) => some(all, 3)));
    for (const ua of agents) {
      const { browser, engine, os, device, bot, ...flags } = analyse(ua);
      equal(flags.is_bot, bot !== null, ua);
      equal(flags.is_mobile, device.type === 'mobile', ua);
      equal(flags.is_tablet, device.type === 'tablet', ua);
      equal(flags.is_desktop, device.type === 'desktop', ua);
      for (const part of [browser, engine, os]) ok(part.name !== null || part.version === null, ua);
      ok(browser.vendor === null || browser.name !== null, ua);
      for (const text of [browser.name, browser.version, os.name, os.version, device.brand, device.model, bot?.name]) {
        ok(text !== '' && text !== 'undefined', ua);
      }
    }
  });
});
