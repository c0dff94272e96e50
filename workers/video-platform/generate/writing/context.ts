import type { Call } from '../../../handle.js';
import { withoutEmoji } from '../../../lib/text/emoji.js';
import { cleanLine, cutAtSentence, cutAtWord } from '../../../lib/text/plain-text.js';
import { sanitiseKeywords } from '../../../lib/text/words.js';
import { channelContext, type Context as Found, videoContext } from '../../../lib/video-platform/context.js';
import { type Style, styleOf } from './style.js';

/** What a text takes up from the video and the channel that the caller names. */
export interface Context {
  /** What the video is about, in its own keywords. */
  readonly video: Source | undefined;
  readonly channel: Source | undefined;
  /** Keywords of both, the video's first. */
  readonly keywords: readonly string[];
  /** How they speak, as far as that is plain to see. */
  readonly style: Style;
}

/** A video or a channel in plain text: its owner may have written anything. */
export interface Source {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

const LONGEST_NAME = 100;
const LONGEST_DESCRIPTION = 400;
const MOST_KEYWORDS = 6;

/**
 * Looks up the video and the channel that the caller names. One that does not resolve is left out, and so are
 * keywords in another language than the text's.
 *
 * @param language two letters: the language of the text
 */
export async function readContext(
  { video, channel }: { video?: string; channel?: string },
  language: string,
  call: Call,
): Promise<Context> {
  const [ofVideo, ofChannel] = await Promise.all([
    video === undefined ? undefined : videoContext(call, video),
    channel === undefined ? undefined : channelContext(call, channel),
  ]);
  const sources = {
    video: ofVideo && sourceOf(ofVideo, language),
    channel: ofChannel && sourceOf(ofChannel, language),
  };
  const keywords = [...(sources.video?.keywords ?? []), ...(sources.channel?.keywords ?? [])];
  return { ...sources, keywords, style: styleOf([ofVideo, ofChannel].filter((found) => found !== undefined)) };
}

function sourceOf(found: Found, language: string): Source {
  const speaks = found.language?.slice(0, 2).toLowerCase() ?? language;
  return {
    name: cutAtWord(plain(found.title), LONGEST_NAME),
    description: cutAtSentence(plain(found.description), LONGEST_DESCRIPTION, 100),
    keywords: speaks === language ? sanitiseKeywords(found.keywords, MOST_KEYWORDS) : [],
  };
}

const plain = (text: string): string =>
  withoutEmoji(cleanLine(text))
    .replace(/[*_`#{}[\]|\\]+/g, '')
    .trim();
