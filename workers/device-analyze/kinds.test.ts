import { deepEqual, equal } from 'node:assert/strict';
import { analyse } from './analyse.js';

/**
 * One of each kind of user agent that misleads. What is right was taken from the maker's own words, named per group.
 * browser, version | system, version | kind of device, brand, model
 */
const table: Record<string, readonly [ua: string, browser: string, system: string, device: string][]> = {
  // developer.chrome.com "User-Agent reduction": Android is always 10, the model always K, the minor version 0.0.0.
  "Chrome's reduced user agents": [
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome 140.0.0.0',
      'Android 10',
      'mobile',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome 140.0.0.0',
      'Android 10',
      'tablet',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome 140.0.0.0',
      'ChromeOS 14541.0.0',
      'desktop',
    ],
  ],
  // learn.microsoft.com "Detect Windows 11": the user agent is that of Windows 10. "Microsoft Edge user agent".
  'Windows and Edge': [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge 140.0.0.0',
      'Windows 10',
      'desktop',
    ],
    [
      'Mozilla/5.0 (Windows NT 6.3; WOW64; Trident/7.0; Touch; rv:11.0) like Gecko',
      'Internet Explorer 11.0',
      'Windows 8.1',
      'desktop',
    ],
  ],
  // developer.apple.com, WWDC19 session 203 "Introducing Desktop-class Browsing on iPad": Safari on it says Macintosh.
  'Apple: desktop pages, the browsers that only exist for iPad, and views without a browser': [
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari 18.5',
      'macOS 10.15.7',
      'desktop Apple',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.7204.119 Version/11.1.1 Safari/605.1.15',
      'Chrome 138.0.7204.119',
      'iPadOS',
      'tablet Apple iPad',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
      'Safari WebView',
      'iOS 18.5',
      'mobile Apple iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15',
      'Firefox 140.0',
      'iPadOS 17.7',
      'tablet Apple iPad',
    ],
  ],
  // webkit.org "WebKit Features in Safari 26.0": the number of the system is frozen. Matomo's tests (oss.yml) for Version/18.7.2 and an app.
  'iOS since its number is frozen': [
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.2 Mobile/15E148 Safari/604.1',
      'Safari 26.2',
      'iOS 26.2',
      'mobile Apple iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari 26.0',
      'iOS 26.0',
      'mobile Apple iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.7.2 Mobile/15E148 Safari/604.1',
      'Safari 18.7.2',
      'iOS 18.7.2',
      'mobile Apple iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
      'Safari 17.4',
      'iOS 18.7',
      'mobile Apple iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1',
      'Safari 26.5',
      'iPadOS 26.5',
      'tablet Apple iPad',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/154.0.8037.55 Mobile/15E148 Safari/604.1',
      'Chrome 154.0.8037.55',
      'iOS 26.6.2',
      'mobile Apple iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148;super/4.22.1/iOS/26.2',
      'Safari WebView',
      'iOS 26.2',
      'mobile Apple iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/156.1 Mobile/15E148 Safari/604.1',
      'Firefox 156.1',
      'iOS 18.7',
      'mobile Apple iPhone',
    ],
  ],
  // Matomo's tests (tablet-2.yml, smartphone-33.yml, -3.yml, -41.yml): devices with the word of a bot in their name, or the build of one.
  'Devices that a list of bots matches': [
    [
      'Mozilla/5.0 (Linux; Android 6.0.1; M BOT TAB 101 Build/MOB30R) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/54.0.2840.85 Safari/537.36',
      'Chrome 54.0.2840.85',
      'Android 6.0.1',
      'tablet Logicom M BOT Tab 101',
    ],
    [
      'Mozilla/5.0 (Linux; Android 7.0; M bot 54) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/78.0.3904.96 Mobile Safari/537.36',
      'Chrome 78.0.3904.96',
      'Android 7.0',
      'mobile Logicom M BOT 54',
    ],
    [
      'Mozilla/5.0 (Linux; U; Android 2.3.6; fr-fr; Cherry Sonic  Build/GRK39F) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1',
      'Android Browser',
      'Android 2.3.6',
      'mobile Cherry Mobile Sonic',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; CPH2655 Build/AP3A.240617.008) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.6045.163 Mobile Safari/537.36',
      'Chrome 119.0.6045.163',
      'Android 15',
      'mobile OnePlus 13',
    ],
  ],
  // developer.mozilla.org "Firefox user agent string reference".
  Firefox: [
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox 140.0', 'Android 15', 'mobile'],
    [
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox 140.0',
      'Ubuntu',
      'desktop',
    ],
    [
      'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
      'Firefox 48.0',
      'KaiOS 2.5',
      'mobile Nokia 8110',
    ],
  ],
  // The apps' own tokens (Instagram, FBAV, Line, MicroMessenger, musical_ly, Snapchat); iPhone15,2 is the 14 Pro.
  'Browsers inside apps': [
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Instagram 333.0.0.31.95 (iPhone14,5; iOS 17_5_1; en_US; en; scale=3.00; 1170x2532; 607168022)',
      'Instagram 333.0.0.31.95',
      'iOS 17.5.1',
      'mobile Apple iPhone 13',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/466.0.0.36.104;FBBV/602436022;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5;FBRV/604326374]',
      'Facebook 466.0.0.36.104',
      'iOS 17.5',
      'mobile Apple iPhone 14 Pro',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-A546E Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/465.0.0.57.85;]',
      'Facebook 465.0.0.57.85',
      'Android 14',
      'mobile Samsung Galaxy A54 5G',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230901.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 Line/13.16.1/IAB',
      'Line 13.16.1',
      'Android 13',
      'mobile Google Pixel 7',
    ],
    [
      'Mozilla/5.0 (Linux; Android 12; M2102J2SC Build/SKQ1.211006.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/86.0.4240.99 XWEB/4375 MMWEBSDK/20221011 Mobile Safari/537.36 MMWEBID/4722 MicroMessenger/8.0.30.2260(0x28001E3B) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
      'WeChat 8.0.30.2260',
      'Android 12',
      'mobile Xiaomi Mi 10S',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-S911B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.166 Mobile Safari/537.36 trill_310503 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/31.5.3 ByteLocale/en',
      'TikTok 31.5.3',
      'Android 13',
      'mobile Samsung Galaxy S23',
    ],
  ],
  // developer.samsung.com "User Agent string format", webostv.developer.lge.com "Web engine",
  // developer.amazon.com "Identify Fire TV devices" and "Fire tablet specifications", developer.roku.com.
  'Televisions and what is plugged into them': [
    [
      'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
      'Tizen Browser',
      'Tizen 6.0',
      'tv Samsung',
    ],
    [
      'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.79 Safari/537.36 WebAppManager',
      'Chrome 79.0.3945.79',
      'webOS 6',
      'tv LG',
    ],
    [
      'Mozilla/5.0 (Linux; Android 9; AFTKA Build/PS7242; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/88.0.4324.152 Mobile Safari/537.36',
      'Chrome WebView 88.0.4324.152',
      'Fire OS 7',
      'tv Amazon Fire TV Stick 4K Max',
    ],
    [
      'Mozilla/5.0 (Linux; Android 7.1.2; AFTMM Build/NS6265; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/70.0.3538.110 Mobile Safari/537.36',
      'Chrome WebView 70.0.3538.110',
      'Fire OS 6',
      'tv Amazon Fire TV Stick 4K',
    ],
    ['Roku/DVP-9.10 (519.10E04111A)', 'Roku Browser 9.10', 'Roku OS 9.10', 'tv Roku Digital Video Player'],
  ],
  // The makers' names of the consoles stand in the user agents themselves.
  Consoles: [
    [
      'Mozilla/5.0 (PlayStation; PlayStation 5/6.00) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15',
      'PlayStation Browser',
      'PlayStation 6.00',
      'console Sony PlayStation 5',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0.4896.60 Safari/537.36 Edge/44.18363.8131',
      'Edge 44.18363.8131',
      'Xbox',
      'console Microsoft Xbox Series X',
    ],
    [
      'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474',
      'Nintendo Browser 5.1.0.22474',
      'Nintendo',
      'console Nintendo Switch',
    ],
  ],
  // WhichBrowser's tests (MIT) for Tesla and Nikon; developers.meta.com "Browser specs"; Samsung's EK-GC200.
  'Cars, cameras, headsets, readers, feature phones': [
    [
      'Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chromium/75.0.3770.100 Chrome/75.0.3770.100 Safari/537.36 Tesla/2019.32.11-bac8c51',
      'Tesla Browser 2019.32.11',
      'Linux',
      'car Tesla',
    ],
    [
      'Mozilla/5.0 (Linux; U; Android 2.3.3; ja-jp; COOLPIX S800c Build/CP01_WW) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1',
      'Android Browser',
      'Android 2.3.3',
      'camera Nikon Coolpix S800c',
    ],
    [
      'Mozilla/5.0 (Linux; Android 4.3; EK-GC200 Build/JSS15J) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/33.0.1750.136 Mobile Safari/537.36',
      'Chrome 33.0.1750.136',
      'Android 4.3',
      'camera Samsung Galaxy Camera 2',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/32.0.0.9.31 Chrome/124.0.6367.118 VR Safari/537.36',
      'Meta Quest Browser 32.0.0.9.31',
      'Meta Horizon',
      'wearable Meta Quest 3',
    ],
    [
      'Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.2.2 like Chrome/120.0.6099.232 Safari/537.36',
      'Silk 120.2.2',
      'Fire OS 7',
      'tablet Amazon Fire HD 10 (2021)',
    ],
    ['Nokia6100/1.0 (04.01) Profile/MIDP-1.0 Configuration/CLDC-1.0', 'Nokia Browser', '', 'mobile Nokia 6100'],
    [
      'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10',
      'Opera Mini 7.1.32052',
      'Java ME',
      'mobile',
    ],
  ],
};

const words = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' ');

describe('device-analyze: kinds of user agents that mislead', () => {
  for (const [kind, rows] of Object.entries(table)) {
    it(kind, () => {
      for (const [ua, browser, system, device] of rows) {
        const read = analyse(ua);
        equal(words(read.browser.name, read.browser.version), browser, ua);
        equal(words(read.os.name, read.os.version), system, ua);
        equal(words(read.device.type, read.device.brand, read.device.model), device, ua);
        equal(read.bot, null, ua);
      }
    });
  }

  it('says which versions of systems are frozen', () => {
    const frozen = Object.values(table)
      .flat()
      .map(([ua]) => analyse(ua).os)
      .filter((os) => os.version_frozen)
      .map(({ name, version }) => words(name, version));
    deepEqual([...new Set(frozen)].sort(), [
      'Android 10',
      'ChromeOS 14541.0.0',
      'Windows 10',
      'iOS 18.7',
      'macOS 10.15.7',
    ]);
  });

  // developers.google.com "Overview of Google crawlers": the smartphone crawler claims a Nexus 5X.
  it('distinguishes a bot from the device that it claims to be', () => {
    const read = analyse(
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    );
    deepEqual(read.bot, {
      name: 'Googlebot',
      category: 'search_engine',
      purpose: null,
      url: 'https://developers.google.com/search/docs/crawling-indexing/overview-google-crawlers',
    });
    deepEqual([read.is_bot, read.is_mobile, read.is_desktop, read.is_tablet], [true, true, false, false]);
    equal(read.device.model, 'Nexus 5X');
  });

  it('reads a model that is named like a property of every object', () => {
    const ua = (model: string) =>
      `Mozilla/5.0 (Linux; Android 10; ${model}) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36`;
    for (const model of ['constructor', 'CONSTRUCTOR', '__proto__']) equal(analyse(ua(model)).os.name, 'Android');
  });

  it('a library is a bot, an app that uses one is not', () => {
    equal(analyse('okhttp/4.9.0').bot?.category, 'http_library');
    equal(analyse('curl/8.5.0').bot?.name, 'curl');
    equal(analyse('Dalvik/2.1.0 (Linux; U; Android 13; Pixel 6 Build/TQ3A.230805.001)').bot, null);
    equal(analyse('Spotify/8.8.56 iOS/16.6 (iPhone14,2)').bot, null);
  });

  it('makers whose crawlers and browsers share a name', () => {
    equal(analyse('Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)').is_bot, true);
    equal(
      analyse(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 12_4_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 SogouMobileBrowser/5.22.1',
      ).is_bot,
      false,
    );
  });
});
