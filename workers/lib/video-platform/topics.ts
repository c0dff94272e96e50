import { decodePathPart } from './decode.js';

/** The name of a topic, from the address of the encyclopedia's article about it: `…/wiki/Video_game_culture`. */
export function topicName(address: string): string {
  const article = address.split('/').at(-1) ?? '';
  return decodePathPart(article).replaceAll('_', ' ');
}
