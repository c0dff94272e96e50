/** Returns red, green and blue of a hex colour, 0 to 255 each. */
export const parseChannels = (colour: string): number[] => {
  const digits = colour.slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
};

/** Relative luminance of a hex colour, 0 (black) to 1 (white); WCAG 2.2, definition "relative luminance". */
export function computeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Brightness of a hex colour as decoders of pictures calculate it, 0 to 255; Rec. ITU-R BT.601, luma. */
export function computeBrightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** Contrast ratio of two hex colours, 1 to 21; WCAG 2.2, definition "contrast ratio". */
export function computeContrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [computeLuminance(a), computeLuminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes a share, 0 to 1, of another colour into a colour. */
export function mix(colour: string, other: string, share: number): string {
  const others = parseChannels(other);
  const mixed = parseChannels(colour).map((value, at) => Math.round(value + ((others[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Luminance below which a colour has no visible darker shade. */
const NEARLY_BLACK = 0.04;

/** Returns a visible shade of a colour: darker by a share, 0 to 1; lighter if it is nearly black. */
export const shade = (colour: string, share: number): string =>
  mix(colour, computeLuminance(colour) < NEARLY_BLACK ? '#ffffff' : '#000000', share);

/** Returns black or white, whichever has more contrast with a colour. */
export const findInk = (ground: string): string =>
  computeContrast(ground, '#ffffff') >= computeContrast(ground, '#000000') ? '#ffffff' : '#000000';

/** Mixes as little black or white into a colour as it needs for a contrast ratio with its background. */
export function findReadable(ground: string, colour: string, ratio: number): string {
  const towards = findInk(ground);
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(colour, towards, share);
    if (computeContrast(moved, ground) >= ratio) return moved;
  }
  return towards;
}
