import { inkOn, mix, readableOn, shade } from '../../shared/colour.js';
import type { PageDocument } from '../../shared/experience/document.js';

/** The colours of a page that brings none. */
const DEFAULT = { primary: '#3447b5', accent: '#d9480f' };

/** What pages stand on in the light and in the dark, before a touch of the primary colour. */
const [LIGHT, DARK] = [
  { ground: '#ffffff', card: '#ffffff', touch: 0.045 },
  { ground: '#0d1014', card: '#171b21', touch: 0.05 },
];

/** Contrast that text needs, and what must be seen to be understood (WCAG 2.2, 1.4.3 and 1.4.11). */
const [READABLE, VISIBLE] = [4.5, 3];

/** Contrast of links on their ground, so that they are still readable on the softly tinted areas too. */
const LINK = 5.2;

/** Contrast at which a filled area can be told from its ground; the words on it have their own. */
const DISCERNIBLE = 1.3;

/**
 * The style sheet that makes the common one this page's own: its colours, brought to readable contrast in light and
 * dark, its columns and its sections. Every value comes from a checked document.
 */
export function themeCss({ theme, layout }: PageDocument): string {
  const colours = {
    primary: theme?.primary ?? DEFAULT.primary,
    accent: theme?.accent ?? theme?.primary ?? DEFAULT.accent,
  };
  const sections = layout?.sections;
  return [
    `:root{${variables(scheme(colours, LIGHT))}}`,
    `@media (prefers-color-scheme:dark){:root{${variables(scheme(colours, DARK))}}}`,
    `:root{--gap:${layout?.gap ?? 24}px;--cols:${layout?.cols ?? 1}}`,
    sections?.radius === undefined ? '' : `:root{--radius:${sections.radius}px}`,
    sections?.border === undefined ? '' : `:root{--border:${sections.border}}`,
    sections?.background === undefined
      ? ''
      : `.card{${variables(surface(sections.background, colours))};color-scheme:${schemeOf(sections.background)}}`,
  ].join('');
}

interface Colours {
  primary: string;
  accent: string;
}

function scheme({ primary, accent }: Colours, { ground, card, touch }: typeof LIGHT & object): Record<string, string> {
  const touched = mix(ground, primary, touch);
  const fill = readableOn(card, primary, DISCERNIBLE);
  const ink = inkOn(fill);
  const link = readableOn(touched, readableOn(card, primary, LINK), LINK);
  return {
    ground: touched,
    card,
    fill,
    'on-fill': ink,
    'hero-end': mix(fill, ink === '#ffffff' ? '#000000' : '#ffffff', 0.3),
    link,
    accent: readableOn(card, accent, VISIBLE),
    'accent-ink': readableOn(card, accent, READABLE),
    soft: mix(card, link, 0.1),
    field: outlineOn(touched),
  };
}

/** What changes inside sections of a background of their own, in light and dark alike. */
function surface(background: string, { primary, accent }: Colours): Record<string, string> {
  const text = inkOn(background);
  const fill = readableOn(background, primary, DISCERNIBLE);
  return {
    ground: mix(background, text, 0.06),
    card: background,
    text,
    quiet: mix(text, background, 0.25),
    line: mix(background, text, 0.18),
    fill,
    'on-fill': inkOn(fill),
    link: readableOn(background, primary, LINK),
    accent: readableOn(background, accent, VISIBLE),
    'accent-ink': readableOn(background, accent, READABLE),
    soft: shade(background, 0.06),
    field: outlineOn(background),
  };
}

/** Which of the browser's own controls go with a background. */
const schemeOf = (background: string): string => (inkOn(background) === '#ffffff' ? 'dark' : 'light');

/** A line that shows where something can be filled in. */
const outlineOn = (ground: string): string => readableOn(ground, mix(ground, inkOn(ground), 0.4), VISIBLE);

const variables = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
