import { equal, match, ok } from 'node:assert/strict';
import { request } from 'undici';
import { call, eventually, newAccount, stack } from '../../../test/helpers/stack.js';
import { waitForRestOfDay } from '../../../test/helpers/timing.js';

const page = async (path = '/status') => (await call(path, undefined, { method: 'GET' })).body as string;

describe('the status page', () => {
  it('says of every pool how it is, and how it was on the days when there were calls', async () => {
    const { key } = await newAccount();
    const today = await waitForRestOfDay();
    equal((await call('/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }, { key })).status, 200);
    // The front writes its figures down every few seconds, and the page is made anew as often.
    const html = await eventually(page, (body) => body.includes(`<td>${today}</td><td>Calculations</td>`), 60_000);
    match(html, new RegExp(`<td>${today}</td><td>Calculations</td><td class="figure">[\\d.]+%</td>`));
    equal(html.split('class="pool"').length - 1, 4);
    const [, compute = ''] = html.split('<h2>Calculations</h2>');
    equal((compute.split('</section>')[0] ?? '').split('<rect').length - 1, 2 * 90);
    match(html, /<strong>Operational<\/strong>/);
    ok(!/\d+ (?:calls|requests)\b/.test(html.replace(/<title>.*?<\/title>/g, '')), 'request counts are not public');
    const [, chart = ''] = /Availability of Calculations by day.*?>(.*?)<\/svg>/s.exec(html) ?? [];
    match(chart, new RegExp(`<title>${today}: [\\d.]+% available, 95% within [\\d.]+ m?s</title>`));
  });

  it('is revalidated, comes compressed, and is Markdown too', async () => {
    const { baseUrl } = (await stack()).platform;
    const first = await fetch(`${baseUrl}/status`);
    match(first.headers.get('content-encoding') ?? '', /^(br|gzip)$/);
    const again = await eventually(
      async () => {
        const { headers } = await fetch(`${baseUrl}/status`);
        const { statusCode, body } = await request(`${baseUrl}/status`, {
          headers: { 'if-none-match': headers.get('etag') ?? '' },
        });
        await body.dump();
        return statusCode;
      },
      (status) => status === 304,
    );
    equal(again, 304);
    const markdown = await page('/status.md');
    match(markdown, /^# Status\n/);
    match(markdown, /available over 90 days/);
    ok(!/<\/?[a-z][^>\n]*>/i.test(markdown), markdown);
    const index = await page('/llms.txt');
    ok(index.includes(`](${baseUrl}/status.md): `));
  });
});
