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
