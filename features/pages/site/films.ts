/** A film of a site that lets others show it in a frame. */
export interface VideoEmbed {
  /** Who learns of the visitor when it is played. */
  readonly host: string;
  /** What the frame shows. */
  readonly frame: string;
}

interface Site {
  /** The parts of an address before which its id stands, by host. */
  readonly address: RegExp;
  readonly frame: (id: string) => string;
}

/** Sites of films, as they describe their own frames; the one without cookies where a site has one. */
const VIDEO_SITES: readonly Site[] = [
  {
    address:
      /^https?:\/\/(?:(?:www|m)\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i,
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  {
    address: /^https?:\/\/(?:(?:www|player)\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?!\d)/i,
    frame: (id) => `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`,
  },
  {
    address: /^https?:\/\/(?:www\.)?(?:dailymotion\.com\/video\/|dai\.ly\/)([a-z0-9]{5,12})(?![a-z0-9])/i,
    frame: (id) => `https://geo.dailymotion.com/player.html?video=${id}`,
  },
];

/** The film at an address, when its site is known; every other address is a link. */
export function findVideoEmbed(address: string): VideoEmbed | undefined {
  for (const { address: pattern, frame } of VIDEO_SITES) {
    const id = pattern.exec(address)?.[1];
    if (id) return { host: new URL(frame(id)).hostname.replace(/^www\./, ''), frame: frame(id) };
  }
  return undefined;
}
