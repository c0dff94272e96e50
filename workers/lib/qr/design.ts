import type { Caption } from './caption.js';
import type { Logo } from './logo.js';

/** How a code looks. Colours are hex. */
export interface Design {
  readonly foreground: string;
  readonly background: string;
  readonly body: 'square' | 'dot';
  readonly eye: 'square' | 'circle';
  /** Colours of the eyes: top left, top right, bottom left. */
  readonly eyes: readonly [EyeColours, EyeColours, EyeColours];
  readonly logo: Logo | undefined;
  readonly frame: FrameDesign | undefined;
}

/** The colours of an eye's ring and of the pupil within. */
export interface EyeColours {
  readonly outer: string;
  readonly inner: string;
}

export type FrameName = 'bottom-banner' | 'top-header' | 'speech-bubble' | 'ribbon-tag' | 'badge';

export interface FrameDesign {
  readonly name: FrameName;
  readonly colour: string;
  readonly caption: Caption;
}
