import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import ICAL from 'ical.js';
import sharp from 'sharp';
import { request } from 'undici';
import { pageTypes } from '../../shared/contract/hosted-pages/page-types.js';
import { decode } from '../../test/helpers/decoders.js';
import { everyBlock } from '../../test/helpers/page-content.js';
import { contents, createPage, PHONE, readStats, useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { call, newAccount, stack } from '../../test/helpers/stack.js';

describe('hosted pages', () => {
  const { visit, address } = useVisitorAddresses();

  for (const type of pageTypes) {
    it(`publish a page of type ${type} behind a code that decoders read`, async () => {
      const { key } = await newAccount();
      const body = type === 'page' ? { page: { version: 1, blocks: everyBlock('https://media.example') } } : {};
      const request = { type, content: contents[type], image_format: 'PNG', ...body };
      const answer = await call('/v1/qr-experience/generate', request, { key });
      equal(answer.status, 200, JSON.stringify(answer.body));
      const { scan_url, experience, data_base64, meta } = answer.body;
      const { jsqr, zxing } = await decode(Buffer.from(data_base64, 'base64'));
      equal(jsqr, zxing);
      // A network is joined by its code; its page is at its address all the same.
      if (type === 'wifi') match(String(zxing), /^WIFI:/);
      else equal(zxing, scan_url);
      match(experience.code, /^[0-9A-Za-z]{10}$/);
      ok(Number.isInteger(experience.id));
      equal(experience.type, type);
      equal(meta.type, type);
      ok(experience.title.length > 0);
      const page = await visit(new URL(scan_url).pathname);
      if (type === 'url') {
        equal(page.status, 302);
        equal(page.headers.get('location'), 'https://example.com/elsewhere');
      } else {
        equal(page.status, 200);
        match(page.headers.get('content-type') ?? '', /^text\/html/);
        match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
        const html = await page.text();
        ok(html.length < 100_000);
        match(html, /<title>/);
      }
    });
  }

  it('have unique numbers and unguessable codes', async () => {
    const { key } = await newAccount();
    const made = await Promise.all(Array.from({ length: 8 }, () => createPage('text', {}, key)));
    equal(new Set(made.map(({ id }) => id)).size, 8);
    equal(new Set(made.map(({ code }) => code)).size, 8);
    for (const path of ['/e/aaaaaaaaaa', `/e/${made[0]?.id}`, '/e/..%2f..%2fetc', `/e/${made[0]?.code}x`]) {
      equal((await visit(path)).status, 404, path);
    }
    match(await (await visit('/e/aaaaaaaaaa')).text(), /Page not found/);
  });

  it('are also created by qr-code/generate with type page', async () => {
    const { key } = await newAccount();
    const page = { version: 1, blocks: [{ type: 'text', props: { title: 'Hello', text: 'there' } }] };
    const request = { type: 'page', page, qr_code_text: 'ignored', image_format: 'PNG' };
    const { status, body } = await call('/v1/qr-code/generate', request, { key });
    equal(status, 200);
    deepEqual(await decode(Buffer.from(body.data_base64, 'base64')), { jsqr: body.scan_url, zxing: body.scan_url });
    deepEqual([body.meta.type, body.meta.page], ['page', { version: 1 }]);
    match(await (await visit(new URL(body.scan_url).pathname)).text(), /Hello/);
  });

  it('refuse invalid content', async () => {
    const { key } = await newAccount();
    const refused = async (request: object, message: RegExp) => {
      const { status, body } = await call('/v1/qr-experience/generate', request, { key });
      equal(status, 422);
      match(body.error, message);
    };
    await refused({ type: 'page' }, /^page is required for type page$/);
    await refused({ type: 'page', page: { version: 1 } }, /^page.blocks is required for type page$/);
    await refused({ type: 'url' }, /^content is required for type url$/);
    await refused({ type: 'url', content: { url: 'javascript:alert(1)' } }, /^content.url must be an http/);
    await refused({ type: 'event', content: { title: 'x' } }, /^content.start is required$/);
    await refused({ type: 'podcast', content: {} }, /type must be one of page, url/);
    const photo = { first_name: 'A', photo_base64: 'bm90IGEgcGhvdG8=' };
    await refused({ type: 'vcard_plus', content: photo }, /photo_base64 must be a PNG, JPG or WebP/);
    await refused({ type: 'text', content: { text: 'x' }, foreground_color: '#fff' }, /contrast ratio/);
  });

  it('accept a text of 50,000 characters, and refuse 1,000 blocks', async () => {
    const { path } = await createPage('text', { content: { text: 'word '.repeat(10_000) } });
    const page = await visit(path);
    equal(page.status, 200);
    ok((await page.text()).length < 60_000);
    const blocks = Array.from({ length: 1_000 }, () => ({ type: 'text', props: { text: 'x' } }));
    const { key } = await newAccount();
    const refused = await call('/v1/qr-experience/generate', { type: 'page', page: { version: 1, blocks } }, { key });
    deepEqual([refused.status, refused.body.error], [422, 'page must have at most 200 blocks']);
  });

  it("use the language of their content, else the visitor's", async () => {
    const inFrench = { headers: { 'Accept-Language': 'fr-CA,fr;q=0.9,en;q=0.8' } };
    const spoken = await createPage('rating', { content: { language: 'pt' } });
    match(await (await visit(spoken.path, inFrench)).text(), /<html lang="pt">[\s\S]*Enviar avaliação/);
    const silent = await createPage('rating', { content: {} });
    match(await (await visit(silent.path, inFrench)).text(), /<html lang="fr">[\s\S]*Envoyer la note/);
    match(await (await visit('/e/aaaaaaaaaa', inFrench)).text(), /<html lang="fr">[\s\S]*Page introuvable/);
  });

  it('declare the language of their content where they do not say it, and that of the controls beside it', async () => {
    const inFrench = { headers: { 'Accept-Language': 'fr' } };
    const { path } = await createPage('text', { content: { text: 'This is the place for you and your family.' } });
    match(
      await (await visit(path, inFrench)).text(),
      /<html lang="en">[\s\S]*<footer class="foot" lang="fr" dir="ltr">/,
    );
  });

  it('are sent compressed, kept by browsers, and counted with each view, also when nothing is sent again', async () => {
    const page = await createPage('text');
    const { baseUrl } = (await stack()).platform;
    // Not with fetch, which decodes bodies, and adds Cache-Control: no-cache to a conditional request.
    const view = async (headers: Record<string, string>) => {
      const {
        statusCode,
        headers: received,
        body,
      } = await request(baseUrl + page.path, {
        headers: { 'User-Agent': PHONE, 'X-Forwarded-For': address(), ...headers },
      });
      return { status: statusCode, headers: received, body: Buffer.from(await body.arrayBuffer()) };
    };
    const plain = await view({ 'Accept-Encoding': 'identity' });
    const first = await view({ 'Accept-Encoding': 'br' });
    deepEqual([first.headers['content-encoding'], first.headers['cache-control']], ['br', 'private, no-cache']);
    deepEqual(brotliDecompressSync(first.body), plain.body);
    const again = await view({ 'If-None-Match': String(first.headers.etag) });
    deepEqual([again.status, again.body.length], [304, 0]);
    ok(again.headers['content-security-policy']);
    equal((await readStats(page)).scans.total, 3);
  });

  it('show the poster of a video, also when it is a link', async () => {
    const poster = 'https://media.example/poster.jpg';
    for (const url of [
      'https://video.example/watch/1',
      'https://youtu.be/abcdefghijk',
      'https://media.example/a.mp4',
    ]) {
      const blocks = [{ type: 'video', props: { url, title: 'How we bake', poster } }];
      const { path } = await createPage('page', { page: { version: 1, blocks } });
      match(await (await visit(path)).text(), new RegExp(`(src|poster)="${poster}"`), url);
    }
    const { path } = await createPage('videos', { content: { items: [{ url: 'https://video.example/1', poster }] } });
    match(await (await visit(path)).text(), new RegExp(`src="${poster}"`));
  });

  it('share a style sheet and a script, cached for a year only at the URL with their current hash', async () => {
    const html = await (await visit((await createPage('text')).path)).text();
    for (const file of ['page.css', 'page.js']) {
      const [, current = '', hash = ''] = new RegExp(`"(/assets/${file}\\?v=(\\w+))"`).exec(html) ?? [];
      const response = await visit(current);
      equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable', current);
      ok((await response.text()).length > 1_000);
      for (const address of [`/assets/${file}`, `/assets/${file}?v=`, `/assets/${file}?v=${'0'.repeat(hash.length)}`]) {
        const { headers } = await visit(address);
        equal(headers.get('cache-control'), 'no-cache', address);
        equal(headers.get('etag'), `"${hash}"`);
      }
    }
  });

  it('of type event serve a valid calendar file', async () => {
    const content = {
      title: 'Launch; party, with "friends"',
      start: '2031-07-01T19:30',
      end: '2031-07-01T23:00',
      timezone: 'America/New_York',
      location: 'Pier 7\nNew York',
      description: `Ä long description: ${'words, and more; '.repeat(20)}`,
      url: 'https://example.com/a?b=c,d;e',
    };
    const { path } = await createPage('event', { content });
    const answer = await visit(`${path}/event.ics`);
    equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8');
    match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="event.ics"$/);
    const file = await answer.text();
    for (const line of file.split('\r\n')) ok(Buffer.byteLength(line) <= 75, line);
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') ?? undefined);
    equal(event.summary, content.title);
    equal(event.location, content.location);
    equal(event.description, content.description.trim());
    // New York is four hours behind UTC in July.
    equal(event.startDate.toJSDate().toISOString(), '2031-07-01T23:30:00.000Z');
    equal(event.endDate.toJSDate().toISOString(), '2031-07-02T03:00:00.000Z');
    equal(new URL(String(event.component.getFirstPropertyValue('url'))).searchParams.get('b'), 'c,d;e');
  });

  it('of type event serve calendar files of whole-day events', async () => {
    const { path } = await createPage('event', { content: { title: 'Fair', start: '2031-07-01', end: '2031-07-03' } });
    const file = await (await visit(`${path}/event.ics`)).text();
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') ?? undefined);
    ok(event.startDate.isDate);
    deepEqual([event.startDate.toString(), event.endDate.toString()], ['2031-07-01', '2031-07-04']);
  });

  it('of type vcard_plus serve a contact file with the photo', async () => {
    const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#c08040' } })
      .withExif({ IFD0: { ImageDescription: 'taken at home' } })
      .png()
      .toBuffer();
    const content = { ...contents.vcard_plus, photo_base64: photo.toString('base64') };
    const { path } = await createPage('vcard_plus', { content });
    const answer = await visit(`${path}/contact.vcf`);
    equal(answer.headers.get('content-type'), 'text/vcard; charset=utf-8');
    const card = new ICAL.Component(ICAL.parse(await answer.text()));
    equal(card.getFirstPropertyValue('fn'), 'Zoë Łukasz');
    deepEqual(card.getFirstPropertyValue('n'), ['Łukasz', 'Zoë', '', '', '']);
    equal(String(card.getFirstPropertyValue('org')), 'Müller & Söhne; GmbH');
    equal(card.getFirstPropertyValue('note'), 'Calls back, always.');
    const [, inCard = ''] = String(card.getFirstProperty('photo')?.toICALString()).replaceAll(/\r\n /g, '').split(':');
    const shown = Buffer.from(await (await visit(`${path}/photo.jpg`)).arrayBuffer());
    ok(shown.equals(Buffer.from(inCard, 'base64')));
    const { format, width, height, exif } = await sharp(shown).metadata();
    deepEqual([format, width, height, exif], ['jpeg', 360, 360, undefined]);
    equal((await visit(`${path}/event.ics`)).status, 404);
  });

  it('respond with a file if a download is requested', async () => {
    const { key } = await newAccount();
    const request = { type: 'text', content: { text: 'x' }, image_format: 'JPG', download: 1, filename: 'Table 7.jpg' };
    const { platform } = await stack();
    const answer = await fetch(`${platform.baseUrl}/v1/qr-experience/generate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body: JSON.stringify(request),
    });
    equal(answer.headers.get('content-type'), 'image/jpeg');
    equal(answer.headers.get('content-disposition'), 'attachment; filename="table-7.jpg"');
    const { zxing = '' } = await decode(Buffer.from(await answer.arrayBuffer()));
    equal((await visit(new URL(zxing).pathname)).status, 200);
  });

  it('serve saved images at the URL in the response, and no other files', async () => {
    const { key } = await newAccount();
    for (const image_format of ['SVG', 'PNG', 'JPG']) {
      const qr_code_text = `https://example.com/${randomInt(1e9)}`;
      const request = { qr_code_text, image_format, save: 1, filename: 'menu' };
      const { body } = await call('/v1/qr-code/generate', request, { key });
      const file = await visit(new URL(body.file_url).pathname);
      equal(file.status, 200);
      equal(file.headers.get('content-type'), body.mime);
      match(file.headers.get('content-security-policy') ?? '', /sandbox/);
      deepEqual(await decode(Buffer.from(await file.arrayBuffer())), { jsqr: qr_code_text, zxing: qr_code_text });
    }
    const { platform } = await stack();
    for (const path of [
      '/files/public/../secrets.json',
      '/files/public/%2e%2e/secrets.json',
      '/files/public/..%2fsecrets.json',
      '/files/public/accounts/..%5c..%5csecrets.png',
      '/files/public//etc/passwd.png',
      '/files/../public/a.png',
      '/files/attic/a.png',
      '/files/public/none.png',
    ]) {
      equal(await statusOf(platform.baseUrl, path), 404, path);
    }
  });
});

/** The status for a path that is sent as it is; fetch would take its steps upwards away. */
async function statusOf(baseUrl: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(baseUrl);
  const [answer] = await once(get({ hostname, port, path }), 'response');
  answer.resume();
  return answer.statusCode;
}
