import { readId, videoIds } from '../ids.js';
import { askedArtist, askedSong } from './asked.js';
import { type Artist, chartArtist, chartSong, type Song } from './catalogue.js';

export const songWithId = (id: number): Song | undefined => chartSong(id) ?? askedSong(id);

export const artistWithId = (id: number): Artist | undefined => chartArtist(id) ?? askedArtist(id);

/** The song whose video has this id. */
export function songWithCode(code: string): Song | undefined {
  const read = readId(videoIds, code);
  const song = read?.kind === 'other' ? songWithId(Number(read.number)) : undefined;
  return song?.code === code ? song : undefined;
}
