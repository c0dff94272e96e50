import type { PageType } from '../../shared/contract/hosted-pages/page-types.js';
import type { presets, Theme } from '../../shared/contract/hosted-pages/theme.js';

/** Fields of a theme that style a page. */
type LookFields = Omit<Theme, 'preset' | 'logo' | 'logo_data_base64' | 'logo_shape' | 'ownLogo'>;

/** A look and its dark variant. What an owner chose is the same in light and dark. */
export type Look = { readonly [Part in keyof LookFields]?: LookFields[Part] | undefined } & {
  readonly dark?: Pick<LookFields, 'background' | 'surface'> | undefined;
};

const gradient = (from: string, to: string, angle = 160) => ({ gradient: { from, to, angle } });

/** Presets of looks. */
const presetLooks: Readonly<Record<(typeof presets)[number] | 'logo', Look>> = {
  paper: {
    primary: '#7c3f1d',
    accent: '#a16207',
    background: { color: '#f5eee0' },
    surface: '#fffdf8',
    font: 'lora',
    corners: 'soft',
    buttons: 'rounded',
    header: 'plain',
    dark: { background: { color: '#1c1712' }, surface: '#28211a' },
  },
  sunrise: {
    primary: '#c2410c',
    accent: '#be185d',
    background: gradient('#ffe7c7', '#ffc9d6'),
    font: 'nunito',
    corners: 'round',
    buttons: 'pill',
    header: 'band',
    dark: { background: gradient('#2b1508', '#33111f'), surface: '#3a1d16' },
  },
  forest: {
    primary: '#1f5f43',
    accent: '#b45309',
    background: gradient('#e4eddc', '#cfe3d4'),
    font: 'lora',
    corners: 'soft',
    buttons: 'rounded',
    header: 'band',
    dark: { background: gradient('#0c1a13', '#10241b'), surface: '#17301f' },
  },
  midnight: {
    primary: '#93a5ff',
    accent: '#f0abfc',
    background: gradient('#0b1026', '#2a1a55', 200),
    surface: '#171d3d',
    font: 'rubik',
    corners: 'round',
    buttons: 'pill',
    header: 'plain',
  },
  candy: {
    primary: '#c026d3',
    accent: '#0e7490',
    background: gradient('#fbdcff', '#cdf0ff', 135),
    font: 'nunito',
    corners: 'round',
    buttons: 'soft',
    header: 'plain',
    dark: { background: gradient('#2a0b30', '#08242f', 135), surface: '#2b1737' },
  },
  mono: {
    primary: '#111111',
    accent: '#111111',
    background: { color: '#ffffff' },
    surface: '#ffffff',
    font: 'rubik',
    corners: 'square',
    buttons: 'square',
    header: 'plain',
    dark: { background: { color: '#000000' }, surface: '#0c0c0c' },
  },
  // Its colours were extracted from the logo when the page was created.
  logo: { font: 'rubik', corners: 'soft', buttons: 'rounded', header: 'plain' },
};

/** Colours of a page without its own. */
const DEFAULT_COLOURS: Look = { primary: '#3447b5', accent: '#d9480f' };

/** Default looks of types, so that a visitor can tell a menu from a coupon at a glance. */
const typeLooks: Readonly<Partial<Record<PageType, Look>>> = {
  text: { primary: '#475569', accent: '#475569', header: 'plain', corners: 'soft' },
  rating: { primary: '#b45309', accent: '#f59e0b' },
  mp3: { primary: '#6d28d9', accent: '#db2777', header: 'cover' },
  pdf: { primary: '#b91c1c', accent: '#b91c1c', corners: 'soft', buttons: 'rounded' },
  social: {
    primary: '#be185d',
    accent: '#7c3aed',
    background: gradient('#ffe4ef', '#ece4ff', 150),
    dark: createDarkGradient('#2a0f1e', '#1b1233'),
  },
  images: { primary: '#0f766e', accent: '#0f766e', header: 'plain', corners: 'soft' },
  app: { primary: '#1d4ed8', accent: '#0891b2', header: 'cover' },
  videos: { primary: '#9f1239', accent: '#9f1239', corners: 'soft', buttons: 'rounded' },
  event: {
    primary: '#c2410c',
    accent: '#a21caf',
    background: gradient('#fff1e0', '#ffe1d6'),
    dark: createDarkGradient('#26140a', '#2b0f14'),
  },
  coupon: { primary: '#15803d', accent: '#b91c1c' },
  feedback: { primary: '#0369a1', accent: '#0369a1', buttons: 'rounded' },
  vcard_plus: { primary: '#1e3a5f', accent: '#1e3a5f' },
  wifi: { primary: '#0e7490', accent: '#0e7490', header: 'cover' },
  menu: {
    primary: '#7a2e0e',
    accent: '#a16207',
    font: 'lora',
    header: 'plain',
    corners: 'soft',
    background: { color: '#faf5ec' },
    dark: { background: { color: '#1a1410' }, surface: '#251d17' },
  },
  business_hours: { primary: '#3f6212', accent: '#3f6212', corners: 'soft', buttons: 'rounded' },
  lead_form: { primary: '#4338ca', accent: '#4338ca', buttons: 'rounded', corners: 'soft' },
  faq: { primary: '#86198f', accent: '#86198f', header: 'plain', corners: 'soft' },
};

function createDarkGradient(from: string, to: string): Look['dark'] {
  return { background: gradient(from, to, 150) };
}

/**
 * Returns the look of a page: that of its theme, else of its preset, else of its type. Colours go together: a primary colour of the owner
 * replaces the accent of the preset or type too.
 */
export function resolveLook(
  theme: Theme | undefined,
  type: string | undefined,
): Look & { primary: string; accent: string } {
  const { preset, ...own } = theme ?? {};
  const typeLook = new Map<string, Look>(Object.entries(typeLooks)).get(type ?? '') ?? {};
  const base: Look = preset ? presetLooks[preset] : { ...DEFAULT_COLOURS, ...typeLook };
  const primary = own.primary ?? base.primary ?? '#3447b5';
  const accent = own.accent ?? own.primary ?? base.accent ?? primary;
  const hasOwnBackground = own.background !== undefined || own.surface !== undefined;
  // A background that fits a type's colours does not fit others.
  const background = !preset && own.primary ? { background: own.background, dark: undefined } : {};
  return {
    ...base,
    ...background,
    ...own,
    primary,
    accent,
    dark: hasOwnBackground || (!preset && own.primary) ? undefined : base.dark,
  };
}
