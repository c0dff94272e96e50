import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { utcDay } from '../../shared/process/clock.js';
import { insertAll } from '../../test/helpers/insert-all.js';
import { type CreatedPage, createPage, readStats, useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { runTaskAt } from '../../test/helpers/run-task.js';
import { type Answer, call, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { COUNTRY_HEADER } from '../../test/helpers/test-platform.js';
import { cleanUpPages } from './clean-up-pages.js';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('events of hosted pages', () => {
  const { visit } = useVisitorAddresses();

  const ask = (method: string, { id, key }: Pick<CreatedPage, 'id' | 'key'>, path = '') =>
    call(`/v1/qr-experience/${id}/events${path}`, {}, { method, key });

  const eventsOf = async (made: CreatedPage, query = '') => (await ask('GET', made, query)).body.events;

  const say = async ({ path }: CreatedPage, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const { status } = await visit(`${path}/events`, { method: 'POST', body: new URLSearchParams(fields), headers });
    equal(status, 200);
  };

  /** Events as they are kept, so many a minute apart. */
  async function keepEvents({ id }: CreatedPage, values: readonly (string | number)[]): Promise<void> {
    const { store } = await stack();
    const now = Date.now();
    const events = values.map((value, index) => {
      const at = new Date(now - (values.length - index) * 60_000);
      const visit = { experience: id, at, day: utcDay(at), ip_hash: null, user_agent: null, referrer: null };
      const rest = { device: 'mobile' as const, country: null, language: null, bot: false, counted: true as const };
      return { ...visit, ...rest, event: index % 2 ? 'link_click' : 'feedback_submitted', value, meta: null };
    });
    await insertAll(store.events, events);
  }

  it('are listed as visitors sent them', async () => {
    const made = await createPage('page');
    const told = {
      Referer: 'https://search.example/?q=x',
      'Accept-Language': 'pt-BR,pt;q=0.9',
      [COUNTRY_HEADER]: 'BR',
    };
    await say(made, { event: 'feedback_submitted', value: 'Ótimo, "mesmo"\n=1+1', block: 'b2' }, told);
    await say(made, { event: 'rating_submitted', value: '4', block: 'b3' });
    await say(made, { event: 'link_click', value: 'https://example.com' }, { 'User-Agent': GOOGLEBOT });
    const sent = { experience_id: made.id, event: 'redeemed', value: 2.5, meta: { till: 3 } };
    equal((await call('/v1/qr-scan/event', sent, { key: made.key })).status, 200);
    const events: Answer['body'][] = await eventsOf(made);
    const named = (name: string) => events.find(({ event }) => event === name);
    const { id, at, ...text } = named('feedback_submitted');
    match(id, /^[0-9a-f]{24}$/);
    ok(Date.parse(at) > 0);
    deepEqual(text, {
      ...{ event: 'feedback_submitted', value: 'Ótimo, "mesmo"\n=1+1', block: 'b2', meta: null },
      ...{ device: 'mobile', country: 'BR', language: 'pt', referrer: 'https://search.example/?q=x', bot: false },
    });
    const [rated, clicked, redeemed] = ['rating_submitted', 'link_click', 'redeemed'].map(named);
    deepEqual([rated.value, rated.block], [4, 'b3']);
    deepEqual([clicked.value, clicked.bot], ['https://example.com', true]);
    deepEqual([redeemed.value, redeemed.meta], [2.5, { till: 3 }]);
  });

  it('are listed latest first, filtered by name and time, with a cursor', async () => {
    const made = await createPage('page');
    await keepEvents(made, [1, 2, 3, 4]);
    const all: Answer['body'][] = await eventsOf(made);
    deepEqual(
      all.map(({ value }) => value),
      [4, 3, 2, 1],
    );
    const [last, third, second, first] = all;
    deepEqual(await eventsOf(made, '?event=link_click'), [last, second]);
    deepEqual(await eventsOf(made, `?from=${second?.at}&to=${third?.at}`), [second]);
    const pages: Answer['body'][] = [];
    let after = '';
    do {
      const { body } = await ask('GET', made, `?limit=3${after}`);
      pages.push(body.events);
      after = body.next && `&after=${body.next}`;
    } while (after);
    deepEqual(pages, [[last, third, second], [first]]);
    equal((await ask('GET', made, '?after=x')).body.type, 'cursor_invalid');
    equal((await ask('GET', { ...made, key: (await newAccount()).key })).status, 404);
  });

  it('are exported as CSV without formulas', async () => {
    const made = await createPage('feedback');
    const dangerous = ['=HYPERLINK("http://evil.example")', '+1', '-1+1', '@SUM(A1)', '\tx', 'a, "b"\nc', 'plain'];
    await keepEvents(made, dangerous);
    const { platform } = await stack();
    const answer = await fetch(`${platform.baseUrl}/v1/qr-experience/${made.id}/events.csv`, {
      headers: { 'X-API-Key': made.key },
    });
    equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    equal(answer.headers.get('content-disposition'), `attachment; filename="events-${made.id}.csv"`);
    const text = await answer.text();
    const rows: Record<string, string>[] = parse(text, { columns: true });
    deepEqual(
      rows.map(({ value }) => value),
      dangerous.map((value) => (/^[=+\-@\t]/.test(value) ? `'${value}` : value)),
    );
    deepEqual([rows[0]?.bot, rows[0]?.country, rows[0]?.event], ['false', '', 'feedback_submitted']);
    match(text, /^at,event,value,block,device,country,language,referrer,bot,meta\r\n/);
    const { body } = await ask('GET', made, '.csv?event=link_click');
    equal(parse(body, { columns: true }).length, 3);
    equal((await ask('GET', { ...made, key: (await newAccount()).key }, '.csv')).status, 404);
  });

  it('are counted by language, referrer and block, bots separately', async () => {
    const made = await createPage('page');
    const headers = { 'Accept-Language': 'it-IT,it;q=0.8', Referer: 'https://maps.example/place?id=1' };
    await visit(made.path, { headers });
    await visit(made.path, { headers: { 'Accept-Language': '*' } });
    await visit(made.path, { headers: { ...headers, 'User-Agent': GOOGLEBOT } });
    await say(made, { event: 'cta_click', value: 'Book', block: 'b1' }, headers);
    const wanted = await eventually(
      () => readStats(made),
      ({ scans, events }) => scans.total === 2 && events.cta_click === 1,
    );
    deepEqual(
      [wanted.languages, wanted.referrers, wanted.blocks, wanted.events],
      [{ it: 1 }, { 'maps.example': 1 }, { b1: 1 }, { cta_click: 1 }],
    );
    deepEqual([wanted.scans.bots, wanted.bots.languages, wanted.bots.events], [1, { it: 1 }, {}]);
  });

  it('are hidden when deleted, then removed; statistics remain', async () => {
    const made = await createPage('feedback');
    const { store } = await stack();
    await keepEvents(made, ['one', 'two', 'three', 'four']);
    const [, , second] = await eventsOf(made);
    const older = await ask('DELETE', made, `?before=${second.at}`);
    deepEqual([older.status, older.body.state], [200, 'deleted']);
    deepEqual(
      (await eventsOf(made)).map(({ value }: { value: string }) => value),
      ['four', 'three', 'two'],
    );
    equal((await ask('DELETE', { ...made, key: (await newAccount()).key })).status, 404);
    const answered = await eventually(
      () => ask('DELETE', made),
      ({ status }) => status === 200,
    );
    equal(answered.body.id, made.id);
    deepEqual(await eventsOf(made), []);
    const left = () => store.events.countDocuments({ experience: made.id });
    await runTaskAt(cleanUpPages, store, new Date());
    equal(await eventually(left, (count) => count === 0), 0);
    await say(made, { event: 'feedback_submitted', value: 'five' });
    equal((await eventsOf(made)).length, 1);
  });

  it('are removed with a deleted page, as are visits, counts, versions, reports and photos', async () => {
    const made = await createPage('feedback');
    const { store } = await stack();
    await visit(made.path);
    await say(made, { event: 'feedback_submitted', value: 'x' });
    await visit(`${made.path}/report`, { method: 'POST', body: new URLSearchParams({ reason: 'spam' }) });
    const headers = { 'If-Match': '*' };
    await call(`/v1/qr-experience/${made.id}`, { label: 'x' }, { method: 'PATCH', key: made.key, headers });
    await readStats(made);
    const of = { experience: made.id };
    const kept = async () => [
      await store.scans.countDocuments(of),
      await store.events.countDocuments(of),
      await store.visitCounts.countDocuments(of),
      await store.experienceVersions.countDocuments(of),
      await store.experienceReports.countDocuments(of),
    ];
    ok((await kept()).every((count) => count > 0));
    const { status } = await call(`/v1/qr-experience/${made.id}`, {}, { method: 'DELETE', key: made.key, headers });
    equal(status, 200);
    await runTaskAt(cleanUpPages, store, new Date());
    deepEqual(await eventually(kept, (counts) => counts.every((count) => count === 0)), [0, 0, 0, 0, 0]);
    const remains = await store.experiences.findOne({ _id: made.id });
    deepEqual([remains?.title, remains?.page, remains?.bytes, remains?.code], ['', null, 0, made.code]);
  });
});
