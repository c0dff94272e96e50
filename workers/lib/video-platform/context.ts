import { ApiError } from '../../../shared/contract/api-error.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { DataApi, lifetimes } from './data-api.js';
import { findChannel, readChannelName } from './find-channel.js';

/** Words and language of a video or channel that generated content can refer to. */
export interface Context {
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly language: string | undefined;
}

/** The context of a video, by id or address; nothing when it does not resolve, whatever the reason. */
export function videoContext(call: UpstreamContext, given: string): Promise<Context | undefined> {
  return unlessItFails(call, async () => {
    const id = readVideoId(given);
    if (id === undefined) return undefined;
    const { items = [] } = await new DataApi(call).videos(
      {
        id: [id],
        part: ['snippet'],
        fields: 'items(id,snippet(title,description,tags,defaultLanguage,defaultAudioLanguage))',
      },
      lifetimes.facts,
    );
    const snippet = items[0]?.snippet;
    return (
      snippet && {
        title: snippet.title ?? '',
        description: snippet.description ?? '',
        keywords: snippet.tags ?? [],
        language: snippet.defaultAudioLanguage ?? snippet.defaultLanguage,
      }
    );
  });
}

/** The context of a channel, by whatever it is called; nothing when it does not resolve, whatever the reason. */
export function channelContext(call: UpstreamContext, given: string): Promise<Context | undefined> {
  return unlessItFails(call, async () => {
    const found = await findChannel(call, readChannelName(given), {
      part: ['snippet', 'brandingSettings'],
      fields: 'snippet(title,description,defaultLanguage),brandingSettings/channel/keywords',
      lifetimeMs: lifetimes.facts,
    });
    return (
      found && {
        title: found.snippet?.title ?? '',
        description: found.snippet?.description ?? '',
        keywords: keywordsIn(found.brandingSettings?.channel?.keywords ?? ''),
        language: found.snippet?.defaultLanguage,
      }
    );
  });
}

/** A channel's keywords are one text: words, and groups of words in quotes. */
const keywordsIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"|(\S+)/g)].map(([, group, word]) => (group ?? word ?? '').trim()).filter(Boolean);

async function unlessItFails<T>(call: UpstreamContext, look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ApiError && !call.signal.aborted) return undefined;
    throw error;
  }
}

const VIDEO_ID = /^[\w-]{11}$/;

/** The id in a video's id or address: `…/watch?v=id`, `…/shorts/id`, `…/live/id`, `…/embed/id`, `youtu.be/id`. */
export function readVideoId(given: string): string | undefined {
  const text = given.trim();
  if (VIDEO_ID.test(text)) return text;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { pathname, searchParams } = new URL(address);
  const candidates = [searchParams.get('v') ?? '', pathname.split('/').filter(Boolean).at(-1) ?? ''];
  return candidates.find((candidate) => VIDEO_ID.test(candidate));
}
