import { shade } from '../../../shared/colour.js';
import { type Caption, drawCaption, naturalWidth } from './caption.js';
import type { FrameName } from './design.js';
import { type Area, type Box, type Part, type Plate, plate, polygon, type Rounding } from './drawing.js';

interface FrameStyle {
  readonly colour: string;
  readonly caption: Caption;
}

/** A drawn frame: its height, the panel for the code with its quiet zone, and the parts under it. */
export interface Framed {
  readonly height: number;
  readonly panel: { readonly left: number; readonly top: number; readonly side: number };
  /** Opening of the frame, for the panel and some background around it. */
  readonly window: Rounding;
  readonly parts: readonly Part[];
}

/** Rounds to whole pixels in raster formats. */
export type Snap = (value: number) => number;

interface Frame {
  /** Width of the frame in hundredths of the panel's side. */
  readonly width: number;
  /** @param unit a hundredth of the panel's side */
  draw(width: number, unit: number, snap: Snap, style: FrameStyle): Framed;
}

/** Draws a frame of the given width. */
export function drawFrame(name: FrameName, width: number, snap: Snap, style: FrameStyle): Framed {
  const frame = frames[name];
  return frame.draw(width, width / frame.width, snap, style);
}

/** Returns the width of a frame relative to its panel. */
export const frameRatio = (name: FrameName): number => frames[name].width / 100;

/** Width of the line around the panel, and of the background between it and the quiet zone, in hundredths of the panel. */
const [LINE, PADDING] = [3, 1.5];
const BORDER = LINE + PADDING;
const BANNER = 19;

const banner = (at: 'top' | 'bottom'): Frame => ({
  width: 100 + 2 * BORDER,
  draw(width, unit, snap, { colour, caption }) {
    const line = snap(LINE * unit);
    const inner = width - 2 * line;
    const height = snap(BANNER * unit) + inner + line;
    const top = at === 'top' ? height - line - inner : line;
    const words = { x: 5 * unit, width: width - 10 * unit, height: height - line - inner };
    const padding = snap(PADDING * unit);
    const window = { x: line, y: top, width: inner, height: inner, radius: 3.6 * unit };
    return {
      height,
      panel: { left: line + padding, top: top + padding, side: inner - 2 * padding },
      window,
      parts: [
        around(window, plate({ x: 0, y: 0, width, height }, colour, 6 * unit)),
        ...drawCaption(caption, { ...words, y: at === 'top' ? 0 : line + inner }),
      ],
    };
  },
});

/** Creates a plate with a hole: pixels of large images are painted once. */
const around = (hole: Rounding, outer: Plate): Plate => ({ ...outer, hole });

/** Draws a line around a box, and the panel within. */
function outlined(box: Box, unit: number, snap: Snap, { colour }: FrameStyle) {
  const [line, padding] = [snap(LINE * unit), snap(PADDING * unit)];
  const inset = (by: number): Box => ({
    x: box.x + by,
    y: box.y + by,
    width: box.width - 2 * by,
    height: box.height - 2 * by,
  });
  const window = { ...inset(line), radius: 3.6 * unit };
  return {
    panel: { left: box.x + line + padding, top: box.y + line + padding, side: box.width - 2 * (line + padding) },
    window,
    parts: [around(window, plate(box, colour, 6 * unit))],
  };
}

const speechBubble: Frame = {
  width: 100 + 2 * BORDER,
  draw(width, unit, snap, style) {
    const { panel, window, parts } = outlined({ x: 0, y: 0, width, height: width }, unit, snap, style);
    const bubble = { x: 0, y: snap(width + 6 * unit), width, height: snap(18 * unit) };
    const tip = polygon(
      style.colour,
      [width / 2, width + 1.5 * unit],
      [width / 2 + 6 * unit, bubble.y + 1],
      [width / 2 - 6 * unit, bubble.y + 1],
    );
    const words = { ...bubble, x: 5 * unit, width: width - 10 * unit };
    return {
      height: bubble.y + bubble.height,
      panel,
      window,
      parts: [...parts, tip, plate(bubble, style.colour, 6 * unit), ...drawCaption(style.caption, words)],
    };
  },
};

/** Reach of the ends of a ribbon beyond the box, start of its band, and depth of its tails and folds. */
const [RIBBON_END, RIBBON_BAND, RIBBON_DROP, RIBBON_FOLD] = [8, 4, 5, 6];

const ribbonTag: Frame = {
  width: 100 + 2 * (BORDER + RIBBON_END),
  draw(width, unit, snap, style) {
    const end = snap(RIBBON_END * unit);
    const side = width - 2 * end;
    const { panel, window, parts } = outlined({ x: end, y: 0, width: side, height: side }, unit, snap, style);
    const edge = snap(RIBBON_BAND * unit);
    const band = { x: edge, y: side - snap(LINE * unit), width: width - 2 * edge, height: snap(18 * unit) };
    const drop = snap(RIBBON_DROP * unit);
    const ends = ([1, -1] as const).map((towards) => ribbonEnd(band, width, drop, unit, towards, style.colour));
    return {
      height: band.y + band.height + drop,
      panel,
      window,
      parts: [
        ...ends.map(({ tail }) => tail),
        ...parts,
        ...ends.map(({ fold }) => fold),
        plate(band, style.colour),
        ...drawCaption(style.caption, { ...band, x: band.x + 5 * unit, width: band.width - 10 * unit }),
      ],
    };
  },
};

/** Draws one end of a ribbon: a tail with a notch behind the box, and the fold at the band. */
function ribbonEnd(
  band: Box,
  width: number,
  drop: number,
  unit: number,
  towards: 1 | -1,
  colour: string,
): Record<'tail' | 'fold', Area> {
  const outside = towards === 1 ? 0 : width;
  const folded = outside + towards * (band.x + RIBBON_FOLD * unit);
  const [top, lower, bottom] = [band.y + drop, band.y + band.height, band.y + band.height + drop];
  const notch = outside + towards * RIBBON_BAND * unit * 0.8;
  return {
    tail: polygon(
      shade(colour, 0.22),
      [outside, top],
      [folded, top],
      [folded, bottom],
      [outside, bottom],
      [notch, (top + bottom) / 2],
    ),
    fold: polygon(shade(colour, 0.45), [outside + towards * band.x, lower], [folded, lower], [folded, bottom]),
  };
}

const badge: Frame = {
  width: 100 + 2 * (LINE + 3),
  draw(width, unit, snap, { colour, caption }) {
    const line = snap(LINE * unit);
    const padding = snap(3 * unit);
    const pill = { height: snap(17 * unit), width: snap(pillWidth(caption, 17 * unit, unit)) };
    const bottom = snap(width + 7 * unit);
    const label = { ...pill, x: (width - pill.width) / 2, y: bottom - line / 2 - pill.height / 2 };
    const window = { x: line, y: line, width: width - 2 * line, height: bottom - 2 * line, radius: 7.2 * unit };
    return {
      height: Math.ceil(label.y + pill.height),
      panel: { left: line + padding, top: line + padding, side: width - 2 * (line + padding) },
      window,
      parts: [
        around(window, plate({ x: 0, y: 0, width, height: bottom }, colour, 10 * unit)),
        plate(label, colour, pill.height / 2),
        ...drawCaption(caption, { ...label, x: label.x + 6 * unit, width: pill.width - 12 * unit }),
      ],
    };
  },
};

/** Returns the width of a caption within the limits of the frame. */
const pillWidth = (caption: Caption, height: number, unit: number): number =>
  Math.min(92 * unit, Math.max(44 * unit, naturalWidth(caption, height) + 16 * unit));

const frames: Readonly<Record<FrameName, Frame>> = {
  'bottom-banner': banner('bottom'),
  'top-header': banner('top'),
  'speech-bubble': speechBubble,
  'ribbon-tag': ribbonTag,
  badge,
};
