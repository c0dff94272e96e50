import { createHash } from 'node:crypto';
import { LONGEST_PAGE_PASSWORD } from '../../../shared/contract/bounds.js';
import { parseWebOrigin } from '../../../shared/contract/fields.js';
import type { Block } from '../../../shared/contract/hosted-pages/blocks.js';
import { flattenBlocks, type PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { asset, type FixedBytes, type FixedFile, picture, templates, versionedUrl } from '../../web/index.js';
import type { HostedPage } from '../collections.js';
import { resolveLook } from '../looks.js';
import type { Obstacle } from './access.js';
import { fontAssets, fontStyleUrl } from './fonts.js';
import { type BlockView, buildPageView, isVideoFile } from './page-view.js';
import { dataUrl, templateHelpers } from './template-helpers.js';
import { themeCss } from './theme.js';
import { findVideoEmbed } from './video-embeds.js';
import { findTranslation, type Translation, textDirection } from './words/index.js';

const render = templates('features/pages/site/templates');

const style = asset('/assets/page.css', 'features/pages/site/style.css');
const script = asset('/assets/page.js', 'features/pages/site/script.js');
const previewScript = asset('/assets/page-preview.js', 'features/pages/site/preview.js');

const preview = picture('/assets/preview.png', 'features/pages/site/preview.png');

/** Style sheet, scripts, default link preview and fonts of all hosted pages. */
export const pageAssets: readonly (FixedFile | FixedBytes)[] = [style, script, previewScript, preview, ...fontAssets];

/** @param host origin of the files, empty for that of the page */
const createAssetUrls = (host: string) => ({
  style: host + versionedUrl(style),
  script: host + versionedUrl(script),
  previewScript: host + versionedUrl(previewScript),
});

const PREVIEW_SIZE = { width: 1_200, height: 630 };

export interface RenderedPage {
  readonly html: string;
  /** Allows files of this service, and media from the origins that the document names. */
  readonly contentSecurityPolicy: string;
}

interface RenderOptions {
  readonly now: Date;
  /** Language of the packs that the visitor's browser prefers. */
  readonly language?: string | undefined;
  /** Decides in which application maps open. */
  readonly userAgent?: string | undefined;
  /** Origin of pages, for link previews. */
  readonly origin?: string | undefined;
  /** Id of the block whose form was just sent without script. */
  readonly done?: string | undefined;
  /** Renders a page that is being edited: links and forms do nothing, no event is sent, and any site may be allowed to embed it. */
  readonly preview?: boolean | undefined;
}

/** Renders a page. The same arguments give the same HTML. */
export function renderPage(
  hostedPage: Pick<HostedPage, 'code' | 'title' | 'photos' | 'preview'> & { type?: string; page: PageDocument },
  options: RenderOptions,
): RenderedPage {
  const translation = findTranslation(hostedPage.page.language, options.language);
  const view = buildPageView(hostedPage.page, hostedPage.title, translation);
  const { code, title, type, page, photos, preview: storedPreview } = hostedPage;
  const look = resolveLook(page.theme, type);
  const { origin = '', preview: isPreview = false } = options;
  // An editor may have another origin than pages.
  const host = isPreview ? origin : '';
  const base = host + pagePath(code);
  const fontStyle = fontStyleUrl(look.font);
  const fallback = { url: findPreviewImage(page, code, origin) };
  const css = themeCss(page, type) + createSpacersCss(view.blocks);
  const html = render('page', {
    userAgent: '',
    origin: '',
    ...options,
    ...translation,
    direction: textDirection(translation.language),
    ...templateHelpers,
    isPreview,
    assets: createAssetUrls(host),
    css,
    title,
    url: origin + pagePath(code),
    base,
    photos,
    view,
    look,
    fontStyle: fontStyle && host + fontStyle,
    logo: findLogo(page, `${base}/logo.png${photos ? `?v=${photos}` : ''}`),
    preview: storedPreview
      ? {
          url: `${origin}${pagePath(code)}/preview.${storedPreview.type ?? 'png'}?v=${storedPreview.name}`,
          ...PREVIEW_SIZE,
        }
      : fallback,
    logoShape: page.theme?.logo_shape ?? 'plain',
  });
  if (!isPreview) return { html, contentSecurityPolicy: buildContentSecurityPolicy(css, page) };
  return { html: makeInert(html), contentSecurityPolicy: buildContentSecurityPolicy(css, page, { host }) };
}

/** Returns the URL of a page's logo. One that is not stored yet is contained in it. */
const findLogo = ({ theme = {} }: PageDocument, stored: string): string | undefined => {
  if (theme.ownLogo) return stored;
  return theme.logo_data_base64 ? dataUrl(theme.logo_data_base64) : theme.logo;
};

/** Removes the targets of links and forms. Templates escape every value, so that a tag ends with the first `>`. */
const makeInert = (html: string): string =>
  html
    .replace(/<(?:a|form)\b[^>]*>/g, (tag) => tag.replace(/ (?:(?:href|action)="[^"]*"|data-picture)/g, ''))
    .replaceAll(' type="submit"', ' type="button"');

/** A notice instead of a page: why it is not shown, or that it was reported. */
export type Notice = 'missing' | Exclude<Obstacle, 'protected'> | 'reported';

const emblems: Readonly<Record<Notice, string>> = {
  missing: 'compass-fill',
  paused: 'pause-circle-fill',
  gone: 'trash-fill',
  takenDown: 'slash-circle-fill',
  notYetOpen: 'calendar-event-fill',
  ended: 'hourglass-bottom',
  reported: 'check-circle-fill',
};

/** The page that a notice stands for. */
export type NoticedPage = Pick<HostedPage, 'page' | 'valid_from' | 'ended'>;

export function renderNotice(
  notice: Notice,
  { language }: Pick<RenderOptions, 'language'>,
  hostedPage?: NoticedPage,
): RenderedPage {
  const translation = findTranslation(hostedPage?.page?.language, language);
  const view = { ...translation, ...findNoticeTexts(notice, translation, hostedPage), emblem: emblems[notice] };
  return renderPlain('notice', view, translation.language);
}

/** Returns the texts of a notice. Those that the owner has written for a page that has ended replace both. */
function findNoticeTexts(
  notice: Notice,
  { language, words }: Translation,
  { valid_from, ended }: Partial<NoticedPage> = {},
): { title: string; text?: string | undefined } {
  if (notice === 'reported') return words.report.thanks;
  if (notice === 'notYetOpen') {
    const { title, text } = words.notYetOpen;
    return { title, text: text(templateHelpers.momentInWords(valid_from ?? new Date(0), language)) };
  }
  if (notice !== 'ended' || (!ended?.title && !ended?.message)) return words[notice];
  return { title: ended.title ?? words.ended.title, text: ended.message };
}

/** Renders the form that asks for the password of a page. It says nothing about the page. */
export function renderPasswordForm(
  { code, page }: Pick<HostedPage, 'code' | 'page'>,
  { language }: Pick<RenderOptions, 'language'>,
  problem?: 'wrong' | 'tooMany' | 'busy',
): RenderedPage {
  const translation = findTranslation(page?.language, language);
  const view = { ...translation, base: pagePath(code), problem, longest: LONGEST_PAGE_PASSWORD };
  const { html, contentSecurityPolicy } = renderPlain('password', view, translation.language);
  // The right password may lead to another site, and browsers apply the directive to redirects of a form too.
  return { html, contentSecurityPolicy: contentSecurityPolicy.replace("form-action 'self'", '$& http: https:') };
}

/** Renders the form by which a visitor reports a page. */
export function renderReportForm(
  { code, title: reported }: Pick<HostedPage, 'code' | 'title'>,
  { language }: Pick<RenderOptions, 'language'>,
): RenderedPage {
  const translation = findTranslation(undefined, language);
  return renderPlain('report', { ...translation, reported, base: pagePath(code) }, translation.language);
}

const pagePath = (code: string): string => `/e/${code}`;

/** Renders a page of the platform itself, in the default look. */
function renderPlain(template: string, view: object, language: string): RenderedPage {
  const page: PageDocument = { version: 1, blocks: [] };
  const css = themeCss(page);
  return {
    html: render(template, {
      assets: createAssetUrls(''),
      css,
      direction: textDirection(language),
      ...view,
      ...templateHelpers,
    }),
    contentSecurityPolicy: buildContentSecurityPolicy(css, page),
  };
}

/** Returns the CSS of the heights of spacers. */
const createSpacersCss = (blocks: readonly BlockView[]): string =>
  blocks
    .map(({ id, type, props, children }) => {
      const own = type === 'spacer' && 'height' in props ? `#${id} .space{height:${props.height}px}` : '';
      return own + createSpacersCss(children);
    })
    .join('');

/** @param preview of a preview, the origin of files. Who may embed it is for the caller to add. */
function buildContentSecurityPolicy(css: string, page: PageDocument, preview?: { host: string }): string {
  const origins = findOrigins(page);
  const hash = createHash('sha256').update(css).digest('base64');
  const files = preview?.host ? `'self' ${preview.host}` : "'self'";
  return [
    "default-src 'none'",
    `script-src ${files}`,
    `style-src ${files} 'sha256-${hash}'`,
    `img-src ${[files, 'data:', ...origins.images].join(' ')}`,
    `media-src ${["'self'", ...origins.media].join(' ')}`,
    `font-src ${files}`,
    `connect-src ${preview ? "'none'" : "'self'"}`,
    `form-action ${preview ? "'none'" : "'self'"}`,
    "base-uri 'none'",
    ...(origins.frames.length > 0 ? [`frame-src ${origins.frames.join(' ')}`] : []),
    ...(preview ? [] : ["frame-ancestors 'self'"]),
  ].join('; ');
}

/** Returns the origins of the images, media and frames of a page. */
function findOrigins(page: PageDocument): { images: string[]; media: string[]; frames: string[] } {
  const blocks = flattenBlocks(page.blocks);
  const themeImages = [page.theme?.logo, page.theme?.background?.image];
  return {
    images: listOrigins([...themeImages, ...blocks.flatMap(findImages)]),
    media: listOrigins(blocks.flatMap(findMedia)),
    frames: listOrigins(blocks.map(findFrame)),
  };
}

const listOrigins = (addresses: (string | undefined)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address && parseWebOrigin(address)) || [])),
];

const findFrame = (block: Block): string | undefined =>
  block.type === 'video' ? findVideoEmbed(block.props.url)?.frame : undefined;

/** Returns the preview image of a page for which none was drawn: its first image, else its logo, else the default. */
function findPreviewImage(page: PageDocument, code: string, origin: string): string {
  const [first] = flattenBlocks(page.blocks)
    .flatMap(findImages)
    .filter((address) => address !== undefined);
  const logo = page.theme?.ownLogo ? `${origin}/e/${code}/logo.png` : page.theme?.logo;
  return first ?? logo ?? `${origin}${versionedUrl(preview)}`;
}

function findImages(block: Block): (string | undefined)[] {
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

function findMedia(block: Block): string[] {
  if (block.type === 'mp3') return [block.props.url];
  return block.type === 'video' && isVideoFile(block.props.url) ? [block.props.url] : [];
}
