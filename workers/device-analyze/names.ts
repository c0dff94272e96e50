/**
 * One name per product. The libraries spell products differently and split some by form factor (`Chrome Mobile`, `Chrome Mobile iOS`); here
 * the name is the product, and the device says what it runs on.
 */
const browserNames = new Map<string, string>([
  ['Chrome Mobile', 'Chrome'],
  ['Chrome Mobile iOS', 'Chrome'],
  ['Chrome Webview', 'Chrome WebView'],
  ['Chrome Headless', 'Headless Chrome'],
  ['Firefox Mobile', 'Firefox'],
  ['Firefox Mobile iOS', 'Firefox'],
  ['Firefox Klar', 'Firefox Focus'],
  ['Klar', 'Firefox Focus'],
  ['Mobile Safari', 'Safari'],
  ['Microsoft Edge', 'Edge'],
  ['Coast', 'Opera Coast'],
  ['Opera Mini iOS', 'Opera Mini'],
  ['Opera Mobi', 'Opera'],
  ['Opera Mobile', 'Opera'],
  ['Opera Tablet', 'Opera'],
  ['Samsung Browser', 'Samsung Internet'],
  ['Mobile Silk', 'Silk'],
  ['Vivaldi Mobile iOS', 'Vivaldi'],
  ['Yandex', 'Yandex Browser'],
  ['IE', 'Internet Explorer'],
  ['IEMobile', 'Internet Explorer'],
  ['IE Mobile', 'Internet Explorer'],
  ['Pocket Internet Explorer', 'Internet Explorer'],
  ['DuckDuckGo Privacy Browser', 'DuckDuckGo'],
  ['UCBrowser', 'UC Browser'],
  ['UC Browser HD', 'UC Browser'],
  ['QQBrowser', 'QQ Browser'],
  ['MIUI Browser', 'Mi Browser'],
  ['Huawei Browser Mobile', 'Huawei Browser'],
  ['Oculus Browser', 'Meta Quest Browser'],
  ['GSA', 'Google App'],
  ['Google Search App', 'Google App'],
  ['Epiphany', 'GNOME Web'],
  ['Iron Mobile', 'Iron'],
  ['Baidu', 'Baidu Browser'],
  ['BlackBerry', 'BlackBerry Browser'],
  ['Palm Pre', 'webOS Browser'],
  ['wOSBrowser', 'webOS Browser'],
  ['Puffin Web Browser', 'Puffin'],
  ['Puffin Cloud Browser', 'Puffin'],
  ['Puffin Secure Browser', 'Puffin'],
]);

const osNames = new Map<string, string>([
  ['Mac', 'macOS'],
  ['Mac OS', 'macOS'],
  ['GNU/Linux', 'Linux'],
  ['Chrome OS', 'ChromeOS'],
  ['Chromium OS', 'ChromeOS'],
  ['KAIOS', 'KaiOS'],
  ['Symbian OS', 'Symbian'],
  ['Symbian OS Series 40', 'Series 40'],
  ['Symbian OS Series 60', 'Symbian'],
  ['Symbian^3', 'Symbian'],
  ['BlackBerry', 'BlackBerry OS'],
  ['HarmonyOS NEXT', 'HarmonyOS'],
  ['Nintendo Mobile', 'Nintendo'],
  ['PlayStation Portable', 'PlayStation'],
]);

const brandNames = new Map<string, string>([
  ['RIM', 'BlackBerry'],
  ['LGE', 'LG'],
  ['TCT (Alcatel)', 'Alcatel'],
  ['Tecno Mobile', 'Tecno'],
  ['BQru', 'BQ'],
  ['Barnes and Noble', 'Barnes & Noble'],
  ['Kruger&Matz', 'Krüger&Matz'],
  ['Advan digital', 'Advan'],
  ['Azumi Mobile', 'Azumi'],
  ['NUU Mobile', 'NUU'],
  ['Nuu', 'NUU'],
  ['AllView', 'Allview'],
  ['Mobicell', 'Mobicel'],
]);

/** Vendors of common browsers. */
const vendors: Record<string, readonly string[]> = {
  Google: ['Chrome', 'Chrome WebView', 'Headless Chrome', 'Google App', 'Android Browser', 'Chromium', 'Google Go'],
  Apple: ['Safari', 'Safari WebView', 'Safari Technology Preview'],
  Mozilla: ['Firefox', 'Firefox Focus', 'Firefox Reality', 'Firefox Rocket', 'SeaMonkey', 'Mozilla'],
  Microsoft: ['Edge', 'Edge WebView', 'Headless Edge', 'Internet Explorer', 'Teams', 'Microsoft Bing'],
  Opera: [
    'Opera',
    'Opera Mini',
    'Opera GX',
    'Opera Touch',
    'Opera Coast',
    'Opera Neon',
    'Opera Next',
    'Opera Air',
    'Opera Crypto',
    'Opera Devices',
  ],
  Samsung: ['Samsung Internet', 'Samsung Browser Lite', 'Dolfin', 'Tizen Browser', 'Maple'],
  Amazon: ['Silk', 'Kindle Browser', 'Kindle'],
  Vivaldi: ['Vivaldi'],
  Brave: ['Brave'],
  DuckDuckGo: ['DuckDuckGo'],
  Ecosia: ['Ecosia'],
  Yandex: ['Yandex Browser', 'Yandex Browser Lite', 'Yandex Browser Corp'],
  Meta: ['Facebook', 'Facebook Messenger', 'Facebook Lite', 'Instagram', 'WhatsApp', 'Threads', 'Meta Quest Browser'],
  Tencent: ['WeChat', 'WeCom', 'QQ Browser', 'QQ Browser Lite', 'QQ Browser Mini', 'QQ'],
  ByteDance: ['TikTok', 'TikTok Lite', 'Douyin'],
  'LY Corporation': ['Line', 'Yahoo! Japan', 'Yahoo! Japan Browser'],
  Alibaba: ['UC Browser', 'UC Browser Mini', 'UC Browser Turbo', 'Quark', 'Alipay', 'Taobao', 'DingTalk'],
  Xiaomi: ['Mi Browser', 'Mint Browser'],
  Huawei: ['Huawei Browser'],
  Oppo: ['HeyTapBrowser', 'Oppo Browser', 'Realme Browser'],
  vivo: ['vivo Browser'],
  Meizu: ['Meizu Browser'],
  Baidu: ['Baidu Browser', 'Baidu Box App', 'Baidu Spark'],
  Sogou: ['Sogou Explorer', 'Sogou Mobile Browser'],
  Naver: ['Whale Browser', 'Naver'],
  Kakao: ['KakaoTalk', 'Daum'],
  Snap: ['Snapchat'],
  X: ['Twitter'],
  LinkedIn: ['LinkedIn'],
  Pinterest: ['Pinterest'],
  Reddit: ['Reddit'],
  BlackBerry: ['BlackBerry Browser'],
  Nokia: ['Nokia Browser', 'Nokia OSS Browser', 'Nokia Ovi Browser'],
  Sony: ['PlayStation Browser'],
  Nintendo: ['Nintendo Browser'],
  Tesla: ['Tesla Browser'],
  Roku: ['Roku Browser'],
  HP: ['webOS Browser'],
  LG: ['LG Browser'],
  GNOME: ['GNOME Web'],
  KDE: ['Konqueror', 'Falkon'],
  Maxthon: ['Maxthon'],
  CloudMosa: ['Puffin'],
  'Cốc Cốc': ['Coc Coc'],
  Avast: ['Avast Secure Browser'],
  Norton: ['Norton Private Browser'],
  Mullvad: ['Mullvad Browser'],
  'The Tor Project': ['Tor Browser'],
};

const vendorByName = new Map(Object.entries(vendors).flatMap(([vendor, names]) => names.map((name) => [name, vendor])));

/** Normalizes the name of a browser. */
export const browserName = (name: string): string => browserNames.get(name) ?? name;

/** Normalizes the name of an operating system. */
export const osName = (name: string): string => osNames.get(name) ?? name;

/** Normalizes the name of a brand. */
export const brandName = (name: string): string => brandNames.get(name) ?? name;

/** Returns the vendor of a browser, null if unknown. */
export const browserVendor = (name: string | null): string | null =>
  (name === null ? undefined : vendorByName.get(name)) ?? null;
