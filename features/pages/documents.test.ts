import { deepEqual, doesNotMatch, equal, match, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { computeContrast } from '../../shared/colour.js';
import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { blockTypes } from '../../shared/contract/hosted-pages/blocks.js';
import { readInput } from '../../shared/contract/input.js';
import { projectFile } from '../../shared/process/project-file.js';
import { everyBlock } from '../../test/helpers/page-content.js';
import { call, newAccount } from '../../test/helpers/stack.js';
import { readDocument } from '../../workers/lib/pages/read-document.js';
import { renderPage } from './site/render.js';
import { themeCss } from './site/theme.js';
import { findTranslation, languages } from './site/words/index.js';

const read = (page: object) => {
  const input = readInput(generateExperience, { type: 'page', page: { version: 1, ...page } });
  if (!input.page) throw new Error('the page was lost');
  return readDocument(input.page);
};

const render = (page: object, visitors?: string) =>
  renderPage(
    { code: 'abcdefghij', title: 'Title', page: read(page) },
    { now: new Date('2026-06-01'), language: visitors },
  );

const refuses = (page: object, message: RegExp) =>
  throws(
    () => read(page),
    (error: Error) => {
      match(error.message, message);
      return 'status' in error && error.status === 422;
    },
  );

/** Everything that a language pack says, in order. */
const phrases = (words: unknown): string[] => {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') return phrases(words(2, 5));
  return Object.values(words as object).flatMap(phrases);
};

const block = (type: string, props: object = {}, children?: object[]) => ({ blocks: [{ type, props, children }] });

describe('page documents', () => {
  it('accept all 21 types of blocks', () => {
    equal(blockTypes.length, 21);
    const { html } = render({ blocks: everyBlock('https://example.com') });
    for (const type of blockTypes) match(html, new RegExp(`is-${type}"`));
    const shared = ['style.css', 'script.js'].map((file) => readFileSync(projectFile(`features/pages/site/${file}`)));
    const bytes = Buffer.byteLength(html) + Buffer.concat(shared).length;
    ok(bytes < 100_000, `${bytes}`);
  });

  it('are refused with the path of the invalid field', () => {
    refuses({}, /^page.blocks is required for type page$/);
    refuses({ blocks: [] }, /^page.blocks is required for type page$/);
    throws(() => readInput(generateExperience, { type: 'page', page: { blocks: [] } }), /page.version is required/);
    refuses({ version: 2, ...block('divider') }, /page.version must be/);
    refuses(block('carousel'), /^page.blocks\[0\].type must be one of hero, gallery/);
    refuses(block('constructor'), /type must be one of/);
    refuses({ blocks: ['text'] }, /page.blocks/);
    refuses(block('text'), /^page.blocks\[0\].props.text is required$/);
    refuses(block('button', { label: 'x' }), /^page.blocks\[0\].props.href is required$/);
    refuses(block('gallery', { images: [{ url: 'https://a.b/c.jpg' }, {}] }), /props.images\[1\].url is required/);
    refuses(block('text', { text: 'x' }, [{ type: 'video' }]), /page.blocks\[0\].children\[0\].props.url is required/);
    refuses(block('hero'), /must have a headline/);
    refuses(block('appBadges'), /ios or android/);
    refuses(block('vcardPlus', { phones: ['1'] }), /first_name/);
    refuses(block('event', { title: 'x', start: '2026-02-30T10:00' }), /start must be an existing date/);
    refuses(block('event', { title: 'x', start: '2026-02-03T10:00', timezone: 'Mars/Base' }), /time zone/);
    refuses(
      block('event', { title: 'x', start: '2026-02-03T10:00', end: '2026-02-03T09:00' }),
      /end must not be before/,
    );
    refuses({ theme: { primary: 'red' }, ...block('divider') }, /page.theme.primary must be a hex colour/);
    refuses({ layout: { sections: { border: 'url(x)' } }, ...block('divider') }, /border must be none, or/);
  });

  it('are refused with the errors of all blocks', async () => {
    const { key } = await newAccount();
    const blocks = [
      { type: 'hero', props: { headline: 'Fine' } },
      { type: 'text' },
      { type: 'carousel' },
      { type: 'button', props: { label: 'x', href: 'javascript:x' }, children: [{ type: 'pdf', props: { url: 'x' } }] },
      { type: 'event', props: { title: 'x', start: '2026-02-30T10:00' } },
    ];
    const refused = await call('/v1/qr-experience/generate', { type: 'page', page: { version: 1, blocks } }, { key });
    equal(refused.status, 422);
    equal(refused.body.param, 'page.blocks[1].props.text');
    deepEqual(
      refused.body.errors.map(({ param, type }: { param: string; type: string }) => [param, type]),
      [
        ['page.blocks[1].props.text', 'missing_field'],
        ['page.blocks[2].type', 'block_type_unknown'],
        ['page.blocks[3].props.href', 'invalid_field'],
        ['page.blocks[3].children[0].props.url', 'invalid_field'],
        ['page.blocks[4].props.start', 'invalid_field'],
      ],
    );
  });

  it('link to http, https, mailto, tel and sms URLs only', () => {
    const refused = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      ' data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      'www.example.com',
      'https://',
      'http://a b',
      'https://x"onclick=y',
      'ftp://example.com',
    ];
    for (const href of refused) {
      refuses(block('button', { label: 'x', href }), /props.href must be an http, https, mailto, tel or sms link/);
      refuses(block('socialLinks', { items: [{ name: 'x', url: href }] }), /items\[0\].url must be an http/);
      refuses(block('video', { url: href }), /props.url must be an http or https URL/);
    }
    for (const href of [
      'https://example.com/ä?b=c#d',
      'HTTP://EXAMPLE.COM',
      'mailto:a@b.co?subject=Hi',
      'tel:+4930123',
      'sms:+4930123?body=Hi',
    ]) {
      read(block('button', { label: 'x', href }));
    }
    refuses(block('pdf', { url: 'mailto:a@b.co' }), /props.url must be an http or https URL/);
  });

  it('escape markup in every field', () => {
    const evil = `<script>alert(1)</script>"'><b onclick=x><%= 7*7 %>`;
    const words =
      /^(title|headline|description|label|text|question|code|terms|location|name|alt|org|.*_name|job_title|note)$/;
    const filled = JSON.stringify(everyBlock('https://example.com'), (key, value: unknown) =>
      typeof value === 'string' && words.test(key) && !/^[a-z]+$/.test(value) ? evil : value,
    );
    const blocks: unknown = JSON.parse(filled);
    const { html } = render({ blocks, title: evil });
    doesNotMatch(html, /<script>alert|<b onclick/);
    match(html, /&lt;script&gt;alert\(1\)/);
    match(html, /&lt;%= 7\*7 %&gt;/);
    const tags = (html.replace(/"[^"]*"/g, '""').match(/<[^>]*>/g) ?? []).join('');
    equal(tags.match(/<script/g)?.length, 1);
    doesNotMatch(tags, /\son\w+=/);
  });

  it('are refused or rendered quickly at any size', () => {
    const soon = (page: object) => {
      const started = performance.now();
      try {
        render(page);
      } catch (error) {
        ok(error instanceof Error && 'status' in error && error.status === 422, String(error));
      }
      ok(performance.now() - started < 5_000, `${performance.now() - started} ms`);
    };
    const nested = (depth: number): object => ({
      type: 'text',
      props: { text: 'x' },
      ...(depth > 0 ? { children: [nested(depth - 1)] } : {}),
    });
    soon({ blocks: Array.from({ length: 1000 }, () => ({ type: 'text', props: { text: 'x' } })) });
    soon(block('text', { text: 'x '.repeat(25_000) }));
    soon(block('text', { text: 'x'.repeat(1_000_000) }));
    soon({ blocks: [nested(60)] });
    refuses({ blocks: Array.from({ length: 201 }, () => ({ type: 'divider' })) }, /at most 200 blocks/);
    refuses({ blocks: [nested(6)] }, /nested at most 6 levels/);
    const { html } = render(block('text', { text: 'word '.repeat(9_000) }));
    ok(html.length < 60_000);
  });

  it('load only the media that they name from other origins, and no inline script', () => {
    const { html, contentSecurityPolicy } = render({
      blocks: [
        { type: 'gallery', props: { images: [{ url: 'https://img.example:8443/a.jpg' }] } },
        { type: 'mp3', props: { url: 'https://sound.example/a.mp3' } },
        { type: 'video', props: { url: 'https://tube.example/watch?v=1' } },
      ],
    });
    const policy = new Map(contentSecurityPolicy.split('; ').map((part) => [part.split(' ')[0], part]));
    equal(policy.get('default-src'), "default-src 'none'");
    equal(policy.get('script-src'), "script-src 'self'");
    equal(policy.get('img-src'), "img-src 'self' data: https://img.example:8443");
    equal(policy.get('media-src'), "media-src 'self' https://sound.example");
    match(policy.get('style-src') ?? '', /^style-src 'self' 'sha256-[^']+'$/);
    doesNotMatch(html, / style="/);
  });

  it('adjust theme colours to readable contrast in light and dark mode', () => {
    for (const primary of ['#ffffff', '#000000', '#ffff00', '#808080', '#ff0000', '#00ff7f', '#000080']) {
      for (const background of [undefined, '#ffffff', '#000000', '#777777']) {
        const layout = { cols: 1, gap: 8, sections: { enabled: true, ...(background ? { background } : {}) } };
        const css = themeCss(read({ theme: { primary, accent: primary }, layout, ...block('divider') }));
        const schemes = css.match(/\{[^{}]*--card:[^{}]*\}/g) ?? [];
        equal(schemes.length, background ? 3 : 2);
        for (const scheme of schemes) {
          const colour = (name: string) => new RegExp(`--${name}:(#\\w+)`).exec(scheme)?.[1] ?? '';
          ok(computeContrast(colour('on-fill'), colour('fill')) >= 4.5);
          for (const words of ['link', 'accent-ink']) {
            ok(computeContrast(colour(words), colour('card')) >= 4.5, `${words} of ${primary} on ${colour('card')}`);
          }
        }
      }
    }
  });

  it('show the times of events on one day, over two days, over whole days, and without an end', () => {
    const told = (props: object) => {
      const { html } = render(block('event', { title: 'x', timezone: 'Europe/Vienna', ...props }));
      const [, words = ''] = /<h2>x<\/h2>\s*<p>([\s\S]*?)<\/p>/.exec(html) ?? [];
      return words
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    };
    const [friday, saturday] = ['Friday, 1 May 2026', 'Saturday, 2 May 2026'].map((day) => day.replace(',', ''));
    const plain = (props: object) => told(props).replaceAll(/(?<=day),/g, '');
    equal(plain({ start: '2026-05-01T19:00', end: '2026-05-01T23:00' }), `${friday} 19:00 – 23:00 (CEST)`);
    equal(plain({ start: '2026-05-01T19:00' }), `${friday} 19:00 (CEST)`);
    equal(
      plain({ start: '2026-05-01T19:00', end: '2026-05-02T02:00' }),
      `${friday}, 19:00 – ${saturday}, 02:00 (CEST)`,
    );
    equal(plain({ start: '2026-05-01', end: '2026-05-02' }), `${friday} – ${saturday}`);
    equal(plain({ start: '2026-05-01' }), friday);
  });

  it('show if it is open, past midnight and on holidays too, and when that changes', () => {
    const hours = [
      { day: 'monday', opens: '09:00', closes: '12:00' },
      { day: 'friday', opens: '18:00', closes: '02:00' },
    ];
    const holidays = [
      { date: '2026-06-08', name: 'Fair' },
      { date: '2026-06-03', opens: '10:00', closes: '11:00' },
    ];
    const page = read(block('businessHours', { timezone: 'America/New_York', hours, holidays }));
    const at = (now: string) => {
      const { html } = renderPage({ code: 'abcdefghij', title: 'x', page }, { now: new Date(now) });
      const [, words = ''] = /<p class="state[^>]*>([\s\S]*?)<\/p>/.exec(html) ?? [];
      return words
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    };
    // New York is four hours behind UTC in June; the first of June 2026 is a Monday.
    equal(at('2026-06-01T13:30Z'), 'Open now until 12:00');
    equal(at('2026-06-01T12:00Z'), 'Closed now opens 09:00');
    equal(at('2026-06-01T16:00Z'), 'Closed now opens Wednesday, 10:00');
    equal(at('2026-06-06T05:59Z'), 'Open now until 02:00');
    equal(at('2026-06-06T06:00Z'), 'Closed now opens Friday, 18:00');
  });

  it('inflect days, and put times where the language does', () => {
    const hours = [{ day: 'wednesday', opens: '10:00', closes: '12:00' }];
    const opening = { type: 'businessHours', props: { timezone: 'UTC', hours } };
    const coupon = { type: 'coupon', props: { title: 'x', code: 'x', valid_until: '2026-07-03' } };
    const event = { type: 'event', props: { title: 'x', start: '2026-07-03T10:00' } };
    const phrasesIn = (language: string) => {
      const { html } = render({ language, blocks: [opening, coupon, event] });
      return [
        /<span>([^<]*)<\/span>\s*<\/p>/,
        /<time [^>]*>([^<]*)<\/time><\/p>/,
        /data-starts="([^"]*)"/,
        /leaf"[^>]*><small>([^<]*)/,
      ].map((pattern) => pattern.exec(html)?.[1]?.replace(/\s/g, ' '));
    };
    deepEqual(phrasesIn('ru'), ['откроется в среду в 10:00', 'Действует до 3 июля 2026 г.', 'Начало {}', 'июль']);
    deepEqual(phrasesIn('pl'), ['otwieramy w środę o 10:00', 'Ważny do 3 lipca 2026', 'Początek {}', 'lip']);
    deepEqual(phrasesIn('nl'), ['opent woensdag om 10:00', 'Geldig tot en met 3 juli 2026', 'Begint {}', 'jul']);
    deepEqual(phrasesIn('tr'), [
      'Açılış: Çarşamba 10:00',
      '3 Temmuz 2026 tarihine kadar geçerli',
      '{} başlıyor',
      'Tem',
    ]);
    deepEqual(phrasesIn('ja'), ['水曜日10:00から営業', '2026年7月3日まで有効', '{}に開始', '7月']);
    deepEqual(phrasesIn('zh'), ['星期三 10:00 开始营业', '有效期至2026年7月3日', '{}开始', '7月']);
  });

  it('guess their language also from texts without spaces', () => {
    const guess = (text: string) => /<html lang="(\w+)"/.exec(render(block('text', { text })).html)?.[1];
    deepEqual([guess('本日のおすすめ料理'), guess('今日推荐菜单')], ['ja', 'zh']);
  });

  it('set the direction of right-to-left languages', () => {
    for (const [language, direction] of [
      ['ar', 'rtl'],
      ['he', 'rtl'],
      ['fa', 'rtl'],
      ['de', 'ltr'],
    ] as const) {
      const { html } = render({ language, ...block('feedback') });
      equal(html.includes(`<html lang="${language}" dir="rtl">`), direction === 'rtl', language);
    }
    match(render({ language: 'he', ...block('feedback') }).html, /תודה על ההודעה/);
  });

  it('have link previews with title, description, URL and image', () => {
    const shared = (page: object) => {
      const options = { now: new Date('2026-06-01'), origin: 'https://pages.example' };
      const { html } = renderPage({ code: 'abcdefghij', title: 'Lucia', page: read(page) }, options);
      return new Map([...html.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)].map(([, k, v]) => [k, v]));
    };
    const gallery = { type: 'gallery', props: { images: [{ url: 'https://a.example/1.jpg' }] } };
    const told = shared({ blocks: [{ type: 'text', props: { text: 'Fresh pasta' } }, gallery] });
    deepEqual(Object.fromEntries(told), {
      type: 'website',
      title: 'Lucia',
      description: 'Fresh pasta',
      url: 'https://pages.example/e/abcdefghij',
      image: 'https://a.example/1.jpg',
    });
    match(shared(block('divider')).get('image') ?? '', /^https:\/\/pages\.example\/assets\/preview\.png\?v=/);
  });

  it('embed videos only in frames of their sites', () => {
    const framed = (url: string) => {
      const { html, contentSecurityPolicy } = render(block('video', { url }));
      const [, policy] = /frame-src ([^;]*)/.exec(contentSecurityPolicy) ?? [];
      return [/data-frame="([^"]*)"/.exec(html)?.[1], policy];
    };
    const nocookie = 'https://www.youtube-nocookie.com';
    for (const url of ['https://www.youtube.com/watch?t=9&v=aqz-KE-bpKQ', 'https://youtu.be/aqz-KE-bpKQ?si=x']) {
      deepEqual(framed(url), [`${nocookie}/embed/aqz-KE-bpKQ?autoplay=1`, nocookie]);
    }
    equal(framed('https://vimeo.com/76979871')[1], 'https://player.vimeo.com');
    for (const url of [
      'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
      'https://evil.example/?https://youtu.be/aqz-KE-bpKQ',
      'https://vimeo.com/76979871"onload',
    ]) {
      if (url.includes('"')) refuses(block('video', { url }), /must be an http or https URL/);
      else deepEqual(framed(url), [undefined, undefined], url);
    }
  });

  it('are previewed as they will be, without targets, events and a say in who embeds them', () => {
    const origin = 'https://pages.example';
    const photo_base64 = 'data:image/png;base64,iVBORw0KGgo=';
    const blocks = [...everyBlock('https://example.com'), { type: 'vcardPlus', props: { org: 'Lucia', photo_base64 } }];
    const page = read({ blocks, theme: { logo_data_base64: 'iVBORw0KGgo=', font: 'lora' } });
    const preview = (isPreview: boolean) =>
      renderPage(
        { code: 'abcdefghij', title: 'Title', page },
        { now: new Date('2026-06-01'), origin, preview: isPreview },
      );
    const { html, contentSecurityPolicy } = preview(true);
    deepEqual(html.match(/<(a|form)\b[^>]* (href|action|data-picture)\b[^>]*>/g), null);
    doesNotMatch(html, /data-events|type="submit"/);
    deepEqual(html.match(/(?<=<section class="[^"]*" id=")[^"]*/g)?.length, blocks.length);
    equal(html.match(/src="data:image\/png;base64,iVBORw0KGgo="/g)?.length, 2);
    for (const [, url] of html.matchAll(/(?:src|href)="([^"]*)"/g)) match(url ?? '', /^(https:|data:)/);
    match(contentSecurityPolicy, /script-src 'self' https:\/\/pages\.example;.* form-action 'none'/);
    doesNotMatch(contentSecurityPolicy, /frame-ancestors/);
    const content = (text: string) =>
      text
        .slice(text.indexOf('<main'), text.indexOf('</main>'))
        .replace(/ ((href|action|src|type)="[^"]*"|data-picture)/g, '');
    equal(content(html), content(preview(false).html));
  });

  it('refuse themes with unsafe URLs or CSS', () => {
    for (const image of [
      'javascript:x',
      'data:image/png;base64,x',
      'https://a.b/c")}*{color:red}',
      'https://a.b/</style>',
    ]) {
      refuses({ theme: { background: { image } }, ...block('divider') }, /background.image must be an http or https/);
      refuses({ theme: { logo: image }, ...block('divider') }, /theme.logo must be an http or https/);
    }
    const image = "https://a.b/c');}*{color:red}";
    match(
      themeCss(read({ theme: { background: { image } }, ...block('divider') })),
      /url\("https:\/\/a\.b\/c'\);\}\*\{color:red\}"\)/,
    );
    refuses({ theme: { background: { color: 'red;}' } }, ...block('divider') }, /must be a hex colour/);
    refuses(
      block('leadForm', { fields: [{ name: 'a', label: 'A' }], consent: 'x', privacy: 'mailto:a@b.co' }),
      /privacy must be an http or https URL/,
    );
  });

  it("use the language of the page, else the visitor's, else English", () => {
    const languageOf = (language: string | undefined, visitors?: string) => {
      const { html } = render({ ...(language ? { language } : {}), ...block('feedback') }, visitors);
      return [/<html lang="(\w+)"/.exec(html)?.[1], /<label[^>]*>([^<]*)/.exec(html)?.[1]];
    };
    deepEqual(languageOf(undefined), ['en', 'What would you like to tell us?']);
    deepEqual(languageOf(undefined, 'es'), ['es', '¿Qué te gustaría contarnos?']);
    deepEqual(languageOf('de', 'es'), ['de', 'Was möchtest du uns sagen?']);
    deepEqual(languageOf('sv', 'it'), ['sv', 'Che cosa vorresti dirci?']);
    deepEqual(languageOf('sv'), ['sv', 'What would you like to tell us?']);
    refuses({ language: 'German', ...block('divider') }, /page.language must be a two-letter language code/);
  });

  it('have a translation of every phrase in each language', () => {
    const everything = everyBlock('https://example.com');
    const untitled = everything.map(({ type, props }) => ({ type, props: { ...props, title: 'title', name: 'x' } }));
    const english = phrases(findTranslation('en', undefined).words);
    for (const language of languages.slice(1)) {
      const own = phrases(findTranslation(language, undefined).words);
      const same = own.filter((phrase, at) => phrase === english[at]);
      deepEqual(
        same.filter(
          (phrase) => !/^(Audio|Video|Document|App Store|Google Play|Images|Password|Wi-Fi|optional)$/.test(phrase),
        ),
        [],
      );
      const { html } = render({ language, blocks: untitled });
      const shown = new Set(html.split(/[<>"]/).map((part) => part.trim()));
      deepEqual(
        english.filter((phrase) => shown.has(phrase) && !own.includes(phrase)),
        [],
      );
      ok(own.filter((phrase) => shown.has(phrase)).length >= 20, language);
    }
  });

  it('render the heights of spacers, columns, gaps and sections', () => {
    const { html } = render({
      layout: { cols: 3, gap: 12, sections: { collapsible: true, default_open: false, style: 'plain', radius: 4 } },
      blocks: [
        { type: 'spacer', props: { height: 77 } },
        { type: 'text', props: { title: 'Hours', text: '9–17' } },
      ],
    });
    match(html, /--gap:12px;--cols:3/);
    match(html, /--radius:4px/);
    match(html, /#b1 \.space\{height:77px\}/);
    match(html, /<details class="block plain is-text whole" id="b2">\s*<summary>\s*<h2>Hours<\/h2>/);
    match(html, /<main class="wide">/);
    deepEqual(html.match(/<h1[^>]*>/g), ['<h1 class="unseen">']);
  });
});
