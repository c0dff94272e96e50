import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import sharp from 'sharp';
import { computeContrast } from '../../shared/colour.js';
import { pageTypes } from '../../shared/contract/hosted-pages/page-types.js';
import { fonts, presets } from '../../shared/contract/hosted-pages/theme.js';
import { type CreatedPage, contents, createPage, useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { call, newAccount } from '../../test/helpers/stack.js';
import { resolveLook } from './looks.js';
import { themeCss } from './site/theme.js';

/** The values that a style sheet sets, rule by rule. */
const rulesOf = (css: string) =>
  [...css.matchAll(/([:.\w]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector,
    values: new Map([...body.matchAll(/--([\w-]+):([^;]+)/g)].map(([, name = '', value = '']) => [name, value])),
  }));

describe('themes', () => {
  const { visit } = useVisitorAddresses();
  const shown = types();

  it(`give each of ${shown.length} types a different look`, () => {
    const primaries = shown.map((type) => resolveLook(undefined, type).primary);
    equal(new Set(primaries).size, shown.length);
  });

  it('keep text readable with any colours, backgrounds, gradients and presets', () => {
    const colours = ['#ffffff', '#000000', '#ffff00', '#808080', '#ff0000', '#00ff7f'];
    const themes = [
      ...presets.map((preset) => ({ preset })),
      ...colours.flatMap((primary) => [
        { primary, background: { color: '#777777' } },
        { primary, surface: primary },
        { primary, background: { gradient: { from: primary, to: '#123456', angle: 90 } } },
        { primary, background: { color: primary, image: 'https://a.example/b.jpg' } },
      ]),
    ];
    for (const theme of themes) {
      for (const { selector, values } of rulesOf(themeCss({ theme }, 'text'))) {
        const ground = values.get('card');
        if (!ground) continue;
        const told = `${JSON.stringify(theme)} ${selector}`;
        for (const name of ['link', 'accent-ink', 'text', 'quiet']) {
          const colour = values.get(name);
          if (colour) ok(computeContrast(colour, ground) >= 4.5, `${told}: ${name} ${colour} on ${ground}`);
        }
        ok(computeContrast(values.get('on-fill') ?? '', values.get('fill') ?? '') >= 4.5, told);
      }
    }
  });

  it('apply font, header, buttons, corners, background and logo to every type', async () => {
    const theme = {
      primary: '#0f766e',
      background: { gradient: { from: '#fde68a', to: '#fca5a5', angle: 45 } },
      font: 'lora',
      corners: 'square',
      buttons: 'outline',
      header: 'plain',
      logo: 'https://img.example/logo.png',
      logo_shape: 'circle',
    };
    for (const type of ['coupon', 'wifi'] as const) {
      const { path } = await createPage(type, { content: { ...contents[type], theme } });
      const page = await visit(path);
      const html = await page.text();
      match(html, /<body class="header-plain buttons-outline"/);
      match(html, /--radius:0px/);
      match(html, /linear-gradient\(45deg,#fde68a,#fca5a5\)/);
      match(html, /<img class="brand circle" src="https:\/\/img.example\/logo.png"/);
      match(page.headers.get('content-security-policy') ?? '', /img-src 'self' data: https:\/\/img\.example;/);
      match(html, /href="\/assets\/fonts\/lora\.css\?v=/);
    }
    const { key } = await newAccount();
    const bad = { type: 'text', content: { text: 'x', theme: { background: { image: 'data:text/html,x' } } } };
    const refusal = await call('/v1/qr-experience/generate', bad, { key });
    deepEqual([refusal.status, refusal.body.param], [422, 'content.theme.background.image']);
  });

  it('serve fonts from this service, split by script and cached for good', async () => {
    for (const font of fonts.filter((one) => one !== 'system')) {
      const style = await (await visit(`/assets/fonts/${font}.css`)).text();
      const files = [...style.matchAll(/url\("([^"]+)"\)/g)].map(([, file = '']) => file);
      ok(files.length >= 4, font);
      ok(files.every((file) => file.startsWith('/assets/fonts/')));
      const file = await visit(files.at(-1) ?? '');
      equal(file.headers.get('content-type'), 'font/woff2');
      match(file.headers.get('cache-control') ?? '', /immutable/);
      equal(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 4), 'wOF2');
    }
  });

  it('extract colours from a logo, which is stored with the page', async () => {
    const { key } = await newAccount();
    const logo = await sharp({ create: { width: 400, height: 200, channels: 4, background: '#ffffff00' } })
      .composite([
        { input: { create: { width: 220, height: 200, channels: 3, background: '#0a7d3c' } }, left: 0, top: 0 },
        { input: { create: { width: 60, height: 200, channels: 3, background: '#e0218a' } }, left: 300, top: 0 },
      ])
      .png()
      .toBuffer();
    const theme = { preset: 'logo', logo_data_base64: logo.toString('base64') };
    const made = await createPage('text', { content: { text: 'x', theme } }, key);
    const { path } = made;
    const html = await (await visit(path)).text();
    match(html, new RegExp(`<img class="brand plain" src="${path}/logo.png"`));
    match(html, /--fill:#0a7d3c/);
    const served = await visit(`${path}/logo.png`);
    equal(served.headers.get('content-type'), 'image/png');
    const { width, height } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    deepEqual([width, height], [320, 160]);
    await keepsItsLogo(made, key);
    const refused = async (content: object, message: RegExp) => {
      const { status, body } = await call('/v1/qr-experience/generate', { type: 'text', content }, { key });
      equal(status, 422);
      match(body.error, message);
    };
    await refused({ text: 'x', theme: { preset: 'logo' } }, /^content\.theme\.logo_data_base64 is required/);
    await refused({ text: 'x', theme: { ...theme, logo_data_base64: 'bm90IGEgbG9nbw==' } }, /^The logo must be/);
    notEqual((await visit(`${(await createPage('text', {}, key)).path}/logo.png`)).status, 200);
  });

  /** Its owner reads it with the theme, changes its words, and gives it another theme and the read one again. */
  async function keepsItsLogo({ id, path }: CreatedPage, key: string): Promise<void> {
    const logo = async () => (await visit(`${path}/logo.png`)).status;
    const owned = (method: string, body: object = {}) =>
      call(`/v1/qr-experience/${id}`, body, { key, method, headers: { 'If-Match': '*' } });
    const { theme } = (await owned('GET')).body;
    ok(theme.logo_data_base64 && !('ownLogo' in theme));
    for (const [change, hasLogo] of [
      [{ content: { text: 'New words' } }, true],
      [{ theme: { primary: '#123456' } }, false],
      [{ theme }, true],
    ] as const) {
      const { body } = await owned('PATCH', change);
      equal(Boolean(body.theme?.logo_data_base64), hasLogo, JSON.stringify(body));
      equal(/class="brand/.test(await (await visit(path)).text()), hasLogo);
      if (hasLogo) equal(await logo(), 200);
    }
    match(await (await visit(path)).text(), /New words/);
  }
});

function types(): string[] {
  return pageTypes.filter((type) => type !== 'url');
}
