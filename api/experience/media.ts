import type { Block } from '../../shared/experience/blocks.js';
import { allBlocks, type PageDocument } from '../../shared/experience/document.js';

/** Films that browsers play themselves; every other address of a film is a link. */
const FILM = /\.(mp4|m4v|webm|ogv|mov)$/i;

/** Whether a browser can play what is at an address. */
export const isFilm = (address: string): boolean => FILM.test(new URL(address).pathname);

/** Where the pictures, sounds and films of a page come from. */
export function mediaOrigins(page: PageDocument): { images: string[]; sounds: string[] } {
  const blocks = allBlocks(page.blocks);
  return { images: originsOf(blocks.flatMap(pictures)), sounds: originsOf(blocks.flatMap(sounds)) };
}

const originsOf = (addresses: (string | undefined)[]): string[] => [
  ...new Set(addresses.filter((address) => address !== undefined).map((address) => new URL(address).origin)),
];

function pictures(block: Block): (string | undefined)[] {
  switch (block.type) {
    case 'hero':
      return [block.props.image];
    case 'gallery':
      return block.props.images.map(({ url }) => url);
    case 'mp3':
      return [block.props.cover];
    case 'video':
      return [block.props.poster];
    default:
      return [];
  }
}

function sounds(block: Block): string[] {
  if (block.type === 'mp3') return [block.props.url];
  return block.type === 'video' && isFilm(block.props.url) ? [block.props.url] : [];
}
