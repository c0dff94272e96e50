import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { projectFile } from '../../../shared/process/project-file.js';

const load = createRequire(import.meta.url);

const lines = (path: string): string[] =>
  readFileSync(projectFile(path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '));

export interface Labelled {
  browser: string;
  os: string;
  type: string;
  vendor: string;
  ua: string;
}

/** The acceptance tests of the detector Bowser (source and licence in the file), an empty label where it has none. */
export const bowser: readonly Labelled[] = lines('test/references/user-agents/bowser.tsv').map((line) => {
  const [browser = '', os = '', type = '', vendor = '', ua = ''] = line.split('\t');
  return { browser, os, type, vendor, ua };
});

/** Bots: the tests of Crawler-Detect (source and licence in the file), and npm's top-crawler-agents (MIT). */
export const bots: Readonly<Record<string, readonly string[]>> = {
  'Crawler-Detect': lines('test/references/user-agents/crawler-detect.txt'),
  'top-crawler-agents': load('top-crawler-agents'),
};

export interface Hinted extends Labelled {
  browserVersion: string;
  osVersion: string;
  model: string;
  /** Headers of the request, with its user agent if it had one. */
  headers: Record<string, string>;
}

/** Requests with client hints: tests of Matomo's Device Detector (source in the file), an empty label where it has none. */
export const clientHints: readonly Hinted[] = lines('test/references/user-agents/client-hints.tsv').map((line) => {
  const [
    browser = '',
    browserVersion = '',
    os = '',
    osVersion = '',
    type = '',
    vendor = '',
    model = '',
    sent = '{}',
    ua = '',
  ] = line.split('\t');
  const headers = { ...JSON.parse(sent), ...(ua === '' ? {} : { 'User-Agent': ua }) };
  return { browser, browserVersion, os, osVersion, type, vendor, model, ua, headers };
});

export interface Visit {
  ua: string;
  /** Device type measured by the visited site: mobile, tablet or desktop. */
  deviceCategory: string;
}

/**
 * Real visitors: the user agents, with the kind of device that the site's analytics and the browser's own properties
 * gave, that npm's user-agents drew from traffic in 2019, 2022, 2024 and now (BSD-2-Clause, Intoli, LLC). Each once.
 */
export const visits: readonly Visit[] = (() => {
  const read = (path: string) => readFileSync(projectFile(`node_modules/${path}`));
  const drawn: { userAgent: string; deviceCategory: string }[] = [
    ...['2019', '2022', '2024'].flatMap((year) =>
      JSON.parse(gunzipSync(read(`user-agents-${year}/src/user-agents.json.gz`)).toString()),
    ),
    ...JSON.parse(read('user-agents/dist/user-agents.json').toString()),
  ];
  const each = new Map(drawn.map(({ userAgent, deviceCategory }) => [userAgent, deviceCategory]));
  return [...each].map(([ua, deviceCategory]) => ({ ua, deviceCategory }));
})();

export interface SecondOpinion {
  browser?: string;
  os?: string;
  brand?: string;
}

const WhichBrowser: new (
  ua: string,
) => {
  browser: { name?: string };
  os: { name?: string };
  device: { manufacturer?: string };
} = load('which-browser');

/** Classification of a user agent by WhichBrowser, a detector with tables of its own (npm's which-browser 0.7.1, MIT). */
export function secondOpinion(ua: string): SecondOpinion {
  const { browser, os, device } = new WhichBrowser(ua);
  return {
    ...(browser.name && { browser: browser.name }),
    ...(os.name && { os: os.name }),
    ...(device.manufacturer && { brand: device.manufacturer }),
  };
}
