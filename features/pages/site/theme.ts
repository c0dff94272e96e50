import { contrastRatio, inkOn, mix, readableOn } from '../../../shared/colour.js';
import type { PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { type Look, resolveLook } from '../looks.js';

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

/** How much an area differs from what it is on. */
const TOUCH = 0.06;

/** How much of an image shows through its veil, so that words on it can be read. */
const SHOWN = 0.18;

/**
 * The style sheet that makes the common one this page's own: its colours, brought to readable contrast in light and
 * dark, its ground, its shapes, its columns and its sections. Every value comes from a checked document.
 *
 * @param type of the experience, which has a look that fits it
 */
export function themeCss({ theme, layout }: Pick<PageDocument, 'theme' | 'layout'>, type?: string): string {
  const look = resolveLook(theme, type);
  const sections = layout?.sections;
  return [
    backgroundCss(look),
    shapeCss(look),
    `:root{--gap:${layout?.gap ?? 24}px;--cols:${layout?.cols ?? 1}}`,
    sections?.radius === undefined ? '' : `:root{--radius:${sections.radius}px}`,
    sections?.border === undefined ? '' : `:root{--border:${sections.border}}`,
    sections?.background === undefined ? '' : rule('.card', surface(sections.background, look)),
  ].join('');
}

type Colours = Pick<ReturnType<typeof resolveLook>, 'primary' | 'accent'>;
type Ground = Pick<Look, 'background' | 'surface'>;

/** What a page stands on. Where an owner has chosen it, it is so by day and by night. */
function backgroundCss(look: Colours & Look): string {
  const byNight = look.dark ? chosenGround(look.dark, look) : rule(':root', scheme(look, DARK));
  if (!look.background && !look.surface) {
    return `${rule(':root', scheme(look, LIGHT))}@media (prefers-color-scheme:dark){${byNight}}`;
  }
  const chosen = chosenGround(look, look);
  return look.dark ? `${chosen}@media (prefers-color-scheme:dark){${byNight}}` : chosen;
}

/** A ground of one's own: words that stand on it, and those on cards, each have colours that can be read there. */
function chosenGround({ background = {}, surface: chosen }: Ground, colours: Colours): string {
  const { color, gradient, image } = background;
  const from = color ?? gradient?.from ?? LIGHT.ground;
  const ink = inkOn(from);
  const to = gradient && !color ? readableGround(gradient.to, from, ink) : from;
  const veiled = image ? mix(from, ink, SHOWN) : from;
  const hardest = [from, to, veiled].sort((a, b) => contrastRatio(a, ink) - contrastRatio(b, ink))[0] ?? from;
  const paint = image
    ? `linear-gradient(${from}d1,${from}d1),url("${image}") center/cover`
    : `linear-gradient(${gradient?.angle ?? 0}deg,${from},${to})`;
  const card = chosen ?? (ink === '#ffffff' ? DARK.card : LIGHT.card);
  return [
    rule(':root', { ...surface(hardest, colours, [from, to, veiled]), page: image ? `${from} ${paint}` : paint }),
    rule('.card', surface(card, colours)),
  ].join('');
}

/** The other end of a gradient, as near to the first as it must be for the same words to be read on both. */
function readableGround(to: string, from: string, ink: string): string {
  for (let share = 0; share < 1; share += 0.1) {
    const nearer = mix(to, from, share);
    if (contrastRatio(nearer, ink) >= READABLE) return nearer;
  }
  return from;
}

const RADIUS = { square: [0, 0], soft: [12, 8], round: [20, 14] } as const;
const BUTTONS = { pill: 999, rounded: 12, square: 0, outline: 999, soft: 999 } as const;

/** Fonts and shapes. */
function shapeCss({ font = 'system', corners = 'round', buttons = 'pill' }: Look): string {
  const [outer, inner] = RADIUS[corners];
  const family = font === 'system' ? '' : `;--font:${font},system-ui,sans-serif`;
  return `:root{--radius:${outer}px;--inner:${inner}px;--button:${BUTTONS[buttons]}px${family}}`;
}

function scheme({ primary, accent }: Colours, { ground, card, touch }: typeof LIGHT & object): Record<string, string> {
  const touched = mix(ground, primary, touch);
  const fill = readableOn(card, primary, DISCERNIBLE);
  const link = readableOn(touched, readableOn(card, primary, LINK), LINK);
  return {
    ground: touched,
    card,
    ...filled(fill),
    link,
    accent: readableOn(card, accent, VISIBLE),
    'accent-ink': readableOn(card, accent, READABLE),
    soft: mix(card, link, 0.1),
    field: outlineColourOn(touched),
  };
}

/** An area of a colour, and the words on it. */
function filled(fill: string): Record<string, string> {
  const ink = inkOn(fill);
  return { fill, 'on-fill': ink, 'hero-end': mix(fill, ink === '#ffffff' ? '#000000' : '#ffffff', 0.3) };
}

/**
 * What changes on a background of its own, in light and dark alike.
 *
 * @param others what it is elsewhere, as a gradient is: all of them dark, or all light
 */
function surface(background: string, { primary, accent }: Colours, others: readonly string[] = []) {
  const text = inkOn(background);
  const tinted = tint(background, text);
  const grounds = [background, tinted, ...others];
  const everywhere = (colour: string, ratio: number): string => {
    for (let share = 0; share < 1; share += 0.05) {
      const moved = mix(colour, text, share);
      if (grounds.every((ground) => contrastRatio(moved, ground) >= ratio)) return moved;
    }
    return text;
  };
  return {
    ground: tinted,
    card: background,
    text,
    quiet: quietColourOn(background, text),
    line: mix(background, text, 0.18),
    ...filled(readableOn(background, primary, DISCERNIBLE)),
    link: everywhere(primary, LINK),
    accent: everywhere(accent, VISIBLE),
    'accent-ink': everywhere(accent, READABLE),
    soft: tinted,
    field: outlineColourOn(background),
  };
}

/** A touch darker or lighter, towards the words on it as long as they can still be read. */
function tint(background: string, text: string): string {
  const nearer = mix(background, text, TOUCH);
  if (contrastRatio(nearer, text) >= READABLE + 1) return nearer;
  return mix(background, text === '#ffffff' ? '#000000' : '#ffffff', TOUCH);
}

/** Words that stand back, as far as they can still be read. */
function quietColourOn(background: string, text: string): string {
  for (let share = 0.25; share > 0; share -= 0.05) {
    const quiet = mix(text, background, share);
    if (contrastRatio(quiet, background) >= READABLE + 0.3) return quiet;
  }
  return text;
}

/** Which of the browser's own controls go with a background. */
const colourScheme = (background: string): string => (inkOn(background) === '#ffffff' ? 'dark' : 'light');

/** A line that shows where something can be filled in. */
const outlineColourOn = (ground: string): string => readableOn(ground, mix(ground, inkOn(ground), 0.4), VISIBLE);

/** The values of a part of the page; those with words of their own bring the browser's controls and their colour along. */
function rule(selector: string, values: Record<string, string>): string {
  const set = Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
  const own = values.text ? `;color:var(--text);color-scheme:${colourScheme(values.card ?? LIGHT.card)}` : '';
  return `${selector}{${set}${own}}`;
}
