import { createHash } from 'node:crypto';
import { Eta } from 'eta';
import type { Experience } from '../../shared/experience/collections.js';
import type { PageDocument } from '../../shared/experience/document.js';
import { projectFile } from '../../shared/process/project-file.js';
import { iconSvg, placeIcon } from './icons.js';
import { mediaOrigins } from './media.js';
import { themeCss } from './theme.js';
import { type BlockView, pageView } from './view.js';
import { dayInWords, eventTimes, isOver } from './when.js';
import { speechFor } from './words/words.js';

const eta = new Eta({ views: projectFile('api/experience/templates'), cache: true });

/** What templates may use besides what they show. */
const tools = { icon: iconSvg, placeIcon, eventTimes, dayInWords, isOver };

/** A page ready to be sent. */
export interface RenderedPage {
  readonly html: string;
  /** What the browser may load: this service's files, and pictures and sounds from where the document names them. */
  readonly contentSecurityPolicy: string;
}

export interface Circumstances {
  readonly now: Date;
  /** Address of the style sheet and the script of all pages. */
  readonly assets: { readonly style: string; readonly script: string };
  /** The language that the visitor's browser asks for, of those that pages speak. */
  readonly language?: string | undefined;
  /** Id of the block whose form was just sent without script. */
  readonly done?: string | undefined;
}

/** Renders the page of an experience. The same arguments give the same page. */
export function renderPage(
  experience: Pick<Experience, 'code' | 'title'> & { page: PageDocument },
  circumstances: Circumstances,
): RenderedPage {
  const speech = speechFor(experience.page.language, circumstances.language);
  const view = pageView(experience.page, speech);
  const css = themeCss(experience.page) + spacersCss(view.blocks);
  const html = eta.render('page', {
    ...circumstances,
    ...speech,
    ...tools,
    css,
    title: experience.title,
    base: `/e/${experience.code}`,
    view,
  });
  return { html, contentSecurityPolicy: policy(css, experience.page) };
}

/** The page for an address that leads nowhere. */
export function renderMissing({ assets, language }: Pick<Circumstances, 'assets' | 'language'>): RenderedPage {
  const page: PageDocument = { version: 1, blocks: [] };
  const css = themeCss(page);
  return {
    html: eta.render('missing', { assets, css, ...speechFor(undefined, language), ...tools }),
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
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
