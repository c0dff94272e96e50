/**
 * What a call may ask for, as numbers in one place. Work, memory and bytes are bounded before they are spent; a contract, a
 * worker or a front that enforces a bound takes its number from here. Bytes are bytes, times milliseconds, sizes of images
 * pixels, unless a name says otherwise.
 */

/**
 * The most processor time that a call may take, all processes and their children together, in seconds for each credit that it
 * costs. `bench/worst-inputs.ts` holds every endpoint's worst legal input against it.
 */
export const CPU_SECONDS_PER_CREDIT = 10;

/**
 * Handlers are cut off this long before their callers stop waiting, so that what is answered then, and whose fault it was,
 * reaches the caller instead of the front's own 504.
 */
export const CUT_OFF_BEFORE_DEADLINE_MS = 400;

/**
 * Calls of a key that may be cut off because of their input, in a window of so many seconds, before the key has to pause in that
 * group for as long.
 */
export const OVERRUNS = { count: 3, seconds: 60 } as const;

/** Decoding of images that callers send, in processes of their own. */
export const DECODING = {
  /** Processes side by side in one worker; an account uses one of them at a time. */
  children: 2,
  /** The most memory that a process may write to: above what node and its libraries take, room for one image. */
  memoryBytes: 512 * 1024 * 1024,
  /** The most processor time that one image may take: pictures are bounded by their DECODING_WORK already, drawings are not. */
  cpuMs: { picture: 500, drawing: 80 },
  /** The most time that one image may take, however busy the machine is. */
  wallMs: 8_000,
} as const;

/**
 * What decoding a picture costs, by its pixels and by the bytes of its file, in the work that one pixel of a sequential JPG is: 1.7 ns
 * on the machine on which they were measured (noise and smooth pictures of 12 megapixels, libvips 8.18), its way through the queue
 * included. A progressive JPG is read whole several times, a WebP's pixels are predicted from their neighbours.
 */
export const DECODING_WORK = {
  jpeg: { pixel: 1, byte: 12 },
  progressive: { pixel: 4, byte: 16 },
  png: { pixel: 2, byte: 3 },
  webp: { pixel: 4, byte: 40 },
} as const;

/** An uploaded logo; `work` is that of DECODING_WORK. */
export const LOGO = { bytes: 2 * 1024 * 1024, pixels: 8_000_000, work: 20_000_000 } as const;

/** Photos on the contacts of one page; `work` is that of all of them together. */
export const PHOTOS = { count: 4, pixels: 12_000_000, work: 52_000_000 } as const;

/** An uploaded logo that is an SVG drawing. */
export const DRAWING = {
  bytes: 256 * 1024,
  styleCharacters: 16_000,
  /** Elements that are painted, those repeated by reference included. */
  elements: 5_000,
  /** Numbers in paths and lists of points. */
  coordinates: 20_000,
  /** The largest of these numbers, either side of zero. */
  coordinate: 1_000_000,
  /** Elements within one another, and references that lead to references. */
  depth: 48,
  /** Elements that need a canvas of their own while they are painted: of groups with an opacity, masks, clips. */
  layers: 64,
  /** The longer side in pixels to which a drawing is painted at most. */
  side: 512,
} as const;
