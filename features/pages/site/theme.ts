import { computeContrast, findInk, findReadable, mix } from '../../../shared/colour.js';
import type { PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { type Look, resolveLook } from '../looks.js';

/** Default backgrounds in light and dark mode, before a touch of the primary colour is mixed in. */
const [LIGHT, DARK] = [
  { ground: '#ffffff', card: '#ffffff', touch: 0.045 },
  { ground: '#0d1014', card: '#171b21', touch: 0.05 },
];

/** Minimum contrast of text and of meaningful graphics (WCAG 2.2, 1.4.3 and 1.4.11). */
const [READABLE, VISIBLE] = [4.5, 3];

/** Contrast of links, higher so that they are readable on tinted areas too. */
const LINK = 5.2;

/** Minimum contrast of a filled area with its background. */
const DISCERNIBLE = 1.3;

/** Share of the text colour in a tinted area. */
const TOUCH = 0.06;

/** Opacity of an image under its veil, which keeps text on it readable. */
const IMAGE_OPACITY = 0.18;

/**
 * Returns the style sheet of a page, which complements the common one: colours with readable contrast in light and dark, background,
 * shapes, columns and sections. Every value comes from a validated document.
 *
 * @param type type of the page, which has a default look
 */
export function themeCss({ theme, layout }: Pick<PageDocument, 'theme' | 'layout'>, type?: string): string {
  const look = resolveLook(theme, type);
  const sections = layout?.sections;
  return [
    createBackgroundCss(look),
    shapeCss(look),
    `:root{--gap:${layout?.gap ?? 24}px;--cols:${layout?.cols ?? 1}}`,
    sections?.radius === undefined ? '' : `:root{--radius:${sections.radius}px}`,
    sections?.border === undefined ? '' : `:root{--border:${sections.border}}`,
    sections?.background === undefined ? '' : rule('.card', createSurfaceColours(sections.background, look)),
  ].join('');
}

type Colours = Pick<ReturnType<typeof resolveLook>, 'primary' | 'accent'>;
type Background = Pick<Look, 'background' | 'surface'>;

/** Returns the CSS of the background. One that the owner has chosen is the same in light and dark mode. */
function createBackgroundCss(look: Colours & Look): string {
  const darkCss = look.dark
    ? createChosenBackgroundCss(look.dark, look)
    : rule(':root', createSchemeColours(look, DARK));
  if (!look.background && !look.surface) {
    return `${rule(':root', createSchemeColours(look, LIGHT))}@media (prefers-color-scheme:dark){${darkCss}}`;
  }
  const chosen = createChosenBackgroundCss(look, look);
  return look.dark ? `${chosen}@media (prefers-color-scheme:dark){${darkCss}}` : chosen;
}

/** Returns the CSS of a chosen background, with readable colours on it and on cards. */
function createChosenBackgroundCss({ background = {}, surface: chosen }: Background, colours: Colours): string {
  const { color, gradient, image } = background;
  const from = color ?? gradient?.from ?? LIGHT.ground;
  const ink = findInk(from);
  const to = gradient && !color ? findReadableGradientEnd(gradient.to, from, ink) : from;
  const veiled = image ? mix(from, ink, IMAGE_OPACITY) : from;
  const hardest = [from, to, veiled].sort((a, b) => computeContrast(a, ink) - computeContrast(b, ink))[0] ?? from;
  const paint = image
    ? `linear-gradient(${from}d1,${from}d1),url("${image}") center/cover`
    : `linear-gradient(${gradient?.angle ?? 0}deg,${from},${to})`;
  const card = chosen ?? (ink === '#ffffff' ? DARK.card : LIGHT.card);
  return [
    rule(':root', {
      ...createSurfaceColours(hardest, colours, [from, to, veiled]),
      page: image ? `${from} ${paint}` : paint,
    }),
    rule('.card', createSurfaceColours(card, colours)),
  ].join('');
}

/** Moves the end of a gradient towards its start until the same text is readable on both. */
function findReadableGradientEnd(to: string, from: string, ink: string): string {
  for (let share = 0; share < 1; share += 0.1) {
    const nearer = mix(to, from, share);
    if (computeContrast(nearer, ink) >= READABLE) return nearer;
  }
  return from;
}

const RADIUS = { square: [0, 0], soft: [12, 8], round: [20, 14] } as const;
const BUTTONS = { pill: 999, rounded: 12, square: 0, outline: 999, soft: 999 } as const;

function shapeCss({ font = 'system', corners = 'round', buttons = 'pill' }: Look): string {
  const [outer, inner] = RADIUS[corners];
  const family = font === 'system' ? '' : `;--font:${font},system-ui,sans-serif`;
  return `:root{--radius:${outer}px;--inner:${inner}px;--button:${BUTTONS[buttons]}px${family}}`;
}

function createSchemeColours(
  { primary, accent }: Colours,
  { ground, card, touch }: typeof LIGHT & object,
): Record<string, string> {
  const tinted = mix(ground, primary, touch);
  const fill = findReadable(card, primary, DISCERNIBLE);
  const link = findReadable(tinted, findReadable(card, primary, LINK), LINK);
  return {
    ground: tinted,
    card,
    ...fillColours(fill),
    link,
    accent: findReadable(card, accent, VISIBLE),
    'accent-ink': findReadable(card, accent, READABLE),
    soft: mix(card, link, 0.1),
    field: findOutlineColour(tinted),
  };
}

/** Returns the colours of a filled area and the text on it. */
function fillColours(fill: string): Record<string, string> {
  const ink = findInk(fill);
  return { fill, 'on-fill': ink, 'hero-end': mix(fill, ink === '#ffffff' ? '#000000' : '#ffffff', 0.3) };
}

/**
 * Returns the colours on a chosen background.
 *
 * @param others other colours of the background, e.g. of a gradient: all of them dark, or all light
 */
function createSurfaceColours(background: string, { primary, accent }: Colours, others: readonly string[] = []) {
  const text = findInk(background);
  const tinted = tint(background, text);
  const grounds = [background, tinted, ...others];
  const readableEverywhere = (colour: string, ratio: number): string => {
    for (let share = 0; share < 1; share += 0.05) {
      const mixed = mix(colour, text, share);
      if (grounds.every((ground) => computeContrast(mixed, ground) >= ratio)) return mixed;
    }
    return text;
  };
  return {
    ground: tinted,
    card: background,
    text,
    quiet: findQuietColour(background, text),
    line: mix(background, text, 0.18),
    ...fillColours(findReadable(background, primary, DISCERNIBLE)),
    link: readableEverywhere(primary, LINK),
    accent: readableEverywhere(accent, VISIBLE),
    'accent-ink': readableEverywhere(accent, READABLE),
    soft: tinted,
    field: findOutlineColour(background),
  };
}

/** Tints a background, towards the text colour as long as text stays readable. */
function tint(background: string, text: string): string {
  const nearer = mix(background, text, TOUCH);
  if (computeContrast(nearer, text) >= READABLE + 1) return nearer;
  return mix(background, text === '#ffffff' ? '#000000' : '#ffffff', TOUCH);
}

/** Returns a subdued text colour that is still readable. */
function findQuietColour(background: string, text: string): string {
  for (let share = 0.25; share > 0; share -= 0.05) {
    const quiet = mix(text, background, share);
    if (computeContrast(quiet, background) >= READABLE + 0.3) return quiet;
  }
  return text;
}

/** Returns the colour scheme of browser controls on a background. */
const findColourScheme = (background: string): string => (findInk(background) === '#ffffff' ? 'dark' : 'light');

/** Returns the colour of the outline of a form field. */
const findOutlineColour = (ground: string): string => findReadable(ground, mix(ground, findInk(ground), 0.4), VISIBLE);

/** Returns a CSS rule of custom properties. A rule with a text colour sets that and the scheme of browser controls too. */
function rule(selector: string, values: Record<string, string>): string {
  const declarations = Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
  const textCss = values.text ? `;color:var(--text);color-scheme:${findColourScheme(values.card ?? LIGHT.card)}` : '';
  return `${selector}{${declarations}${textCss}}`;
}
