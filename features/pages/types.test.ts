import { deepEqual, equal, match, ok } from 'node:assert/strict';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import VCard from 'vcf';
import { decode } from '../../test/helpers/decoders.js';
import { newAddress } from '../../test/helpers/new-address.js';
import { contents, createPage, useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { call, newAccount, stack } from '../../test/helpers/stack.js';

const path = '/v1/qr-experience/generate';

describe('types of hosted pages', () => {
  const { visit } = useVisitorAddresses();

  const refused = async (type: string, content: object, param: string) => {
    const { key } = await newAccount();
    const { status, body } = await call(path, { type, content }, { key });
    deepEqual([status, body.param], [422, param], JSON.stringify(body));
  };

  it('wifi: encodes the network in the code, and shows name and password on the page', async () => {
    const { key } = await newAccount();
    const read = async (content: object) => {
      const { body } = await call(path, { type: 'wifi', content, image_format: 'PNG' }, { key });
      const text = await decode(Buffer.from(body.data_base64, 'base64'));
      equal(text.jsqr, text.zxing);
      return { text: text.zxing, page: new URL(body.scan_url).pathname };
    };
    const { text, page } = await read(contents.wifi ?? {});
    equal(text, 'WIFI:T:WPA;S:Café\\; \\"Süd\\";P:buon\\:giorno\\,1;;');
    const html = await (await visit(page)).text();
    match(html, /<dd>Café; &quot;Süd&quot;<\/dd>/);
    match(html, /data-copy="buon:giorno,1"/);
    equal((await read({ ssid: 'Open', security: 'nopass', hidden: 1 })).text, 'WIFI:T:nopass;S:Open;H:true;;');
    await refused('wifi', { ssid: 'x' }, 'content.password');
  });

  it('menu: shows sections, dishes, prices in the language of the page, allergens and photos', async () => {
    const html = await (await visit((await createPage('menu')).path)).text();
    match(html, /24,50\s€/);
    match(html, /Tagespreis/);
    match(html, /Allergene: Fisch, Milch/);
    match(html, /<a href="https:\/\/media.example\/pictures\/1.jpg"/);
    await refused('menu', { sections: [{ items: [{ name: 'x', price: -1 }] }] }, 'content.sections[0].items[0].price');
    await refused(
      'menu',
      { sections: [{ items: [{ name: 'x', photo: 'javascript:x' }] }] },
      'content.sections[0].items[0].photo',
    );
  });

  it('lead_form: stores submissions by field, and refuses invalid ones', async () => {
    const { path: page, id } = await createPage('lead_form');
    const send = (fields: object) =>
      visit(`${page}/events`, {
        method: 'POST',
        headers: { Accept: 'application/json', 'X-Forwarded-For': newAddress() },
        body: new URLSearchParams({ event: 'lead_submitted', block: 'b1', ...fields }),
      });
    const filled = { field_name: 'Zoë', field_email: 'zoe@example.com', field_guests: 'more', consent: 'yes' };
    const problem = async (fields: object, param: string) => {
      const answer = await send(fields);
      deepEqual([answer.status, (await answer.json()).param], [422, param]);
    };
    await problem({ ...filled, consent: '' }, 'consent');
    await problem({ ...filled, field_name: ' ' }, 'field_name');
    await problem({ ...filled, field_email: 'nobody' }, 'field_email');
    await problem({ ...filled, field_guests: 'a million' }, 'field_guests');
    await problem({ ...filled, block: 'b2' }, 'block');
    equal((await send({ ...filled, website: 'https://spam.example' })).status, 200);
    equal((await send({ ...filled, field_unasked: 'x' })).status, 422);
    equal((await send(filled)).status, 200);
    const { store } = await stack();
    const kept = await store.events.find({ experience: id }).toArray();
    deepEqual(
      kept.map(({ event, meta }) => [event, meta]),
      [['lead_submitted', { block: 'b1', fields: { name: 'Zoë', email: 'zoe@example.com', guests: 'more' } }]],
    );
    const fields = [{ name: 'a', label: 'A', type: 'choice' }];
    await refused('lead_form', { fields, consent: 'x' }, 'content.fields[0].options');
  });

  it('business_hours and faq: show a page', async () => {
    match(await (await visit((await createPage('business_hours')).path)).text(), /(Open|Closed) now/);
    match(await (await visit((await createPage('faq')).path)).text(), /<summary>\s*<span>May I bring my dog\?/);
    const hours = [{ day: 'monday', opens: '9 am', closes: '18:00' }];
    await refused('business_hours', { hours }, 'content.hours[0].opens');
    await refused(
      'business_hours',
      { hours: [{ day: 'monday', opens: '09:00', closes: '10:00' }], timezone: 'Mars' },
      'content.timezone',
    );
  });

  it('event: serves a calendar file without an end', async () => {
    const { path: page } = await createPage('event', { content: { title: 'Talk', start: '2031-07-01T19:00Z' } });
    const file = await (await visit(`${page}/event.ics`)).text();
    const event = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent');
    ok(event?.getFirstProperty('dtstart'));
    equal(event?.getFirstProperty('dtend'), null);
    equal(event?.getFirstProperty('duration'), null);
    const [other] = Object.values(nodeIcal.sync.parseICS(file)).filter((one) => one?.type === 'VEVENT');
    deepEqual([other?.summary, other?.start.toISOString()], ['Talk', '2031-07-01T19:00:00.000Z']);
  });

  it('vcard_plus: serves a contact file that another parser reads', async () => {
    const { path: page } = await createPage('vcard_plus');
    const file = await (await visit(`${page}/contact.vcf`)).text();
    const [card, ...others] = VCard.parse(file);
    equal(others.length, 0);
    const value = (name: string) => String(card?.get(name)?.valueOf());
    equal(value('fn'), 'Zoë Łukasz');
    equal(value('tel'), '+49 30 123456');
    match(value('email'), /zoe@example\.com/);
  });

  it('link places to the maps application of the visitor', async () => {
    const { path: page } = await createPage('event', {
      content: { title: 'Talk', start: '2031-07-01', location: 'Via Roma 12, Siena' },
    });
    const mapFor = async (agent: string) => {
      const html = await (await visit(page, { headers: { 'User-Agent': agent } })).text();
      return /href="([^"]*)"[^>]*data-event="map_opened"/.exec(html)?.[1];
    };
    const place = 'Via%20Roma%2012%2C%20Siena';
    equal(await mapFor('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)'), `https://maps.apple.com/?q=${place}`);
    equal(await mapFor('Mozilla/5.0 (Linux; Android 14; Pixel 8)'), `geo:0,0?q=${place}`);
    equal(await mapFor('Mozilla/5.0 (X11; Linux x86_64)'), `https://www.openstreetmap.org/search?query=${place}`);
  });
});
