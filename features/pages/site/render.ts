import { createHash } from 'node:crypto';
import { webOrigin } from '../../../shared/contract/fields.js';
import type { Block } from '../../../shared/contract/hosted-pages/blocks.js';
import { allBlocks, type PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { asset, type FixedBytes, type FixedFile, picture, templates, versionedUrl } from '../../web/index.js';
import type { Experience } from '../collections.js';
import { lookOf } from '../looks.js';
import { filmAt } from './films.js';
import { fontAssets, fontStyle } from './fonts.js';
import type { Hidden } from './shown.js';
import { tools } from './template-tools.js';
import { themeCss } from './theme.js';
import { type BlockView, isFilm, pageView } from './view.js';
import { translationFor } from './words/index.js';
import { directionOf } from './words/locale.js';

const render = templates('features/pages/site/templates');

const style = asset('/assets/page.css', 'features/pages/site/style.css');
const script = asset('/assets/page.js', 'features/pages/site/script.js');

const preview = picture('/assets/preview.png', 'features/pages/site/preview.png');

/** The stylesheet, the script and the fonts of all hosted pages. */
export const pageAssets: readonly (FixedFile | FixedBytes)[] = [style, script, preview, ...fontAssets];

const assets = { style: versionedUrl(style), script: versionedUrl(script) };

const PREVIEW_SIZE = { width: 1_200, height: 630 };

/** A page ready to be sent. */
export interface RenderedPage {
  readonly html: string;
  /** What the browser may load: this service's files, and pictures and sounds from where the document names them. */
  readonly contentSecurityPolicy: string;
}

export interface RenderOptions {
  readonly now: Date;
  /** The language that the visitor's browser asks for, of those that pages speak. */
  readonly language?: string | undefined;
  /** The visitor's device, by which maps are opened. */
  readonly userAgent?: string | undefined;
  /** Where pages are, for what others show of them. */
  readonly origin?: string | undefined;
  /** Id of the block whose form was just sent without script. */
  readonly done?: string | undefined;
}

/** Renders the page of an experience. The same arguments give the same page. */
export function renderPage(
  experience: Pick<Experience, 'code' | 'title' | 'photos' | 'preview'> & { type?: string; page: PageDocument },
  options: RenderOptions,
): RenderedPage {
  const translation = translationFor(experience.page.language, options.language);
  const view = pageView(experience.page, translation);
  const { code, title, type, page, photos, preview: drawn } = experience;
  const look = lookOf(page.theme, type);
  const { origin = '' } = options;
  const fallback = { url: previewOf(page, code, origin) };
  const css = themeCss(page, type) + spacersCss(view.blocks);
  const html = render('page', {
    userAgent: '',
    origin: '',
    ...options,
    ...translation,
    ...tools,
    assets,
    css,
    title,
    base: baseOf(code),
    photos,
    view,
    look,
    fontStyle: fontStyle(look.font),
    logo: page.theme?.ownLogo ? `${baseOf(code)}/logo.png${photos ? `?v=${photos}` : ''}` : page.theme?.logo,
    preview: drawn ? { url: `${origin}${baseOf(code)}/preview.png?v=${drawn.name}`, ...PREVIEW_SIZE } : fallback,
    logoShape: page.theme?.logo_shape ?? 'plain',
  });
  return { html, contentSecurityPolicy: policy(css, experience.page) };
}

/** What is shown in the place of a page: why there is none, or that a report of it has come. */
export type Notice = 'missing' | Hidden | 'reported';

const emblems: Readonly<Record<Notice, string>> = {
  missing: 'compass-fill',
  paused: 'pause-circle-fill',
  gone: 'trash-fill',
  takenDown: 'slash-circle-fill',
  reported: 'check-circle-fill',
};

/** The page that says why another is not shown. */
export function renderNotice(notice: Notice, { language }: Pick<RenderOptions, 'language'>): RenderedPage {
  const translation = translationFor(undefined, language);
  const { words } = translation;
  const { title, text } = notice === 'reported' ? words.report.thanks : words[notice];
  return renderPlain('notice', { ...translation, title, text, emblem: emblems[notice] }, translation.language);
}

/** The form with which a visitor reports a page. */
export const renderReportForm = (
  { code, title: reported }: Pick<Experience, 'code' | 'title'>,
  { language }: Pick<RenderOptions, 'language'>,
): RenderedPage => {
  const translation = translationFor(undefined, language);
  return renderPlain('report', { ...translation, reported, base: baseOf(code) }, translation.language);
};

const baseOf = (code: string): string => `/e/${code}`;

/** A page of the platform's own, which looks like a page that says nothing of its looks. */
function renderPlain(template: string, view: object, language: string): RenderedPage {
  const page: PageDocument = { version: 1, blocks: [] };
  const css = themeCss(page);
  return {
    html: render(template, { assets, css, direction: directionOf(language), ...view, ...tools }),
    contentSecurityPolicy: policy(css, page),
  };
}

/** The heights of a page's spacers. */
const spacersCss = (blocks: readonly BlockView[]): string =>
  blocks
    .map(({ id, type, props, children }) => {
      const own = type === 'spacer' && 'height' in props ? `#${id} .space{height:${props.height}px}` : '';
      return own + spacersCss(children);
    })
    .join('');

function policy(css: string, page: PageDocument): string {
  const origins = mediaOrigins(page);
  const hash = createHash('sha256').update(css).digest('base64');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${hash}'`,
    `img-src ${["'self' data:", ...origins.images].join(' ')}`,
    `media-src ${["'self'", ...origins.sounds].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    ...(origins.frames.length > 0 ? [`frame-src ${origins.frames.join(' ')}`] : []),
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Where the pictures, sounds and films of a page come from. */
function mediaOrigins(page: PageDocument): { images: string[]; sounds: string[]; frames: string[] } {
  const blocks = allBlocks(page.blocks);
  const ofTheme = [page.theme?.logo, page.theme?.background?.image];
  return {
    images: originsOf([...ofTheme, ...blocks.flatMap(pictures)]),
    sounds: originsOf(blocks.flatMap(sounds)),
    frames: originsOf(blocks.map(frame)),
  };
}

const originsOf = (addresses: (string | undefined)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address && webOrigin(address)) || [])),
];

/** The site of a film that may be played in a frame. */
const frame = (block: Block): string | undefined =>
  block.type === 'video' ? filmAt(block.props.url)?.frame : undefined;

/** What others show of a page for which no picture was drawn: its first one, else its logo, else one for all pages. */
function previewOf(page: PageDocument, code: string, origin: string): string {
  const [first] = allBlocks(page.blocks)
    .flatMap(pictures)
    .filter((address) => address !== undefined);
  const logo = page.theme?.ownLogo ? `${origin}/e/${code}/logo.png` : page.theme?.logo;
  return first ?? logo ?? `${origin}${versionedUrl(preview)}`;
}

function pictures(block: Block): (string | undefined)[] {
  switch (block.type) {
    case 'hero':
      return [block.props.image];
    case 'gallery':
      return block.props.images.map(({ url }) => url);
    case 'mp3':
      return [block.props.cover];
    case 'video':
      return [block.props.poster];
    case 'menu':
      return block.props.sections.flatMap(({ items }) => items.map(({ photo }) => photo));
    default:
      return [];
  }
}

function sounds(block: Block): string[] {
  if (block.type === 'mp3') return [block.props.url];
  return block.type === 'video' && isFilm(block.props.url) ? [block.props.url] : [];
}
