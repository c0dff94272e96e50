/** A video of a site that allows embedding. */
interface VideoEmbed {
  /** The site that receives the visitor's request when the video is played. */
  readonly host: string;
  /** URL of the frame. */
  readonly frame: string;
}

interface Site {
  /** Matches URLs of videos, and captures their ids. */
  readonly address: RegExp;
  readonly frame: (id: string) => string;
}

/** Video sites and their embedding URLs; without cookies where a site offers that. */
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

/** Returns the embed of a video's URL; undefined if the site is unknown, and the URL is shown as a link. */
export function findVideoEmbed(address: string): VideoEmbed | undefined {
  for (const { address: pattern, frame } of VIDEO_SITES) {
    const id = pattern.exec(address)?.[1];
    if (id) return { host: new URL(frame(id)).hostname.replace(/^www\./, ''), frame: frame(id) };
  }
  return undefined;
}
