import { deepEqual, equal, ok } from 'node:assert/strict';
import { deviceAnalyze } from '../../shared/contract/catalogue/device-analyze.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { clientHints, type Hinted } from '../../test/references/user-agents/corpora.js';
import { type Analysis, analyseVisitor } from './analyse.js';
import { readClientHints, readHeaders } from './client-hints.js';
import analyze from './device-analyze.js';
import { brandName, browserName, osName } from './names.js';
import { composeAgent, restoreAgent } from './restore-agent.js';

const chrome = (system: string, mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0${mobile} Safari/537.36`;
const WINDOWS = chrome('Windows NT 10.0; Win64; x64');
const MAC = chrome('Macintosh; Intel Mac OS X 10_15_7');
const ANDROID = chrome('Linux; Android 10; K', ' Mobile');

const read = (headers: Record<string, unknown>): Analysis => analyseVisitor(readHeaders(headers));
const words = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' ');

/** Matomo's kinds of devices that we name otherwise. */
const kinds: Readonly<Record<string, string>> = { smartphone: 'mobile', phablet: 'mobile', 'feature phone': 'mobile' };
const bare = (text: string | null) => (text ?? '').toLowerCase().replace(/(?:\.0)+$/, '');

describe("device-analyze: agreement with Matomo's requests with client hints", () => {
  const promise = (what: string, label: (row: Hinted) => string, ours: (analysis: Analysis) => string | null) => {
    it(`agrees on the ${what} in at least 97 %`, () => {
      const given = clientHints.filter((row) => label(row) !== '');
      const wrong = given.filter((row) => bare(label(row)) !== bare(ours(read(row.headers))));
      ok(given.length > 20, `only ${given.length}`);
      ok(wrong.length <= given.length * 0.03, wrong.map(({ headers }) => JSON.stringify(headers)).join('\n'));
    });
  };

  promise(
    'browser',
    ({ browser }) => browserName(browser),
    ({ browser }) => browser.name,
  );
  promise(
    'version of the browser',
    ({ browserVersion }) => browserVersion,
    ({ browser }) => browser.version,
  );
  promise(
    'operating system',
    ({ os }) => osName(os),
    ({ os }) => os.name,
  );
  promise(
    'version of the operating system',
    ({ osVersion }) => osVersion,
    ({ os }) => os.version,
  );
  promise(
    'kind of device',
    ({ type }) => kinds[type] ?? type,
    ({ device }) => device.type,
  );
  promise(
    'brand',
    ({ vendor }) => brandName(vendor),
    ({ device }) => device.brand,
  );
  promise(
    'model',
    ({ model }) => model,
    ({ device }) => device.model,
  );
});

describe('device-analyze: client hints', () => {
  // learn.microsoft.com "Detect Windows 11 using User-Agent Client Hints", the table of platform versions.
  it('distinguishes Windows 11 from Windows 10 by the platform version', () => {
    const version = (platformVersion: string) =>
      read({
        'User-Agent': WINDOWS,
        'Sec-CH-UA-Platform': '"Windows"',
        'Sec-CH-UA-Platform-Version': `"${platformVersion}"`,
      }).os;
    deepEqual(
      ['0.1.0', '0.2.0', '0.3.0', '1.0.0', '10.0.0', '13.0.0', '15.0.0'].map((each) => version(each).version),
      ['7', '8', '8.1', '10', '10', '11', '11'],
    );
    deepEqual(version('10.0.0').version_frozen, false);
    deepEqual(read({ 'User-Agent': WINDOWS }).os, { name: 'Windows', version: '10', version_frozen: true });
  });

  it('finds the model and the versions behind a reduced user agent', () => {
    const { browser, engine, os, device } = read({
      'user-agent': ANDROID,
      'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
      'sec-ch-ua-full-version-list':
        '"Chromium";v="140.0.7339.51", "Not=A?Brand";v="24.0.0.0", "Google Chrome";v="140.0.7339.51"',
      'sec-ch-ua-mobile': '?1',
      'sec-ch-ua-platform': '"Android"',
      'sec-ch-ua-platform-version': '"15.0.0"',
      'sec-ch-ua-model': '"SM-A546E"',
    });
    deepEqual(browser, { name: 'Chrome', version: '140.0.7339.51', vendor: 'Google' });
    deepEqual(engine, { name: 'Blink', version: '140.0.7339.51' });
    deepEqual(os, { name: 'Android', version: '15.0.0', version_frozen: false });
    deepEqual(device, { type: 'mobile', brand: 'Samsung', model: 'Galaxy A54 5G' });
  });

  it('names the browser by its brand', () => {
    const brands = ['Brave', 'Opera', 'Microsoft Edge', 'Vivaldi', 'Samsung Internet', 'YaBrowser', 'DuckDuckGo'];
    const names = brands.map((brand) => {
      const list = `"Chromium";v="140.0.7339.51", "${brand}";v="140.1.2.3", "Not/A)Brand";v="8.0.0.0"`;
      return read({
        'User-Agent': WINDOWS,
        'Sec-CH-UA-Full-Version-List': list,
        'Sec-CH-UA-Platform': '"Windows"',
      }).browser.name;
    });
    deepEqual(names, ['Brave', 'Opera', 'Edge', 'Vivaldi', 'Samsung Internet', 'Yandex Browser', 'DuckDuckGo']);
  });

  // wicg.github.io/ua-client-hints: the dictionary UADataValues, and the form factors of its section 3.5.
  it('reads the properties of navigator.userAgentData like the headers, with what a user agent does not have', async () => {
    const { data } = await runHandler(analyze, {
      ua: WINDOWS,
      client_hints: {
        architecture: 'arm',
        bitness: '64',
        brands: [
          { brand: 'Chromium', version: '140' },
          { brand: 'Not=A?Brand', version: '24' },
          { brand: 'Microsoft Edge', version: '140' },
        ],
        formFactors: ['Desktop', 'Tablet'],
        fullVersionList: [
          { brand: 'Chromium', version: '140.0.7339.51' },
          { brand: 'Not=A?Brand', version: '24.0.0.0' },
          { brand: 'Microsoft Edge', version: '140.0.3485.54' },
        ],
        mobile: false,
        model: '',
        platform: 'Windows',
        platformVersion: '19.0.0',
        wow64: false,
      },
    });
    deepEqual(data.browser, { name: 'Edge', version: '140.0.3485.54', vendor: 'Microsoft' });
    deepEqual(data.os, { name: 'Windows', version: '11', version_frozen: false });
    deepEqual(data.client_hints, {
      contradict_ua: false,
      brands: [
        { name: 'Chromium', version: '140.0.7339.51' },
        { name: 'Microsoft Edge', version: '140.0.3485.54' },
      ],
      architecture: 'arm',
      bitness: '64',
      form_factors: ['desktop', 'tablet'],
    });
  });

  it('reads names in any case, in the form of CGI, and values in lists alike', () => {
    const hints = { 'Sec-CH-UA-Platform': '"macOS"', 'Sec-CH-UA-Platform-Version': '"15.5.0"' };
    const read = (change: (name: string, value: string) => [string, unknown]) =>
      readHeaders(Object.fromEntries(Object.entries(hints).map(([name, value]) => change(name, value)))).hints;
    const plain = read((name, value) => [name, value]);
    equal(plain?.platformVersion, '15.5.0');
    deepEqual(
      read((name, value) => [name.toUpperCase(), value]),
      plain,
    );
    deepEqual(
      read((name, value) => [`HTTP_${name.toUpperCase().replaceAll('-', '_')}`, value]),
      plain,
    );
    deepEqual(
      read((name, value) => [name, [value]]),
      plain,
    );
    deepEqual(readClientHints({ platform: 'macOS', platformVersion: '15.5.0' }), plain);
  });

  it('analyzes client hints alone', async () => {
    const { data } = await runHandler(analyze, {
      client_hints: { platform: 'macOS', platformVersion: '26.1.0', brands: [{ brand: 'Chromium', version: '140' }] },
    });
    equal(data.ua_string, '');
    equal(words(data.os.name, data.os.version), 'macOS 26.1.0');
    deepEqual(data.device, { type: 'desktop', brand: 'Apple', model: null });
    equal(data.bot, null);
  });

  it('takes the user agent of headers, and overrides it with ua', async () => {
    const headers = { 'User-Agent': MAC, 'Sec-CH-UA-Platform': '"macOS"' };
    equal((await runHandler(analyze, { headers })).data.ua_string, MAC);
    equal((await runHandler(analyze, { headers, ua: 'curl/8.5.0' })).data.ua_string, 'curl/8.5.0');
    await runHandler(analyze, { headers: { Accept: '*/*' } }).then(
      () => ok(false),
      (error) => equal(error.message, 'Missing User-Agent string'),
    );
  });
});

describe('device-analyze: client hints that contradict the user agent', () => {
  const contradiction = (headers: Record<string, string>) => {
    const { browser, os, device, client_hints } = read(headers);
    return [client_hints?.contradict_ua, browser.name, words(os.name, os.version), device.type];
  };
  const onWindows = {
    'Sec-CH-UA': '"Chromium";v="140", "Google Chrome";v="140"',
    'Sec-CH-UA-Platform': '"Windows"',
    'Sec-CH-UA-Platform-Version': '"15.0.0"',
  };

  it('believes the hints if they name another system, and mixes the two in nothing', () => {
    const iPhone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
    deepEqual(contradiction({ 'User-Agent': iPhone, ...onWindows }), [true, 'Chrome', 'Windows 11', 'desktop']);
    deepEqual(contradiction({ 'User-Agent': MAC, ...onWindows }), [true, 'Chrome', 'Windows 11', 'desktop']);
    deepEqual(contradiction({ 'User-Agent': ANDROID, ...onWindows }), [true, 'Chrome', 'Windows 11', 'desktop']);
  });

  it('believes the hints if the browser of the user agent sends none', () => {
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    deepEqual(contradiction({ 'User-Agent': firefox, ...onWindows }), [true, 'Chrome', 'Windows 11', 'desktop']);
  });

  it('allows the desktop pages of a phone, which claim Linux', () => {
    const [contradicts, browser, system] = contradiction({
      'User-Agent': chrome('X11; Linux x86_64'),
      'Sec-CH-UA': '"Chromium";v="140", "Google Chrome";v="140"',
      'Sec-CH-UA-Platform': '"Android"',
      'Sec-CH-UA-Platform-Version': '"15.0.0"',
    });
    deepEqual([contradicts, browser, system], [false, 'Chrome', 'Android 15.0.0']);
  });

  it('never takes a bot for a person', () => {
    const agent =
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';
    equal(read({ 'User-Agent': agent, ...onWindows }).bot?.name, 'GPTBot');
    const headless = { ...onWindows, 'Sec-CH-UA': '"Chromium";v="140", "HeadlessChrome";v="140"' };
    equal(read({ 'User-Agent': WINDOWS, ...headless }).bot?.category, 'browser_automation');
  });

  // simonwillison.net 2025-08-04 "ChatGPT agent's user-agent" recorded the request; help.openai.com "ChatGPT agent allowlisting" the signature.
  it('finds the agent that signs as an ordinary browser, on another system than it claims', () => {
    const { bot, os, client_hints } = read({
      'User-Agent':
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
      'Sec-Ch-Ua': '"Not)A;Brand";v="8", "Chromium";v="138"',
      'Sec-Ch-Ua-Platform': '"Linux"',
      'Signature-Agent': '"https://chatgpt.com"',
    });
    deepEqual([bot?.name, bot?.category, bot?.purpose], ['ChatGPT Agent', 'ai_agent', 'ai_agent']);
    deepEqual([os.name, client_hints?.contradict_ua], ['Linux', true]);
  });
});

describe('device-analyze: client hints of any size and shape', () => {
  it('reads no more than a browser sends', () => {
    const hints = readHeaders({
      'Sec-CH-UA': '"Brand";v="1", '.repeat(1000),
      'Sec-CH-UA-Model': `"${'x'.repeat(5000)}"`,
      'Sec-CH-UA-Platform': '"'.repeat(5000),
    }).hints;
    equal(hints?.brands.length, 16);
    ok((hints?.model?.length ?? 0) <= 128);
  });

  it('takes a model with signs of a replacement as it is, which could repeat the user agent', () => {
    const hints = readClientHints({ model: '$`$&', platform: 'constructor' });
    ok(hints);
    equal(restoreAgent(ANDROID, hints), ANDROID.split('Android 10; K').join('Android 10; $`$&'));
    equal(composeAgent(hints), 'Mozilla/5.0');
  });

  it('ignores values of other types, and names that every object has', async () => {
    const odd = [
      null,
      1,
      true,
      {},
      [],
      [null],
      [{}],
      '',
      '"',
      '\u0000',
      'constructor',
      '__proto__',
      '"constructor";v="toString"',
    ];
    const names = [
      'brands',
      'fullVersionList',
      'platform',
      'platformVersion',
      'model',
      'mobile',
      'formFactors',
      'arch',
      'bitness',
    ];
    for (const value of odd) {
      const hints = Object.fromEntries(names.map((name) => [name, value]));
      const { data } = await runHandler(analyze, { ua: ANDROID, client_hints: hints });
      equal(data.browser.name, 'Chrome', JSON.stringify(value));
      const headers = { 'User-Agent': WINDOWS, 'Sec-CH-UA': value, 'X-Requested-With': value };
      ok(!JSON.stringify((await runHandler(analyze, { headers })).data).includes('function'), JSON.stringify(value));
    }
  });

  it('refuses what is no object, and what is too large', async () => {
    for (const field of ['headers', 'client_hints']) {
      for (const value of ['text', ['list'], { long: 'x'.repeat(32_768) }]) {
        await runHandler(analyze, { ua: WINDOWS, [field]: value }).then(
          () => ok(false, field),
          (error) =>
            equal(error.message, `${field} must be an object of at most 100 fields and 32768 characters of JSON`),
        );
      }
    }
  });

  it("takes the request's own headers unless the request names a visitor", () => {
    deepEqual(Object.keys(deviceAnalyze.fromHeaders), ['headers']);
  });
});
