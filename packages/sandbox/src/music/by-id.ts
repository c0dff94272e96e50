import { parseId, videoIds } from '../ids.js';
import { type Artist, findChartArtist, findChartSong, type Song } from './catalogue.js';
import { findRequestedArtist, findRequestedSong } from './requested.js';

export const findSongById = (id: number): Song | undefined => findChartSong(id) ?? findRequestedSong(id);

export const findArtistById = (id: number): Artist | undefined => findChartArtist(id) ?? findRequestedArtist(id);

/** Finds the song whose video has this id. */
export function findSongByCode(code: string): Song | undefined {
  const read = parseId(videoIds, code);
  const song = read?.kind === 'other' ? findSongById(Number(read.number)) : undefined;
  return song?.code === code ? song : undefined;
}
